extension String {
  /// Returns the text with every occurrence of a part, taken from left to right, replaced; the part is not empty, and
  /// texts are compared byte for byte.
  func replacing(_ part: String, with replacement: String) -> String {
    let part = Array(part.utf8)
    var result: [UInt8] = []
    var rest = Substring(self).utf8
    while let byte = rest.first {
      let isPart = rest.starts(with: part)
      if isPart { result.append(contentsOf: replacement.utf8) } else { result.append(byte) }
      rest.removeFirst(isPart ? part.count : 1)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
