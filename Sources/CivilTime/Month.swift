/// A month of the Gregorian calendar; January is 1.
@frozen public enum Month: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  /// Month 1.
  case january = 1
  /// Month 2.
  case february
  /// Month 3.
  case march
  /// Month 4.
  case april
  /// Month 5.
  case may
  /// Month 6.
  case june
  /// Month 7.
  case july
  /// Month 8.
  case august
  /// Month 9.
  case september
  /// Month 10.
  case october
  /// Month 11.
  case november
  /// Month 12.
  case december

  /// The English name in lower case: `january`.
  public var name: String {
    switch self {
    case .january: "january"
    case .february: "february"
    case .march: "march"
    case .april: "april"
    case .may: "may"
    case .june: "june"
    case .july: "july"
    case .august: "august"
    case .september: "september"
    case .october: "october"
    case .november: "november"
    case .december: "december"
    }
  }

  /// The first three letters of the English name: `jan`.
  public var shortName: String { String(name.prefix(3)) }

  /// January comes first.
  @inlinable public static func < (left: Month, right: Month) -> Bool {
    left.rawValue < right.rawValue
  }
}
