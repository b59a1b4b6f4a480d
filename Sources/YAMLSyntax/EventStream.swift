import CYAML

/// libyaml's events over bytes in memory, one at a time; everything it allocated is freed with it.
struct EventStream: ~Copyable {
  // libyaml keeps the parser's address, so it must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// What went wrong, in libyaml's words.
  struct Failure {
    var kind: yaml_error_type_t
    var problem: String
    /// Code points before the fault.
    var problemIndex: Int
    var context: String
    /// Code points before the construct that the fault broke.
    var contextIndex: Int
  }

  /// Starts on UTF-8 without a byte order mark, which must outlive the stream; `nil` when memory is short.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event.initialize(to: yaml_event_t())
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      event.deallocate()
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Frees the event before and reads the next one, which stays valid until the next call; `nil` on failure.
  mutating func next() -> UnsafePointer<yaml_event_t>? {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else { return nil }
    return UnsafePointer(event)
  }

  /// Why `next()` returned `nil`.
  var failure: Failure {
    Failure(
      kind: parser.pointee.error,
      problem: parser.pointee.problem.map { String(cString: $0) } ?? "",
      problemIndex: Int(clamping: parser.pointee.problem_mark.index),
      context: parser.pointee.context.map { String(cString: $0) } ?? "",
      contextIndex: Int(clamping: parser.pointee.context_mark.index))
  }
}
