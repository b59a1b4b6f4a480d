/// A name of one declaration, unique in its kind over all files.
///
/// Letters (compared in NFC), digits and `_ - .`, 1 to 128 of them, not beginning with `-` or `.`; the compiler
/// checks this before it makes one.
public protocol DeclarationID: Hashable, Comparable, Sendable, CustomStringConvertible, Codable {
  /// The name as it is compared, in NFC.
  var text: String { get }
  /// Makes the identifier of a checked name.
  init(_ text: String)
}

extension DeclarationID {
  /// The name itself.
  public var description: String { text }

  /// Orders by Unicode scalars, in no locale.
  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// The identifier of a rule.
public struct RuleID: DeclarationID {
  /// The name as it is compared, in NFC.
  public let text: String
  /// Makes the identifier of a checked name.
  public init(_ text: String) { self.text = text }
}

/// The identifier of an action.
public struct ActionID: DeclarationID {
  /// The name as it is compared, in NFC.
  public let text: String
  /// Makes the identifier of a checked name.
  public init(_ text: String) { self.text = text }

  /// The reserved name of opening a notification.
  public static let open = ActionID("open")
  /// The reserved name of dismissing a notification.
  public static let dismiss = ActionID("dismiss")
}

/// The identifier of a category.
public struct CategoryID: DeclarationID {
  /// The name as it is compared, in NFC.
  public let text: String
  /// Makes the identifier of a checked name.
  public init(_ text: String) { self.text = text }
}

/// The identifier of a calendar.
public struct CalendarID: DeclarationID {
  /// The name as it is compared, in NFC.
  public let text: String
  /// Makes the identifier of a checked name.
  public init(_ text: String) { self.text = text }
}

/// The name of a channel.
public struct ChannelName: DeclarationID {
  /// The name as it is compared, in NFC.
  public let text: String
  /// Makes the name of a checked text.
  public init(_ text: String) { self.text = text }

  /// The terminal, which needs no declaration.
  public static let terminal = ChannelName("terminal")
}

extension DeclarationID {
  /// Reads the name from a stored text.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Stores the name as a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
