import Glibc
import RuleLoading
import ServiceKit

// The service in the foreground: what `carillon serve` executes.
exit(
  runService(
    Array(CommandLine.arguments.dropFirst()), environment: processEnvironment(), executable: ServicePrograms.command()))
