public import CivilTime

// What is stored of civil time is a number each, so that stored values stay small and don't depend on property names.

extension Instant: Codable {
  /// Reads seconds since 1970-01-01T00:00:00Z.
  public init(from decoder: any Decoder) throws {
    self.init(epochSeconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Stores seconds since 1970-01-01T00:00:00Z.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(epochSeconds)
  }
}

extension LocalDate: Codable {
  /// Reads days since 1970-01-01.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = LocalDate(dayNumber: try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date outside the years 1 to 9999")
    }
    self = date
  }

  /// Stores days since 1970-01-01.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Int(dayNumber))
  }
}

extension TimeOfDay: Codable {
  /// Reads seconds since 00:00.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = TimeOfDay(secondsSinceMidnight: try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a time outside the day")
    }
    self = time
  }

  /// Stores seconds since 00:00.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Int(secondsSinceMidnight))
  }
}

extension LocalDateTime: Codable {
  /// Reads seconds since 1970-01-01T00:00 on the local clock.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = LocalDateTime(localSeconds: try container.decode(Int64.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date-time outside the years 1 to 9999")
    }
    self = value
  }

  /// Stores seconds since 1970-01-01T00:00 on the local clock.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(localSeconds)
  }
}

extension ZoneName: Codable {}
extension Weekday: Codable {}
extension Month: Codable {}
