extension ScalarText {
  /// Reads a whole decimal number within bounds.
  ///
  /// - Parameters:
  ///   - text: Digits, with a minus sign where the bounds allow one.
  ///   - range: The numbers that are right.
  public static func integer(_ text: String, in range: ClosedRange<Int>) throws(ScalarFault) -> Int {
    var cursor = TextCursor(text)
    let isNegative = cursor.take("-")
    let digits = text.utf8.count - (isNegative ? 1 : 0)
    guard let magnitude = cursor.number(digits: 1...18), cursor.isAtEnd else { throw notAnInteger(text, range) }
    let value = isNegative ? -magnitude : magnitude
    guard range.contains(value) else { throw outOfRange(text, range) }
    // 08 is 8 for people; a leading zero before more digits than the bound has is a slip.
    guard digits <= max(2, String(range.upperBound).count) else { throw outOfRange(text, range) }
    return value
  }

  private static func outOfRange(_ text: String, _ range: ClosedRange<Int>) -> ScalarFault {
    let wanted =
      range.upperBound == Int.max || range.upperBound >= 1_000_000_000
      ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    return ScalarFault("number-out-of-range", "\(quoted(text)) is out of range: \(wanted) is wanted")
  }

  private static func notAnInteger(_ text: String, _ range: ClosedRange<Int>) -> ScalarFault {
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? String(text.dropFirst()) : text
    if isDigits(unsigned) {
      if text.hasPrefix("+"), unsigned.utf8.count <= 18 {
        return ScalarFault("bad-number", "\(quoted(text)) has a plus sign", hint: "write \(unsigned)")
      }
      return outOfRange(text, range)
    }
    let lower = lowercasedASCII(unsigned)
    var hint: String?
    if lower.hasPrefix("0x") || lower.hasPrefix("0o") || lower.hasPrefix("0b") {
      let radix = lower.hasPrefix("0x") ? 16 : lower.hasPrefix("0o") ? 8 : 2
      hint = "write it in decimal"
      if let value = Int(lower.dropFirst(2), radix: radix) { hint = "write it in decimal: \(value)" }
    } else if lower.contains("_") || lower.contains(",") {
      let plain = String(lower.filter { $0 != "_" && $0 != "," })
      if isDigits(plain) { hint = "write \(plain)" }
    } else if lower.contains("."), lower.allSatisfy({ $0.isNumber || $0 == "." || $0 == "e" }) {
      hint = "fractions are not possible here"
    }
    return ScalarFault("bad-number", "\(quoted(text)) is not a whole number", hint: hint)
  }
}
