import Diagnostics

/// What stands between two events: indicators, blanks and comments.
///
/// libyaml reads some of it more loosely than YAML 1.2 does, and keeps no comments.
extension TreeBuilder {
  /// Looks at everything up to an offset that has not been looked at yet.
  mutating func scanGap(to end: Int) {
    guard scanned < end else { return }
    var index = scanned
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: ":"):
        sawColon = true
        lastPlain = -1
        contentEnd = index + 1
      case UInt8(ascii: ","), UInt8(ascii: "-"):
        lastPlain = -1
        contentEnd = index + 1
      case UInt8(ascii: "?"):
        lastPlain = -1
        if !frames.isEmpty { frames[frames.count - 1].hasBadKey = true }
        refuse(.complexKey(at: lineRange(index)))
      case 0x0A, 0x0D:
        lastPlain = -1
      case UInt8(ascii: "#"):
        let commentEnd = endOfLine(index, end)
        judgeComment(index, commentEnd)
        index = commentEnd
        continue
      default: break
      }
      index += 1
    }
    scanned = end
  }

  func endOfLine(_ start: Int, _ limit: Int) -> Int {
    var index = start
    while index < limit, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
  }

  private mutating func judgeComment(_ start: Int, _ end: Int) {
    // libyaml takes `"a"#b` for a comment; YAML 1.2.2 (6.6) wants a blank before it.
    if start > check.markLength, !isBlankOrBreak(bytes[start - 1]) {
      report(.commentWithoutBlank(at: source.range(start, start + 1)))
    }
    guard lastPlain >= 0, start + 1 < end, !isBlankOrBreak(bytes[start + 1]), bytes[start + 1] != UInt8(ascii: "#")
    else { return }
    records[lastPlain].marks.insert(.cutByComment)
  }

  /// Whether a comment behind the indicators of a block scalar has its blank (YAML 1.2.2, 8.1.1).
  mutating func judgeHeader(start: Int, end: Int) {
    var place = start + 1
    while place < end,
      bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") || 0x31...0x39 ~= bytes[place]
    {
      place += 1
    }
    if place < end, bytes[place] == UInt8(ascii: "#") {
      report(.commentWithoutBlank(at: source.range(place, place + 1)))
    }
  }

  func isBlankOrBreak(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  func isFlowMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "{")
      || byte == UInt8(ascii: "}")
  }

  func skipBlanksAndComments(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      if bytes[index] == UInt8(ascii: "#") {
        index = endOfLine(index, end)
      } else if isBlankOrBreak(bytes[index]) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  // MARK: Words for what libyaml accepts and we do not

  /// `{ title: Bill, due today }`: the last key has no colon.
  mutating func missingFlowValue(at place: Int) {
    guard let key = pending.last, records[Int(key)].kind == .scalar else { return }
    // Inside `{{ … }}`, which has its own message.
    if frames.suffix(2).contains(where: \.hasBadKey) { return }
    let keyRecord = records[Int(key)]
    let text = Self.text(bytes, Int(keyRecord.start), Int(keyRecord.end))
    // `{a:b}`: a colon without a blank behind it.
    if keyRecord.style == .plain, text.utf8.contains(UInt8(ascii: ":")) {
      refuse(.missingSpace(text, at: range(of: key)))
      return
    }
    var whole: String?
    if let frame = frames.last, pending.count - frame.base >= 3 {
      let before = records[Int(pending[pending.count - 2])]
      let start = Int(before.start)
      let end = Int(keyRecord.end)
      if before.kind == .scalar, before.style == .plain, start < Int(before.end), Int(before.end) < end,
        end - start <= 80
      {
        whole = Self.text(bytes, start, end)
      }
    }
    refuse(.missingValue(text, whole: whole, at: range(of: key)))
  }

  /// The escape that spells NUL, else the whole scalar.
  func escapedNUL(start: Int, end: Int) -> SourceRange {
    var index = start
    while index + 1 < end {
      if bytes[index] == UInt8(ascii: "\\") {
        let length: Int
        switch bytes[index + 1] {
        case UInt8(ascii: "0"): return source.range(index, index + 2)
        case UInt8(ascii: "x"): length = 4
        case UInt8(ascii: "u"): length = 6
        case UInt8(ascii: "U"): length = 10
        default: length = 2
        }
        if length > 2, index + length <= end, bytes[index + 2..<index + length].allSatisfy({ $0 == UInt8(ascii: "0") })
        {
          return source.range(index, index + length)
        }
        index += length
      } else {
        index += 1
      }
    }
    return source.range(start, end)
  }

  // MARK: U+2028 and U+2029

  /// Judges the separators inside a quoted scalar, where libyaml keeps them unless it folds blanks around them.
  mutating func judgeSeparators(start: Int, end: Int) {
    for separator in separators(from: start, to: end) {
      let before = bytes[separator - 1]
      let after = separator + 3 < end ? bytes[separator + 3] : 0
      if isBlankOrBreak(before) || isBlankOrBreak(after) || before == UInt8(ascii: "\\") {
        report(.lineSeparator(separatorValue(separator), at: source.range(separator, separator + 3)))
      }
      quotedSeparators.insert(separator)
    }
  }

  /// Refuses all separators that no quoted scalar holds, as far as the text was read.
  mutating func judgeSeparators() {
    var count = 0
    for separator in check.separators where !quotedSeparators.contains(separator) && count < 20 {
      if separator >= scanned, hasStopped { break }
      report(.lineSeparator(separatorValue(separator), at: source.range(separator, separator + 3)))
      count += 1
    }
  }

  private func separators(from start: Int, to end: Int) -> ArraySlice<Int> {
    let all = check.separators
    let low = all.partitioningIndex { $0 >= start }
    let high = all.partitioningIndex { $0 >= end }
    return all[low..<max(low, high)]
  }

  func separatorValue(_ offset: Int) -> UInt32 { bytes[offset + 2] == 0xA9 ? 0x2029 : 0x2028 }
}

extension Array {
  /// Returns the first index whose element, and every one behind it, fulfils a condition.
  fileprivate func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
