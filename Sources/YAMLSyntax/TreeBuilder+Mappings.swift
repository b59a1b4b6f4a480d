import Diagnostics

extension TreeBuilder {
  /// Lays the pairs of a mapping down: each key once, merged mappings behind the own keys.
  mutating func closeMapping(_ frame: Frame) {
    let first = children.count
    records[frame.node].first = UInt32(first)
    let pairs = pending[frame.base...]
    if frame.hasMergeKey || frame.hasBadKey {
      keepPairs(pairs, frame)
    } else if !hasEqualKeys(pairs) {
      children.append(contentsOf: pairs)
    } else if pairs.count <= 32 {
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

  /// Whether a key stands there twice, or may do so.
  private func hasEqualKeys(_ pairs: ArraySlice<UInt32>) -> Bool {
    pairs.withUnsafeBufferPointer { pairs in
      // Few keys: comparing each with each is cheaper than hashing them.
      guard pairs.count <= 32 else { return mayRepeat(pairs) }
      for key in stride(from: 2, to: pairs.count, by: 2) {
        for other in stride(from: 0, to: key, by: 2) where areEqualKeys(pairs[key], pairs[other]) { return true }
      }
      return false
    }
  }

  /// Whether two of many keys have one hash, or one of them is no ASCII.
  private func mayRepeat(_ pairs: UnsafeBufferPointer<UInt32>) -> Bool {
    var size = 64
    while size < pairs.count { size *= 2 }
    // Half of the places stay free, since two words of `pairs` are one key. 0 is for none.
    var hashes = [UInt64](repeating: 0, count: size)
    let seed = UInt64(truncatingIfNeeded: Hasher().finalize())
    for place in stride(from: 0, to: pairs.count, by: 2) {
      let (mixed, isASCII, _) = withText(records[Int(pairs[place])]) { $0.hash(seed: seed) }
      // Other letters may be composed in several ways.
      guard isASCII else { return true }
      let hash = mixed | 1
      var slot = Int(truncatingIfNeeded: hash >> 32) & (size - 1)
      while hashes[slot] != 0 {
        if hashes[slot] == hash { return true }
        slot = (slot + 1) & (size - 1)
      }
      hashes[slot] = hash
    }
    return false
  }

  private func equalKey(among first: Int, _ key: UInt32) -> UInt32? {
    stride(from: first, to: children.count, by: 2).lazy.map { children[$0] }.first { areEqualKeys($0, key) }
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
