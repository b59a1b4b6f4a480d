extension ZoneRule {
  /// Reads a POSIX TZ string; `nil` when the text breaks the grammar or a bound.
  ///
  /// A second name needs its rule: POSIX leaves the default open, and systems differ.
  init?(text: Span<UInt8>) {
    var at = 0
    guard let name = ZoneRule.name(text, &at), let offset = ZoneRule.offset(text, &at) else { return nil }
    standard = Time(name: name, offset: offset)
    self.text = ZoneRule.quoted(text)
    if at == text.count {
      daylight = nil
      return
    }
    guard let other = ZoneRule.name(text, &at) else { return nil }
    var otherOffset = standard.offset + 3600
    if at < text.count, text[at] != UInt8(ascii: ",") {
      guard let written = ZoneRule.offset(text, &at) else { return nil }
      otherOffset = written
    }
    guard let start = ZoneRule.change(text, &at), let end = ZoneRule.change(text, &at), at == text.count,
      ZoneTable.offsetRange.contains(Int(otherOffset))
    else { return nil }
    daylight = Daylight(time: Time(name: other, offset: otherOffset), start: start, end: end)
  }

  /// Letters, or letters, digits and signs between `<` and `>`; at least three.
  private static func name(_ text: Span<UInt8>, _ at: inout Int) -> String? {
    let isQuoted = take(UInt8(ascii: "<"), text, &at)
    var characters: [UInt8] = []
    while at < text.count {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where isQuoted: break
      case UInt8(ascii: "+") where isQuoted, UInt8(ascii: "-") where isQuoted: break
      case UInt8(ascii: ">") where isQuoted:
        at += 1
        return characters.count >= 3 ? String(decoding: characters, as: UTF8.self) : nil
      default: return isQuoted || characters.count < 3 ? nil : String(decoding: characters, as: UTF8.self)
      }
      characters.append(byte)
      at += 1
    }
    return isQuoted || characters.count < 3 ? nil : String(decoding: characters, as: UTF8.self)
  }

  /// Hours west of Greenwich, 0 to 24, as seconds east.
  private static func offset(_ text: Span<UInt8>, _ at: inout Int) -> Int32? {
    guard let seconds = signedTime(text, &at, hours: 24, digits: 2) else { return nil }
    return ZoneTable.offsetRange.contains(-seconds) ? Int32(truncatingIfNeeded: -seconds) : nil
  }

  /// `,date` or `,date/time`; the time is 02:00:00 when left out.
  private static func change(_ text: Span<UInt8>, _ at: inout Int) -> Change? {
    guard take(UInt8(ascii: ","), text, &at), at < text.count else { return nil }
    let day: Change.Day
    if take(UInt8(ascii: "J"), text, &at) {
      guard let number = number(text, &at, in: 1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else if take(UInt8(ascii: "M"), text, &at) {
      guard let month = number(text, &at, in: 1...12), take(UInt8(ascii: "."), text, &at),
        let week = number(text, &at, in: 1...5), take(UInt8(ascii: "."), text, &at),
        let weekday = number(text, &at, in: 0...6)
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    } else {
      guard let number = number(text, &at, in: 0...365) else { return nil }
      day = .zeroBased(number)
    }
    guard take(UInt8(ascii: "/"), text, &at) else { return Change(day: day, seconds: 7200) }
    guard let seconds = signedTime(text, &at, hours: 167, digits: 3) else { return nil }
    return Change(day: day, seconds: seconds)
  }

  /// `[+-]h[:mm[:ss]]` in seconds.
  private static func signedTime(_ text: Span<UInt8>, _ at: inout Int, hours limit: Int, digits: Int) -> Int? {
    let isNegative = take(UInt8(ascii: "-"), text, &at)
    if !isNegative { _ = take(UInt8(ascii: "+"), text, &at) }
    guard let hours = number(text, &at, in: 0...limit, digits: digits) else { return nil }
    var seconds = hours * 3600
    if take(UInt8(ascii: ":"), text, &at) {
      guard let minutes = number(text, &at, in: 0...59, digits: 2) else { return nil }
      seconds += minutes * 60
      if take(UInt8(ascii: ":"), text, &at) {
        guard let rest = number(text, &at, in: 0...59, digits: 2) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  private static func number(
    _ text: Span<UInt8>, _ at: inout Int, in range: ClosedRange<Int>, digits limit: Int = 3
  ) -> Int? {
    let start = at
    var value = 0
    while at < text.count, at - start < limit, text[at] >= UInt8(ascii: "0"), text[at] <= UInt8(ascii: "9") {
      value = value * 10 + Int(text[at] - UInt8(ascii: "0"))
      at += 1
    }
    return at > start && range.contains(value) ? value : nil
  }

  private static func take(_ byte: UInt8, _ text: Span<UInt8>, _ at: inout Int) -> Bool {
    guard at < text.count, text[at] == byte else { return false }
    at += 1
    return true
  }
}
