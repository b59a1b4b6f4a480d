import Glibc
import RunSupervisor

// What the tests start in place of `carillon --supervise FOLDER` and `carillon --supervise-many`.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--supervise": _exit(superviseRun(Array(arguments.dropFirst())))
case "--supervise-many": _exit(superviseMany())
default: exit(SupervisorExit.usage)
}
