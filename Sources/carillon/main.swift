import CommandKit
import Glibc
import RunSupervisor

// The service starts this program once more for each script, as its supervisor.
if CommandLine.arguments.dropFirst().first == "--supervise" {
  exit(superviseRun(Array(CommandLine.arguments.dropFirst(2))))
}
exit(runCarillon())
