import CommandKit
import Glibc
import RunSupervisor

// The service starts this program once more for its scripts, as their supervisor.
switch CommandLine.arguments.dropFirst().first {
case "--supervise": _exit(superviseRun(Array(CommandLine.arguments.dropFirst(2))))
case "--supervise-many": _exit(superviseMany())
default: exit(runCarillon())
}
