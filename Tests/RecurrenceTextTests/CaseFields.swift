import CivilTime
import JSONText

extension JSONValue {
  func string(_ key: String) -> String? {
    guard case .string(let text)? = self[key] else { return nil }
    return text
  }

  func strings(_ key: String) -> [String]? {
    guard case .array(let items)? = self[key] else { return nil }
    return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  func flag(_ key: String) -> Bool { self[key] == .bool(true) }
}

/// Reads the local part of an RFC 3339 date-time without its offset and fraction.
func localDateTime(_ text: String) -> LocalDateTime? {
  guard
    let time = TimeOfDay(
      hour: number(text, 11, 2), minute: number(text, 14, 2), second: number(text, 17, 2))
  else { return nil }
  guard let date = localDate(text) else { return nil }
  return LocalDateTime(date: date, time: time)
}

/// Reads `2026-01-31` at the text's start.
func localDate(_ text: String) -> LocalDate? {
  LocalDate(year: number(text, 0, 4), month: number(text, 5, 2), day: number(text, 8, 2))
}

private func number(_ text: String, _ start: Int, _ length: Int) -> Int {
  let bytes = Array(text.utf8)
  guard start + length <= bytes.count else { return -1 }
  return Int(String(decoding: bytes[start..<start + length], as: UTF8.self)) ?? -1
}
