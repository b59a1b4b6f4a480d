import ControlProtocol
import Testing

@Suite struct ControlLinesTests {
  @Test func linesComeWholeWhateverThePieces() throws {
    let text = Array("one\n\ntwo\r\nthree".utf8)
    for size in 1...text.count {
      var lines = ControlLines()
      var found: [String] = []
      var rest = text[...]
      while !rest.isEmpty {
        lines.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let line = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
      }
      #expect(found == ["one", "", "two\r"])
      #expect(lines.isPartial)
    }
  }

  @Test func aLineOfTheLimitIsTakenAndALongerOneRefused() throws {
    var lines = ControlLines(limit: 8)
    lines.append(Array("12345678\n".utf8))
    #expect(try lines.next()?.count == 8)
    lines.append(Array("12345678".utf8))
    #expect(try lines.next() == nil)
    lines.append(Array("9".utf8))
    #expect(throws: ControlError.self) { try lines.next() }
  }

  @Test func manyLinesStayInBoundedMemoryAndOrder() throws {
    var lines = ControlLines()
    for number in 0..<50_000 {
      lines.append(Array("\(number)\nrest".utf8))
      let line = try lines.next()
      #expect(line.map { String(decoding: $0, as: UTF8.self) } == (number == 0 ? "0" : "rest\(number)"))
    }
  }
}
