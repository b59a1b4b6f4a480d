import CivilTime
import RuleModel

/// Makes the insertions of templates, once: an inserted text is never read again.
struct Rendering {
  let facts: Facts
  let sequenceIndex: Int?
  let snoozeCount: Int
  let environment: [String: String]
  let zoneOffsetSeconds: Int64
  /// What `content.*` and `user_info.*` name.
  var content: RenderedContent

  /// The text of a template.
  func text(_ template: Template) -> String {
    var result = ""
    for segment in template.segments {
      switch segment {
      case .text(let text): result += text
      case .value(let value): result += self.text(value)
      }
    }
    return result
  }

  /// The same content with all insertions made.
  func literal(_ content: Content) -> Content {
    var result = content
    result.title = content.title.map { Template(literal: text($0)) }
    result.subtitle = content.subtitle.map { Template(literal: text($0)) }
    result.body = content.body.map { Template(literal: text($0)) }
    result.identifier = content.identifier.map { Template(literal: text($0)) }
    result.thread = content.thread.map { Template(literal: text($0)) }
    result.userInfo = content.userInfo?.map { NamedTemplate(name: $0.name, value: Template(literal: text($0.value))) }
    result.sequence = content.sequence.map { literal($0) }
    return result
  }

  /// A whole content as channels show it.
  mutating func render(_ content: Content) -> RenderedContent {
    self.content = RenderedContent()
    self.content.userInfo = (content.userInfo ?? []).map { EnvironmentVariable(name: $0.name, value: text($0.value)) }
    self.content.title = content.title.map { text($0) } ?? ""
    self.content.subtitle = content.subtitle.map { text($0) } ?? ""
    self.content.body = content.body.map { text($0) } ?? ""
    self.content.category = content.category
    self.content.thread = content.thread.map { text($0) }
    self.content.icon = content.icon
    self.content.launchImage = content.launchImage
    self.content.sound = content.sound ?? .standard
    self.content.level = content.level ?? .active
    self.content.channels = content.channels
    return self.content
  }

  private func text(_ value: InsertedValue) -> String {
    switch value {
    case .ruleID: facts.rule?.text ?? ""
    case .fireDate: facts.nominal.date.description
    case .fireTime: facts.nominal.time.description
    case .fireYear: String(facts.nominal.date.year)
    case .fireLateness: Self.words(seconds: facts.latenessSeconds)
    case .missedCount: String(facts.missedCount)
    case .responseText: facts.response?.text ?? ""
    case .responseAction: facts.response?.action.text ?? ""
    case .runExitCode: Self.text(facts.run?.exitCode)
    case .runOutcome: facts.run?.outcome.rawValue ?? ""
    case .runDuration: facts.run.map { Self.words(milliseconds: $0.durationMilliseconds) } ?? ""
    case .runOutput: facts.run?.output ?? ""
    case .runLastLine: facts.run.map { $0.problem ?? $0.lastLine } ?? ""
    case .causeRule: facts.cause?.rule.text ?? ""
    case .causeScheduled:
      facts.cause.map { RFC3339.text($0.scheduled, offsetSeconds: Int32(truncatingIfNeeded: zoneOffsetSeconds)) } ?? ""
    case .causeOutcome: facts.cause?.run?.outcome.rawValue ?? ""
    case .causeExitCode: Self.text(facts.cause?.run?.exitCode)
    case .causeOutput: facts.cause?.run?.output ?? ""
    case .causeLastLine: facts.cause?.run.map { $0.problem ?? $0.lastLine } ?? ""
    case .contentTitle: content.title
    case .contentSubtitle: content.subtitle
    case .contentBody: content.body
    case .userInfo(let name): content.userInfo.last { $0.name == name }?.value ?? ""
    case .sequenceIndex: sequenceIndex.map { String($0 + 1) } ?? ""
    case .snoozeCount: String(snoozeCount)
    case .event(let field): facts.event?.value(of: field) ?? ""
    case .environment(let name): environment[name] ?? ""
    }
  }

  private static func text(_ code: Int32?) -> String { code.map { String($0) } ?? "" }

  /// A length of time in its two largest units: `0 s`, `5 min`, `1 h 30 min`, `2 d`.
  static func words(seconds: Int64) -> String {
    let total = max(0, seconds)
    let parts = [
      (total / 86_400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
    ]
    guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "0 s" }
    return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// As `words(seconds:)`, with a tenth of a second below a minute.
  static func words(milliseconds: Int64) -> String {
    guard milliseconds < 60_000 else { return words(seconds: milliseconds / 1000) }
    let tenths = max(0, milliseconds) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
