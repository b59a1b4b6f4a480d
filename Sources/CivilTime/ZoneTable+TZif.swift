extension ZoneTable {
  /// Reads a zone file (RFC 9636): the 64-bit block and the TZ string, or the 32-bit block of a version 1 file.
  init(tzif: [UInt8]) throws(ZoneDataError) {
    self.init()
    let bytes = tzif.span.bytes
    var header = try TZifHeader(bytes, at: 0)
    var dataStart = TZifHeader.size
    if header.version >= 2 {
      let second = TZifHeader.size + header.dataSize(timeSize: 4)
      let first = header
      header = try TZifHeader(bytes, at: second)
      guard header.version == first.version else { throw .malformed(.counts) }
      dataStart = second + TZifHeader.size
    }
    let block = try TZifBlock(header: header, start: dataStart, in: bytes)
    let rule = try header.version >= 2 ? TZifBlock.rule(after: block.end, in: tzif.span) : nil
    if header.version < 2, bytes.byteCount > block.end { throw .trailingBytes(bytes.byteCount - block.end) }
    try layOut(block, rule, bytes)
  }

  private mutating func layOut(
    _ block: borrowing TZifBlock, _ rule: ZoneRule?, _ bytes: RawSpan
  ) throws(ZoneDataError) {
    let types = try block.types(in: bytes)
    guard let initial = types.first else { throw .malformed(.counts) }
    if block.header.timeCount == 0, let rule {
      guard rule.daylight != nil || rule.standard.offset == initial.offset else { throw .ruleDisagrees(rule.text) }
      try extendForAllTime(by: rule)
      return
    }
    designations.characters = block.characters(in: bytes)
    designations.ruleStart = .max
    reserve(block.header.timeCount + (rule?.daylight == nil ? 2 : 860))
    append(start: .min, offset: initial.offset)
    designations.positions.append(initial.position)

    var previous = Int64.min
    var isBeyond = false
    var type = initial
    for index in 0..<block.header.timeCount {
      let time = block.time(index, in: bytes)
      guard index == 0 || time > previous else { throw .malformed(.transitionTimes) }
      previous = time
      let typeIndex = block.typeIndex(index, in: bytes)
      guard typeIndex < types.count else { throw .malformed(.transitionTypes) }
      // What changes after the last instant is never asked for; the file's other promises are still checked.
      if time > Instant.secondsRange.upperBound + 172_800 { isBeyond = true }
      if isBeyond { continue }
      type = types[typeIndex]
      if time < Instant.secondsRange.lowerBound - 172_800 {
        offsets[0] = type.offset
        designations.positions[0] = type.position
        continue
      }
      append(start: time, offset: type.offset)
      designations.starts.append(time)
      designations.positions.append(type.position)
    }
    if let rule, !isBeyond {
      try extend(by: rule, after: max(previous, Instant.secondsRange.lowerBound - 172_800))
    } else {
      starts.append(.max)
    }
  }

  private mutating func reserve(_ count: Int) {
    starts.reserveCapacity(count)
    offsets.reserveCapacity(count)
    designations.starts.reserveCapacity(count)
    designations.positions.reserveCapacity(count)
  }
}
