import CivilTime
import JSONText
import RuleModel

/// Reads the members of one JSON object strictly: every member must be asked for, and have the right type and size.
struct FieldReader {
  private let object: JSONObject
  private let place: String
  private var read: Set<String> = []

  /// - Parameter place: What the object is, for messages: `content`.
  init(_ value: JSONValue?, _ place: String) throws(ControlError) {
    guard let object = value?.object else { throw ControlError(.badRequest, "'\(place)' must be an object") }
    self.object = object
    self.place = place
  }

  func fault(_ name: String, _ expectation: String) -> ControlError {
    ControlError(.badRequest, "'\(name)' in \(place) must be \(expectation)")
  }

  /// Refuses members that nobody asked for.
  func finish() throws(ControlError) {
    for key in object.keys where !read.contains(key) {
      throw ControlError(.badRequest, "unknown field '\(key.prefix(64))' in \(place)")
    }
  }

  /// A member; nil where it is absent or null.
  mutating func value(_ name: String) -> JSONValue? {
    read.insert(name)
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  mutating func needed<Value>(
    _ name: String, _ get: (inout FieldReader) throws(ControlError) -> Value?
  ) throws(ControlError) -> Value {
    guard let value = try get(&self) else { throw ControlError(.badRequest, "'\(name)' is missing in \(place)") }
    return value
  }

  mutating func text(_ name: String) throws(ControlError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw fault(name, "a text") }
    return text
  }

  mutating func neededText(_ name: String) throws(ControlError) -> String {
    try needed(name) { reader throws(ControlError) in try reader.text(name) }
  }

  /// A name or identifier: 1 to 1024 bytes without control characters.
  mutating func name(_ name: String) throws(ControlError) -> String? {
    guard let text = try text(name) else { return nil }
    guard Self.isName(text) else { throw fault(name, "a name of 1 to 1024 bytes without control characters") }
    return text
  }

  static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.isEmpty && bytes.count <= 1024 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  mutating func neededName(_ name: String) throws(ControlError) -> String {
    try needed(name) { reader throws(ControlError) in try reader.name(name) }
  }

  mutating func names(_ name: String) throws(ControlError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let list = value.array else { throw fault(name, "a list of names") }
    var names: [String] = []
    for element in list {
      guard let text = element.string, Self.isName(text) else { throw fault(name, "a list of names") }
      names.append(text)
    }
    return names
  }

  mutating func flag(_ name: String) throws(ControlError) -> Bool {
    guard let value = value(name) else { return false }
    guard let flag = value.bool else { throw fault(name, "true or false") }
    return flag
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(ControlError) -> Int64? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer, range.contains(number) else {
      throw fault(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func neededInteger(_ name: String, in range: ClosedRange<Int64>) throws(ControlError) -> Int64 {
    try needed(name) { reader throws(ControlError) in try reader.integer(name, in: range) }
  }

  mutating func count(_ name: String) throws(ControlError) -> Int {
    Int(try neededInteger(name, in: 0...1 << 40))
  }

  mutating func instant(_ name: String) throws(ControlError) -> Instant? {
    guard let text = try text(name) else { return nil }
    guard let stamp = RFC3339.parse(text) else { throw fault(name, "an RFC 3339 date-time") }
    return stamp.instant
  }

  mutating func neededInstant(_ name: String) throws(ControlError) -> Instant {
    try needed(name) { reader throws(ControlError) in try reader.instant(name) }
  }

  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws(ControlError) -> Word? where Word.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw fault(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  mutating func neededWord<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws(ControlError) -> Word where Word.RawValue == String {
    try needed(name) { reader throws(ControlError) in try reader.word(name, type) }
  }

  mutating func id<ID: DeclarationID>(_ name: String, _ type: ID.Type) throws(ControlError) -> ID? {
    try self.name(name).map(ID.init)
  }

  /// A list of objects, each read by `read`.
  mutating func list<Element>(
    _ name: String, _ read: (JSONValue) throws(ControlError) -> Element
  ) throws(ControlError) -> [Element] {
    guard let value = value(name) else { return [] }
    guard let list = value.array else { throw fault(name, "a list") }
    var elements: [Element] = []
    elements.reserveCapacity(list.count)
    for element in list { elements.append(try read(element)) }
    return elements
  }

  /// An object, read by `read`; nil where it is absent.
  mutating func nested<Element>(
    _ name: String, _ read: (JSONValue) throws(ControlError) -> Element
  ) throws(ControlError) -> Element? {
    guard let value = value(name) else { return nil }
    return try read(value)
  }

  /// The name of the first member.
  var firstName: String? { object.members.first?.key }

  /// The only member of an object that says by its name what it holds.
  func onlyMember() throws(ControlError) -> JSONObject.Member {
    guard object.count == 1, let member = object.members.first else {
      throw ControlError(.badRequest, "\(place) must have exactly one member")
    }
    return member
  }
}
