/// Why bytes are not a usable zone file, or a text not a usable POSIX TZ string.
public enum ZoneDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A part of a zone file that can contradict the rest.
  public enum Part: String, Hashable, Sendable {
    /// The header's six counts.
    case counts = "counts in the header"
    /// Transition times, which must ascend.
    case transitionTimes = "transition times"
    /// The index of a transition's type.
    case transitionTypes = "transition types"
    /// A type's offset: more than -25 and less than +26 hours.
    case offset = "offset from UTC"
    /// A type's daylight saving flag: 0 or 1.
    case daylightFlag = "daylight saving flag"
    /// A type's abbreviation: an index into visible ASCII text that ends with a zero byte.
    case abbreviation = "abbreviation"
    /// The standard/wall and UT/local indicators.
    case indicators = "standard and UT indicators"
  }

  /// The bytes don't start with a header of TZif.
  case notTZif
  /// The file's version is none of 1 to 4; the value is the version's byte.
  case unsupportedVersion(UInt8)
  /// The bytes end before what the header promises.
  case truncated
  /// That many bytes follow the end.
  case trailingBytes(Int)
  /// The file counts leap seconds (a `right/` zone), which instants here do not.
  case leapSeconds
  /// More transitions than any zone has; the limit is 4096.
  case tooManyTransitions(Int)
  /// A part that breaks RFC 9636.
  case malformed(Part)
  /// The TZ string after the data, or one given alone, breaks the grammar of POSIX and RFC 9636.
  case badRule(String)
  /// The TZ string contradicts the last transition.
  case ruleDisagrees(String)

  /// One line of English.
  public var description: String {
    switch self {
    case .notTZif: "not a zone file (TZif)"
    case .unsupportedVersion(let byte): "TZif version byte \(byte) is not supported (versions 1 to 4 are)"
    case .truncated: "zone file is cut short"
    case .trailingBytes(let count): "zone file has \(count) bytes after its end"
    case .leapSeconds: "zone file counts leap seconds (a right/ zone), which is not supported"
    case .tooManyTransitions(let count): "zone file has \(count) transitions, more than 4096"
    case .malformed(let part): "zone file is malformed: \(part.rawValue)"
    case .badRule(let text): "'\(text)' is not a POSIX TZ string with its rules"
    case .ruleDisagrees(let text): "zone file contradicts itself: '\(text)' does not fit the last transition"
    }
  }
}
