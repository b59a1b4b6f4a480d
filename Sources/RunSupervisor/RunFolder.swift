import Glibc
import JSONText
public import RuleEngine

/// The folder of one run, `<state>/runs/<run id>`, readable by its owner only.
///
/// | file | written by | holds |
/// | --- | --- | --- |
/// | `order.json` | service | the order; locked (flock) from before the start until the supervisor has ended |
/// | `stdin`, `event.json` | service | the bytes for standard input, the facts of the firing |
/// | `started.json` | supervisor | who supervises, there before the command starts; a second line names that too |
/// | `script` | supervisor | the text of an inline script |
/// | `output`, `output.old` | supervisor | the end of the output, if any, in two halves of at most the kept size each |
/// | `result.json` | supervisor | how it ended, up to the first NUL; appears whole, as the last thing |
///
/// Files are few and used again (`spare`), because many runs may start at one instant, and ext4 makes files the slower,
/// the more have just been removed. What the service has not written whole when it ends was not started, and is
/// written anew.
public struct RunFolder: Hashable, Sendable {
  /// Absolute path without a slash at the end.
  public let path: String

  /// The folder of a path; nothing is looked up.
  public init(path: String) { self.path = path }

  /// The folder of a run among all runs.
  public init(runs: String, runID: String) { path = runs + "/" + runID }

  /// The run that the folder is of.
  var runID: String { String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]) }

  var orderPath: String { path + "/order.json" }
  var inputPath: String { path + "/stdin" }
  var startedPath: String { path + "/started.json" }
  var scriptPath: String { path + "/script" }
  private var beginningPath: String { startedPath + ".tmp" }
  var eventPath: String { path + "/event.json" }
  var outputPath: String { path + "/output" }
  var resultPath: String { path + "/result.json" }
  /// Where the result is written before it appears.
  var resultPlacePath: String { resultPath + ".tmp" }

  /// The largest order, in bytes of JSON: more than the kernel accepts as arguments and environment.
  static let orderLimit = 16 << 20

  /// Makes the folder, where it is missing, and takes its lock.
  ///
  /// - Returns: A descriptor; the lock lasts until it and its inherited copies are closed.
  /// - Throws: `EWOULDBLOCK` when somebody supervises this run.
  public func claim() throws(RunFileError) -> Int32 {
    let how = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    var descriptor = open(orderPath, how, 0o600)
    if descriptor < 0 && errno == ENOENT {
      if mkdir(path, 0o700) != 0 && errno != EEXIST { throw RunFileError("make", path, code: errno) }
      descriptor = open(orderPath, how, 0o600)
    }
    guard descriptor >= 0 else { throw RunFileError("open", orderPath, code: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      close(descriptor)
      throw RunFileError("lock", orderPath, code: code)
    }
    return descriptor
  }

  /// Whether a supervisor, or a service that is about to start one, holds the lock.
  public var isClaimed: Bool {
    // For reading only: closing what was open for writing would show in the folder as a change.
    let descriptor = open(orderPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether the supervisor has begun: the command may have run.
  public var wasStarted: Bool { access(startedPath, F_OK) == 0 || access(resultPath, F_OK) == 0 }

  /// Writes the order, its standard input and its event; the folder is claimed.
  public func write(_ order: RunOrder) throws(RunFileError) {
    try FileAccess.write(eventPath, order.event)
    if let input = order.standardInput { try FileAccess.write(inputPath, input) }
    try FileAccess.write(orderPath, Array(RunJSON.json(of: order).compactText.utf8))
  }

  /// Reads the order; its `standardInput` and `event` stay in their files and are empty here.
  public func order() throws(RunFileError) -> RunOrder {
    try RunJSON.order(from: json(orderPath, limit: Self.orderLimit), path: orderPath)
  }

  /// Reads who supervises the run; `nil` when nobody has begun.
  public func started() throws(RunFileError) -> StartedRecord? {
    let bytes: [UInt8]
    do throws(RunFileError) {
      bytes = try FileAccess.read(startedPath, limit: 4096)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    // The last whole line: one that was just being written when the supervisor was killed says nothing.
    let lines = bytes.prefix { $0 != 0 }.split(separator: UInt8(ascii: "\n"))
    var failure = RunFileError(startedPath, makesNoSense: "it is empty")
    for line in lines.reversed() {
      do throws(RunFileError) {
        return try StartedRecord(Self.json(Array(line), startedPath), path: startedPath)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Writes who supervises the run, before its command starts; it appears whole.
  func begin(_ started: StartedRecord) throws(RunFileError) {
    try FileAccess.write(beginningPath, started.line)
    if rename(beginningPath, startedPath) != 0 { throw RunFileError("write", startedPath, code: errno) }
  }

  /// Adds what is known once the command was started.
  func add(_ started: StartedRecord) throws(RunFileError) {
    try FileAccess.append(startedPath, started.line)
  }

  /// Reads how the run ended, with the kept output; `nil` when there is no result of this run.
  public func result() throws(RunFileError) -> RunResult? {
    let value: JSONValue
    do throws(RunFileError) {
      // It ends where the room that was taken for it in advance goes on.
      let bytes = try FileAccess.read(resultPath, limit: 64 << 10)
      value = try Self.json(Array(bytes.prefix { $0 != 0 }), resultPath)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    if let run = value["run"]?.string, run != runID { return nil }
    var (result, keep) = try RunJSON.result(from: value, path: resultPath)
    let kept = OutputFile.tail(outputPath, keep: keep)
    result.output = kept
    return result
  }

  private func json(_ path: String, limit: Int) throws(RunFileError) -> JSONValue {
    try Self.json(FileAccess.read(path, limit: limit), path)
  }

  private static func json(_ bytes: [UInt8], _ path: String) throws(RunFileError) -> JSONValue {
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw RunFileError(path, makesNoSense: error.description)
    }
  }

  /// Puts the folder of a run that is over aside, for another run to take.
  ///
  /// - Parameter place: A path beside it; nothing is there.
  /// - Returns: Whether it was put there; where not, or where there is something in it that is not ours, it is to be
  ///   removed.
  public func spare(as place: String) -> Bool {
    for name in ["/stdin", "/script", "/output", "/output.old"] { unlink(path + name) }
    // Files that somebody linked from elsewhere stay what they are.
    let files = [orderPath, eventPath, startedPath, resultPath]
    let isOurs = files.allSatisfy { path in
      var facts = stat()
      return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1
    }
    guard isOurs, Self.count(path) == files.count, rename(startedPath, beginningPath) == 0,
      rename(resultPath, resultPlacePath) == 0
    else { return false }
    return rename(path, place) == 0
  }

  /// How many files are in a folder.
  private static func count(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count - 2  // itself and the one above
  }

  /// Makes what `spare` puts aside, for a run to come.
  ///
  /// - Parameter place: Nothing is there.
  /// - Returns: Whether it was made; where not, what there is of it is to be removed.
  public static func makeSpare(at place: String) -> Bool {
    let folder = RunFolder(path: place)
    guard let lock = try? folder.claim() else { return false }
    close(lock)
    do throws(RunFileError) {
      try FileAccess.write(folder.eventPath, [])
      try FileAccess.write(folder.beginningPath, [])
    } catch {
      return false
    }
    return ResultPlace(folder) != nil
  }

  /// Takes what was put aside, where the folder is not there yet, or empty.
  public func take(spare place: String) -> Bool { rename(place, path) == 0 }

  /// Removes the folder with everything in it; what the command left inside may be nested, links are not followed.
  public func remove() throws(RunFileError) {
    guard let code = Self.remove(path, depth: 0) else { return }
    throw RunFileError("remove", path, code: code)
  }

  private static func remove(_ path: String, depth: Int) -> Int32? {
    if unlink(path) == 0 || errno == ENOENT { return nil }
    guard errno == EISDIR || errno == EPERM, depth < 64, let folder = opendir(path) else { return errno }
    var failed: Int32?
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { failed = remove(path + "/" + name, depth: depth + 1) ?? failed }
    }
    closedir(folder)
    if let failed { return failed }
    return rmdir(path) == 0 || errno == ENOENT ? nil : errno
  }
}
