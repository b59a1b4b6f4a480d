/// Instants as text: RFC 3339, such as `2027-03-28T03:30:00+02:00`.
public enum RFC3339 {
  /// What a text says: an instant, and how it was written.
  public struct Timestamp: Hashable, Sendable {
    /// The instant without its fraction: the last whole second at or before it.
    public let instant: Instant
    /// The fraction of the second, 0 to 999 999 999; digits after the ninth are dropped.
    public let nanoseconds: Int32
    /// The offset as written, in seconds east of Greenwich; 0 for `Z` and `-00:00`.
    public let offsetSeconds: Int32
  }

  /// Reads a date, a time and an offset, all of the text.
  ///
  /// As RFC 3339, section 5.6, with a space allowed for the `T`, and seconds optional: `2027-03-28T03:30+02:00`.
  /// A fraction needs seconds before it. A leap second (`:60`) is refused, since instants have none.
  /// - Returns: `nil` for another shape, for a number out of its range, and for an instant outside the years
  ///   1 to 9999 of UTC.
  public static func parse(_ text: String) -> Timestamp? { parse(utf8: text.utf8Span.span) }

  /// As `parse(_:)`, from UTF-8.
  public static func parse(utf8 text: Span<UInt8>) -> Timestamp? {
    var at = 0
    guard let local = ISOText.dateTime(text, &at) else { return nil }
    // 2027-03-28T03:30 takes 16 bytes; a fraction is read only where seconds came before it.
    var nanoseconds = 0
    if at == 19, ISOText.take(UInt8(ascii: "."), text, &at) {
      guard let fraction = fraction(text, &at) else { return nil }
      nanoseconds = fraction
    }
    guard let offset = offset(text, &at), at == text.count else { return nil }
    let seconds = local.localSeconds - Int64(offset)
    guard Instant.secondsRange.contains(seconds) else { return nil }
    return Timestamp(
      instant: Instant(epochSeconds: seconds), nanoseconds: Int32(truncatingIfNeeded: nanoseconds),
      offsetSeconds: Int32(truncatingIfNeeded: offset))
  }

  /// Writes an instant with an offset: `2027-03-28T03:30:00+02:00`.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - offsetSeconds: Seconds east of Greenwich. Where they are no whole minutes, or a day or more, or lead to
  ///     a local time outside the years 1 to 9999, the text is in UTC with `Z`: RFC 3339 can't say it otherwise.
  public static func text(_ instant: Instant, offsetSeconds: Int32) -> String {
    ISOText.text { write(instant, offsetSeconds: offsetSeconds, &$0) }
  }

  /// Writes an instant with the offset that a zone has then; see `text(_:offsetSeconds:)`.
  public static func text(_ instant: Instant, in zone: ZoneRules) -> String {
    text(instant, offsetSeconds: zone.offset(at: instant))
  }

  /// Writes an instant in UTC: `2027-03-28T01:30:00Z`.
  public static func text(_ instant: Instant) -> String { ISOText.text { write(instant, &$0) } }

  /// Appends the text of an instant in UTC to bytes, without a string in between.
  public static func append(_ instant: Instant, to bytes: inout [UInt8]) {
    ISOText.append(to: &bytes) { write(instant, &$0) }
  }

  /// Appends the text of an instant with the offset that a zone has then, as `text(_:in:)` has it.
  public static func append(_ instant: Instant, in zone: ZoneRules, to bytes: inout [UInt8]) {
    ISOText.append(to: &bytes) { write(instant, offsetSeconds: zone.offset(at: instant), &$0) }
  }

  private static func write(_ instant: Instant, offsetSeconds: Int32, _ writer: inout ISOText.Writer) {
    let local = instant.epochSeconds + Int64(offsetSeconds)
    guard offsetSeconds % 60 == 0, abs(Int64(offsetSeconds)) < 86_400, let value = LocalDateTime(localSeconds: local)
    else { return write(instant, &writer) }
    let minutes = Int(offsetSeconds.magnitude) / 60
    writer.dateTime(value)
    writer.byte(offsetSeconds < 0 ? "-" : "+")
    writer.twoDigits(minutes / 60)
    writer.byte(":")
    writer.twoDigits(minutes % 60)
  }

  private static func write(_ instant: Instant, _ writer: inout ISOText.Writer) {
    writer.dateTime(LocalDateTime(clampingLocalSeconds: instant.epochSeconds))
    writer.byte("Z")
  }

  /// One digit or more, in billionths.
  private static func fraction(_ text: Span<UInt8>, _ at: inout Int) -> Int? {
    var nanoseconds = 0
    var unit = 100_000_000
    let start = at
    while let digit = ISOText.digits(1, text, &at) {
      nanoseconds += digit * unit
      unit /= 10
    }
    return at > start ? nanoseconds : nil
  }

  /// `Z`, `z` or `±HH:MM`, in seconds.
  private static func offset(_ text: Span<UInt8>, _ at: inout Int) -> Int? {
    guard at < text.count else { return nil }
    let sign = text[at]
    at += 1
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
    case UInt8(ascii: "+"), UInt8(ascii: "-"): break
    default: return nil
    }
    guard let hours = ISOText.digits(2, text, &at), hours < 24, ISOText.take(UInt8(ascii: ":"), text, &at),
      let minutes = ISOText.digits(2, text, &at), minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC: `2027-03-28T01:30:00Z`.
  public var description: String { RFC3339.text(self) }
}
