import Diagnostics
import YAMLSyntax

extension Layout {
  // MARK: Brackets

  /// Whether a line break stands inside.
  func reachesOverLines(_ node: ConcreteNode) -> Bool {
    source.bytes[node.range].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Whether something in brackets is a list of plain values that has several on some line: it stays in brackets.
  func isPlainList(_ node: ConcreteNode) -> Bool {
    guard node.kind == .flowSequence else { return false }
    let isPlain = node.items.allSatisfy { item in
      item.key == nil && item.heading == nil && item.between.isEmpty
        && (item.value.kind == .scalar || item.value.kind == .alias) && !reachesOverLines(item.value)
    }
    return isPlain && breaks(in: node) < node.items.count - 1
  }

  /// Whether a list of plain values keeps its lines: it is broken between values, or has comments.
  func isFilled(_ node: ConcreteNode) -> Bool {
    guard reachesOverLines(node), isPlainList(node) else { return false }
    let hasComments = node.opening != nil || !node.closing.isEmpty || node.items.contains(where: \.hasComments)
    return breaks(in: node) > 0 || hasComments
  }

  private func breaks(in node: ConcreteNode) -> Int {
    node.items.indices.dropFirst().count { startsLine($0, in: node) }
  }

  /// Whether a value of a list begins a line: it does, or a comment stands before it.
  private func startsLine(_ number: Int, in node: ConcreteNode) -> Bool {
    node.items[number].startsLine || !node.items[number].leading.isEmpty || node.items[number - 1].trailing != nil
  }

  /// The lines of a value; the first one without its indentation, empty where there is no value.
  func valueLines(_ node: ConcreteNode, indent: Int) -> [FormattedLine] {
    let anchor = node.anchor.map { text($0) } ?? ""
    var lines: [FormattedLine]
    switch node.kind {
    case .missing: lines = [FormattedLine(text: "")]
    case .alias: lines = [FormattedLine(text: text(node.range))]
    case .scalar: lines = scalarLines(node, indent: indent)
    case .flowSequence, .flowMapping:
      lines = isFilled(node) ? filled(node, indent: indent) : [FormattedLine(text: inline(node))]
    case .blockSequence, .blockMapping: lines = []
    }
    guard !anchor.isEmpty, !lines.isEmpty else { return lines }
    lines[0].text = lines[0].text.isEmpty ? anchor : anchor + " " + lines[0].text
    return lines
  }

  /// A value on one line.
  private func inline(_ node: ConcreteNode) -> String {
    guard node.isFlow else { return valueLines(node, indent: 0).first?.text ?? "" }
    let parts = node.items.map { item in
      let value = (item.value.isFlow ? item.value.anchor.map { text($0) + " " } ?? "" : "") + inline(item.value)
      // The blank stays where the value is missing: `a:,` would be a text.
      return (item.key.map { keyText($0) + " " } ?? "") + value
    }
    let inside = parts.joined(separator: ", ")
    if node.kind == .flowSequence { return "[\(inside)]" }
    return inside.isEmpty ? "{}" : inside.hasSuffix(" ") ? "{ \(inside)}" : "{ \(inside) }"
  }

  /// A list in brackets with the line breaks that it has.
  private func filled(_ node: ConcreteNode, indent: Int) -> [FormattedLine] {
    var lines = [FormattedLine(text: "[")]
    if let opening = node.opening { attach(opening, to: &lines[0]) }
    for (number, item) in node.items.enumerated() {
      let isLast = number == node.items.count - 1
      for comment in item.leading {
        lines.append(FormattedLine(text: blanks(indent) + text(comment.range), isComment: true))
      }
      let value = (valueLines(item.value, indent: 0).first?.text ?? "") + (isLast ? "" : ",")
      if number == 0 || startsLine(number, in: node) {
        lines.append(FormattedLine(text: blanks(indent) + value))
      } else {
        lines[lines.count - 1].text += " " + value
      }
      if let trailing = item.trailing { attach(trailing, to: &lines[lines.count - 1]) }
    }
    for comment in node.closing {
      lines.append(FormattedLine(text: blanks(indent) + text(comment.range), isComment: true))
    }
    if node.items.last?.trailing != nil || !node.closing.isEmpty {
      lines.append(FormattedLine(text: blanks(indent) + "]"))
    } else {
      lines[lines.count - 1].text += "]"
    }
    return lines
  }

  // MARK: Texts

  private func scalarLines(_ node: ConcreteNode, indent: Int) -> [FormattedLine] {
    if node.style == .literal || node.style == .folded { return blockScalar(node, indent: indent) }
    if let spelled = spellings[node.range.lowerBound], node.anchor == nil { return [FormattedLine(text: spelled)] }
    var parts = sourceLines(node.range)
    for number in parts.indices {
      if number > 0 { parts[number] = parts[number].drop { $0 == 0x20 || $0 == 0x09 } }
      if number < parts.count - 1 { parts[number] = withoutTrailingBlanks(parts[number]) }
    }
    return parts.enumerated().map { number, part in
      let text = String(decoding: part, as: UTF8.self)
      return FormattedLine(text: number == 0 || part.isEmpty ? text : blanks(indent) + text)
    }
  }

  /// A backslash keeps the blank behind it.
  private func withoutTrailingBlanks(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.endIndex
    while end > line.startIndex, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    var backslashes = 0
    while end - backslashes > line.startIndex, line[end - backslashes - 1] == UInt8(ascii: "\\") { backslashes += 1 }
    return end < line.endIndex && backslashes % 2 == 1 ? line[..<(end + 1)] : line[..<end]
  }

  private func sourceLines(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let byte = source.bytes[index]
      if byte == 0x0A || byte == 0x0D {
        lines.append(source.bytes[start..<index])
        if byte == 0x0D, index + 1 < range.upperBound, source.bytes[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    lines.append(source.bytes[start..<range.upperBound])
    return lines
  }

  /// A block scalar (YAML 1.2.2, 8.1): its lines moved, its indicators and the comment behind them kept.
  private func blockScalar(_ node: ConcreteNode, indent: Int) -> [FormattedLine] {
    var parts = sourceLines(node.range)
    let (header, comment) = self.header(parts.removeFirst())
    let digit = header.utf8.first { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }
    let keeps = header.contains("+")
    // The scalar ends behind a line break, except at the end of a file without one.
    let endsWithBreak = parts.last?.isEmpty ?? false
    if endsWithBreak { parts.removeLast() }
    let old = digit.map { max(node.outerColumn, 0) + Int($0 - UInt8(ascii: "0")) } ?? detectedIndent(parts)
    var sign = header.first.map(String.init) ?? "|"
    // The indicator counts from the list or mapping around it.
    if digit != nil { sign += "2" }
    sign += header.filter { $0 == "+" || $0 == "-" }
    var first = FormattedLine(text: sign, isVerbatim: true)
    if let comment { first.comment = comment }
    first.commentColumn = -1 - node.range.lowerBound
    var lines = [first]
    for part in parts {
      let isEmpty = part.count <= old && part.allSatisfy { $0 == 0x20 }
      let content = String(decoding: part.dropFirst(old), as: UTF8.self)
      lines.append(FormattedLine(text: isEmpty ? "" : blanks(indent) + content, isVerbatim: true))
    }
    if !keeps {
      while lines.count > 1, lines[lines.count - 1].text.isEmpty { lines.removeLast() }
    }
    lines[lines.count - 1].keepsBlankLines = keeps
    return lines
  }

  private func header(_ line: ArraySlice<UInt8>) -> (sign: String, comment: String?) {
    let sign = line.prefix { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "#") }
    let rest = line.drop { $0 != UInt8(ascii: "#") }
    let comment = rest.isEmpty ? nil : String(decoding: withoutTrailingBlanks(rest), as: UTF8.self)
    return (String(decoding: sign, as: UTF8.self), comment)
  }

  private func detectedIndent(_ lines: [ArraySlice<UInt8>]) -> Int {
    let first = lines.first { line in line.contains { $0 != 0x20 } }
    return first.map { $0.prefix { $0 == 0x20 }.count } ?? lines.map(\.count).max() ?? 0
  }
}
