import Diagnostics
import TestSupport
import Testing
import YAMLSyntax

/// Broken texts of every kind: reading ends, and every place lies inside the text.
@Suite struct MutatedTextTests {
  static let seed = """
    # a rule file
    timezone: Europe/Berlin
    defaults: &d { at: 09:00, days: [mon, 'tue', "w\\u0065d"] }
    rules:
      standup:
        <<: *d
        when: { weekly: { days: weekdays, at: 09:25 }, except: [holidays] }
        notify: { title: "Stand-up 😀 in five minutes", category: meeting } # why
      backup:
        - run: |
            echo a: b
            exit 1
        - body: >-
            folded
            text
      "ünï": ~
    ...

    """
  static let pieces = [
    ":", ": ", "- ", "[", "]", "{", "}", "{{", "}}", ",", "#", " #x", "\"", "'", "&a ", "*a", "*d", "!t ", "|", ">",
    "%", "@", "`",
    "? ", "\t", "\n", "\r\n", "\r", "  ", "---\n", "...\n", "<<: ", "\u{2028}", "\u{85}", "\u{FEFF}", "\u{0}", "é", "😀",
    "\\", "\\x",
  ]

  @Test func neverCrashesAndStaysInside() {
    var random = SplitMix64(seed: 20)
    let seed = Array(Self.seed.utf8)
    var accepted = 0
    for round in 0..<6000 {
      var bytes = seed
      if round % 3 == 0 { bytes = Array(bytes.prefix(random.below(bytes.count))) }
      for _ in 0..<random.below(4) {
        let place = random.below(bytes.count + 1)
        switch random.below(4) {
        case 0: bytes.insert(contentsOf: Array(Self.pieces[random.below(Self.pieces.count)].utf8), at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(12)))
        case 2: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
        default:
          let from = random.below(bytes.count + 1)
          bytes.insert(contentsOf: Array(bytes[from..<min(bytes.count, from + random.below(40))]), at: place)
        }
      }
      let source = SourceText(path: "t", bytes: bytes)
      let (document, diagnostics) = parseYAML(source)
      if document == nil { #expect(diagnostics.hasErrors, "round \(round)") }
      if diagnostics.isEmpty { accepted += 1 }
      for diagnostic in diagnostics {
        #expect(diagnostic.range.map { Self.isInside($0, source) } == true, "round \(round): \(diagnostic)")
        #expect(diagnostic.related.allSatisfy { Self.isInside($0.range, source) }, "round \(round): \(diagnostic)")
      }
      if let document {
        #expect(allNodes(document).allSatisfy { Self.isInside($0.range, source) }, "round \(round)")
      }
    }
    #expect(accepted > 100)
  }

  static func isInside(_ range: SourceRange, _ source: SourceText) -> Bool {
    range.start.offset >= 0 && range.end.offset >= range.start.offset && range.end.offset <= source.bytes.count
      && range.start == source.position(at: range.start.offset) && range.end == source.position(at: range.end.offset)
  }
}
