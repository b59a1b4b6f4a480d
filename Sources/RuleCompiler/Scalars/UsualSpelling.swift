import CivilTime
public import Diagnostics
import YAMLSyntax

/// How values are usually spelled; each function takes a text that its reader takes and says the same.
enum UsualSpelling {
  /// `09:25` for `9:25`; `noon` and `midnight` in small letters.
  static func time(_ text: String) -> String {
    let lower = lowercasedASCII(text)
    return lower.utf8.dropFirst().first == UInt8(ascii: ":") ? "0" + lower : lower
  }

  /// `09:00-17:00` without blanks.
  static func window(_ text: String) -> String { halves(text, time) }

  /// `mon` and `mon-fri` for whole names and capitals; `weekdays` and `weekends` in small letters.
  static func weekdays(_ text: String) -> String {
    let lower = lowercasedASCII(text)
    if lower == "weekdays" || lower == "weekends" { return lower }
    return halves(lower) { name in Weekday.allCases.first { $0.name == name }?.shortName ?? name }
  }

  /// `1h30m` for `1h 30m` and `PT1H30M`.
  static func duration(_ text: String) -> String {
    String(lowercasedASCII(text).filter { $0 != " " && $0 != "p" && $0 != "t" })
  }

  private static func halves(_ text: String, _ spelling: (String) -> String) -> String {
    text.split(separator: "-").map { spelling(String(trimmed($0))) }.joined(separator: "-")
  }

  /// Whether a text without quotes is read as itself everywhere in a file.
  static func needsNoQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    let isSign = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    guard isLetterOrDigit(first) || isSign && text.utf8.dropFirst().first.map(isLetterOrDigit) ?? false else {
      return false
    }
    guard isLetterOrDigit(last) || last == UInt8(ascii: "+") else { return false }
    return !hasPart(": ", text) && !["null", "Null", "NULL"].contains(text)
      && text.utf8.allSatisfy { isLetterOrDigit($0) || "-+:./_ ".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

extension Decoder {
  /// Keeps the usual spelling of a scalar that is written in another one.
  mutating func note(_ spelling: String, for node: YAMLNode) {
    guard UsualSpelling.needsNoQuotes(spelling), node.style != .literal, node.style != .folded,
      node.endOffset - node.startOffset <= 100
    else { return }
    if node.style == .plain, node.text == spelling { return }
    if spellings[node.startOffset] == nil { spellings[node.startOffset] = spelling }
  }
}

/// Returns the usual spellings of a rule file's times, days, durations, numbers, dates and words, where it has others.
///
/// Texts for people, expressions, names and the values of own keys are not among them. Replacing a scalar, quotes
/// included, by its usual spelling changes nothing of what the file means. A scalar with an anchor may be used in places
/// of several kinds; whoever replaces leaves those alone.
///
/// - Returns: Spellings by the offset of the scalar's first byte, none where the file can't be read.
public func preferredSpellings(of source: SourceText) -> [Int: String] {
  guard let root = parseYAML(source).document else { return [:] }
  var decoder = Decoder(file: FileContext(path: source.path, folder: "/"))
  decoder.notesSpellings = true
  _ = decoder.file(root)
  return decoder.spellings
}
