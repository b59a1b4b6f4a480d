import Glibc
import JSONText
public import RuleEngine

/// The folder of one run, `<state>/runs/<run id>`, readable by its owner only.
///
/// | file | written by | holds |
/// | --- | --- | --- |
/// | `lock` | service | nothing; locked (flock) from before the start until the supervisor has ended |
/// | `order.json`, `stdin`, `event.json` | service | the order, the bytes for standard input, the facts of the firing |
/// | `started.json` | supervisor | who supervises; there before the command starts |
/// | `script` | supervisor | the text of an inline script |
/// | `output`, `output.old` | supervisor | the end of the output, in two halves of at most the kept size each |
/// | `result.json` | supervisor | how it ended; appears whole, as the last thing |
public struct RunFolder: Hashable, Sendable {
  /// Absolute path without a slash at the end.
  public let path: String

  /// The folder of a path; nothing is looked up.
  public init(path: String) { self.path = path }

  /// The folder of a run among all runs.
  public init(runs: String, runID: String) { path = runs + "/" + runID }

  var lockPath: String { path + "/lock" }
  var orderPath: String { path + "/order.json" }
  var inputPath: String { path + "/stdin" }
  var startedPath: String { path + "/started.json" }
  var scriptPath: String { path + "/script" }
  var eventPath: String { path + "/event.json" }
  var outputPath: String { path + "/output" }
  var resultPath: String { path + "/result.json" }

  /// The largest order, in bytes of JSON: more than the kernel accepts as arguments and environment.
  static let orderLimit = 16 << 20

  /// Makes the folder, where it is missing, and takes its lock.
  ///
  /// - Returns: A descriptor; the lock lasts until it and its inherited copies are closed.
  /// - Throws: `EWOULDBLOCK` when somebody supervises this run.
  public func claim() throws(RunFileError) -> Int32 {
    if mkdir(path, 0o700) != 0 && errno != EEXIST { throw RunFileError("make", path, code: errno) }
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw RunFileError("open", lockPath, code: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      close(descriptor)
      throw RunFileError("lock", lockPath, code: code)
    }
    return descriptor
  }

  /// Whether a supervisor, or a service that is about to start one, holds the lock.
  public var isClaimed: Bool {
    // For reading only: closing what was open for writing would show in the folder as a change.
    let descriptor = open(lockPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether the supervisor has begun: the command may have run.
  public var wasStarted: Bool { access(startedPath, F_OK) == 0 || access(resultPath, F_OK) == 0 }

  /// Writes the order, its standard input and its event.
  public func write(_ order: RunOrder) throws(RunFileError) {
    try FileAccess.replace(eventPath, with: order.event, durable: false)
    if let input = order.standardInput { try FileAccess.replace(inputPath, with: input, durable: false) }
    let text = RunJSON.json(of: order).compactText
    try FileAccess.replace(orderPath, with: Array(text.utf8), durable: false)
  }

  /// Reads the order; its `standardInput` and `event` stay in their files and are empty here.
  public func order() throws(RunFileError) -> RunOrder {
    try RunJSON.order(from: json(orderPath, limit: Self.orderLimit), path: orderPath)
  }

  /// Reads who supervises the run; `nil` when nobody has begun.
  public func started() throws(RunFileError) -> StartedRecord? {
    do throws(RunFileError) {
      return try StartedRecord(json(startedPath, limit: 4096), path: startedPath)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  func write(_ started: StartedRecord, durable: Bool) throws(RunFileError) {
    try FileAccess.replace(startedPath, with: Array(started.json.compactText.utf8), durable: durable)
  }

  /// Reads how the run ended, with the kept output; `nil` when there is no result.
  public func result() throws(RunFileError) -> RunResult? {
    let value: JSONValue
    do throws(RunFileError) {
      value = try json(resultPath, limit: 64 << 10)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    var (result, keep) = try RunJSON.result(from: value, path: resultPath)
    let kept = OutputFile.tail(outputPath, keep: keep)
    result.output = kept
    return result
  }

  private func json(_ path: String, limit: Int) throws(RunFileError) -> JSONValue {
    let bytes = try FileAccess.read(path, limit: limit)
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw RunFileError(path, makesNoSense: error.description)
    }
  }

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
