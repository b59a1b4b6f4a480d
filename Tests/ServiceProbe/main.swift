import Glibc
import RuleLoading
import ServiceKit

// The service, ended by SIGKILL at a chosen step: ServiceProbe STEP [ARGUMENT…]; 0 ends it at none. Runs are supervised by
// the probe beside. At the end it says how many steps there were.
let words = Array(CommandLine.arguments.dropFirst())
let killAt = words.first.flatMap { Int($0) } ?? 0
let folder = ServicePrograms.command().split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
  separator: "/")
nonisolated(unsafe) var steps = 0
let status = runService(
  Array(words.dropFirst()), environment: processEnvironment(), executable: folder + "/SuperviseProbe"
) { _ in
  steps += 1
  if steps == killAt { kill(getpid(), SIGKILL) }
}
print("steps: \(steps)")
exit(status)
