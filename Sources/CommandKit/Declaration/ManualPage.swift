/// The manual page carillon(1), made of the declarations; written with the macros of man(7).
struct ManualPage {
  let commands: [CommandDeclaration]
  let version: String

  /// The whole page as roff; without a date, so that equal programs give equal pages.
  var text: String {
    var page = Roff()
    page.raw(".\\\" Made by 'carillon help --man'; changes belong into the program.")
    page.raw(".TH CARILLON 1 \"\" \"Carillon \(version)\" \"User Commands\"")
    page.section("NAME")
    page.line("carillon - notification rules as code")
    page.section("SYNOPSIS")
    page.macro("B", "carillon")
    page.raw("\\fICOMMAND\\fR [\\fIFILE\\fR...] [\\fIoptions\\fR]")
    page.section("DESCRIPTION")
    for (index, paragraph) in Self.description.enumerated() {
      if index > 0 { page.raw(".PP") }
      page.line(paragraph)
    }
    page.section("COMMANDS")
    for command in commands { write(command, to: &page) }
    page.section("TIMES")
    page.line(Self.times)
    page.section("EXIT STATUS")
    for (status, meaning) in Self.statuses { page.item("\(status)", meaning) }
    page.section("FILES")
    for (path, meaning) in Self.files { page.item(path, meaning, style: "I") }
    page.section("ENVIRONMENT")
    for (name, meaning) in Self.variables { page.item(name, meaning) }
    page.section("EXAMPLES")
    for command in commands {
      for example in command.examples {
        page.example(example.line)
        page.line(example.meaning)
      }
    }
    page.section("SEE ALSO")
    page.raw(".BR crontab (5),")
    page.raw(".BR systemd.timer (5),")
    page.raw(".BR systemd.time (7)")
    return page.text
  }

  private func write(_ command: CommandDeclaration, to page: inout Roff) {
    let arguments = command.arguments.map { " \(Help.label($0))" }.joined()
    page.macro("SS", "carillon \(command.name)\(arguments)\(command.options.isEmpty ? "" : " [options]")")
    page.line(Self.sentence(command.summary))
    if !command.discussion.isEmpty { page.line(command.discussion) }
    for argument in command.arguments {
      page.item(argument.name, Self.sentence(argument.meaning), style: "I")
    }
    for option in command.options {
      let letter = option.letter.map { "-\($0), " } ?? ""
      var meaning = option.meaning
      if case .words(let words) = option.completion { meaning += " (\(words.joined(separator: ", ")))" }
      page.item("\(letter)--\(option.name)", Self.sentence(meaning), value: option.value)
    }
  }

  /// A declaration's text as a sentence.
  private static func sentence(_ text: String) -> String {
    let start = text.prefix(1).uppercased() + text.dropFirst()
    return start.hasSuffix(".") ? start : start + "."
  }

  private static let description = [
    """
    Carillon reads rules from YAML files: what shall ring or run, and when. It shows every coming date before anything \
    runs, then rings at the right moment: a notification with buttons and text replies, a script, or both.
    """,
    """
    Without FILE, rules are read from the configuration folder. Options may stand anywhere behind the command; after -- \
    every word is a value. Every command explains itself with --help.
    """,
  ]

  private static let times = """
    Wherever a time is asked for: RFC 3339 (2027-03-28T02:30+01:00), a local date or date-time (2027-03-28, \
    2027-03-28T02:30), now, or +2h. Local times are read in --zone, else in the zone that all named files share, else in \
    the machine's. Times are shown in the rule's zone, or in --zone.
    """

  private static let statuses = [
    (0, "All is fine."),
    (1, "The rules have errors, a check or test failed, the thing named does not exist, or a response came too late."),
    (2, "Wrong usage."),
    (3, "Something outside failed: a file, the store, the network."),
    (4, "No service is running."),
  ]

  private static let files = [
    ("$XDG_CONFIG_HOME/carillon, ~/.config/carillon", "Rule files, *.yaml and *.yml, of a user."),
    ("/etc/carillon", "Rule files of the system, with --system."),
    ("$XDG_STATE_HOME/carillon, ~/.local/state/carillon", "The service's state: its database and the folders of runs."),
    ("$XDG_RUNTIME_DIR/carillon/control.sock", "The service's control socket; else in the state folder."),
    ("/usr/share/zoneinfo", "The zones of this machine."),
  ]

  private static let variables = [
    ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR, HOME", "Where files lie; see above."),
    ("TZ", "The machine's zone, instead of that of the system."),
    ("TZDIR", "The folder of zone files."),
    ("NO_COLOR", "Where it is set and not empty, nothing is coloured."),
    ("COLUMNS", "The width of output that goes to no terminal."),
  ]
}

/// Text in the language of roff, with the macros of man(7).
private struct Roff {
  private(set) var text = ""

  /// A line that is roff already.
  mutating func raw(_ line: String) { text += line + "\n" }

  mutating func section(_ name: String) { raw(".SH \"\(name)\"") }

  mutating func macro(_ name: String, _ argument: String) { raw(".\(name) \"\(Self.escaped(argument))\"") }

  /// Running text.
  mutating func line(_ text: String) { raw(Self.protected(Self.escaped(text))) }

  /// A tagged paragraph.
  mutating func item(_ tag: String, _ text: String, style: String = "B", value: String? = nil) {
    raw(".TP")
    let argument = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    raw(Self.protected("\\f\(style)\(Self.escaped(tag))\\fR\(argument)"))
    line(text)
  }

  /// A call to copy, in a block of its own.
  mutating func example(_ line: String) {
    raw(".PP")
    raw(".EX")
    raw(Self.protected(Self.escaped(line)))
    raw(".EE")
  }

  /// A text whose characters stand for themselves.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      case "·": result += "|"
      case "\n": result += " "
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
        }
      }
    }
    return result
  }

  /// A line that does not begin like a request.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
