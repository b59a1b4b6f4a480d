import Diagnostics
import Testing

@Suite struct ClosestMatchTests {
  static let words = ["weekdays", "weekends", "weekly", "daily", "at", "title", "body", "every", "mon", "tue"]
  static let rows: [(name: String, text: String, found: String?)] = [
    ("letter missing", "wekdays", "weekdays"),
    ("letters exchanged", "tilte", "title"),
    ("letter too many", "titlee", "title"),
    ("other letter", "weakly", "weekly"),
    ("other case", "WEEKDAYS", "weekdays"),
    ("one of two letters", "ta", "at"),
    ("nothing near", "banana", nil),
    ("too far for its length", "xyz", nil),
    ("itself is no hint", "title", nil),
    ("empty", "", nil),
    ("very long", String(repeating: "weekdays", count: 1000), nil),
  ]

  @Test func nearest() {
    for row in Self.rows { #expect(closestMatch(to: row.text, among: Self.words) == row.found, "\(row.name)") }
  }

  @Test func caseWinsOverLetters() {
    #expect(closestMatch(to: "Title", among: ["little", "tilde", "title"]) == "title")
    #expect(closestMatch(to: "ab", among: ["ac", "ad"]) == "ac")
  }
}
