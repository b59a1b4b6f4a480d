import CivilTime
import Glibc
import HostTime
import RuleCompiler

/// One loading: what was read so far, under which path each file is known.
struct Reading {
  let folder: String
  let home: String?
  let limit: Int
  /// Whether a pipe may be named, as in `check <(generate)`; it is read once like a file.
  let takesPipes: Bool
  var sources = RuleSources()
  var watched: Set<String> = []
  /// Absolute paths of files of events, whether they are there or not.
  var eventFiles: Set<String> = []
  private var pathOfFile: [FileIdentity: String] = [:]
  private var hasReadInput = false
  /// Whether files are shown relative to the current folder, as the user named them.
  private var showsRelative = false

  init(folder: String, home: String?, limit: Int, takesPipes: Bool) {
    self.folder = folder
    self.home = home
    self.limit = limit
    self.takesPipes = takesPipes
  }

  // MARK: Named files

  mutating func addRoot(_ path: String) throws(LoadError) {
    // The empty path would become the current folder.
    if path.isEmpty { throw .notAFile(path: "''") }
    if path == "-" {
      // It is read to its end once; named again it is the same file, as a path named twice is.
      if hasReadInput { return }
      hasReadInput = true
      let bytes = try DiskFiles.read(0, "standard input", limit: limit)
      sources.roots.append(RuleFile(path: "<stdin>", folder: folder, bytes: bytes))
      return
    }
    let place = absolute(path)
    if !path.hasPrefix("/") { showsRelative = true }
    guard let found = try DiskFiles.kind(place) else { throw .unreadable(path: path, call: "open", code: ENOENT) }
    switch found.kind {
    case .file: try addRootFile(path, place, found.identity)
    // A pipe that is named can be read once like a file. One that only lies in a folder or matches a glob is none, or a
    // load would wait for its writer for ever.
    case .pipe where takesPipes: try addRootFile(path, place, found.identity, isPipe: true)
    case .folder:
      watched.insert(place)
      let files = try DiskFiles.ruleFiles(in: place)
      if files.isEmpty { throw .noRuleFiles(folder: path) }
      for file in files {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        guard let found = try DiskFiles.kind(file) else { continue }
        try addRootFile(path.hasSuffix("/") ? path + name : path + "/" + name, file, found.identity)
      }
    case .pipe, .other: throw .notAFile(path: path)
    }
  }

  private mutating func addRootFile(
    _ shown: String, _ place: String, _ identity: FileIdentity, isPipe: Bool = false
  ) throws(LoadError) {
    guard pathOfFile[identity] == nil else { return }
    pathOfFile[identity] = shown
    sources.roots.append(try file(shown, place, isPipe: isPipe))
  }

  private mutating func file(_ shown: String, _ place: String, isPipe: Bool = false) throws(LoadError) -> RuleFile {
    watched.insert(place)
    let bytes = try DiskFiles.read(place, limit: limit, waits: isPipe)
    return RuleFile(path: shown, folder: parent(of: place), bytes: bytes)
  }

  // MARK: Needs

  mutating func meet(_ need: SourceNeed, zones: ZoneFolder) throws(LoadError) {
    switch need {
    case .include(let pattern): sources.includes[pattern] = try include(pattern)
    case .file(let path): sources.included[path] = try file(path, absolute(path))
    case .fact(let path): sources.facts[path] = fact(path)
    case .events(let path): sources.eventFiles[path] = events(path)
    case .zone(let name):
      if let rules = try? zones.rules(name) { sources.zones[name] = rules } else { sources.missingZones.insert(name) }
    }
  }

  private mutating func include(_ pattern: String) throws(LoadError) -> [String] {
    let place = expanded(pattern)
    var places: [String] = []
    switch try DiskFiles.kind(place)?.kind {
    case .file: places = [place]
    case .folder:
      watched.insert(place)
      places = try DiskFiles.ruleFiles(in: place)
    case .pipe, .other: throw .notAFile(path: place)
    case nil:
      guard
        place.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") })
      else { return [] }
      watched.insert(parent(of: place))
      for match in DiskFiles.matches(of: place) {
        if case .file? = try DiskFiles.kind(match)?.kind { places.append(match) }
      }
    }
    var result: [String] = []
    for place in places {
      guard let found = try DiskFiles.kind(place) else { continue }
      let known = pathOfFile[found.identity] ?? shown(place)
      pathOfFile[found.identity] = known
      result.append(known)
    }
    return result
  }

  /// A file of events; one that can't be read is no fault of the rules.
  private mutating func events(_ path: String) -> EventFileText {
    let place = expanded(path)
    eventFiles.insert(place)
    do throws(LoadError) {
      let bytes = try DiskFiles.read(place, limit: limit)
      return bytes.count > limit ? .unreadable("larger than \(limit >> 20) MiB") : .bytes(bytes)
    } catch {
      return .unreadable(error.reason)
    }
  }

  private func fact(_ path: String) -> FileFact {
    let place = expanded(path)
    var facts = stat()
    guard stat(place, &facts) == 0 else { return .missing }
    return FileFact(
      exists: true, isDirectory: facts.st_mode & S_IFMT == S_IFDIR,
      isExecutable: faccessat(AT_FDCWD, place, X_OK, AT_EACCESS) == 0)
  }

  // MARK: Paths

  private func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }

  private func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  private func shown(_ place: String) -> String {
    showsRelative && place.hasPrefix(folder + "/") ? String(place.dropFirst(folder.utf8.count + 1)) : place
  }

  private func parent(of place: String) -> String {
    guard let slash = place.lastIndex(of: "/") else { return folder }
    return slash == place.startIndex ? "/" : String(place[..<slash])
  }
}
