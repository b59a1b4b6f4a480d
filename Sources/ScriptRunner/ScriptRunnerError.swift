public import EventLoop
public import RunSupervisor

/// Why a run could not be started, adopted or removed.
public enum ScriptRunnerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The id can't name a folder (`RunOrder.isRunID`).
  case badRunID(String)
  /// The run was started before, by this or an earlier service.
  case alreadyStarted(String)
  /// The run goes on.
  case stillRunning(String)
  /// A file of the run, or the supervisor's executable, failed.
  case file(RunFileError)
  /// The event loop failed.
  case loop(LoopError)

  /// One line.
  public var description: String {
    switch self {
    case .badRunID(let runID): "'\(runID)' can't be the id of a run"
    case .alreadyStarted(let runID): "run \(runID) has been started before"
    case .stillRunning(let runID): "run \(runID) is still going on"
    case .file(let error): error.description
    case .loop(let error): error.description
    }
  }

  /// Whether space or an allotment ran out, which may pass.
  public var isOutOfSpace: Bool { if case .file(let error) = self { error.isOutOfSpace } else { false } }
}
