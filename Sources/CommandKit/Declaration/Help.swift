/// Texts of `--help`, made of the declarations.
struct Help {
  /// The help of the program as a whole.
  static func program(_ commands: [CommandDeclaration], version: String) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    var text = """
      Carillon \(version): notification rules as code.

      Usage: carillon COMMAND [FILE…] [options]

      Commands:

      """
    for command in commands {
      text += "  \(command.name.padded(to: width))  \(command.summary)\n"
    }
    text += """

      'carillon COMMAND --help' tells more, with an example. Without FILE, rules are read from the
      configuration folder ($XDG_CONFIG_HOME/carillon, else ~/.config/carillon).

      Exit status: 0 fine; 1 the rules have errors, a check or test failed, or the thing named does not
      exist; 2 wrong usage; 3 something outside failed (file, store, network); 4 no service is running.

      """
    return text
  }

  /// The help of one command.
  static func command(_ command: CommandDeclaration) -> String {
    var text = "\(command.summary)\n\nUsage: \(usage(command))\n"
    if !command.discussion.isEmpty {
      text +=
        "\n"
        + command.discussion.split(separator: "\n").flatMap { wrapped(String($0), columns: 100) }
        .joined(separator: "\n") + "\n"
    }
    let arguments = command.arguments.map { (label($0), $0.meaning) }
    let options = command.options.map { (label($0), $0.meaning + allowed($0)) } + [("    --help", "Show this help")]
    let width = min(28, (arguments + options).map(\.0.count).max() ?? 0)
    if !arguments.isEmpty { text += "\nArguments:\n" + rows(arguments, width: width) }
    text += "\nOptions:\n" + rows(options, width: width)
    text += "\nExamples:\n"
    for example in command.examples {
      text += "  \(example.line)\n      \(example.meaning)\n"
    }
    return text
  }

  /// The line of usage.
  static func usage(_ command: CommandDeclaration) -> String {
    let arguments = command.arguments.map { " " + label($0) }.joined()
    return "carillon \(command.name)\(arguments)\(command.options.isEmpty ? "" : " [options]")"
  }

  /// An argument as usage shows it.
  static func label(_ argument: ArgumentDeclaration) -> String {
    switch argument.count {
    case .one: argument.name
    case .optional: "[\(argument.name)]"
    case .any: "[\(argument.name)…]"
    case .some: "\(argument.name)…"
    }
  }

  private static func label(_ option: OptionDeclaration) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return "\(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")"
  }

  private static func allowed(_ option: OptionDeclaration) -> String {
    if case .words(let words) = option.completion { " (\(words.joined(separator: ", ")))" } else { "" }
  }

  private static func rows(_ pairs: [(String, String)], width: Int) -> String {
    pairs.map { label, meaning in
      let lines = wrapped(meaning, columns: max(20, 96 - width))
      let indent = String(repeating: " ", count: width + 4)
      let first =
        label.count > width ? "  \(label)\n\(indent)\(lines[0])" : "  \(label.padded(to: width))  \(lines[0])"
      return ([first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n") + "\n"
    }.joined()
  }

  /// A text broken at blanks into lines of at most so many characters; never empty.
  static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}

extension String {
  /// The text with blanks after it up to so many characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
