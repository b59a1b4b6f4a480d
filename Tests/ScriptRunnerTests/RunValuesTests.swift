import RuleEngine
import TestSupport
import Testing

/// Values reach a command byte for byte, and nothing else of the service does.
@Suite struct RunValuesTests {
  static let hostile = [
    "plain", "", " leading and trailing ", "line\nbreak\r\nand\ttab", "'\"`$(touch /tmp/x)${HOME};&|<>*?[]{}~#!\\",
    "%s %n %%", "👩‍👩‍👧 Ünï e\u{301} \u{202E}abc\u{200F}", "\u{1B}[31m\u{7}\u{8}\u{7F}\u{85}\u{2028}\u{FEFF}", "-n -e --",
    String(repeating: "long ", count: 3000), "ends with newline\n\n",
  ]

  @Test(arguments: hostile) func asVariableAndOnStandardInput(_ text: String) throws {
    let result = try RunBench().run(.arguments(["sh", "-c", "printf '%s' \"$CARILLON_TEXT\"; printf '\\001'; cat"])) {
      $0.environment = [.init("CARILLON_TEXT", "replaced"), .init("CARILLON_TEXT", text)]
      $0.standardInput = Array(text.utf8)
    }
    #expect(result.output == Array(text.utf8) + [1] + Array(text.utf8))
  }

  @Test func standardInputMayBeAnyBytesOfAnySize() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let result = try RunBench().run(.shell("cat")) {
      $0.standardInput = bytes
      $0.outputKeepBytes = 4 << 20
    }
    #expect(result.output == bytes)
    #expect(try RunBench().run(.shell("exit 4")) { $0.standardInput = bytes }.outcome == .exited(4))
  }

  @Test func theEnvironmentIsCleanAndInOrder() throws {
    let bench = try RunBench()
    let first = try bench.folder.write("a.env", "A=file one\nB='file one'\nC=\"file $one\"\n# D=4\n")
    let second = try bench.folder.write("b.env", "B=file two\n")
    let result = try bench.run(.shell("env")) {
      $0.environmentFiles = [first, second]
      $0.environment = [.init("C", "order"), .init("CARILLON_EVENT_FILE", "/tmp/not-this")]
    }
    var seen: [Substring: Substring] = [:]
    for line in result.text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      seen[parts[0]] = parts.last
    }
    #expect(seen["A"] == "file one")
    #expect(seen["B"] == "file two")
    #expect(seen["C"] == "order")
    #expect(seen["CARILLON_EVENT_FILE"] == "\(bench.folder.path)/runs/r/event.json")
    let known: Set<Substring> = [
      "A", "B", "C", "CARILLON_EVENT_FILE", "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ",
      "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "PWD", "_", "SHLVL", "OLDPWD",
    ]
    #expect(Set(seen.keys).subtracting(known).isEmpty)
    #expect(seen["HOME"] != nil && seen["USER"] != nil && seen["PATH"] != nil)
  }

  @Test func aFaultyEnvironmentFileIsRefusedWithItsLine() throws {
    let bench = try RunBench()
    let file = try bench.folder.write("x.env", "A=1\n\nexport B=2\n")
    let result = try bench.run(.shell("true")) { $0.environmentFiles = [file] }
    #expect(
      result.outcome
        == .couldNotStart("environment file \(file), line 3: 'export B' is not a variable name; leave 'export' out"))
  }

  @Test func theEventFileHoldsTheFacts() throws {
    let facts = "{\"rule\":\"backup\",\"text\":\"\\\"; $(id) 👋\"}"
    let result = try RunBench().run(.shell("cat \"$CARILLON_EVENT_FILE\"")) { $0.event = Array(facts.utf8) }
    #expect(result.text == facts)
  }

  @Test func onlyTheEndOfTheOutputIsKept() throws {
    let result = try RunBench().run(.shell("seq 1 200000; printf '  \\n\\n'")) { $0.outputKeepBytes = 1000 }
    let all = (1...200_000).map { "\($0)\n" }.joined() + "  \n\n"
    #expect(result.text == String(all.suffix(1000)))
    #expect(result.outputCut)
    #expect(result.lastLine == "200000")
    let none = try RunBench().run(.shell("echo x")) { $0.outputKeepBytes = 0 }
    #expect(none.output.isEmpty && none.outputCut && none.lastLine == "x")
    let exact = try RunBench().run(.shell("printf 0123456789")) { $0.outputKeepBytes = 10 }
    #expect(exact.text == "0123456789" && !exact.outputCut)
  }

  @Test func muchOutputFillsNoDisk() throws {
    let bench = try RunBench()
    let result = try bench.run(.shell("head -c 300000000 /dev/zero; echo; echo end; du -sk \(bench.folder.path)/runs"))
    {
      $0.outputKeepBytes = 64 << 10
    }
    #expect(result.outcome == .exited(0))
    let used = try #require(result.lastLine.split(separator: "\t").first.flatMap { Int($0) })
    #expect(used < 400, "kilobytes used: \(used)")
  }
}
