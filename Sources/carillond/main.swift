import Glibc
import ServiceKit

// The service in the foreground: what `carillon serve` executes.
exit(
  runService(
    Array(CommandLine.arguments.dropFirst()), environment: ServicePrograms.environment(),
    executable: ServicePrograms.command()))
