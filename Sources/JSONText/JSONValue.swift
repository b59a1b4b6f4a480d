/// A JSON value (RFC 8259) with its members in the order of the text.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number; always finite when it was parsed.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members in order.
  case object(JSONObject)
}

/// Members of a JSON object, in order.
public struct JSONObject: Sendable {
  /// One name and its value.
  public typealias Member = (key: String, value: JSONValue)

  /// The members in the order they are printed.
  ///
  /// A name may stand more than once if the text had it so.
  public private(set) var members: [Member]

  /// Makes an object without members.
  public init() { members = [] }

  /// Makes an object from members, which keep their order.
  public init(_ members: [Member]) { self.members = members }

  /// The value of a name, or `nil` where there is none; of several equal names the last, as most readers do.
  ///
  /// Setting replaces the value in its place or appends a member; setting `nil` removes it.
  ///
  /// - Complexity: O(members); objects here are small.
  public subscript(key: String) -> JSONValue? {
    get { members.last { $0.key == key }?.value }
    set {
      guard let newValue else {
        members.removeAll { $0.key == key }
        return
      }
      if let index = members.lastIndex(where: { $0.key == key }) {
        members[index].value = newValue
      } else {
        members.append((key, newValue))
      }
    }
  }

  /// The names in order.
  public var keys: [String] { members.map(\.key) }
  /// How many members there are.
  public var count: Int { members.count }
  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }
}

extension JSONObject: Hashable {
  /// Equal objects have equal members in equal order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
  }

  /// Feeds all members in order.
  public func hash(into hasher: inout Hasher) {
    for member in members {
      hasher.combine(member.key)
      hasher.combine(member.value)
    }
  }
}

extension JSONValue {
  /// The text of a string; `nil` for every other value.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The value of a boolean; `nil` for every other value.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of an integer, or of a number with a whole value that fits; `nil` for every other value.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }
  /// The value of a number, rounded where an integer needs more than 53 bits; `nil` for every other value.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
  /// The elements of a list; `nil` for every other value.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; `nil` for every other value.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }
  /// The value of an object's member; `nil` where there is none or this is no object.
  public subscript(key: String) -> JSONValue? { object?[key] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// `"text"`.
  public init(stringLiteral value: String) { self = .string(value) }
  /// `true`, `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `1`.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// `1.5`.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// `[1, 2]`.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// `["name": 1]`, members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
  }
  /// `nil`.
  public init(nilLiteral: ()) { self = .null }
}
