import CYAML
public import Diagnostics

/// A piece of a file as it is written: what the tree leaves out, comments above all, is among these.
public struct YAMLToken: Hashable, Sendable {
  /// What a token is.
  ///
  /// Those where a list or mapping without brackets begins or ends have no characters of their own.
  public enum Kind: UInt8, Hashable, Sendable {
    /// `%YAML 1.2`.
    case directive
    /// `---`.
    case documentStart
    /// `...`.
    case documentEnd
    /// Before the first `-` of a list that is indented more than what it belongs to.
    case blockSequenceStart
    /// Before the first key of a mapping without brackets.
    case blockMappingStart
    /// Behind a list or mapping without brackets.
    case blockEnd
    /// `[`.
    case flowSequenceStart
    /// `]`.
    case flowSequenceEnd
    /// `{`.
    case flowMappingStart
    /// `}`.
    case flowMappingEnd
    /// `-`.
    case blockEntry
    /// `,`.
    case flowEntry
    /// Before a key.
    case key
    /// `:`.
    case value
    /// `*name`.
    case alias
    /// `&name`.
    case anchor
    /// `!tag`.
    case tag
    /// A text; a block scalar reaches from its indicator to the start of the line behind it.
    case scalar
    /// `# …` to the end of its line; one behind the indicator of a block scalar is part of that scalar.
    case comment
    /// The end of the file.
    case end
  }

  /// What it is.
  public let kind: Kind
  /// How a scalar is written; `plain` for others.
  public let style: YAMLNode.Style
  /// Bytes of the source before it.
  public let start: Int
  /// Bytes of the source before its end.
  public let end: Int
}

/// Returns the tokens of a file in the order of the text, the last one `end`.
///
/// - Parameter source: A file that `parseYAML` reads without errors.
/// - Returns: The tokens; `nil` where the text is no YAML.
/// - Complexity: O(bytes).
public func yamlTokens(of source: SourceText) -> [YAMLToken]? {
  let check = TextCheck(source)
  guard !check.diagnostics.hasErrors, source.bytes.count <= Int(Int32.max) else { return nil }
  return source.bytes.withUnsafeBufferPointer { bytes in
    guard var stream = TokenStream(UnsafeBufferPointer(rebasing: bytes[check.markLength...])) else { return nil }
    var cursor = OffsetCursor(bytes, base: check.markLength, isASCII: check.isASCII)
    var tokens: [YAMLToken] = []
    var scanned = check.markLength
    while let token = stream.next() {
      let start = cursor.byteOffset(of: Int(clamping: token.pointee.start_mark.index))
      let end = max(start, cursor.byteOffset(of: Int(clamping: token.pointee.end_mark.index)))
      addComments(bytes, scanned, start, to: &tokens)
      scanned = max(scanned, end)
      guard let kind = YAMLToken.Kind(token.pointee.type) else { continue }
      let style = kind == .scalar ? YAMLNode.Style(token.pointee.data.scalar.style) : .plain
      tokens.append(YAMLToken(kind: kind, style: style, start: start, end: end))
      if kind == .end { return tokens }
    }
    return nil
  }
}

private func addComments(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int, to tokens: inout [YAMLToken]) {
  var index = from
  while index < to {
    guard bytes[index] == UInt8(ascii: "#") else {
      index += 1
      continue
    }
    var end = index
    while end < to, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    var last = end
    while last > index, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
    tokens.append(YAMLToken(kind: .comment, style: .plain, start: index, end: last))
    index = end
  }
}

extension YAMLToken.Kind {
  fileprivate init?(_ type: yaml_token_type_t) {
    switch type {
    case YAML_VERSION_DIRECTIVE_TOKEN, YAML_TAG_DIRECTIVE_TOKEN: self = .directive
    case YAML_DOCUMENT_START_TOKEN: self = .documentStart
    case YAML_DOCUMENT_END_TOKEN: self = .documentEnd
    case YAML_BLOCK_SEQUENCE_START_TOKEN: self = .blockSequenceStart
    case YAML_BLOCK_MAPPING_START_TOKEN: self = .blockMappingStart
    case YAML_BLOCK_END_TOKEN: self = .blockEnd
    case YAML_FLOW_SEQUENCE_START_TOKEN: self = .flowSequenceStart
    case YAML_FLOW_SEQUENCE_END_TOKEN: self = .flowSequenceEnd
    case YAML_FLOW_MAPPING_START_TOKEN: self = .flowMappingStart
    case YAML_FLOW_MAPPING_END_TOKEN: self = .flowMappingEnd
    case YAML_BLOCK_ENTRY_TOKEN: self = .blockEntry
    case YAML_FLOW_ENTRY_TOKEN: self = .flowEntry
    case YAML_KEY_TOKEN: self = .key
    case YAML_VALUE_TOKEN: self = .value
    case YAML_ALIAS_TOKEN: self = .alias
    case YAML_ANCHOR_TOKEN: self = .anchor
    case YAML_TAG_TOKEN: self = .tag
    case YAML_SCALAR_TOKEN: self = .scalar
    case YAML_STREAM_END_TOKEN: self = .end
    default: return nil
    }
  }
}

extension YAMLNode.Style {
  init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}

/// libyaml's tokens over bytes in memory, one at a time; everything it allocated is freed with it.
private struct TokenStream: ~Copyable {
  // libyaml keeps the parser's address, so it must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let token: UnsafeMutablePointer<yaml_token_t>

  /// Starts on UTF-8 without a byte order mark, which must outlive the stream; `nil` when memory is short.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    token = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    token.initialize(to: yaml_token_t())
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      token.deallocate()
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_token_delete(token)
    yaml_parser_delete(parser)
    token.deallocate()
    parser.deallocate()
  }

  /// Frees the token before and reads the next one, which stays valid until the next call; `nil` on failure.
  mutating func next() -> UnsafePointer<yaml_token_t>? {
    yaml_token_delete(token)
    guard yaml_parser_scan(parser, token) == 1 else { return nil }
    return UnsafePointer(token)
  }
}
