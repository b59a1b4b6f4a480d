/// A line as it is shown, cut to a width around the place that matters.
struct Excerpt {
  /// The shown part; every character takes its display width.
  private(set) var text = ""
  /// Columns before the first caret.
  private(set) var caretStart = 0
  /// Columns below which carets stand; 0 for an empty range.
  private(set) var caretWidth = 0

  /// One character of the line as it is drawn.
  private struct Cell {
    var text: String
    var width: Int
    var isMarked: Bool
  }

  private static let tabWidth = 4

  /// Cuts the first line of a range.
  ///
  /// - Complexity: O(width), however long the line is.
  init(of range: SourceRange, in source: SourceText, width: Int) {
    let line = source.line(range.start.line)
    let start = min(max(range.start.offset, line.startIndex), line.endIndex)
    let end = min(max(range.end.offset, start), line.endIndex)
    // Each character takes at most a few bytes, and one without width is rare enough to be cut with the rest.
    let reach = 4 * width
    var first = max(line.startIndex, start - reach)
    while first > line.startIndex, line[first] & 0xC0 == 0x80 { first -= 1 }
    let last = min(line.endIndex, start + reach)
    var cells = Self.cells(line[first..<last], marked: start..<end, wasCut: first > line.startIndex)
    let caret = cells.firstIndex(where: \.isMarked) ?? Self.index(of: start, in: line[first..<last])
    var isCutLeft = first > line.startIndex
    var isCutRight = last < line.endIndex

    if isCutLeft || isCutRight || cells.reduce(0, { $0 + $1.width }) > width {
      let marked = cells[caret...].prefix(while: \.isMarked).reduce(0) { $0 + $1.width }
      // Left of the caret as much as leaves room for the marked text and a little behind it.
      var low = caret
      var left = max(width / 3, width - marked - width / 4)
      while low > 0, cells[low - 1].width <= left - 1 {
        low -= 1
        left -= cells[low].width
      }
      var high = low
      var room = width - 2
      while high < cells.count, cells[high].width <= room {
        room -= cells[high].width
        high += 1
      }
      isCutLeft = isCutLeft || low > 0
      isCutRight = isCutRight || high < cells.count
      cells = Array(cells[low..<max(low, high)])
      if isCutLeft { cells.insert(Cell(text: "…", width: 1, isMarked: false), at: 0) }
      if isCutRight { cells.append(Cell(text: "…", width: 1, isMarked: false)) }
      draw(cells, caret: caret - low + (isCutLeft ? 1 : 0))
    } else {
      draw(cells, caret: caret)
    }
  }

  private mutating func draw(_ cells: [Cell], caret: Int) {
    for (index, cell) in cells.enumerated() {
      text += cell.text
      if index < caret { caretStart += cell.width }
      if cell.isMarked { caretWidth += cell.width }
    }
    while text.last == " " { text.removeLast() }
  }

  private static func cells(_ bytes: ArraySlice<UInt8>, marked: Range<Int>, wasCut: Bool) -> [Cell] {
    var cells: [Cell] = []
    var column = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let (scalar, length) = decode(bytes, index)
      var cell = Cell(text: "", width: 0, isMarked: marked.contains(index))
      if let scalar, scalar == "\t" {
        // Behind a cut the column is not known; a tab is one blank there.
        cell.width = wasCut ? 1 : tabWidth - column % tabWidth
        cell.text = String(repeating: " ", count: cell.width)
      } else if let scalar {
        appendTerminalText(scalar, to: &cell.text)
        cell.width = displayWidth(of: cell.text)
      } else {
        let digits = String(bytes[index], radix: 16, uppercase: true)
        cell.text = "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
        cell.width = 4
      }
      column += cell.width
      cells.append(cell)
      index += length
    }
    return cells
  }

  /// Returns how many characters stand before an offset.
  private static func index(of offset: Int, in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    var index = bytes.startIndex
    while index < min(offset, bytes.endIndex) {
      index += decode(bytes, index).length
      count += 1
    }
    return count
  }

  /// Reads one character, or `nil` for a byte that is none.
  private static func decode(_ bytes: ArraySlice<UInt8>, _ index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let lead = bytes[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard index + length <= bytes.endIndex,
      let text = String(validating: bytes[index..<index + length], as: UTF8.self),
      let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1
    else { return (nil, 1) }
    return (scalar, length)
  }
}
