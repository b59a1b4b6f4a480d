import CivilTime
import JSONText
import RuleModel

extension CalendarDuration {
  /// `{"days": 1, "seconds": 600}`, a part that is 0 left out.
  var json: JSONValue {
    var fields = JSONFields()
    if days != 0 { fields.set("days", days) }
    if seconds != 0 || days == 0 { fields.set("seconds", seconds) }
    return fields.value
  }

  /// Not negative, at most 9999 years.
  init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "duration")
    let days = try reader.integer("days", in: 0...3_652_059) ?? 0
    let seconds = try reader.integer("seconds", in: 0...315_537_897_600) ?? 0
    try reader.finish()
    self.init(days: Int32(days), seconds: seconds)
  }
}

extension DateTimePoint {
  /// A text: with an offset (RFC 3339) an instant, without one a local date-time.
  var json: JSONValue {
    switch self {
    case .local(let dateTime): .string(dateTime.description)
    case .instant(let instant): .string(RFC3339.text(instant))
    }
  }

  init(text: String) throws(ControlError) {
    if let dateTime = LocalDateTime(text) {
      self = .local(dateTime)
    } else if let stamp = RFC3339.parse(text) {
      self = .instant(stamp.instant)
    } else {
      throw ControlError(.badRequest, "'point' must be a local date-time or an RFC 3339 one")
    }
  }
}

extension Moment {
  /// One member that says by its name what it is: `after`, `at`, `tomorrow`, `on` or `point`.
  var json: JSONValue {
    switch self {
    case .after(let duration): ["after": duration.json]
    case .at(let time): ["at": .string(time.description)]
    case .tomorrow(let time): ["tomorrow": .string(time.description)]
    case .on(let date): ["on": .string(date.description)]
    case .point(let point): ["point": point.json]
    }
  }

  init(json: JSONValue) throws(ControlError) {
    let (key, value) = try FieldReader(json, "moment").onlyMember()
    let text = value.string ?? ""
    switch key {
    case "after": self = .after(try CalendarDuration(json: value))
    case "at":
      guard let time = TimeOfDay(text) else { throw Self.badTime(key) }
      self = .at(time)
    case "tomorrow":
      guard let time = TimeOfDay(text) else { throw Self.badTime(key) }
      self = .tomorrow(time)
    case "on":
      guard let date = LocalDate(text) else { throw ControlError(.badRequest, "'on' must be a date") }
      self = .on(date)
    case "point": self = .point(try DateTimePoint(text: text))
    default: throw ControlError(.badRequest, "a moment has one of after, at, tomorrow, on and point")
    }
  }

  private static func badTime(_ key: String) -> ControlError {
    ControlError(.badRequest, "'\(key)' must be a time of day such as 18:00")
  }
}

extension StopExtent {
  /// `true` until it is resumed, `"today"`, or a moment.
  var json: JSONValue {
    switch self {
    case .untilResumed: true
    case .today: "today"
    case .until(let moment): moment.json
    }
  }

  init(json: JSONValue) throws(ControlError) {
    if json == true {
      self = .untilResumed
    } else if json == "today" {
      self = .today
    } else if json.object != nil {
      self = .until(try Moment(json: json))
    } else {
      throw ControlError(.badRequest, "'extent' must be true, \"today\" or a moment")
    }
  }
}
