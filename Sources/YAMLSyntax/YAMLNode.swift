public import Diagnostics

/// A scalar, list or mapping of a YAML file with its place in the text.
///
/// Scalars are the text the user wrote (after quotes, escapes and folding), never typed. Aliases are already followed:
/// they share the anchor's node, whose range is where the anchor's content stands. Merge keys are already merged.
/// A node is a small handle that keeps its file alive; copying it is cheap.
public struct YAMLNode: Sendable {
  /// What a node is.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A text.
    case scalar
    /// A list.
    case sequence
    /// Keys and values.
    case mapping
  }

  /// How a scalar was written.
  public enum Style: UInt8, Hashable, Sendable {
    /// Without quotes; an empty plain scalar is a missing value.
    case plain
    /// `'text'`.
    case singleQuoted
    /// `"text"`.
    case doubleQuoted
    /// `|`.
    case literal
    /// `>`.
    case folded
  }

  let document: YAMLDocument
  let index: UInt32

  private var record: YAMLDocument.Record { document.records[Int(index)] }

  /// What the node is.
  public var kind: Kind { record.kind }

  /// A number that only this node of its file has; nodes reached through aliases keep theirs.
  public var identity: Int { Int(index) }

  /// The node's first to last character, quotes and brackets included; anchors, comments and trailing blanks are not.
  ///
  /// - Complexity: O(log lines).
  public var range: SourceRange { document.source.range(Int(record.start), Int(record.end)) }

  /// Bytes of the source before the node's first character.
  public var startOffset: Int { Int(record.start) }
  /// Bytes of the source before the end of the node.
  public var endOffset: Int { Int(record.end) }

  /// The node's own bytes as they stand in the file.
  public var writtenBytes: ArraySlice<UInt8> { document.source.bytes[startOffset..<endOffset] }

  func withWrittenBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let record = record
    return document.source.bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[Int(record.start)..<Int(record.end)]))
    }
  }

  /// Returns the place of a part of what is written, counted in bytes from the node's first one.
  public func range(ofWrittenBytes part: Range<Int>) -> SourceRange {
    let length = endOffset - startOffset
    guard part.lowerBound >= 0, part.upperBound <= length else { return range }
    return document.source.range(startOffset + part.lowerBound, startOffset + part.upperBound)
  }

  /// Returns the node of this file that has an identity; nil where none has it.
  public func node(identity: Int) -> YAMLNode? {
    guard document.records.indices.contains(identity) else { return nil }
    return YAMLNode(document: document, index: UInt32(identity))
  }

  /// Whether a list or mapping was written with brackets.
  public var isFlow: Bool { record.marks.contains(.flow) }

  /// The text of a scalar, made anew at each call; `nil` for lists and mappings.
  public var text: String? {
    let record = record
    guard record.kind == .scalar else { return nil }
    return document.withText(record) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether this is a scalar whose text is a word in ASCII.
  public func reads(_ word: StaticString) -> Bool {
    let record = record
    guard record.kind == .scalar, record.count == word.utf8CodeUnitCount, word.hasPointerRepresentation else {
      return false
    }
    return document.withText(record) { text in
      text.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
  }

  /// Whether a byte stands in a scalar's text.
  public func textContains(_ byte: UInt8) -> Bool { document.withText(record) { $0.contains(byte) } }

  /// How a scalar was written; `plain` for lists and mappings.
  public var style: Style { record.style }

  /// Whether nothing stands where a value belongs: `key:`.
  public var isMissing: Bool { record.kind == .scalar && record.style == .plain && record.start == record.end }

  /// Whether this is YAML's null: nothing, `~`, `null`, `Null` or `NULL`, without quotes (YAML 1.2.2, 10.3.2).
  public var isNull: Bool {
    let record = record
    guard record.kind == .scalar, record.style == .plain, record.count <= 4 else { return false }
    switch record.count {
    case 0: return true
    case 1: return reads("~")
    case 4: return reads("null") || reads("Null") || reads("NULL")
    default: return false
    }
  }

  /// The comment that cuts a plain scalar off, or `nil` when none stands directly behind it.
  ///
  /// Set only where `#` follows a blank and no blank follows the `#`, as in `title: Issue #12`, which is the text
  /// `Issue`. A value that is missing for this reason has it too.
  public var cuttingComment: SourceRange? {
    guard record.marks.contains(.cutByComment) else { return nil }
    let bytes = document.source.bytes
    var start = Int(record.end)
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return document.source.range(start, end)
  }

  /// The elements of a list; empty for scalars and mappings.
  public var elements: YAMLElements {
    YAMLElements(document: document, record: record.kind == .sequence ? record : nil)
  }

  /// The pairs of a mapping in the order of the text, merged ones last; empty for scalars and lists.
  ///
  /// Every key is a scalar, and no two keys are equal.
  public var entries: YAMLEntries {
    YAMLEntries(document: document, record: record.kind == .mapping ? record : nil)
  }

  /// The value of a mapping's key; `nil` where there is none or this is no mapping.
  ///
  /// - Complexity: O(pairs).
  public subscript(key: StaticString) -> YAMLNode? {
    let pairs = entries
    return pairs.indices.first { pairs.key($0).reads(key) }.map { pairs.value($0) }
  }

  /// The anchors of this node's whole file in the order of the text.
  public var anchors: [YAMLAnchor] { document.anchors }

  /// Returns where a part of a scalar's text stands in the source.
  ///
  /// - Parameter bytes: Offsets in the UTF-8 of `text`.
  /// - Returns: The exact place where the text is written without escapes or folding, or the part stands only once in
  ///   the scalar; else the whole scalar.
  public func range(ofTextBytes bytes: Range<Int>) -> SourceRange {
    guard let text, bytes.lowerBound >= 0, bytes.upperBound <= text.utf8.count else { return range }
    let written = document.source.bytes[startOffset..<endOffset]
    let isQuoted = style == .singleQuoted || style == .doubleQuoted
    let inner = isQuoted ? written.dropFirst().dropLast() : written
    if inner.elementsEqual(text.utf8) {
      return document.source.range(inner.startIndex + bytes.lowerBound, inner.startIndex + bytes.upperBound)
    }
    let part = Array(text.utf8.dropFirst(bytes.lowerBound).prefix(bytes.count))
    guard let first = part.first, written.count <= 1 << 16 else { return range }
    var found: Int?
    for start in written.indices
    where written[start] == first && written.endIndex - start >= part.count
      && written[start..<start + part.count].elementsEqual(part)
    {
      if found != nil { return range }
      found = start
    }
    guard let found else { return range }
    return document.source.range(found, found + part.count)
  }
}

/// The elements of a list.
public struct YAMLElements: RandomAccessCollection, Sendable {
  let document: YAMLDocument
  let first: Int
  /// How many elements there are.
  public let endIndex: Int

  init(document: YAMLDocument, record: YAMLDocument.Record?) {
    self.document = document
    self.first = record.map { Int($0.first) } ?? 0
    self.endIndex = record.map { Int($0.count) } ?? 0
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// An element, from 0.
  public subscript(position: Int) -> YAMLNode {
    precondition(position >= 0 && position < endIndex, "no such element")
    return YAMLNode(document: document, index: document.children[first + position])
  }
}

/// The pairs of a mapping.
public struct YAMLEntries: RandomAccessCollection, Sendable {
  /// A key and its value.
  public typealias Element = (key: YAMLNode, value: YAMLNode)

  let document: YAMLDocument
  let first: Int
  /// How many pairs there are.
  public let endIndex: Int

  init(document: YAMLDocument, record: YAMLDocument.Record?) {
    self.document = document
    self.first = record.map { Int($0.first) } ?? 0
    self.endIndex = record.map { Int($0.count) } ?? 0
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// A pair, from 0.
  public subscript(position: Int) -> Element { (key(position), value(position)) }

  /// The key of a pair.
  public func key(_ position: Int) -> YAMLNode {
    precondition(position >= 0 && position < endIndex, "no such pair")
    return YAMLNode(document: document, index: document.children[first + 2 * position])
  }

  /// The value of a pair.
  public func value(_ position: Int) -> YAMLNode {
    precondition(position >= 0 && position < endIndex, "no such pair")
    return YAMLNode(document: document, index: document.children[first + 2 * position + 1])
  }
}
