extension CronText {
  /// Returns the place of the first weekday number that another scheduler would read otherwise, or `nil`.
  ///
  /// Six fields, `?` and `#` are marks of Quartz and its relatives, where 1 is Sunday; here 1 is Monday. Names mean the
  /// same everywhere.
  ///
  /// - Parameter text: An expression that `parse` accepts.
  public static func ambiguousWeekdayNumber(in text: String) -> Range<Int>? {
    let bytes = ExpressionBytes(text)
    let words = bytes.words()
    guard words.count == 5 || words.count == 6, let field = words.last else { return nil }
    let isForeign = words.count == 6 || bytes.bytes.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    guard isForeign else { return nil }
    for item in bytes.split(field, at: UInt8(ascii: ",")) {
      let ends = item.first { "/#".utf8.contains(bytes[$0]) } ?? item.upperBound
      for value in bytes.split(item.lowerBound..<ends, at: UInt8(ascii: "-")) {
        let digits = value.lowerBound..<bytes.endOfDigits(from: value.lowerBound, to: value.upperBound)
        if !digits.isEmpty { return digits }
      }
    }
    return nil
  }
}
