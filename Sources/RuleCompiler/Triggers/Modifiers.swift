import CivilTime
import RuleModel
import YAMLSyntax

/// Names of the modifiers of triggers, in the order of the language page.
enum ModifierKind: Int, CaseIterable, Sendable {
  case timezone, from, until, count, repeats, only, except, move, offset, jitter, gap, fold

  /// The key.
  var name: String { "\(self)" }
}

/// The keys of the modifiers, wherever they stand: in a trigger, a rule or `defaults`.
struct ModifierFields: Sendable {
  let timezone: Field<Removable<ZoneChoice>>
  let from: Field<Removable<DateTimePoint>>
  let until: Field<Removable<DateTimePoint>>
  let count: Field<Removable<Int>>
  let repeats: Field<Removable<Bool>>
  let only: Field<Removable<[DayItem]>>
  let except: Field<Removable<[DayItem]>>
  let move: Field<Removable<Move>>
  let offset: Field<Removable<[Offset]>>
  let jitter: Field<Removable<Int64>>
  let gap: Field<Removable<GapPolicy>>
  let fold: Field<Removable<FoldPolicy>>
  /// All of them.
  let slots: SlotSet

  init(_ builder: inout ShapeBuilder) {
    let first = builder.next
    timezone = builder.field(
      "timezone", "Zone in which times are read: local, UTC, or a name such as Europe/Berlin.",
      Grammar<ZoneChoice>.zone.removable())
    from = builder.field(
      "from", "First date or date and time that may fire, included; fixes the phase of every.",
      Grammar<DateTimePoint>.start.removable())
    until = builder.field(
      "until", "Last date or date and time that may fire, included.", Grammar<DateTimePoint>.end.removable())
    count = builder.field(
      "count", "How often it fires in all, per trigger.", Grammar<Int>.integer(1...1_000_000).removable())
    repeats = builder.field(
      "repeats", "false: it fires once.", Grammar<Bool>.boolean.removable())
    only = builder.field(
      "only", "Days on which it may fire: calendars, weekdays, weekends, weekday names, dates.",
      Grammar<[DayItem]>.oneOrMany(.dayItem, "a calendar, weekday or date").removable())
    except = builder.field(
      "except", "Days that are left out: calendars, weekdays, weekends, weekday names, dates.",
      Grammar<[DayItem]>.oneOrMany(.dayItem, "a calendar, weekday or date").removable())
    move = builder.field(
      "move", "Where an occurrence goes whose day is left out.",
      Grammar<Move>.choice(
        "a way to move", [("drop", .drop), ("next", .next), ("previous", .previous), ("nearest", .nearest)]
      ).removable())
    offset = builder.field(
      "offset", "Shifts each occurrence: -10m, -1d, -3wd (workdays); a list makes one occurrence each.",
      Grammar<[Offset]>.oneOrMany(.offset, "an offset").removable())
    jitter = builder.field(
      "jitter", "Upper bound of a constant delay that differs by rule and machine.",
      Grammar<Int64>.seconds(zero: true).removable())
    gap = builder.field(
      "gap", "What becomes of a time that a clock change skips.",
      Grammar<GapPolicy>.choice(
        "a way over a gap", [("shift", .shift), ("next", .next), ("previous", .previous), ("skip", .skip)]
      ).removable())
    fold = builder.field(
      "fold", "Which pass of a time that comes twice fires.",
      Grammar<FoldPolicy>.choice("a pass of a repeated time", [("first", .first), ("last", .last), ("both", .both)])
        .removable())
    slots = SlotSet(first..<builder.next)
  }
}

/// Modifiers as one place gives them.
struct Modifiers: Sendable {
  var timezone: Removable<ZoneChoice>?
  var from: Removable<DateTimePoint>?
  var until: Removable<DateTimePoint>?
  var count: Removable<Int>?
  var only: Removable<[DayItem]>?
  var except: Removable<[DayItem]>?
  var move: Removable<Move>?
  var offset: Removable<[Offset]>?
  var jitter: Removable<Int64>?
  var gap: Removable<GapPolicy>?
  var fold: Removable<FoldPolicy>?
  /// The keys that stand there, removals left out.
  var keys: [(kind: ModifierKind, node: YAMLNode)] = []

  /// Whether nothing was given.
  var isEmpty: Bool {
    timezone == nil && from == nil && until == nil && count == nil && only == nil && except == nil && move == nil
      && offset == nil && jitter == nil && gap == nil && fold == nil
  }

  /// Returns these modifiers with what they don't say taken from `defaults`; removals stay, so that they can remove
  /// from a wider place too.
  func filled(from defaults: Modifiers) -> Modifiers {
    var result = self
    result.timezone = timezone ?? defaults.timezone
    result.from = from ?? defaults.from
    result.until = until ?? defaults.until
    result.count = count ?? defaults.count
    result.only = only ?? defaults.only
    result.except = except ?? defaults.except
    result.move = move ?? defaults.move
    result.offset = offset ?? defaults.offset
    result.jitter = jitter ?? defaults.jitter
    result.gap = gap ?? defaults.gap
    result.fold = fold ?? defaults.fold
    return result
  }

  /// Whether this place itself gives a modifier of a kind.
  func gives(_ kind: ModifierKind) -> Bool { keys.contains { $0.kind == kind } }
}

extension Decoder {
  /// Reads the modifiers among the keys of a trigger, rule or `defaults`.
  mutating func modifiers(_ entries: Entries, _ fields: ModifierFields) -> Modifiers {
    var result = Modifiers()
    guard entries.hasAny(of: fields.slots) else { return result }
    func read<Value>(_ field: Field<Removable<Value>>, _ kind: ModifierKind) -> Removable<Value>? {
      guard let key = entries.key(field), let value = value(field, entries) else { return nil }
      if case .value = value { result.keys.append((kind, key)) }
      return value
    }
    result.timezone = read(fields.timezone, .timezone)
    result.from = read(fields.from, .from)
    result.until = read(fields.until, .until)
    result.only = read(fields.only, .only)
    result.except = read(fields.except, .except)
    result.move = read(fields.move, .move)
    result.offset = read(fields.offset, .offset)
    result.jitter = read(fields.jitter, .jitter)
    result.gap = read(fields.gap, .gap)
    result.fold = read(fields.fold, .fold)
    result.count = read(fields.count, .count)
    if let repeats = read(fields.repeats, .repeats) {
      if result.count?.value != nil, case .value(false) = repeats, let key = entries.key(fields.repeats) {
        error("contradiction", "`repeats: false` contradicts `count`", at: key, hint: "write only one of them")
      }
      switch repeats {
      case .value(false): result.count = result.count ?? .value(1)
      case .value(true), .removed: result.count = result.count ?? .removed
      }
    }
    return result
  }
}

extension Grammar where Value == DayItem {
  /// A calendar, days of the week, or a date.
  static let dayItem = Grammar(schema: SchemaParts.text) { node, decoder in
    guard let text = decoder.scalarText(node, "a calendar, weekday or date") else { return nil }
    return decoder.dayItem(text, node)
  }.named("day-item")
}

extension Decoder {
  fileprivate mutating func dayItem(_ text: String, _ node: YAMLNode) -> DayItem? {
    if ScalarText.isDayWord(text) || isRangeOfDays(text) {
      let weekend = weekend
      return attempt(node) { () throws(ScalarFault) in try .weekdays(ScalarText.weekdays(text, weekend: weekend)) }
    }
    if let first = text.utf8.first, first >= 0x30, first <= 0x39, ScalarText.looksLikeDate(text) {
      return attempt(node) { () throws(ScalarFault) in
        text.utf8.count > 5 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
          ? .date(try ScalarText.date(text)) : .yearly(try ScalarText.yearlyDate(text))
      }
    }
    if let date = try? ScalarText.yearlyDate(text) { return .yearly(date) }
    guard let name = attempt(node, { () throws(ScalarFault) in try ScalarText.identifier(text) }) else { return nil }
    uses.append(NameUse(kind: .calendar, name: name, node: node))
    return .calendar(CalendarID(name))
  }

  private func isRangeOfDays(_ text: String) -> Bool {
    let halves = text.split(separator: "-", omittingEmptySubsequences: false)
    return halves.count == 2 && halves.allSatisfy { ScalarText.isDayWord(String(trimmed($0))) }
  }
}

extension ScalarText {
  /// Whether a text that begins with a digit is meant as a date rather than a name: `2026-12-25`, `12-25`, `25 dec`.
  static func looksLikeDate(_ text: String) -> Bool {
    var cursor = TextCursor(text)
    guard cursor.number(digits: 1...4) != nil else { return false }
    if cursor.take("-") { return cursor.byte >= 0x30 && cursor.byte <= 0x39 }
    _ = cursor.take(".")
    cursor.skipSpaces()
    return (try? month(cursor.word())) != nil && cursor.isAtEnd
  }

  /// Whether a text reads as a date, so that no calendar may have it as its name.
  static func isDate(_ text: String) -> Bool {
    (try? date(text)) != nil || (try? yearlyDate(text)) != nil
  }
}

extension Grammar where Value == Offset {
  /// `-10m`, `-1d`, `-3wd`.
  static let offset = Grammar.scalar(
    "an offset", SchemaParts.pattern("[-+]?(([0-9]+ *[wdhms] *)+|[0-9]+ *wd|P([0-9]+W)?([0-9]+D)?(T[0-9HMS]+)?)")
  ) { text throws(ScalarFault) in try ScalarText.offset(text) }
}

extension ScalarText {
  /// Reads an offset: a duration with a sign, or workdays: `-3wd`.
  static func offset(_ text: String) throws(ScalarFault) -> Offset {
    if text.hasSuffix("wd") {
      var cursor = TextCursor(text)
      let isNegative = cursor.take("-")
      if !isNegative { _ = cursor.take("+") }
      guard let number = cursor.number(digits: 1...4), number <= 1000 else {
        throw ScalarFault(
          "bad-duration", "\(quoted(text)) is not an offset", hint: "write for example -3wd, 1000wd at most")
      }
      cursor.skipSpaces()
      guard cursor.rest == "wd" else {
        throw ScalarFault("bad-duration", "\(quoted(text)) is not an offset", hint: "workdays stand alone: -3wd")
      }
      return .workdays(Int32(truncatingIfNeeded: isNegative ? -number : number))
    }
    let duration = try duration(
      text, DurationRules(allowsCalendarSteps: true, allowsNegative: true, allowsZero: true))
    if duration.days == 0 { return .seconds(duration.seconds) }
    return duration.seconds == 0
      ? .days(duration.days) : .daysAndSeconds(days: duration.days, seconds: duration.seconds)
  }
}
