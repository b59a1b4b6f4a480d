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

  /// Returns the place of the first step that is longer than what it steps through, so that only one value is left, or
  /// `nil`: `*/90` in the minutes, which is 0 and not every 90 minutes.
  ///
  /// - Parameter text: An expression that `parse` accepts.
  public static func overlongStep(in text: String) -> Range<Int>? {
    let bytes = ExpressionBytes(text)
    let words = bytes.words()
    guard words.count == 5 || words.count == 6 else { return nil }
    for (word, field) in zip(words, CronField.allCases.suffix(words.count)) {
      for item in bytes.split(word, at: UInt8(ascii: ",")) {
        guard let slash = item.first(where: { bytes[$0] == UInt8(ascii: "/") }) else { continue }
        let digits = slash + 1..<item.upperBound
        if let step = bytes.number(digits), step > field.count { return digits }
      }
    }
    return nil
  }
}
