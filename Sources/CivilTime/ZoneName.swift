/// The name of a time zone: an IANA name such as `Europe/Berlin`, or `UTC`.
@frozen public struct ZoneName: RawRepresentable, Hashable, Comparable, Sendable {
  /// The name as the zone data spell it.
  public let rawValue: String

  /// Makes a name; whether a zone of that name is known is another question.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Coordinated universal time.
  public static let utc = ZoneName(rawValue: "UTC")

  /// Orders by Unicode scalars.
  public static func < (left: ZoneName, right: ZoneName) -> Bool { left.rawValue < right.rawValue }
}
