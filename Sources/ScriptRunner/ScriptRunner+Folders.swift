import Glibc
import RuleEngine
import RunSupervisor

extension ScriptRunner {
  /// As many as may start at one instant without any folder being made.
  private static let sparesKept = 128

  /// Makes the folder of the runs, where it is missing.
  func makeRuns() throws(RunFileError) {
    if mkdir(runs, 0o700) != 0 && errno != EEXIST { throw RunFileError("make", runs, code: errno) }
  }

  /// Takes the lock of a run that is to start, in a folder that was put aside or a new one.
  func claim(_ folder: RunFolder) throws(RunFileError) -> Int32 {
    if let spare = spares.popLast(), !folder.take(spare: spare) {
      if access(spare, F_OK) == 0 { spares.append(spare) } else { spares = [] }
    }
    do throws(RunFileError) {
      return try folder.claim()
    } catch {
      // Somebody has removed the folder of all runs while the service ran.
      guard error.code == ENOENT else { throw error }
      try makeRuns()
      return try folder.claim()
    }
  }

  /// Returns the ids of all runs that have a folder, ascending.
  public func storedRuns() throws(ScriptRunnerError) -> [String] { try entries().filter(RunOrder.isRunID).sorted() }

  func entries() throws(ScriptRunnerError) -> [String] {
    guard let folder = opendir(runs) else { throw .file(RunFileError("list", runs, code: errno)) }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      found.append(name)
    }
    return found
  }

  /// Removes what is stored of a run; one that goes on is refused.
  public func remove(_ runID: String) throws(ScriptRunnerError) {
    let folder = try folder(of: runID)
    guard active[runID] == nil, !folder.isClaimed else { throw .stillRunning(runID) }
    if spares.count < Self.sparesKept {
      let place = nextSparePlace()
      if folder.spare(as: place) { return spares.append(place) }
    }
    do throws(RunFileError) { try folder.remove() } catch { throw .file(error) }
  }

  func nextSparePlace() -> String {
    sparesMade += 1
    return "\(runs)/.spare-\(sparesMade)"
  }

  /// Removes what is stored of all runs but some, and but those that go on; and what an earlier service put aside.
  ///
  /// - Returns: The runs that could not be removed, with the reason.
  public func removeAll(except kept: Set<String>) throws(ScriptRunnerError) -> [(runID: String, reason: String)] {
    var failed: [(runID: String, reason: String)] = []
    for name in try entries() where name.hasPrefix(".spare-") && !spares.contains("\(runs)/\(name)") {
      // After a power cut nobody knows whether what was put aside was cleared before.
      try? RunFolder(runs: runs, runID: name).remove()
    }
    for runID in try storedRuns() where !kept.contains(runID) && active[runID] == nil {
      do throws(ScriptRunnerError) {
        try remove(runID)
      } catch {
        if case .stillRunning = error { continue }
        failed.append((runID, error.description))
      }
    }
    return failed
  }
}
