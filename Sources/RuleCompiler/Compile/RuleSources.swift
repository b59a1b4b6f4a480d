public import CivilTime

/// One rule file as the rim read it.
public struct RuleFile: Hashable, Sendable {
  /// Its path as diagnostics show it; the same file has one path, however often it is named.
  public var path: String
  /// The absolute path of its folder, to which its own paths are relative.
  public var folder: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// Makes a file.
  public init(path: String, folder: String, bytes: [UInt8]) {
    self.path = path
    self.folder = folder
    self.bytes = bytes
  }
}

/// What the compiler needs to know about a file beside the rules.
public struct FileFact: Hashable, Sendable {
  /// Whether it exists.
  public var exists: Bool
  /// Whether it is a folder.
  public var isDirectory: Bool
  /// Whether whoever runs the rules may execute it.
  public var isExecutable: Bool

  /// Makes a fact.
  public init(exists: Bool, isDirectory: Bool = false, isExecutable: Bool = false) {
    self.exists = exists
    self.isDirectory = isDirectory
    self.isExecutable = isExecutable
  }

  /// No such file.
  public static let missing = FileFact(exists: false)
}

/// Something outside the texts at hand that the compiler asks for.
public indirect enum SourceNeed: Hashable, Sendable {
  /// The files of an `include`: an absolute path, glob or folder, or one beginning with `~`.
  case include(pattern: String)
  /// The bytes of a file that an `include` named.
  case file(path: String)
  /// A fact about a path, absolute or beginning with `~`.
  case fact(path: String)
  /// The bytes of a file of events: an absolute path, or one beginning with `~`.
  case events(path: String)
  /// The rules of a zone.
  case zone(ZoneName)
}

/// A file of events as the rim found it.
public indirect enum EventFileText: Hashable, Sendable {
  /// Its bytes.
  case bytes([UInt8])
  /// It can't be read: why, in a few words.
  case unreadable(String)
}

/// Everything that a compilation depends on.
public struct RuleSources: Sendable {
  /// The files that were named, in order.
  public var roots: [RuleFile] = []
  /// Files that an `include` named, by their path.
  public var included: [String: RuleFile] = [:]
  /// Paths of the files of each `include`, in order, by its pattern; empty where there is none.
  public var includes: [String: [String]] = [:]
  /// Facts by path.
  public var facts: [String: FileFact] = [:]
  /// Files of events by path.
  public var eventFiles: [String: EventFileText] = [:]
  /// Older copies of files of events, by path, for those that can't be read now.
  public var keptEventFiles: [String: [UInt8]] = [:]
  /// Zones of this machine.
  public var zones: [ZoneName: ZoneRules] = [:]
  /// Zones that were looked for and that this machine lacks.
  public var missingZones: Set<ZoneName> = []

  /// Makes sources of files alone.
  public init(_ roots: [RuleFile] = []) { self.roots = roots }
}

/// What a compilation may know about the moment at which it happens; only warnings depend on it.
public struct CheckContext: Sendable {
  /// Now; without it nothing is compared with today.
  public var now: Instant?
  /// The machine's own zone, which `local` stands for.
  public var localZone: ZoneRules?
  /// Days that the look at coming clock changes reaches.
  public var horizonDays: Int

  /// Makes a context; by default one that looks at nothing but the text.
  public init(now: Instant? = nil, localZone: ZoneRules? = nil, horizonDays: Int = 366) {
    self.now = now
    self.localZone = localZone
    self.horizonDays = horizonDays
  }
}
