import CivilTime
import Diagnostics
public import RuleModel

extension ScalarText {
  /// Reads a position: a number, `first` to `fifth`, `last`, `second last`, `third last`, or `last-2`, two before the
  /// last.
  ///
  /// - Parameter limit: The largest position from either end, at most 366.
  /// - Returns: The position, 1 or more, and whether it counts from the end.
  public static func position(_ text: String, limit: Int) throws(ScalarFault) -> (number: Int, isFromEnd: Bool) {
    let lower = lowercasedASCII(text)
    var cursor = TextCursor(lower)
    if let number = cursor.number(digits: 1...3), cursor.isAtEnd {
      guard number >= 1, number <= limit else {
        throw ScalarFault("number-out-of-range", "\(quoted(text)) is out of range: 1 to \(limit) is wanted")
      }
      return (number, false)
    }
    switch lower {
    case "last": return (1, true)
    case "second last": return (2, true)
    case "third last": return (3, true)
    default: break
    }
    if let index = ordinalWords.firstIndex(of: lower), index < limit { return (index + 1, false) }
    if lower.hasPrefix("last-") {
      var cursor = TextCursor(lower.dropFirst(5))
      if let before = cursor.number(digits: 1...3), cursor.isAtEnd, before + 1 <= limit { return (before + 1, true) }
      if cursor.isAtEnd {
        throw ScalarFault("number-out-of-range", "\(quoted(text)) is out of range: last-\(limit - 1) is the furthest")
      }
    }
    var hint = "write for example 1, last or last-2"
    if lower.hasPrefix("-"), isDigits(lower.dropFirst()), let back = Int(lower.dropFirst().prefix(4)), back >= 1 {
      hint = back == 1 ? "write last" : "write last-\(back - 1)"
    } else if let number = counted(lower), number >= 1, number <= limit {
      hint = "write \(number)"
    } else if let near = closestMatch(to: lower, among: ordinalWords + ["last", "second last", "third last"]) {
      hint = "did you mean '\(near)'?"
    }
    throw ScalarFault("bad-ordinal", "\(quoted(text)) is not a position", hint: hint)
  }

  /// Reads a position of at most 255, as for days of a month.
  public static func ordinal(_ text: String, limit: Int) throws(ScalarFault) -> Ordinal {
    let position = try position(text, limit: min(limit, 255))
    let number = UInt8(truncatingIfNeeded: position.number)
    return position.isFromEnd ? .fromEnd(number) : .fromStart(number)
  }

  /// Reads a weekday counted in its month: `second tuesday`, `last friday`, `second last friday`.
  public static func ordinalWeekday(_ text: String) throws(ScalarFault) -> OrdinalWeekday {
    let words = text.split(separator: " ")
    guard words.count >= 2, words.count <= 3, let name = words.last else {
      throw ScalarFault(
        "bad-ordinal", "\(quoted(text)) is not a counted weekday",
        hint: "write for example second tuesday or last friday")
    }
    let weekday = try weekday(String(name))
    let count = words.dropLast().joined(separator: " ")
    do throws(ScalarFault) {
      return OrdinalWeekday(try ordinal(count, limit: 5), weekday)
    } catch {
      guard error.code == "bad-ordinal" else { throw error }
      var hint = "write for example second tuesday or last friday"
      if let number = counted(lowercasedASCII(count)), number >= 1, number <= ordinalWords.count {
        hint = "write \(ordinalWords[number - 1]) \(name)"
      } else if error.hint?.hasPrefix("did you mean") == true {
        hint = error.hint ?? hint
      }
      throw ScalarFault(error.code, error.message, hint: hint)
    }
  }

  /// The number of `1st`, `2nd`, `3rd`, `4th`.
  private static func counted(_ lower: String) -> Int? {
    var cursor = TextCursor(lower)
    guard let number = cursor.number(digits: 1...3), ["st", "nd", "rd", "th"].contains(cursor.rest) else { return nil }
    return number
  }

  private static let ordinalWords = ["first", "second", "third", "fourth", "fifth"]
}
