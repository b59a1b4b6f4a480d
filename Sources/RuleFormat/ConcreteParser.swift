import Diagnostics
import YAMLSyntax

/// Puts the tokens of a file together, each comment with what it stands at.
///
/// A comment behind something on its line belongs to that; one on a line of its own belongs to what follows, except at
/// the end of a list or mapping, to which it still belongs while it is indented as far.
struct ConcreteParser {
  /// The tokens don't form what a rule file may hold.
  struct Mismatch: Error {}

  private let bytes: [UInt8]
  private let lineStarts: [Int]
  private let tokens: [YAMLToken]
  private var index = 0
  /// Comments between the last token taken and the next one that no one has taken yet.
  private var pending: [Comment] = []

  init(_ source: SourceText, tokens: [YAMLToken]) {
    bytes = source.bytes
    lineStarts = source.lineStarts
    self.tokens = tokens
    collectComments()
  }

  // MARK: Tokens

  private var next: YAMLToken.Kind { index < tokens.count ? tokens[index].kind : .end }
  private var nextStart: Int { index < tokens.count ? tokens[index].start : bytes.count }

  private mutating func take(_ kind: YAMLToken.Kind) throws(Mismatch) -> YAMLToken {
    guard index < tokens.count, tokens[index].kind == kind else { throw Mismatch() }
    let token = tokens[index]
    index += 1
    collectComments()
    return token
  }

  private mutating func collectComments() {
    while index < tokens.count, tokens[index].kind == .comment {
      let token = tokens[index]
      let start = lineStart(token.start)
      let isOwnLine = bytes[start..<token.start].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      pending.append(
        Comment(
          range: token.start..<token.end, isOwnLine: isOwnLine, column: token.start - start,
          followsBlankLine: isOwnLine && followsBlankLine(start)))
      index += 1
    }
  }

  private func lineStart(_ offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return lineStarts[low]
  }

  private func followsBlankLine(_ lineStart: Int) -> Bool {
    guard lineStart > 0 else { return false }
    var end = lineStart - 1
    if end > 0, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return end == 0 || bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D
  }

  /// The comment that stands behind the last token on its line.
  private mutating func takeBehind() -> Comment? {
    guard let first = pending.first, !first.isOwnLine else { return nil }
    return pending.removeFirst()
  }

  private mutating func takeAll() -> [Comment] {
    defer { pending.removeAll() }
    return pending
  }

  /// The comments up to the first one that is indented less.
  private mutating func takeIndented(_ column: Int) -> [Comment] {
    let count = pending.prefix { $0.column >= column }.count
    defer { pending.removeFirst(count) }
    return Array(pending[..<count])
  }

  // MARK: The file

  mutating func file() throws(Mismatch) -> ConcreteFile {
    var before: [ConcreteFile.Line] = []
    while next == .directive || next == .documentStart {
      before += takeAll().map { .comment($0) }
      let token = try take(next)
      before.append(.marker(token.start..<token.end, takeBehind()))
      if token.kind == .documentStart { break }
    }
    var item = ConcreteItem(value: ConcreteNode(kind: .missing, range: 0..<0))
    item.between = takeAll()
    try value(of: &item, column: -1, takesEntries: false)
    var after: [ConcreteFile.Line] = []
    if let comment = item.heading { before.append(.comment(comment)) }
    before += item.between.map { .comment($0) }
    if let comment = takeBehind() { after.append(.comment(comment)) }
    while next != .end {
      after += takeAll().map { .comment($0) }
      let token = try take(.documentEnd)
      after.append(.marker(token.start..<token.end, takeBehind()))
    }
    after += takeAll().map { .comment($0) }
    return ConcreteFile(before: before, root: item.value, after: after)
  }

  // MARK: Values

  /// Reads the value of an item; comments before it go to the first item inside, where it has items without brackets.
  ///
  /// - Parameters:
  ///   - column: Of the list or mapping without brackets around it.
  ///   - takesEntries: Whether a dash begins a list here, one indented no more than its key.
  private mutating func value(of item: inout ConcreteItem, column: Int, takesEntries: Bool) throws(Mismatch) {
    var anchor: Range<Int>?
    if next == .anchor {
      let token = try take(.anchor)
      anchor = token.start..<token.end
      if let comment = takeBehind() {
        if item.heading == nil, item.between.isEmpty { item.heading = comment } else { item.between.append(comment) }
      }
      item.between += takeAll()
    }
    switch next {
    case .scalar, .alias:
      let token = try take(next)
      item.value = ConcreteNode(
        kind: token.kind == .alias ? .alias : .scalar, style: token.style, range: token.start..<token.end,
        outerColumn: column)
    case .flowSequenceStart, .flowMappingStart:
      item.value = try flow(column: column)
    case .blockMappingStart:
      item.value = try blockMapping(leading: item.between)
      item.between = []
    case .blockSequenceStart:
      let start = try take(.blockSequenceStart)
      item.value = try blockSequence(leading: item.between, column: start.start - lineStart(start.start), ends: true)
      item.between = []
    case .blockEntry where takesEntries:
      item.value = try blockSequence(leading: item.between, column: column + 1, ends: false)
      item.between = []
    default:
      item.value = ConcreteNode(kind: .missing, range: nextStart..<nextStart)
      // What is indented less belongs to what follows.
      let kept = item.between.prefix { $0.column > column }.count
      pending = Array(item.between[kept...]) + pending
      item.between.removeSubrange(kept...)
    }
    item.value.anchor = anchor
  }

  private mutating func newItem(_ leading: [Comment]) -> ConcreteItem {
    var item = ConcreteItem(leading: leading, value: ConcreteNode(kind: .missing, range: 0..<0))
    let start = lineStart(nextStart)
    item.startsLine = bytes[start..<nextStart].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    item.followsBlankLine = item.startsLine && followsBlankLine(start)
    return item
  }

  private mutating func blockMapping(leading: [Comment]) throws(Mismatch) -> ConcreteNode {
    let start = try take(.blockMappingStart)
    let column = start.start - lineStart(start.start)
    var node = ConcreteNode(kind: .blockMapping, range: start.start..<start.start)
    var waiting = leading
    while next == .key {
      waiting += takeAll()
      var item = newItem(waiting)
      waiting = []
      _ = try take(.key)
      item.key = try key()
      _ = try take(.value)
      item.heading = takeBehind()
      item.between = takeAll()
      try value(of: &item, column: column, takesEntries: true)
      waiting = end(of: &item)
      node.items.append(item)
    }
    node.closing = waiting + takeIndented(column)
    node.range = start.start..<(try take(.blockEnd)).start
    return node
  }

  private mutating func blockSequence(leading: [Comment], column: Int, ends: Bool) throws(Mismatch) -> ConcreteNode {
    var node = ConcreteNode(kind: .blockSequence, range: nextStart..<nextStart)
    let own = nextStart - lineStart(nextStart)
    var waiting = leading
    while next == .blockEntry {
      waiting += takeAll()
      var item = newItem(waiting)
      _ = try take(.blockEntry)
      item.heading = takeBehind()
      item.between = takeAll()
      try value(of: &item, column: own, takesEntries: false)
      waiting = end(of: &item)
      node.items.append(item)
    }
    node.closing = waiting + takeIndented(column)
    if ends { _ = try take(.blockEnd) }
    node.range = node.range.lowerBound..<max(node.range.lowerBound, nextStart)
    return node
  }

  private mutating func key() throws(Mismatch) -> ConcreteNode {
    var item = ConcreteItem(value: ConcreteNode(kind: .missing, range: 0..<0))
    try value(of: &item, column: -1, takesEntries: false)
    guard item.value.kind == .scalar || item.value.kind == .alias, !item.hasComments, pending.isEmpty else {
      throw Mismatch()
    }
    return item.value
  }

  /// Takes the comment behind an item; returns it where the item has one already.
  private mutating func end(of item: inout ConcreteItem) -> [Comment] {
    guard let comment = takeBehind() else { return [] }
    if item.trailing == nil {
      item.trailing = comment
      return []
    }
    return [comment]
  }

  private mutating func flow(column: Int) throws(Mismatch) -> ConcreteNode {
    let isMapping = next == .flowMappingStart
    let open = try take(next)
    var node = ConcreteNode(kind: isMapping ? .flowMapping : .flowSequence, range: open.start..<open.end)
    node.opening = takeBehind()
    var waiting: [Comment] = []
    let close: YAMLToken.Kind = isMapping ? .flowMappingEnd : .flowSequenceEnd
    while next != close {
      waiting += takeAll()
      var item = newItem(waiting)
      waiting = []
      let first = nextStart
      if next == .key {
        _ = try take(.key)
        item.key = try key()
        _ = try take(.value)
        item.heading = takeBehind()
        item.between = takeAll()
      } else if isMapping {
        throw Mismatch()
      }
      try value(of: &item, column: column, takesEntries: false)
      if item.key == nil, item.value.kind == .missing { throw Mismatch() }
      if !isMapping, item.key != nil { item = element(of: item, from: first) }
      waiting = end(of: &item)
      waiting += takeAll()
      if next == .flowEntry {
        _ = try take(.flowEntry)
        if waiting.isEmpty { waiting = end(of: &item) }
      } else if next != close {
        throw Mismatch()
      }
      node.items.append(item)
    }
    node.closing = waiting + takeAll()
    node.range = open.start..<(try take(close)).end
    return node
  }

  /// A pair in a list in brackets is a mapping of its own, whose braces may be left out (YAML 1.2.2, 7.4.1).
  private func element(of pair: ConcreteItem, from start: Int) -> ConcreteItem {
    var inner = pair
    inner.leading = []
    let end = max(start, pair.value.kind == .missing ? start : pair.value.range.upperBound)
    let value = ConcreteNode(kind: .flowMapping, range: start..<end, items: [inner])
    return ConcreteItem(
      leading: pair.leading, followsBlankLine: pair.followsBlankLine, startsLine: pair.startsLine, value: value)
  }
}
