import CYAML
public import Diagnostics

/// Reads one YAML document (YAML 1.2.2, core schema, scalars untyped) from UTF-8.
///
/// - Parameters:
///   - source: The file.
///   - limits: Bounds on size, depth, nodes and expansion of aliases.
/// - Returns: The root, and everything to say about the syntax in file order. The root is `nil` when the text breaks
///   off at a syntax error or a limit, or says nothing: an empty file, comments only, or a plain null at the top are
///   the error `empty-document`. Errors of single nodes (`duplicate-key`, `tag`, `complex-key`, …) leave a root, so
///   that the rest can be checked in the same run. A scalar or list at the top is the caller's to judge.
/// - Complexity: O(bytes + repeated nodes), one pass over libyaml's events.
public func parseYAML(
  _ source: SourceText, limits: YAMLLimits = YAMLLimits()
) -> (document: YAMLNode?, diagnostics: [Diagnostic]) {
  let most = min(limits.bytes, Int(Int32.max))
  guard source.bytes.count <= most else {
    return (nil, [.tooLarge(bytes: source.bytes.count, limit: most, at: source.range(0, 0))])
  }
  let check = TextCheck(source)
  if check.diagnostics.hasErrors { return (nil, check.diagnostics.inFileOrder()) }
  var (root, diagnostics) = source.bytes.withUnsafeBufferPointer { bytes in
    var builder = TreeBuilder(source: source, bytes: bytes, check: check, limits: limits)
    builder.run()
    return builder.finish()
  }
  diagnostics = diagnostics.inFileOrder()
  return (root, diagnostics)
}

extension TreeBuilder {
  /// Feeds every event of the first document, until its end or a fault that ends the reading.
  mutating func run() {
    let text = UnsafeBufferPointer(rebasing: bytes[check.markLength...])
    guard var stream = EventStream(text) else {
      stop(.outOfMemory(at: source.range(0, 0)))
      return
    }
    while !hasStopped {
      if diagnostics.count >= Self.mostDiagnostics {
        stop(.tooManyErrors(limit: Self.mostDiagnostics, at: source.range(scanned, scanned)))
        return
      }
      guard let event = stream.next() else {
        fail(stream.failure)
        return
      }
      if event.pointee.type == YAML_STREAM_END_EVENT {
        scanGap(to: bytes.count)
        return
      }
      take(event)
    }
  }

  private mutating func take(_ event: UnsafePointer<yaml_event_t>) {
    let start = cursor.byteOffset(of: Int(clamping: event.pointee.start_mark.index))
    let end = max(start, cursor.byteOffset(of: Int(clamping: event.pointee.end_mark.index)))
    switch event.pointee.type {
    case YAML_DOCUMENT_START_EVENT:
      scanGap(to: start)
      startDocument(start: start, end: end, hasTagDirectives: hasTagDirectives(event))
    case YAML_SCALAR_EVENT:
      let data = event.pointee.data.scalar
      scanGap(to: start)
      let hasProperties = data.anchor != nil || data.tag != nil
      let from = hasProperties ? properties(data.anchor, data.tag, at: start, before: end) : start
      addScalar(
        UnsafeBufferPointer(start: data.value, count: data.length), style: YAMLNode.Style(data.style), start: from,
        end: end)
    case YAML_SEQUENCE_START_EVENT:
      let data = event.pointee.data.sequence_start
      open(
        .sequence, isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE, anchor: data.anchor, tag: data.tag, start: start,
        end: end)
    case YAML_MAPPING_START_EVENT:
      let data = event.pointee.data.mapping_start
      // `[? a : b]` and `[?a]`: the mark is the event's own text here.
      let isExplicit = start < end && bytes[start] == UInt8(ascii: "?")
      if isExplicit { refuse(.complexKey(at: lineRange(start))) }
      open(
        .mapping, isFlow: data.style == YAML_FLOW_MAPPING_STYLE, anchor: data.anchor, tag: data.tag, start: start,
        end: end)
      if isExplicit, !frames.isEmpty { frames[frames.count - 1].hasBadKey = true }
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      scanGap(to: start)
      close(start: start, end: end)
      return
    case YAML_ALIAS_EVENT:
      scanGap(to: start)
      addAlias(String(cString: event.pointee.data.alias.anchor), start: start, end: end)
    default:
      scanGap(to: start)
    }
    scanned = max(scanned, end)
  }

  private func hasTagDirectives(_ event: UnsafePointer<yaml_event_t>) -> Bool {
    let tags = event.pointee.data.document_start.tag_directives
    return tags.start != tags.end
  }
}
