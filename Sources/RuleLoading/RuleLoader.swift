public import CivilTime
public import Diagnostics
import Glibc
public import HostTime
public import RuleCompiler

/// Rule files that were read and compiled.
public struct LoadedRules: Sendable {
  /// What they mean, and everything to say about them.
  public var compilation: Compilation
  /// All that the compilation was made of; compiled again it gives the same.
  public var sources: RuleSources
  /// Absolute paths of all rule files read, included ones too, and of the folders that were listed.
  public var watchedPaths: [String]
  /// Absolute paths of the files of events that the rules name, whether they are there or not.
  public var eventFiles: [String]

  /// The texts of all rule files read, for excerpts.
  public var texts: [SourceText] {
    (sources.roots + sources.included.values).map { SourceText(path: $0.path, bytes: $0.bytes) }
  }

  /// The bytes of the files of events by path, as the sources have them: those of this loading where they could be read,
  /// else the older copies.
  public var goodEventFiles: [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for (path, text) in sources.eventFiles {
      if compilation.goodEventFiles.contains(path), case .bytes(let bytes) = text {
        result[path] = bytes
      } else {
        result[path] = sources.keptEventFiles[path]
      }
    }
    return result
  }
}

/// Reads rule files and what they ask for, in rounds, and compiles them.
public struct RuleLoader {
  private let environment: [String: String]
  private let zones: ZoneFolder
  private let folder: String
  private let takesPipes: Bool
  private let limit = 64 << 20

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - environment: `HOME` and `XDG_CONFIG_HOME` are looked at.
  ///   - zones: Where zones are found.
  ///   - currentFolder: What relative paths are relative to; the process's folder where nil.
  ///   - takesPipes: Whether a named pipe is read like a file, waiting for its writer; a service must not wait.
  public init(
    environment: [String: String], zones: ZoneFolder, currentFolder: String? = nil, takesPipes: Bool = true
  ) {
    self.environment = environment
    self.zones = zones
    self.takesPipes = takesPipes
    folder = currentFolder ?? DiskFiles.currentFolder()
  }

  /// The configuration folder: `/etc/carillon` of the system, `$XDG_CONFIG_HOME/carillon` or `~/.config/carillon` of a
  /// user.
  public func configurationFolder(isSystem: Bool) -> String {
    if isSystem { return "/etc/carillon" }
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/carillon" }
    return (environment["HOME"] ?? "") + "/.config/carillon"
  }

  private var hasHome: Bool {
    environment["XDG_CONFIG_HOME"]?.hasPrefix("/") == true || environment["HOME"]?.hasPrefix("/") == true
  }

  /// Reads rule files as they are, without what they include.
  ///
  /// - Parameters:
  ///   - paths: Files, folders (their `*.yaml` and `*.yml` in the order of their names) or `-` for standard input; none
  ///     means the configuration folder. A file that is named twice is there once.
  ///   - isSystem: Which configuration folder.
  /// - Throws: `LoadError` where something that was named can't be read.
  public func read(_ paths: [String], isSystem: Bool = false) throws(LoadError) -> [RuleFile] {
    try roots(paths, isSystem: isSystem).sources.roots
  }

  private func roots(_ paths: [String], isSystem: Bool) throws(LoadError) -> Reading {
    var reading = Reading(folder: folder, home: environment["HOME"], limit: limit, takesPipes: takesPipes)
    if paths.isEmpty {
      let folder = configurationFolder(isSystem: isSystem)
      guard folder.hasPrefix("/"), isSystem || hasHome else { throw .noHome }
      guard case .folder? = try DiskFiles.kind(folder)?.kind else { throw .noConfiguration(folder: folder) }
      try reading.addRoot(folder)
    }
    for path in paths { try reading.addRoot(path) }
    return reading
  }

  /// Loads rule files.
  ///
  /// - Parameters:
  ///   - paths: Files, folders (their `*.yaml` and `*.yml` in the order of their names) or `-` for standard input; none
  ///     means the configuration folder.
  ///   - isSystem: Which configuration folder.
  ///   - now: For warnings that depend on today; none of them where nil.
  ///   - localZone: What `local` means in such warnings.
  ///   - keptEventFiles: Older copies of files of events by path, for those that can't be read now.
  /// - Throws: `LoadError` where something that was named can't be read. Faults of the rules are diagnostics.
  public func load(
    _ paths: [String], isSystem: Bool = false, now: Instant? = nil, localZone: ZoneRules? = nil,
    keptEventFiles: [String: [UInt8]] = [:]
  ) throws(LoadError) -> LoadedRules {
    var reading = try roots(paths, isSystem: isSystem)
    reading.sources.keptEventFiles = keptEventFiles
    var compiler = RuleFileCompiler()
    let context = CheckContext(now: now, localZone: localZone)
    var compilation = compiler.compile(reading.sources, context: context)
    // Each round meets all needs, and new ones come from newly read files only.
    while !compilation.needs.isEmpty {
      for need in compilation.needs { try reading.meet(need, zones: zones) }
      compilation = compiler.compile(reading.sources, context: context)
    }
    return LoadedRules(
      compilation: compilation, sources: reading.sources, watchedPaths: reading.watched.sorted(),
      eventFiles: reading.eventFiles.sorted())
  }
}
