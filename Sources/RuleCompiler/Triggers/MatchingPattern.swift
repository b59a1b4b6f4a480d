import CivilTime
import RuleModel
import YAMLSyntax

/// `matching`: date components, any subset.
final class MatchingShape: Sendable {
  static let shared = MatchingShape()
  let year: Field<[SteppedRange]>
  let month: Field<[SteppedRange]>
  let day: Field<[SteppedRange]>
  let weekday: Field<WeekdaySet>
  let hour: Field<[SteppedRange]>
  let minute: Field<[SteppedRange]>
  let second: Field<[SteppedRange]>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`matching`", "Every time whose named fields all match.")
    year = builder.field("year", "Years: 2027, 2027-2030, 2028-2060/4.", .ranges("a year", in: 1...9999))
    month = builder.field(
      "month", "Months by name or number.",
      .ranges("a month", in: 1...12, names: TimePatterns.month) { name in
        (try? ScalarText.month(name)).map { Int($0.rawValue) }
      })
    day = builder.field("day", "Days of the month.", .ranges("a day of the month", in: 1...31))
    weekday = builder.field("weekday", "Weekdays by name.", .weekdays)
    hour = builder.field("hour", "Hours.", .ranges("an hour", in: 0...23))
    minute = builder.field("minute", "Minutes.", .ranges("a minute", in: 0...59))
    second = builder.field("second", "Seconds.", .ranges("a second", in: 0...59))
    mapping = builder.finish(
      synonyms: triggerSynonyms.merging([
        "years": "year", "months": "month", "days": "day", "weekdays": "weekday", "hours": "hour",
        "minutes": "minute", "seconds": "second", "hour": "hour", "at": "hour",
      ]) { $1 },
      example: "matching: { hour: 9, minute: 30 }")
  }
}

extension Decoder {
  mutating func matching(_ node: YAMLNode) -> DecodedSource? {
    let shape = MatchingShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let year = value(shape.year, entries)
    let month = value(shape.month, entries)
    let day = value(shape.day, entries)
    let weekday = value(shape.weekday, entries)
    let hour = value(shape.hour, entries)
    let minute = value(shape.minute, entries)
    let second = value(shape.second, entries)
    guard diagnostics.count == before else { return nil }
    guard !entries.keys.isEmpty else {
      error("missing-key", "`matching` names no field", at: node, hint: "write for example { hour: 9, minute: 30 }")
      return nil
    }
    // Unnamed fields below the smallest named one take their minimum, larger ones match all.
    let smallest =
      second != nil ? 5 : minute != nil ? 4 : hour != nil ? 3 : day != nil || weekday != nil ? 2 : month != nil ? 1 : 0
    var fields = DateFields()
    fields.years = year ?? []
    fields.months =
      month.map { MonthSet(rawValue: UInt16(truncatingIfNeeded: bits($0))) }
      ?? (smallest < 1 ? MonthSet(.january) : .all)
    fields.daysOfMonth =
      day.map { UInt32(truncatingIfNeeded: bits($0)) } ?? (smallest < 2 ? 1 << 1 : DateFields().daysOfMonth)
    fields.weekdays = weekday ?? .all
    guard canMatch(fields, node) else { return nil }
    let minutes = minute.map(bits) ?? (smallest < 4 ? 1 : (1 << 60) - 1)
    let seconds = second.map(bits) ?? (smallest < 5 ? 1 : (1 << 60) - 1)
    guard let hour else {
      let hours: UInt32 = smallest < 3 ? 1 : 0xFF_FFFF
      return DecodedSource(
        source: .aligned(AlignedPattern(days: fields, hours: hours, minutes: minutes, seconds: seconds)))
    }
    let hours = bits(hour)
    let count = hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount
    guard count <= 3600 else {
      error(
        "too-many-times", "`matching` names \(count) times a day; with `hour` 3600 are possible", at: node,
        hint: "leave out `hour`, or use `every` with `between`")
      return nil
    }
    var times: [TimeOfDay] = []
    times.reserveCapacity(count)
    for h in 0..<24 where hours & (1 << UInt64(h)) != 0 {
      for m in 0..<60 where minutes & (1 << UInt64(m)) != 0 {
        for s in 0..<60 where seconds & (1 << UInt64(s)) != 0 {
          if let time = TimeOfDay(hour: h, minute: m, second: s) { times.append(time) }
        }
      }
    }
    return DecodedSource(source: .fixed(FixedPattern(days: .matching(fields), times: times)))
  }

  /// Reports months that never have any of the named days.
  private mutating func canMatch(_ fields: DateFields, _ node: YAMLNode) -> Bool {
    let leap =
      fields.years.isEmpty
      || fields.years.contains { range in
        stride(from: range.first, through: range.last, by: max(1, range.step)).contains { LocalDate.isLeap(year: $0) }
      }
    let possible = (1...12).contains { month in
      guard fields.months.contains(number: month) else { return false }
      let length = month == 2 && !leap ? 28 : longestLength(ofMonth: month)
      return (1...length).contains { fields.daysOfMonth & (1 << UInt32($0)) != 0 }
    }
    if !possible { error("never-fires", "no month that is named ever has such a day", at: node) }
    return possible
  }
}
