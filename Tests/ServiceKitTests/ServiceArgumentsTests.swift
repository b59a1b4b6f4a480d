import ServiceKit
import Testing

@Suite struct ServiceArgumentsTests {
  @Test func words() throws {
    #expect(try ServiceArguments([]).files.isEmpty)
    let all = try ServiceArguments(["--once", "a.yaml", "--state", "/s", "--system", "--no-watch", "--", "--b.yaml"])
    #expect(all.files == ["a.yaml", "--b.yaml"])
    #expect(all.state == "/s")
    #expect(all.isOnce && all.isSystem && !all.watchesFiles)
    #expect(try ServiceArguments(["--state=/s"]).state == "/s")
  }

  @Test(arguments: [["--state"], ["--state", ""], ["--state="], ["--wait"], ["-"], [""], ["-x"]])
  func misuse(_ words: [String]) {
    #expect(throws: ServiceArguments.Misuse.self) { try ServiceArguments(words) }
  }
}
