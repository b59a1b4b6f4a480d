/// Splits what comes from a socket into lines, in bounded memory.
///
/// A line ends with a line feed; a carriage return before it is part of the line, where JSON reads it as a blank.
public struct ControlLines: Sendable {
  /// Most bytes of a request line, without its line feed: 1 MiB.
  public static let requestLimit = 1 << 20
  /// Most bytes of a line from the service, without its line feed: 8 MiB.
  public static let replyLimit = 8 << 20

  /// Most bytes of a line, without its line feed.
  public let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0

  /// Makes an empty buffer.
  public init(limit: Int = ControlLines.requestLimit) { self.limit = max(1, limit) }

  /// Takes what was read.
  public mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Whether bytes of a line without its end are kept.
  public var isPartial: Bool { start < bytes.count }

  /// Removes and returns the next whole line, without its line feed; nil where none has come yet.
  ///
  /// - Throws: `too-long` when a line is longer than the limit; nothing after it can be read then.
  public mutating func next() throws(ControlError) -> [UInt8]? {
    if let end = bytes[searched...].firstIndex(of: 0x0A) {
      guard end - start <= limit else { throw tooLong }
      let line = Array(bytes[start..<end])
      start = end + 1
      searched = start
      // Only now and then, so that many short lines cost no more than their bytes.
      if start == bytes.count {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        (start, searched) = (0, 0)
      } else if start > 1 << 16 {
        bytes.removeFirst(start)
        (start, searched) = (0, 0)
      }
      return line
    }
    searched = bytes.count
    guard bytes.count - start <= limit else { throw tooLong }
    return nil
  }

  private var tooLong: ControlError { ControlError(.tooLong, "a line is longer than \(limit) bytes") }
}
