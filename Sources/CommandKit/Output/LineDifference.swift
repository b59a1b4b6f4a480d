import Diagnostics

/// The lines in which two texts differ.
struct LineDifference {
  private indirect enum Step {
    case same(String)
    case removed(String)
    case added(String)
  }

  private let names: (old: String, new: String)
  private var steps: [Step] = []

  init(_ old: [UInt8], _ new: [UInt8], names: (old: String, new: String)) {
    self.names = names
    let left = Self.lines(old)
    let right = Self.lines(new)
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var end = 0
    while end < min(left.count, right.count) - start, left[left.count - 1 - end] == right[right.count - 1 - end] {
      end += 1
    }
    steps = left[..<start].map { .same($0) }
    steps += Self.steps(Array(left[start..<left.count - end]), Array(right[start..<right.count - end]))
    steps += left[(left.count - end)...].map { .same($0) }
  }

  /// Lines with their ends, so that one without a line feed differs from one with.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(String(decoding: bytes[start...index], as: UTF8.self))
      start = index + 1
    }
    if start < bytes.count { lines.append(String(decoding: bytes[start...], as: UTF8.self)) }
    return lines
  }

  /// A longest common subsequence; above a million cells all is told as replaced.
  private static func steps(_ left: [String], _ right: [String]) -> [Step] {
    let width = right.count + 1
    guard !left.isEmpty, !right.isEmpty, (left.count + 1) * width <= 1_000_000 else {
      return left.map { .removed($0) } + right.map { .added($0) }
    }
    var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        lengths[row * width + column] =
          left[row] == right[column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var result: [Step] = []
    var (row, column) = (0, 0)
    while row < left.count || column < right.count {
      if row < left.count, column < right.count, left[row] == right[column] {
        result.append(.same(left[row]))
        (row, column) = (row + 1, column + 1)
      } else if row < left.count,
        column == right.count || lengths[(row + 1) * width + column] >= lengths[row * width + column + 1]
      {
        result.append(.removed(left[row]))
        row += 1
      } else {
        result.append(.added(right[column]))
        column += 1
      }
    }
    return result
  }

  /// Unified form with two lines around each change; at most so many lines below the names.
  func text(mostLines: Int) -> String {
    var lines: [String] = []
    var (old, new) = (1, 1)
    var shownUntil = -1
    for (index, step) in steps.enumerated() {
      let isNear = (max(0, index - 2)...min(steps.count - 1, index + 2)).contains { !Self.isSame(steps[$0]) }
      if isNear {
        if shownUntil < index - 1 || index == 0 { lines.append("@@ line \(old), now \(new) @@") }
        lines.append(Self.line(step))
        shownUntil = index
      }
      switch step {
      case .same: (old, new) = (old + 1, new + 1)
      case .removed: old += 1
      case .added: new += 1
      }
    }
    let rest = lines.count - mostLines
    if rest > 0 { lines = lines.prefix(mostLines) + ["… and \(rest) more line\(rest == 1 ? "" : "s")"] }
    return (["--- \(terminalText(names.old))", "+++ \(terminalText(names.new))"] + lines).map { $0 + "\n" }.joined()
  }

  private static func isSame(_ step: Step) -> Bool { if case .same = step { true } else { false } }

  private static func line(_ step: Step) -> String {
    switch step {
    case .same(let text): " " + shown(text)
    case .removed(let text): "-" + shown(text)
    case .added(let text): "+" + shown(text)
    }
  }

  /// A carriage return in front of the line feed is shown, since it may be all that differs.
  private static func shown(_ line: String) -> String {
    var bytes = Array(line.utf8)
    let ends = bytes.last == 0x0A
    if ends { bytes.removeLast() }
    return terminalText(String(decoding: bytes, as: UTF8.self)) + (ends ? "" : " (no line break)")
  }
}
