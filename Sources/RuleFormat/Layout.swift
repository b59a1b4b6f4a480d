import Diagnostics
import YAMLSyntax

/// Lays a file out in the preferred form.
///
/// The author decides what stands on one line in brackets and what is indented, and the order of everything; the layout
/// decides indentation, blanks, blank lines, and that nothing in brackets reaches over lines but a list of plain values.
struct Layout {
  let source: SourceText
  /// Preferred spellings by the offset of the scalar they replace.
  let spellings: [Int: String]

  /// The lines of a whole file.
  func lines(_ file: ConcreteFile) -> [FormattedLine] {
    var lines: [FormattedLine] = []
    add(file.before, to: &lines)
    var body: [FormattedLine] = []
    let anchor = file.root.anchor.map { text($0) }
    if file.root.isFlow, !isBlock(file.root) {
      body = valueLines(file.root, indent: 2)
    } else {
      if let anchor { body.append(FormattedLine(text: anchor)) }
      if let opening = file.root.opening { body.append(FormattedLine(text: text(opening.range), isComment: true)) }
      body += collection(file.root, indent: 0, names: .sections)
    }
    if let first = file.root.items.first, !lines.isEmpty, body.first != nil {
      let isApart = first.leading.first.map(\.followsBlankLine) ?? first.followsBlankLine
      if isApart { lines.addBlankLine() }
    }
    lines += body
    add(file.after, to: &lines)
    return lines
  }

  private func add(_ parts: [ConcreteFile.Line], to lines: inout [FormattedLine]) {
    for part in parts {
      switch part {
      case .comment(let comment): add(comment, indent: 0, to: &lines)
      case .marker(let range, let comment):
        var line = FormattedLine(text: text(range))
        if let comment { attach(comment, to: &line) }
        lines.append(line)
      }
    }
  }

  // MARK: Comments

  func text(_ range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }

  func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func add(_ comment: Comment, indent: Int, to lines: inout [FormattedLine]) {
    if comment.followsBlankLine, !lines.isEmpty { lines.addBlankLine() }
    lines.append(FormattedLine(text: blanks(indent) + text(comment.range), isComment: true))
  }

  func attach(_ comment: Comment, to line: inout FormattedLine) {
    line.comment = text(comment.range)
    line.commentColumn = displayWidth(of: text(comment.range.lowerBound - comment.column..<comment.range.lowerBound))
  }

  /// Puts a comment behind the last line; on a line of its own where that has no place for it.
  private func attach(_ comment: Comment, to lines: inout [FormattedLine], indent: Int) {
    guard let last = lines.indices.last, lines[last].comment == nil, !lines[last].isVerbatim, !lines[last].isComment
    else {
      lines.append(FormattedLine(text: blanks(indent) + text(comment.range), isComment: true))
      return
    }
    attach(comment, to: &lines[last])
  }

  // MARK: Lists and mappings

  /// What the items of a mapping are, which decides where blank lines must stand.
  enum Names {
    /// The top level.
    case sections
    /// The rules of a file.
    case rules
    case others
  }

  /// Whether a collection is written without brackets: it was, or it reached over lines.
  func isBlock(_ node: ConcreteNode) -> Bool {
    switch node.kind {
    case .blockMapping, .blockSequence: true
    case .flowMapping, .flowSequence: !node.items.isEmpty && reachesOverLines(node) && !isPlainList(node)
    case .missing, .scalar, .alias: false
    }
  }

  /// The lines of a collection without brackets, from its first item to its last comment.
  func collection(_ node: ConcreteNode, indent: Int, names: Names = .others) -> [FormattedLine] {
    var lines: [FormattedLine] = []
    let columns = columns(of: node)
    var wasTall = false
    for (number, item) in node.items.enumerated() {
      let own = self.item(item, indent: indent, column: columns[number], names)
      let isTall = own.count > 1
      let isApart = item.followsBlankLine || item.leading.contains(where: \.followsBlankLine)
      if number > 0, names != .others, isTall || wasTall, !isApart { lines.addBlankLine() }
      for comment in item.leading { add(comment, indent: indent, to: &lines) }
      if item.followsBlankLine, !lines.isEmpty { lines.addBlankLine() }
      lines += own
      wasTall = isTall
    }
    for comment in node.closing { add(comment, indent: indent, to: &lines) }
    return lines
  }

  /// The lines of an item without the comments before it.
  private func item(_ item: ConcreteItem, indent: Int, column: Int, _ names: Names) -> [FormattedLine] {
    var head = blanks(indent)
    var inner = Names.others
    if let key = item.key {
      head += keyText(key)
      if names == .sections, key.kind == .scalar, text(key.range) == "rules" { inner = .rules }
    } else {
      head += "-"
    }
    var lines: [FormattedLine] = []
    if isBlock(item.value) {
      var nested = collection(item.value, indent: indent + 2, names: inner)
      var heading = item.heading
      if let opening = item.value.opening {
        if heading == nil, item.between.isEmpty {
          heading = opening
        } else {
          nested.insert(FormattedLine(text: blanks(indent + 2) + text(opening.range), isComment: true), at: 0)
        }
      }
      for comment in item.between.reversed() {
        nested.insert(FormattedLine(text: blanks(indent + 2) + text(comment.range), isComment: true), at: 0)
      }
      if item.key == nil, heading == nil, item.value.anchor == nil, let first = nested.first, !first.isComment {
        nested[0].text = head + " " + first.text.dropFirst(indent + 2)
      } else {
        var line = FormattedLine(text: head + (item.value.anchor.map { " " + text($0) } ?? ""))
        if let heading { attach(heading, to: &line) }
        lines.append(line)
      }
      lines += nested
    } else {
      lines = leaf(item, head: head, indent: indent, column: column)
    }
    // A comment that finds no place behind the line stands where a reader takes it for one of this item.
    let last = isBlock(item.value) ? indent + 2 : indent
    if let trailing = item.trailing { attach(trailing, to: &lines, indent: last) }
    return lines
  }

  /// The lines of an item whose value is a text, an alias, nothing, or in brackets.
  private func leaf(_ item: ConcreteItem, head: String, indent: Int, column: Int) -> [FormattedLine] {
    var value = valueLines(item.value, indent: indent + 2)
    // Comments of brackets that hold nothing.
    let inside = (item.value.opening.map { [$0] } ?? []) + (item.value.items.isEmpty ? item.value.closing : [])
    var lines: [FormattedLine] = []
    if item.heading == nil, item.between.isEmpty {
      if let first = value.first, !first.text.isEmpty {
        let gap = max(1, column + indent - displayWidth(of: head))
        value[0].text = head + blanks(gap) + first.text
      } else {
        value = [FormattedLine(text: head)]
      }
      lines = value
    } else {
      var line = FormattedLine(text: head)
      if let heading = item.heading { attach(heading, to: &line) }
      lines.append(line)
      for comment in item.between {
        lines.append(FormattedLine(text: blanks(indent + 2) + text(comment.range), isComment: true))
      }
      if let first = value.first, !first.text.isEmpty {
        value[0].text = blanks(indent + 2) + first.text
        lines += value
      }
    }
    if !isFilled(item.value) {
      for comment in inside { attach(comment, to: &lines, indent: indent) }
    }
    return lines
  }

  func keyText(_ key: ConcreteNode) -> String {
    (key.anchor.map { text($0) + " " } ?? "") + text(key.range) + (key.kind == .alias ? " :" : ":")
  }

  // MARK: Columns

  /// The columns in which the values of a mapping begin; 0 for one blank behind the key.
  ///
  /// Values of adjacent lines that the author laid below each other stay so.
  private func columns(of node: ConcreteNode) -> [Int] {
    var result = [Int](repeating: 0, count: node.items.count)
    guard node.kind == .blockMapping else { return result }
    let places = node.items.map { valueColumn($0) }
    var first = 0
    while first < node.items.count {
      var end = first + 1
      if let place = places[first] {
        while end < node.items.count, places[end] == place, node.items[end].leading.isEmpty,
          !node.items[end].followsBlankLine
        {
          end += 1
        }
        if end - first > 1 {
          let width = node.items[first..<end].map { item in item.key.map { displayWidth(of: keyText($0)) } ?? 0 }.max()
          for number in first..<end { result[number] = (width ?? 0) + 1 }
        }
      }
      first = end
    }
    return result
  }

  /// Where a value begins behind its key's first character, on the same line; nil where it does not, or is no single line.
  private func valueColumn(_ item: ConcreteItem) -> Int? {
    guard let key = item.key, item.heading == nil, item.between.isEmpty, item.value.kind != .missing,
      item.value.opening == nil, item.value.closing.isEmpty, !isBlock(item.value),
      valueLines(item.value, indent: 0).count == 1
    else { return nil }
    let start = key.anchor?.lowerBound ?? key.range.lowerBound
    let value = item.value.anchor?.lowerBound ?? item.value.range.lowerBound
    let between = source.bytes[start..<value]
    guard !between.contains(0x0A), !between.contains(0x0D), !between.contains(0x09) else { return nil }
    return displayWidth(of: text(start..<value))
  }
}
