import Diagnostics

/// Puts the nodes of one document together from events in the order of the text.
struct TreeBuilder {
  /// A list or mapping that is still open.
  struct Frame {
    var node: Int
    /// Where its children begin in `pending`.
    var base: Int
    var isMapping: Bool
    var isFlow: Bool
    /// Its anchor, -1 without one.
    var anchor: Int
    /// `expanded` when it was opened.
    var expandedBefore: Int
    /// Levels below it so far.
    var height = 0
    var hasMergeKey = false
    /// Whether some pair cannot be kept, because its key is no text.
    var hasBadKey = false
  }

  /// An anchor and what repeating its node costs.
  struct Anchor {
    var name: String
    var start: Int
    var end: Int
    var node: Int
    /// Nodes that an alias to it repeats.
    var weight = 1
    var height = 0
    var isOpen = true
  }

  let source: SourceText
  let bytes: UnsafeBufferPointer<UInt8>
  let check: TextCheck
  let limits: YAMLLimits
  private let mostRecords: Int

  var cursor: OffsetCursor
  /// End of the last event; what lies between it and the next one are indicators, blanks and comments.
  var scanned: Int
  /// End of the last thing that is no blank and no comment.
  var contentEnd = 0
  /// Whether a colon stood between the last scalar and now.
  var sawColon = false
  /// The last plain scalar, while a comment behind it would cut it off; -1 otherwise.
  var lastPlain = -1
  /// Start and end of the last scalar in quotes, for errors that an unclosed quote causes further on.
  var lastQuoted: Range<Int>?
  /// Offsets of the raw U+2028 and U+2029 that stand in quotes.
  var quotedSeparators: Set<Int> = []

  var records: [YAMLDocument.Record] = []
  /// Texts of scalars that don't stand in the source as they are.
  var composed: [UInt8] = []
  /// Whether every text is ASCII, so that two are equal only where their bytes are.
  var isASCII: Bool
  var children: [UInt32] = []
  var pending: [UInt32] = []
  var frames: [Frame] = []
  var anchors: [Anchor] = []
  var anchorByName: [String: Int] = [:]
  /// Anchor of the node that is about to come, -1 without one.
  var nextAnchor = -1
  /// Nodes that aliases and merge keys have repeated.
  var expanded = 0

  var diagnostics: [Diagnostic] = []
  private(set) var hasStopped = false
  private var hasDocument = false
  private var isBroken = false

  init(source: SourceText, bytes: UnsafeBufferPointer<UInt8>, check: TextCheck, limits: YAMLLimits) {
    self.source = source
    self.bytes = bytes
    self.check = check
    self.limits = limits
    self.cursor = OffsetCursor(bytes, base: check.markLength, isASCII: check.isASCII)
    self.scanned = check.markLength
    self.isASCII = check.isASCII
    self.mostRecords = min(limits.nodes, Int(Int32.max))
    // A rule file has a node for about every seven bytes.
    let guess = min(bytes.count / 7, mostRecords, 1 << 22)
    records.reserveCapacity(guess)
    children.reserveCapacity(guess)
  }

  /// How many faults of one file are kept; what follows so many is noise.
  static let mostDiagnostics = 1000

  /// Keeps a fault of a single node; reading goes on, and a tree may come of it.
  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
  }

  /// Ends the reading; no tree comes of it.
  mutating func stop(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    hasStopped = true
    isBroken = true
  }

  /// Ends the reading where everything was said already.
  mutating func refuseSilently() {
    hasStopped = true
    isBroken = true
  }

  /// Reports a fault after which reading goes on, but no tree comes of it: what it says would be misunderstood.
  mutating func refuse(_ diagnostic: Diagnostic) {
    report(diagnostic)
    isBroken = true
  }

  mutating func startDocument(start: Int, end: Int, hasTagDirectives: Bool) {
    if hasDocument {
      // The event begins at the first directive or at `---`.
      report(.secondDocument(at: source.range(start, max(end, start))))
      hasStopped = true
      return
    }
    hasDocument = true
    if hasTagDirectives { report(.tagDirective(at: lineRange(start))) }
    scanned = max(scanned, end)
  }

  /// Turns what was read into a tree.
  mutating func finish() -> (YAMLNode?, [Diagnostic]) {
    judgeSeparators()
    guard !isBroken else { return (nil, diagnostics) }
    guard hasDocument, let root = pending.first, frames.isEmpty else {
      report(.emptyDocument(at: source.range(0, 0)))
      return (nil, diagnostics)
    }
    let document = YAMLDocument(
      source: source, records: records, composed: composed, children: children,
      anchors: anchors.map { YAMLAnchor(name: $0.name, range: source.range($0.start, $0.end), node: $0.node) })
    let node = YAMLNode(document: document, index: root)
    if node.isNull, !diagnostics.hasErrors {
      report(.emptyDocument(at: node.range))
      return (nil, diagnostics)
    }
    return (node, diagnostics)
  }

  /// The text from an offset to the end of its line, at most 1000 bytes, so that many faults of one line stay cheap.
  func lineRange(_ start: Int) -> SourceRange {
    var end = endOfLine(start, min(bytes.count, start + 1000))
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return source.range(start, end)
  }

  // MARK: Nodes

  /// Adds a record and puts it into the open list or mapping; `nil` when that passed a limit.
  @inline(__always) private mutating func append(_ record: YAMLDocument.Record) -> Int? {
    guard records.count < mostRecords else {
      stop(.tooManyNodes(limit: limits.nodes, at: source.range(Int(record.start), Int(record.end))))
      return nil
    }
    let index = records.count
    records.append(record)
    if nextAnchor >= 0 { anchors[nextAnchor].node = index }
    return index
  }

  /// Whether the next node is a key of the open mapping.
  var expectsKey: Bool {
    guard let frame = frames.last, frame.isMapping else { return false }
    return (pending.count - frame.base) & 1 == 0
  }

  mutating func addScalar(
    _ text: UnsafeBufferPointer<UInt8>, style: YAMLNode.Style, start: Int, end writtenEnd: Int
  ) {
    var end = writtenEnd
    if style == .literal || style == .folded {
      judgeHeader(start: start, end: end)
      while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D || bytes[end - 1] == 0x20 { end -= 1 }
    } else if style != .plain {
      lastQuoted = start..<end
      if !check.separators.isEmpty { judgeSeparators(start: start, end: end) }
    }
    let isKey = expectsKey
    if isKey, start == end {
      refuse(.emptyKey(at: source.range(start, end)))
    } else if !isKey, start == end, style == .plain, !sawColon, let frame = frames.last, frame.isMapping, frame.isFlow {
      missingFlowValue(at: start)
    }
    var record = YAMLDocument.Record(
      start: UInt32(start), end: UInt32(end), first: UInt32(start), count: UInt32(text.count), kind: .scalar,
      style: style)
    let quote = style == .plain ? 0 : 1
    if text.count == end - start - 2 * quote, text.isWritten(in: bytes, at: start + quote) {
      record.first = UInt32(start + quote)
    } else {
      if style == .doubleQuoted, text.contains(0) {
        report(.escapedNUL(at: escapedNUL(start: start, end: end)))
      }
      compose(text, &record)
    }
    guard let index = append(record) else { return }
    if isKey, style == .plain, text.count == 2, text[0] == UInt8(ascii: "<"), text[1] == UInt8(ascii: "<") {
      frames[frames.count - 1].hasMergeKey = true
    }
    pending.append(UInt32(index))
    lastPlain = style == .plain ? index : -1
    sawColon = false
    if end > start { contentEnd = end }
    if nextAnchor >= 0 { closeAnchor() }
  }

  mutating func open(
    _ kind: YAMLNode.Kind, isFlow: Bool, anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?,
    start: Int, end: Int
  ) {
    scanGap(to: start)
    let from = anchor == nil && tag == nil ? start : properties(anchor, tag, at: start, before: end)
    guard frames.count < limits.depth else {
      stop(.tooDeep(limit: limits.depth, at: source.range(from, max(from, end))))
      return
    }
    if expectsKey {
      frames[frames.count - 1].hasBadKey = true
      let isPlaceholder = from > 0 && from < end && bytes[from] == UInt8(ascii: "{") && bytes[from - 1] == bytes[from]
      refuse(isPlaceholder ? .quoteText("{{", at: textRange(from - 1)) : .complexKey(at: lineRange(from)))
    }
    let record = YAMLDocument.Record(
      start: UInt32(from), end: UInt32(max(from, end)), first: 0, count: 0, kind: kind, style: .plain,
      marks: isFlow ? .flow : [])
    guard let index = append(record) else { return }
    pending.append(UInt32(index))
    frames.append(
      Frame(
        node: index, base: pending.count, isMapping: kind == .mapping, isFlow: isFlow, anchor: nextAnchor,
        expandedBefore: expanded))
    nextAnchor = -1
    lastPlain = -1
    sawColon = false
    contentEnd = max(contentEnd, end)
  }

  mutating func close(start: Int, end: Int) {
    guard let frame = frames.popLast() else { return }
    scanned = max(scanned, frame.isFlow ? end : start)
    // A block ends with its last content; libyaml's mark is where the next token begins.
    if frame.isFlow, end > start { contentEnd = end }
    records[frame.node].end = UInt32(max(Int(records[frame.node].start), contentEnd))
    let size = pending.count - frame.base
    if frame.isMapping {
      closeMapping(frame)
    } else {
      records[frame.node].first = UInt32(children.count)
      records[frame.node].count = UInt32(size)
      children.append(contentsOf: pending[frame.base...])
    }
    pending.removeLast(size)
    lastPlain = -1
    sawColon = false
    let height = frame.height + 1
    if !frames.isEmpty { frames[frames.count - 1].height = max(frames[frames.count - 1].height, height) }
    if frame.anchor >= 0 {
      let written = records.count - frame.node
      anchors[frame.anchor].weight = written + (expanded - frame.expandedBefore)
      anchors[frame.anchor].height = height
      anchors[frame.anchor].isOpen = false
    }
  }

  // MARK: Anchors and tags

  /// Notes anchor and tag of the coming node and returns where its own text begins.
  mutating func properties(
    _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?, at start: Int, before end: Int
  ) -> Int {
    guard anchor != nil || tag != nil else { return start }
    var index = start
    var anchorPlace = start..<start
    while index < end, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") {
      let first = index
      while index < end, !isBlankOrBreak(bytes[index]), !(index > first && isFlowMark(bytes[index])) { index += 1 }
      if bytes[first] == UInt8(ascii: "&") {
        anchorPlace = first..<index
      } else {
        report(.tag(Self.text(bytes, first, index), at: source.range(first, index)))
      }
      contentEnd = max(contentEnd, index)
      index = skipBlanksAndComments(from: index, to: end)
    }
    if let anchor {
      let name = String(cString: anchor)
      nextAnchor = anchors.count
      anchorByName[name] = anchors.count
      anchors.append(
        Anchor(name: name, start: anchorPlace.lowerBound, end: anchorPlace.upperBound, node: records.count))
    }
    return index
  }

  /// Ends the anchor of a scalar.
  private mutating func closeAnchor() {
    anchors[nextAnchor].weight = 1
    anchors[nextAnchor].height = 0
    anchors[nextAnchor].isOpen = false
    nextAnchor = -1
  }

  mutating func addAlias(_ name: String, start: Int, end: Int) {
    lastPlain = -1
    sawColon = false
    contentEnd = max(contentEnd, end)
    let range = source.range(start, end)
    guard let number = anchorByName[name] else {
      // Looking for a near name is bounded, since a file may have many of both.
      let near = diagnostics.count < 20 ? closestMatch(to: name, among: anchors.suffix(1000).map(\.name)) : nil
      refuse(.undefinedAlias(name, near: near, at: range))
      addPlaceholder(start: start, end: end)
      return
    }
    let anchor = anchors[number]
    guard !anchor.isOpen else {
      refuse(.recursiveAlias(name, at: range, anchor: source.range(anchor.start, anchor.end)))
      addPlaceholder(start: start, end: end)
      return
    }
    let target = records[anchor.node]
    if expectsKey {
      guard target.kind == .scalar else {
        frames[frames.count - 1].hasBadKey = true
        refuse(.complexKey(at: range))
        addPlaceholder(start: start, end: end)
        return
      }
      // A key needs its own place for messages about it.
      var key = target
      key.start = UInt32(start)
      key.end = UInt32(end)
      guard let index = append(key) else { return }
      pending.append(UInt32(index))
      return
    }
    let (sum, overflow) = expanded.addingReportingOverflow(anchor.weight)
    guard !overflow, sum <= limits.expansion else {
      stop(.tooMuchExpansion(limit: limits.expansion, at: range))
      return
    }
    expanded = sum
    guard frames.count + anchor.height <= limits.depth else {
      stop(.tooDeep(limit: limits.depth, at: range))
      return
    }
    pending.append(UInt32(anchor.node))
    if !frames.isEmpty {
      frames[frames.count - 1].height = max(frames[frames.count - 1].height, anchor.height)
    }
  }

  /// Stands where an alias names nothing, so that keys and values stay in step.
  private mutating func addPlaceholder(start: Int, end: Int) {
    let record = YAMLDocument.Record(
      start: UInt32(start), end: UInt32(end), first: UInt32(start), count: UInt32(end - start), kind: .scalar,
      style: .plain)
    guard let index = append(record) else { return }
    pending.append(UInt32(index))
  }

  static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }
}
