import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

extension ScalarText {
  /// Reads one entry of a field of `matching`: `5`, `1-5`, `0-59/15`, with names where the field has them.
  static func steppedRange(
    _ text: String, in range: ClosedRange<Int>, name: (String) -> Int? = { _ in nil }
  ) throws(ScalarFault) -> SteppedRange {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    func number(_ part: Substring) throws(ScalarFault) -> Int {
      let word = String(trimmed(part))
      if let value = name(lowercasedASCII(word)) { return value }
      return try integer(word, in: range)
    }
    guard parts.count <= 2, ends.count <= 2, parts[0] != "*", !parts[0].isEmpty else {
      let whole = "\(range.lowerBound)-\(range.upperBound)"
      let isStep = parts.count == 2 && (parts[0] == "*" || parts[0].isEmpty) && isDigits(parts[1])
      throw ScalarFault(
        "bad-range", "\(quoted(text)) is not a value, range or step",
        hint: isStep ? "write \(whole)/\(parts[1])" : "write for example 5, 1-5 or \(whole)/2")
    }
    let first = try number(ends[0])
    let last = ends.count == 2 ? try number(ends[1]) : first
    guard first <= last else {
      throw ScalarFault(
        "bad-range", "the range \(quoted(text)) runs backwards",
        hint: "write two: [\(first)-\(range.upperBound), \(range.lowerBound)-\(last)]")
    }
    var step = 1
    if parts.count == 2 {
      guard ends.count == 2 else {
        throw ScalarFault(
          "bad-range", "the step \(quoted(text)) has no range", hint: "write \(first)-\(range.upperBound)/\(parts[1])")
      }
      step = try integer(String(trimmed(parts[1])), in: 1...max(1, range.upperBound))
    }
    return SteppedRange(first: first, last: last, step: step)
  }
}

extension Grammar where Value == [SteppedRange] {
  /// A field of `matching`: a value, a range, a step, or a list of them.
  static func ranges(
    _ kind: String, in range: ClosedRange<Int>, names: String? = nil,
    name: @escaping @Sendable (String) -> Int? = { _ in nil }
  ) -> Grammar {
    let word = names.map { "([0-9]+|" + $0 + ")" } ?? "[0-9]+"
    let schema = SchemaParts.either([
      [
        "type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
      ],
      SchemaParts.pattern(" *" + word + " *(- *" + word + " *)?(/ *[0-9]+ *)?"),
    ])
    let element = Grammar<SteppedRange>.scalar(kind, schema) { text throws(ScalarFault) in
      try ScalarText.steppedRange(text, in: range, name: name)
    }
    return .oneOrMany(element, kind)
  }
}

/// Returns the bits of numbers below 64 in ranges.
func bits(_ ranges: [SteppedRange]) -> UInt64 {
  var bits: UInt64 = 0
  for range in ranges {
    for value in stride(from: range.first, through: range.last, by: max(1, range.step)) where value >= 0 && value < 64 {
      bits |= 1 << UInt64(value)
    }
  }
  return bits
}
