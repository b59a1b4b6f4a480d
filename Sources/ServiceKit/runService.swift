import CivilTime
import ControlProtocol
import EventLoop
import Glibc
import HostTime
import RuleEngine
import ScriptRunner

/// Runs the service until it is told to stop.
///
/// - Parameters:
///   - arguments: The words after the program's name; see `ServiceArguments`.
///   - environment: The variables of the process.
///   - executable: The absolute path of `carillon`, which supervises runs.
///   - observe: Called between the steps of the work, for tests.
/// - Returns: The exit status: 0 after SIGTERM, SIGINT or `--once`; 1 the rules have errors and there are no older ones;
///   2 wrong usage; 3 something outside failed.
public func runService(
  _ arguments: [String], environment: [String: String], executable: String,
  observe: @escaping (ServiceStep) -> Void = { _ in }
) -> Int32 {
  FreeMemory.keepLargePiecesApart()
  let journal = Journal(environment: environment)
  do throws(ServiceArguments.Misuse) {
    let arguments = try ServiceArguments(arguments)
    do throws(ServiceFailure) {
      let start = try ServiceStart(arguments, environment: environment, journal: journal)
      return try start.run(executable: executable, observe: observe)
    } catch {
      journal.say(.error, error.description)
      return error.status
    }
  } catch {
    journal.say(.error, "\(error); usage: carillon serve [--state DIR] [--system] [--once] [--no-watch] [FILE…]")
    return 2
  }
}
