import CivilTime
import JSONText
import RuleModel

extension Occurrence {
  /// `identities`, `reasons` and the calendar `events`, if any; the instant is the entry's `due`.
  var json: JSONValue {
    var fields = JSONFields()
    fields.set("identities", JSONValue.array(identities.map(\.json)))
    fields.set("reasons", JSONValue.array(reasons.map(\.json)))
    if !events.isEmpty { fields.set("events", JSONValue.array(events.map(\.json))) }
    return fields.value
  }

  init(json: JSONValue, instant: Instant) throws(ControlError) {
    var reader = try FieldReader(json, "occurrence")
    self.init(
      instant: instant,
      identities: try reader.list("identities") { value throws(ControlError) in
        try OccurrenceIdentity(json: value)
      },
      reasons: try reader.list("reasons") { value throws(ControlError) in try OccurrenceReason(json: value) },
      events: try reader.list("events") { value throws(ControlError) in try OccurrenceEvent(json: value) })
    try reader.finish()
  }
}

extension OccurrenceEvent {
  /// What it is known by, what it says, and when it begins and ends: a date or an RFC 3339 time in UTC.
  var json: JSONValue {
    [
      "identity": identity.json, "uid": .string(text.uid), "summary": .string(ControlText.bounded(text.summary)),
      "description": .string(ControlText.bounded(text.details)),
      "location": .string(ControlText.bounded(text.location)),
      "url": .string(ControlText.bounded(text.url)), "start": .string(start.text), "end": .string(end.text),
    ]
  }

  init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "event")
    let identity = try OccurrenceIdentity(json: reader.value("identity") ?? .null)
    let text = EventText(
      uid: try reader.neededText("uid"), summary: try reader.neededText("summary"),
      details: try reader.neededText("description"), location: try reader.neededText("location"),
      url: try reader.neededText("url"))
    guard let start = EventMoment(text: try reader.neededText("start")) else { throw reader.fault("start", "a moment") }
    guard let end = EventMoment(text: try reader.neededText("end")) else { throw reader.fault("end", "a moment") }
    self.init(identity: identity, text: text, start: start, end: end)
    try reader.finish()
  }
}

extension EventMoment {
  fileprivate var text: String {
    switch self {
    case .day(let date): date.description
    case .instant(let instant): RFC3339.text(instant)
    }
  }

  fileprivate init?(text: String) {
    if let date = LocalDate(text) {
      self = .day(date)
    } else if let stamp = RFC3339.parse(text) {
      self = .instant(stamp.instant)
    } else {
      return nil
    }
  }
}

extension OccurrenceIdentity {
  /// `{"at": "…Z"}`, or `civil` with `zone`, `offset` and `pass`; `event` where it is a calendar event.
  var json: JSONValue {
    var fields = JSONFields()
    switch self {
    case .instant(let instant): fields.set("at", instant)
    case .event(let key, let time):
      var members = time.json.object ?? JSONObject([])
      members["event"] = .string(key)
      return .object(members)
    case .civil(let dateTime, let zone, let offset, let pass):
      fields.set("civil", dateTime.description)
      fields.set("zone", zone?.rawValue)
      fields.set("offset", offset?.json)
      if pass != .first { fields.set("pass", Int64(pass.rawValue)) }
    }
    return fields.value
  }

  init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "identity")
    let event = try reader.text("event")
    if let instant = try reader.instant("at") {
      self = .instant(instant)
    } else {
      let pass = try reader.integer("pass", in: 1...2) ?? 1
      self = .civil(
        try reader.neededDateTime("civil"), zone: try reader.name("zone").map(ZoneName.init(rawValue:)),
        offset: try reader.nested("offset") { value throws(ControlError) in try Offset(json: value) },
        pass: pass == 2 ? .last : .first)
    }
    if let event { self = .event(event, self) }
    try reader.finish()
  }
}

extension Offset {
  /// `{"days": -1}`, `{"workdays": -3}`, `{"seconds": 600}`, or days and seconds.
  var json: JSONValue {
    switch self {
    case .days(let days): ["days": .integer(Int64(days))]
    case .workdays(let days): ["workdays": .integer(Int64(days))]
    case .seconds(let seconds): ["seconds": .integer(seconds)]
    case .daysAndSeconds(let days, let seconds): ["days": .integer(Int64(days)), "seconds": .integer(seconds)]
    }
  }

  init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "offset")
    let range = Int64(Int32.min)...Int64(Int32.max)
    let days = try reader.integer("days", in: range).map { Int32($0) }
    let workdays = try reader.integer("workdays", in: range).map { Int32($0) }
    let seconds = try reader.integer("seconds", in: Int64.min...Int64.max)
    try reader.finish()
    switch (days, workdays, seconds) {
    case (let days?, nil, nil): self = .days(days)
    case (nil, let days?, nil): self = .workdays(days)
    case (nil, nil, let seconds?): self = .seconds(seconds)
    case (let days?, nil, let seconds?): self = .daysAndSeconds(days: days, seconds: seconds)
    default: throw ControlError(.badRequest, "an offset has days, workdays or seconds")
    }
  }
}

extension OccurrenceReason {
  /// `code` says which reason it is: `gap`, `fold`, `moved`, `clamped`, `offset`, `jitter` or `collapsed`.
  var json: JSONValue {
    var fields = JSONFields()
    switch self {
    case .gap(let policy, let nominal):
      fields.set("code", "gap")
      fields.set("policy", policy.word)
      fields.set("nominal", nominal.description)
    case .fold(let pass):
      fields.set("code", "fold")
      fields.set("pass", Int64(pass.rawValue))
    case .moved(let date, let because):
      fields.set("code", "moved")
      fields.set("from", date.description)
      fields.set("because", because)
    case .clamped(let missing):
      fields.set("code", "clamped")
      fields.set("missing_day", missing.word)
    case .offset(let offset):
      fields.set("code", "offset")
      fields.set("offset", offset.json)
    case .jitter(let seconds):
      fields.set("code", "jitter")
      fields.set("seconds", seconds)
    case .collapsed(let others):
      fields.set("code", "collapsed")
      fields.set("others", others)
    }
    return fields.value
  }

  init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "reason")
    switch try reader.neededText("code") {
    case "gap":
      let word = try reader.neededText("policy")
      guard let policy = GapPolicy(word: word) else { throw reader.fault("policy", "a policy for gaps") }
      self = .gap(policy: policy, nominal: try reader.neededDateTime("nominal"))
    case "fold": self = .fold(pass: try reader.neededInteger("pass", in: 1...2) == 2 ? .last : .first)
    case "moved":
      let text = try reader.neededText("from")
      guard let date = LocalDate(text) else { throw reader.fault("from", "a date") }
      self = .moved(from: date, because: try reader.neededText("because"))
    case "clamped":
      let word = try reader.neededText("missing_day")
      guard let missing = MissingDay(word: word) else { throw reader.fault("missing_day", "a policy for missing days") }
      self = .clamped(missing: missing)
    case "offset":
      self = .offset(try Offset(json: reader.value("offset") ?? .null))
    case "jitter": self = .jitter(seconds: try reader.neededInteger("seconds", in: Int64.min...Int64.max))
    case "collapsed": self = .collapsed(others: try reader.count("others"))
    default: throw reader.fault("code", "a known reason")
    }
    try reader.finish()
  }
}

extension GapPolicy {
  var word: String {
    switch self {
    case .shift: "shift"
    // A long gap leaves no occurrence to tell of.
    case .next, .nextOfShortGap: "next"
    case .previous: "previous"
    case .skip: "skip"
    }
  }

  init?(word: String) {
    switch word {
    case "shift": self = .shift
    case "next": self = .next
    case "previous": self = .previous
    case "skip": self = .skip
    default: return nil
    }
  }
}

extension MissingDay {
  var word: String {
    switch self {
    case .skip: "skip"
    case .last: "last"
    case .next: "next"
    }
  }

  init?(word: String) {
    switch word {
    case "skip": self = .skip(isExplicit: false)
    case "last": self = .last
    case "next": self = .next
    default: return nil
    }
  }
}

extension FieldReader {
  mutating func neededDateTime(_ name: String) throws(ControlError) -> LocalDateTime {
    guard let dateTime = LocalDateTime(try neededText(name)) else { throw fault(name, "a local date-time") }
    return dateTime
  }
}
