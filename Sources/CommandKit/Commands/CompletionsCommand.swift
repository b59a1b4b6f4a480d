extension CommandDeclaration {
  /// `completions`: what a shell needs to complete this program's words.
  static let completions = CommandDeclaration(
    "completions", "print a completion script for a shell",
    arguments: [ArgumentDeclaration("SHELL", .one, "bash, zsh or fish", completion: .words(["bash", "zsh", "fish"]))],
    examples: [CommandExample("source <(carillon completions bash)", "Complete in this shell of bash.")]
  ) { arguments, context throws(CommandFailure) in
    let completions = ShellCompletions(commands: Program.declarations)
    switch arguments.one("SHELL") {
    case "bash": context.output.write(completions.bash)
    case "zsh": context.output.write(completions.zsh)
    case "fish": context.output.write(completions.fish)
    case let other: throw .usage("completions are for bash, zsh and fish, not '\(other ?? "")'")
    }
    return .success
  }
}
