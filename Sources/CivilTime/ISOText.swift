/// Reading and writing the fixed shapes of ISO 8601 over UTF-8 bytes; digits are ASCII digits only.
enum ISOText {
  /// Exactly `count` digits at `at`, which moves behind them.
  static func digits(_ count: Int, _ text: Span<UInt8>, _ at: inout Int) -> Int? {
    guard text.count - at >= count else { return nil }
    var value = 0
    for index in at..<(at + count) {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    at += count
    return value
  }

  /// Whether the byte at `at` is the given one; if so `at` moves behind it.
  static func take(_ byte: UInt8, _ text: Span<UInt8>, _ at: inout Int) -> Bool {
    guard at < text.count, text[at] == byte else { return false }
    at += 1
    return true
  }

  /// `YYYY-MM-DD`.
  static func date(_ text: Span<UInt8>, _ at: inout Int) -> LocalDate? {
    let dash = UInt8(ascii: "-")
    guard let year = digits(4, text, &at), take(dash, text, &at), let month = digits(2, text, &at),
      take(dash, text, &at), let day = digits(2, text, &at)
    else { return nil }
    return LocalDate(year: year, month: month, day: day)
  }

  /// `HH:MM` or `HH:MM:SS`.
  static func time(_ text: Span<UInt8>, _ at: inout Int) -> TimeOfDay? {
    let colon = UInt8(ascii: ":")
    guard let hour = digits(2, text, &at), take(colon, text, &at), let minute = digits(2, text, &at) else {
      return nil
    }
    guard take(colon, text, &at) else { return TimeOfDay(hour: hour, minute: minute) }
    guard let second = digits(2, text, &at) else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  /// A date and a time with `T`, `t` or one space between them.
  static func dateTime(_ text: Span<UInt8>, _ at: inout Int) -> LocalDateTime? {
    guard let date = date(text, &at), at < text.count else { return nil }
    switch text[at] {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " "): at += 1
    default: return nil
    }
    guard let time = time(text, &at) else { return nil }
    return LocalDateTime(date: date, time: time)
  }

  /// Text of at most 32 bytes, written by `body` without an intermediate array.
  static func text(_ body: (inout Writer) -> Void) -> String {
    String(unsafeUninitializedCapacity: 32) { buffer in
      var writer = Writer(buffer: buffer)
      body(&writer)
      return writer.count
    }
  }

  /// Appends text of at most 32 bytes, written by `body`, to other bytes.
  static func append(to bytes: inout [UInt8], _ body: (inout Writer) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      var writer = Writer(buffer: buffer)
      body(&writer)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<writer.count]))
    }
  }

  /// Appends ASCII to a buffer; what does not fit is left out.
  struct Writer {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func byte(_ byte: Unicode.Scalar) {
      guard count < buffer.count else { return }
      buffer[count] = UInt8(truncatingIfNeeded: byte.value)
      count += 1
    }

    mutating func twoDigits(_ value: Int) {
      guard count &+ 2 <= buffer.count else { return }
      put(UInt32(truncatingIfNeeded: value) % 100, at: 0)
      count &+= 2
    }

    /// `YYYY-MM-DDTHH:MM:SS`, in one go.
    @inline(__always) mutating func dateTime(_ value: LocalDateTime) {
      guard count &+ 19 <= buffer.count else { return }
      put(value.date)
      put(UInt8(ascii: "T"), at: 10)
      let second = UInt32(bitPattern: value.time.secondsSinceMidnight)
      let minute = second / 60
      let hour = minute / 60
      put(hour, at: 11)
      put(UInt8(ascii: ":"), at: 13)
      put(minute &- hour &* 60, at: 14)
      put(UInt8(ascii: ":"), at: 16)
      put(second &- minute &* 60, at: 17)
      count &+= 19
    }

    /// Puts two digits of a number below 100 so many bytes behind those that are counted, which are there.
    @inline(__always) private func put(_ number: UInt32, at offset: Int) {
      let tens = (number &* 103) >> 10
      buffer[count &+ offset] = UInt8(truncatingIfNeeded: 48 &+ tens)
      buffer[count &+ offset &+ 1] = UInt8(truncatingIfNeeded: 48 &+ number &- tens &* 10)
    }

    @inline(__always) private func put(_ byte: UInt8, at offset: Int) { buffer[count &+ offset] = byte }

    mutating func date(_ date: LocalDate) {
      guard count &+ 10 <= buffer.count else { return }
      put(date)
      count &+= 10
    }

    /// Puts `YYYY-MM-DD` behind the bytes that are counted, where there is room for it.
    @inline(__always) private func put(_ date: LocalDate) {
      let (year, month, day) = date.yearMonthDay
      let century = UInt32(truncatingIfNeeded: year) / 100
      put(century, at: 0)
      put(UInt32(truncatingIfNeeded: year) &- century &* 100, at: 2)
      put(UInt8(ascii: "-"), at: 4)
      put(UInt32(truncatingIfNeeded: month), at: 5)
      put(UInt8(ascii: "-"), at: 7)
      put(UInt32(truncatingIfNeeded: day), at: 8)
    }

    mutating func time(_ time: TimeOfDay, seconds: Bool) {
      twoDigits(time.hour)
      byte(":")
      twoDigits(time.minute)
      if seconds {
        byte(":")
        twoDigits(time.second)
      }
    }
  }
}
