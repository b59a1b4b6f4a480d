import ControlProtocol
import Glibc

/// The options of every command that talks to the service.
enum ServiceOptions {
  static let declarations = [
    OptionDeclaration("state", value: "DIR", "the service with this state folder", completion: .folders),
    OptionDeclaration("system", "the service of the system instead of the user's"),
  ]

  /// The places of the service that a call means.
  static func paths(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandFailure) -> ServicePaths {
    var state: String?
    if let given = arguments.value("state") {
      guard !given.isEmpty else { throw .usage("--state needs a folder") }
      state = absolute(given)
    }
    guard
      let paths = ServicePaths(
        environment: context.environment, state: state, isSystem: arguments.has("system"))
    else { throw CommandFailure(.outside, "neither XDG_STATE_HOME nor HOME is set; name a folder with --state") }
    return paths
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }
}
