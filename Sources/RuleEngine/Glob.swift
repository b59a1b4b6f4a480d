/// A pattern over a whole text: `*` any run of characters, `?` any one, `[a-z]` and `[!a-z]` one of a set, `\` the next
/// character itself; an unclosed `[` stands for itself (POSIX 1003.1, 2.14, without the rules for paths).
struct Glob {
  private enum Part {
    case anyRun
    case anyOne
    case one(Character)
    case set([ClosedRange<Character>], isNegated: Bool)
  }

  private let parts: [Part]

  /// Reads a pattern; every text is one.
  init(_ pattern: String) {
    var parts: [Part] = []
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      switch character {
      case "*":
        // Runs of `*` are one, which keeps matching linear in each.
        if case .anyRun? = parts.last { continue }
        parts.append(.anyRun)
      case "?": parts.append(.anyOne)
      case "\\": parts.append(.one(rest.popFirst() ?? "\\"))
      case "[":
        var behind = rest
        if let set = Self.set(&behind) {
          parts.append(set)
          rest = behind
        } else {
          parts.append(.one("["))
        }
      default: parts.append(.one(character))
      }
    }
    self.parts = parts
  }

  private static func set(_ rest: inout Substring) -> Part? {
    var ranges: [ClosedRange<Character>] = []
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var isFirst = true
    while let character = rest.popFirst() {
      if character == "]", !isFirst { return .set(ranges, isNegated: isNegated) }
      isFirst = false
      var last = character
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        last = end
        rest.removeFirst(2)
      }
      if character <= last { ranges.append(character...last) }
    }
    return nil
  }

  /// Whether the pattern covers all of a text; takes at most the product of both lengths.
  func matches(_ text: String) -> Bool {
    let characters = Array(text)
    var part = 0
    var position = 0
    var retry: (part: Int, position: Int)?
    while position < characters.count {
      if part < parts.count, case .anyRun = parts[part] {
        retry = (part + 1, position)
        part += 1
      } else if part < parts.count, Self.covers(parts[part], characters[position]) {
        part += 1
        position += 1
      } else if let (nextPart, start) = retry {
        retry = (nextPart, start + 1)
        part = nextPart
        position = start + 1
      } else {
        return false
      }
    }
    while part < parts.count, case .anyRun = parts[part] { part += 1 }
    return part == parts.count
  }

  private static func covers(_ part: Part, _ character: Character) -> Bool {
    switch part {
    case .anyRun, .anyOne: true
    case .one(let wanted): wanted == character
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
    }
  }
}
