import Glibc
import RunSupervisor

// What the tests start in place of `carillon --supervise FOLDER`.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.first == "--supervise" else { exit(SupervisorExit.usage) }
exit(superviseRun(Array(arguments.dropFirst())))
