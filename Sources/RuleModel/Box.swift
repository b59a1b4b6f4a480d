/// A large value in a place of its own, so that what holds it stays small; it never changes.
package final class Box<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package static func == (left: Box, right: Box) -> Bool { left === right || left.value == right.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A value that says nothing at first.
package protocol Blank {
  init()
}

/// A group of fields that are seldom set: a word while none is.
package struct Rare<Value: Hashable & Sendable & Blank>: Hashable, Sendable {
  private var box: Box<Value>?

  /// No field is set.
  package init() {}

  /// Whether no field is set.
  package var isBlank: Bool { box == nil }

  /// The fields; as they are at first where none was set.
  package var value: Value {
    get { box?.value ?? Value() }
    set { box = newValue == Value() ? nil : Box(newValue) }
  }
}
