import ControlProtocol
import RuleCompiler
import RuleModel

/// The options that say what a notification is, for `add` and `update`.
enum ContentArguments {
  static let declarations = [
    OptionDeclaration("title", value: "TEXT", "the first line"),
    OptionDeclaration("subtitle", value: "TEXT", "the second line"),
    OptionDeclaration("body", value: "TEXT", "the text"),
    OptionDeclaration("category", value: "NAME", "the category, which gives it actions"),
    OptionDeclaration("thread", value: "NAME", "groups notifications"),
    OptionDeclaration("sound", value: "SOUND", "'default', 'none', a name or a file"),
    OptionDeclaration(
      "level", value: "LEVEL", "how urgent it is", completion: .words(Level.allCases.map(\.rawValue))),
    OptionDeclaration("icon", value: "ICON", "a theme name or a file", completion: .files),
    OptionDeclaration("badge", value: "N", "sets the badge, or with +N changes it"),
    OptionDeclaration("user-info", value: "NAME=TEXT", repeats: true, "an own key and its value"),
    OptionDeclaration("channel", value: "NAME", repeats: true, "where it goes"),
    OptionDeclaration("expires", value: "DURATION", "withdrawn after this time, such as 2h"),
  ]

  /// The content that a call describes.
  static func content(_ arguments: ParsedArguments) throws(CommandFailure) -> PlainContent {
    var content = PlainContent()
    content.title = arguments.value("title")
    content.subtitle = arguments.value("subtitle")
    content.body = arguments.value("body")
    content.category = arguments.value("category").map(CategoryID.init)
    content.thread = arguments.value("thread")
    content.icon = arguments.value("icon")
    content.level = arguments.value("level").flatMap(Level.init)
    switch arguments.value("sound") {
    case nil: break
    case "default"?: content.sound = .standard
    case "none"?: content.sound = .silent
    case let name?: content.sound = .named(name)
    }
    content.badge = try arguments.value("badge").map(badge)
    let pairs = arguments.values("user-info")
    if !pairs.isEmpty {
      content.userInfo = try pairs.map { pair throws(CommandFailure) in
        // By scalars: the text may begin with a mark that joins with the `=` before it.
        guard let equals = pair.unicodeScalars.firstIndex(of: "="), equals > pair.startIndex else {
          throw .usage("--user-info takes NAME=TEXT, not '\(pair)'")
        }
        return Label(name: String(pair[..<equals]), value: String(pair.unicodeScalars[equals...].dropFirst()))
      }
    }
    let channels = arguments.values("channel")
    if !channels.isEmpty { content.channels = channels.map(ChannelName.init) }
    if let text = arguments.value("expires") {
      content.expires = try duration(text, option: "--expires", calendarSteps: true)
    }
    return content
  }

  /// `5` sets, `+1` and `-1` change.
  static func badge(_ text: String) throws(CommandFailure) -> BadgeChange {
    guard let number = Int(text), number.magnitude <= 1_000_000_000 else {
      throw .usage("a badge is a whole number such as 5, or a change such as +1, not '\(text)'")
    }
    return text.hasPrefix("+") || text.hasPrefix("-") ? .add(number) : .set(number)
  }

  /// A duration as rule files write it.
  static func duration(
    _ text: String, option: String, calendarSteps: Bool
  ) throws(CommandFailure) -> CalendarDuration {
    do throws(ScalarFault) {
      return try ScalarText.duration(text, ScalarText.DurationRules(allowsCalendarSteps: calendarSteps))
    } catch {
      throw .usage("\(option): \(error.message)\(error.hint.map { "; \($0)" } ?? "")")
    }
  }

  /// A moment such as `10m`, `18:00`, `tomorrow 08:00` or a date.
  static func moment(_ text: String) throws(CommandFailure) -> Moment {
    do throws(ScalarFault) {
      return try ScalarText.moment(text)
    } catch {
      throw .usage("\(error.message)\(error.hint.map { "; \($0)" } ?? "")")
    }
  }
}
