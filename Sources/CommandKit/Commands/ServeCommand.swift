import Glibc

extension CommandDeclaration {
  /// `serve`: the service in the foreground.
  static let serve = CommandDeclaration(
    "serve", "run the service in the foreground",
    discussion:
      "Rings, runs and answers until SIGTERM or SIGINT; SIGHUP reads the files again. Jobs that run go on when the service ends.",
    arguments: [ArgumentDeclaration("FILE", .any, "rule files or folders", completion: .files)],
    options: [
      OptionDeclaration("once", "settle what is due now, wait for its scripts, and leave"),
      OptionDeclaration("no-watch", "do not read files again by itself when they change"),
    ] + ServiceOptions.declarations,
    examples: [CommandExample("carillon serve examples/notification-centre.yaml", "Ring here, in this terminal.")]
  ) { arguments, context throws(CommandFailure) in
    var words: [String] = []
    if let state = arguments.value("state") { words += ["--state", state] }
    for flag in ["system", "once", "no-watch"] where arguments.has(flag) { words.append("--\(flag)") }
    let files = arguments.all("FILE")
    if !files.isEmpty { words += ["--"] + files }
    let folder = context.executable.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } } ?? "."
    let places = ["\(folder)/carillond", "\(folder)/../libexec/carillon/carillond"]
    for place in places where access(place, X_OK) == 0 {
      var pointers = ([place] + words).map { strdup($0) }
      pointers.append(nil)
      execv(place, pointers)
      throw CommandFailure(.outside, "\(place) could not be started: \(String(cString: strerror(errno)))")
    }
    throw CommandFailure(.outside, "the service's program carillond is neither in \(folder) nor in ../libexec/carillon")
  }
}
