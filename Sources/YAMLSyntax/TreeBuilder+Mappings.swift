import Diagnostics

extension TreeBuilder {
  /// Lays the pairs of a mapping down: each key once, merged mappings behind the own keys.
  mutating func closeMapping(_ frame: Frame) {
    let first = children.count
    records[frame.node].first = UInt32(first)
    let pairs = pending[frame.base...]
    if frame.hasMergeKey || frame.hasBadKey {
      keepPairs(pairs, frame)
    } else if pairs.count <= 32 {
      // Few keys: comparing each with each is cheaper than hashing them.
      var key = pairs.startIndex
      while key + 1 < pairs.endIndex {
        if let earlier = equalKey(among: first, pairs[key]) {
          duplicate(pairs[key], of: earlier)
        } else {
          children.append(pairs[key])
          children.append(pairs[key + 1])
        }
        key += 2
      }
    } else {
      keepPairs(pairs, frame)
    }
    records[frame.node].count = UInt32((children.count - first) / 2)
  }

  private func keyText(_ node: UInt32) -> String { texts[Int(records[Int(node)].first)] }

  private func equalKey(among first: Int, _ key: UInt32) -> UInt32? {
    let text = keyText(key)
    var other = first
    while other < children.count {
      if keyText(children[other]) == text { return children[other] }
      other += 2
    }
    return nil
  }

  private mutating func duplicate(_ key: UInt32, of earlier: UInt32) {
    report(
      .duplicateKey(
        keyText(key), at: range(of: key), first: range(of: earlier),
        isMerge: records[Int(key)].style == .plain && keyText(key) == "<<"))
  }

  func range(of node: UInt32) -> SourceRange {
    source.range(Int(records[Int(node)].start), Int(records[Int(node)].end))
  }

  private mutating func keepPairs(_ pairs: ArraySlice<UInt32>, _ frame: Frame) {
    var keys = [String: UInt32](minimumCapacity: pairs.count / 2)
    var merges: UInt32?
    var mergeKey: UInt32?
    var place = pairs.startIndex
    while place + 1 < pairs.endIndex {
      let key = pairs[place]
      let value = pairs[place + 1]
      place += 2
      guard records[Int(key)].kind == .scalar else { continue }
      let text = keyText(key)
      if text == "<<", records[Int(key)].style == .plain {
        if let mergeKey { duplicate(key, of: mergeKey) } else { (mergeKey, merges) = (key, value) }
      } else if let earlier = keys.updateValue(key, forKey: text) {
        keys[text] = earlier
        duplicate(key, of: earlier)
      } else {
        children.append(key)
        children.append(value)
      }
    }
    if let merges { merge(merges, into: &keys) }
  }

  /// Appends the pairs of one mapping or of each mapping of a list whose keys are not there yet.
  ///
  /// Earlier mappings of a list win over later ones (yaml.org/type/merge.html).
  private mutating func merge(_ node: UInt32, into keys: inout [String: UInt32]) {
    let record = records[Int(node)]
    switch record.kind {
    case .mapping: mergePairs(of: record, at: node, into: &keys)
    case .sequence:
      for position in Int(record.first)..<Int(record.first) + Int(record.count) {
        let element = children[position]
        if records[Int(element)].kind == .mapping {
          mergePairs(of: records[Int(element)], at: element, into: &keys)
        } else {
          report(.mergeOfOther(at: range(of: element)))
        }
        if hasStopped { return }
      }
    case .scalar:
      // An alias that names nothing has its own message.
      let isAlias = record.end > record.start && bytes[Int(record.start)] == UInt8(ascii: "*")
      if !(isAlias && record.style == .plain) { report(.mergeOfOther(at: range(of: node))) }
    }
  }

  private mutating func mergePairs(
    of record: YAMLDocument.Record, at node: UInt32, into keys: inout [String: UInt32]
  ) {
    let (sum, overflow) = expanded.addingReportingOverflow(Int(record.count))
    guard !overflow, sum <= limits.expansion else {
      stop(.tooMuchExpansion(limit: limits.expansion, at: range(of: node)))
      return
    }
    expanded = sum
    for position in 0..<Int(record.count) {
      let key = children[Int(record.first) + 2 * position]
      let text = keyText(key)
      guard keys[text] == nil else { continue }
      keys[text] = key
      children.append(key)
      children.append(children[Int(record.first) + 2 * position + 1])
    }
  }
}
