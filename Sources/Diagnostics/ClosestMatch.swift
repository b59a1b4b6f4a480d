/// Returns the candidate that `text` was probably meant to be, for "did you mean …?", or `nil` when none is near.
///
/// Near is a Damerau–Levenshtein distance (insert, delete, replace, exchange of neighbours) of at most two and at
/// most a third of the longer text, but one edit is always allowed for texts of two letters and more. A letter in
/// the wrong case counts a quarter of an edit, so that `Weekdays` finds `weekdays` first; of equally near candidates
/// the first wins.
///
/// - Complexity: O(candidates × length), since only a narrow band of the distance table is computed; texts longer
///   than 128 code points match nothing.
public func closestMatch(to text: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(text.unicodeScalars.prefix(129))
  guard !wanted.isEmpty, wanted.count <= 128 else { return nil }
  var best: (candidate: String, cost: Int)?
  for candidate in candidates where candidate != text {
    let other = Array(candidate.unicodeScalars.prefix(129))
    let length = max(wanted.count, other.count)
    guard !other.isEmpty, length <= 128 else { continue }
    // Costs are counted in units of a quarter edit, so that case can weigh less than a letter.
    let edits = length < 2 ? 0 : max(1, min(2, length / 3))
    let folded = wanted.map(lowercased) == other.map(lowercased)
    let limit = folded ? Int.max : min(4 * edits + 3, (best?.cost ?? .max) - 1)
    guard limit >= 0, folded || abs(wanted.count - other.count) <= edits else { continue }
    let cost = folded ? 0 : editCost(wanted, other, within: edits)
    guard let cost, cost <= limit, cost < (best?.cost ?? .max) else { continue }
    best = (candidate, cost)
  }
  return best?.candidate
}

/// Returns the distance in quarter edits, or `nil` when it passes `edits` whole ones (plus cases of letters).
private func editCost(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], within edits: Int) -> Int? {
  let far = Int.max / 2
  var beforeLast = [Int](repeating: far, count: right.count + 1)
  var last = (0...right.count).map { $0 <= edits ? 4 * $0 : far }
  for i in 1...left.count {
    var current = [Int](repeating: far, count: right.count + 1)
    if i <= edits { current[0] = 4 * i }
    let low = max(1, i - edits)
    let high = min(right.count, i + edits)
    guard low <= high else { return nil }
    for j in low...high {
      var cost = min(last[j] + 4, current[j - 1] + 4, last[j - 1] + replacement(left[i - 1], right[j - 1]))
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        cost = min(cost, beforeLast[j - 2] + 4)
      }
      current[j] = cost
    }
    beforeLast = last
    last = current
  }
  let cost = last[right.count]
  return cost <= 4 * edits + 3 ? cost : nil
}

private func replacement(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Int {
  if left == right { return 0 }
  return lowercased(left) == lowercased(right) ? 1 : 4
}

private func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  scalar.isASCII && scalar.value >= 0x41 && scalar.value <= 0x5A
    ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 0x20)) : scalar
}
