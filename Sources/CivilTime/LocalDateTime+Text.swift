extension LocalDate: LosslessStringConvertible {
  /// ISO 8601 with dashes: `2027-03-28`.
  public var description: String { ISOText.text { $0.date(self) } }

  /// Reads `YYYY-MM-DD`, all of it; `nil` for another shape or a day that does not exist.
  public init?(_ text: String) { self.init(utf8: text.utf8Span.span) }

  /// As `init(_:)`, from UTF-8.
  public init?(utf8: Span<UInt8>) {
    var at = 0
    guard let date = ISOText.date(utf8, &at), at == utf8.count else { return nil }
    self = date
  }
}

extension TimeOfDay: LosslessStringConvertible {
  /// `02:30`, or `02:30:15` where the seconds are not 0.
  public var description: String { ISOText.text { $0.time(self, seconds: second != 0) } }

  /// Reads `HH:MM` or `HH:MM:SS`, all of it; `nil` for another shape, `24:00`, or a 60th second.
  public init?(_ text: String) { self.init(utf8: text.utf8Span.span) }

  /// As `init(_:)`, from UTF-8.
  public init?(utf8: Span<UInt8>) {
    var at = 0
    guard let time = ISOText.time(utf8, &at), at == utf8.count else { return nil }
    self = time
  }
}

extension LocalDateTime: LosslessStringConvertible {
  /// `2027-03-28T02:30`, with seconds where they are not 0.
  public var description: String {
    ISOText.text {
      $0.date(date)
      $0.byte("T")
      $0.time(time, seconds: time.second != 0)
    }
  }

  /// Reads a date, one of `T`, `t` or a space, and a time, all of it, as their own initializers do.
  public init?(_ text: String) { self.init(utf8: text.utf8Span.span) }

  /// As `init(_:)`, from UTF-8.
  public init?(utf8: Span<UInt8>) {
    var at = 0
    guard let value = ISOText.dateTime(utf8, &at), at == utf8.count else { return nil }
    self = value
  }
}
