/// The header before each data block of a zone file: RFC 9636, section 3.1.
struct TZifHeader {
  static let size = 44

  /// 1 to 4.
  let version: Int
  let utIndicatorCount: Int
  let standardIndicatorCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let characterCount: Int

  init(_ bytes: RawSpan, at start: Int) throws(ZoneDataError) {
    guard start + 5 <= bytes.byteCount else { throw start == 0 ? .notTZif : .truncated }
    guard bytes.bigEndian(at: start, as: UInt32.self) == 0x545A_6966 else { throw .notTZif }  // "TZif"
    let version = bytes.bigEndian(at: start + 4, as: UInt8.self)
    switch version {
    case 0: self.version = 1
    case UInt8(ascii: "2")...UInt8(ascii: "4"): self.version = Int(version - UInt8(ascii: "0"))
    default: throw .unsupportedVersion(version)
    }
    guard start + TZifHeader.size <= bytes.byteCount else { throw .truncated }
    func count(_ index: Int) -> Int { Int(bytes.bigEndian(at: start + 20 + 4 * index, as: UInt32.self)) }
    utIndicatorCount = count(0)
    standardIndicatorCount = count(1)
    leapCount = count(2)
    timeCount = count(3)
    typeCount = count(4)
    characterCount = count(5)
  }

  /// Bytes of the block behind the header.
  ///
  /// Counts are below 2^32, so the sum can't overflow.
  func dataSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
      + standardIndicatorCount + utIndicatorCount
  }
}

/// A data block of a zone file (RFC 9636, section 3.2) that lies wholly within the file's bytes.
struct TZifBlock {
  /// A local time type: its offset, and where its abbreviation begins.
  struct LocalType {
    let offset: Int32
    let position: UInt8
  }

  let header: TZifHeader
  let end: Int
  private let timeSize: Int
  private let timesStart: Int
  private let indexesStart: Int
  private let typesStart: Int
  private let charactersStart: Int

  init(header: TZifHeader, start: Int, in bytes: RawSpan) throws(ZoneDataError) {
    self.header = header
    timeSize = header.version >= 2 ? 8 : 4
    end = start + header.dataSize(timeSize: timeSize)
    guard end <= bytes.byteCount else { throw .truncated }
    guard header.leapCount == 0 else { throw .leapSeconds }
    guard header.timeCount <= 4096 else { throw .tooManyTransitions(header.timeCount) }
    let types = header.typeCount
    guard types >= 1, types <= 256, header.characterCount >= 1, header.characterCount <= 65_536,
      header.utIndicatorCount == 0 || header.utIndicatorCount == types,
      header.standardIndicatorCount == 0 || header.standardIndicatorCount == types
    else { throw .malformed(.counts) }
    timesStart = start
    indexesStart = timesStart + header.timeCount * timeSize
    typesStart = indexesStart + header.timeCount
    charactersStart = typesStart + types * 6
    try checkIndicators(in: bytes)
  }

  /// A UT time is a standard time too: RFC 9636, section 3.2.
  private func checkIndicators(in bytes: RawSpan) throws(ZoneDataError) {
    let start = charactersStart + header.characterCount
    for index in 0..<header.typeCount {
      let standard =
        index < header.standardIndicatorCount ? bytes.bigEndian(at: start + index, as: UInt8.self) : 0
      let ut =
        index < header.utIndicatorCount
        ? bytes.bigEndian(at: start + header.standardIndicatorCount + index, as: UInt8.self) : 0
      guard standard <= 1, ut <= standard else { throw .malformed(.indicators) }
    }
  }

  func time(_ index: Int, in bytes: RawSpan) -> Int64 {
    timeSize == 8
      ? bytes.bigEndian(at: timesStart + 8 * index, as: Int64.self)
      : Int64(bytes.bigEndian(at: timesStart + 4 * index, as: Int32.self))
  }

  func typeIndex(_ index: Int, in bytes: RawSpan) -> Int {
    Int(bytes.bigEndian(at: indexesStart + index, as: UInt8.self))
  }

  func types(in bytes: RawSpan) throws(ZoneDataError) -> [LocalType] {
    var types: [LocalType] = []
    types.reserveCapacity(header.typeCount)
    for index in 0..<header.typeCount {
      let start = typesStart + 6 * index
      let offset = bytes.bigEndian(at: start, as: Int32.self)
      guard ZoneTable.offsetRange.contains(Int(offset)) else { throw .malformed(.offset) }
      guard bytes.bigEndian(at: start + 4, as: UInt8.self) <= 1 else { throw .malformed(.daylightFlag) }
      let position = bytes.bigEndian(at: start + 5, as: UInt8.self)
      try checkAbbreviation(at: Int(position), in: bytes)
      types.append(LocalType(offset: offset, position: position))
    }
    return types
  }

  private func checkAbbreviation(at position: Int, in bytes: RawSpan) throws(ZoneDataError) {
    for index in position..<max(position, header.characterCount) {
      switch bytes.bigEndian(at: charactersStart + index, as: UInt8.self) {
      case 0: return
      case 0x21...0x7E: continue
      default: throw .malformed(.abbreviation)
      }
    }
    throw .malformed(.abbreviation)
  }

  func characters(in bytes: RawSpan) -> [UInt8] {
    (0..<header.characterCount).map { bytes.bigEndian(at: charactersStart + $0, as: UInt8.self) }
  }

  /// The TZ string between two newlines at the file's end (RFC 9636, section 3.3); `nil` when it is empty.
  static func rule(after end: Int, in bytes: Span<UInt8>) throws(ZoneDataError) -> ZoneRule? {
    let newline = UInt8(ascii: "\n")
    guard end < bytes.count, bytes[end] == newline else { throw .truncated }
    var close = end + 1
    while close < bytes.count, bytes[close] != newline { close += 1 }
    guard close < bytes.count else { throw .truncated }
    guard close == bytes.count - 1 else { throw .trailingBytes(bytes.count - 1 - close) }
    if close == end + 1 { return nil }
    let text = bytes.extracting((end + 1)..<close)
    guard let rule = ZoneRule(text: text) else { throw .badRule(ZoneRule.quoted(text)) }
    return rule
  }
}

extension RawSpan {
  /// The big-endian number at a place that must be in bounds; a place outside is a fault of the caller.
  func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
    Number(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }
}
