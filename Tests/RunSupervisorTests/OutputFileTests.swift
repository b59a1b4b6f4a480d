import TestSupport
import Testing

@testable import RunSupervisor

@Suite struct OutputFileTests {
  @Test func keepsTheLastBytesHoweverTheyCome() throws {
    var random = SplitMix64(seed: 3)
    for keep in [0, 1, 2, 7, 64, 1000] {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "output")
      var file = OutputFile(path, keep: keep)
      var all: [UInt8] = []
      for step in 0..<60 {
        let piece = (0..<random.below(step % 7 == 0 ? 3000 : 9)).map { UInt8(truncatingIfNeeded: $0 &+ step) }
        file.append(piece[...])
        all += piece
        #expect(OutputFile.tail(path, keep: keep) == Array(all.suffix(keep)), "keep \(keep), step \(step)")
        #expect(file.isCut == (all.count > keep))
      }
      file.close()
    }
  }

  @Test func aPlaceThatTakesNothingIsNoted() throws {
    var file = OutputFile("/no/such/folder/output", keep: 100)
    file.append(Array("hello\n".utf8)[...])
    #expect(file.isCut)
    #expect(file.lastLine == "hello")
  }

  static let lines: [(String, String)] = [
    ("", ""), ("\n\n", ""), ("a", "a"), ("a\nb\n", "b"), ("a\n \t\n\n", "a"), ("10%\r50%\r100%\r", "100%"),
    ("a\r\nb\r\n", "b"), (String(repeating: "é", count: 3000), String(repeating: "é", count: 512)),
    ("x" + String(repeating: "é", count: 600), "x" + String(repeating: "é", count: 511)),
  ]

  @Test(arguments: lines) func lastLine(_ row: (String, String)) throws {
    let folder = try TemporaryFolder()
    var file = OutputFile(folder.path(of: "output"), keep: 10)
    file.append(Array(row.0.utf8)[...])
    #expect(file.lastLine == row.1)
  }
}
