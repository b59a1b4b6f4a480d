import CivilTime
import Diagnostics
import Glibc
import RuleCompiler
import RuleLoading
import RuleModel
import TestSupport
import Testing

/// Files of events from disk: whatever is wrong with them, the rules load.
@Suite struct EventFileLoadingTests {
  static let rules = "rules: { a: { notify: x, when: { ics: sub/a.ics } } }\n"
  static let good =
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=Europe/Berlin:20260106T090000\nEND:VEVENT\nEND:VCALENDAR\n"

  private func series(_ loaded: LoadedRules) throws -> [EventSeries]? {
    guard case .eventFile(let file)? = loaded.compilation.ruleSet.rules.first?.triggers.first?.source else {
      Issue.record("no file")
      return nil
    }
    return file.series
  }

  @Test func aGoodFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.yaml", Self.rules)
    try folder.write("sub/a.ics", Self.good)
    let loaded = try RuleLoaderTests.loader(folder).load(["a.yaml"])
    #expect(loaded.compilation.diagnostics.map(\.message) == [])
    #expect(try series(loaded)?.count == 1)
    #expect(loaded.eventFiles == [folder.path + "/sub/a.ics"])
    #expect(loaded.goodEventFiles.keys.sorted() == [folder.path + "/sub/a.ics"])
    #expect(loaded.sources.zones.keys.map(\.rawValue) == ["Europe/Berlin"])
  }

  static let bad: [(name: String, text: String?, message: String)] = [
    ("missing", nil, "sub/a.ics: No such file or directory"),
    ("no calendar", "<html>", "sub/a.ics:1: this is not an iCalendar file"),
    ("cut off", "BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "sub/a.ics:3: the file ends within VEVENT"),
  ]

  @Test(arguments: bad.indices) func aBadFile(_ index: Int) throws {
    let row = Self.bad[index]
    let folder = try TemporaryFolder()
    try folder.write("a.yaml", Self.rules)
    if let text = row.text { try folder.write("sub/a.ics", text) }
    let loader = RuleLoaderTests.loader(folder)
    let loaded = try loader.load(["a.yaml"])
    #expect(!loaded.compilation.hasErrors && loaded.compilation.graph != nil)
    #expect(loaded.compilation.diagnostics.map(\.code) == ["ics-unreadable"])
    #expect(loaded.compilation.diagnostics.map(\.message) == [row.message + "; its events are unknown"])
    #expect(try series(loaded) == nil)
    #expect(loaded.goodEventFiles.isEmpty)
    #expect(loaded.eventFiles == [folder.path + "/sub/a.ics"])
    let kept = [folder.path + "/sub/a.ics": Array(Self.good.utf8)]
    let again = try loader.load(["a.yaml"], keptEventFiles: kept)
    #expect(again.compilation.diagnostics.map(\.message) == [row.message + "; its last good copy stays in use"])
    #expect(try series(again)?.count == 1)
    #expect(again.goodEventFiles == kept)
  }

  @Test func whatIsNoFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.yaml", Self.rules)
    try folder.write("sub/x", "")
    try #require(mkfifo(folder.path + "/sub/a.ics", 0o600) == 0)
    let loaded = try RuleLoaderTests.loader(folder).load(["a.yaml"])
    #expect(loaded.compilation.diagnostics.map(\.message) == ["sub/a.ics: not a file; its events are unknown"])
  }

  @Test func eventsThatAreLeftOut() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.yaml", Self.rules)
    let bad = (0..<5).map { _ in "BEGIN:VEVENT\nDTSTART:nonsense\nEND:VEVENT\n" }.joined()
    try folder.write("sub/a.ics", Self.good.replacing("END:VCALENDAR\n", with: bad + "END:VCALENDAR\n"))
    let loaded = try RuleLoaderTests.loader(folder).load(["a.yaml"])
    #expect(loaded.compilation.diagnostics.map(\.code) == ["ics-event", "ics-event", "ics-event", "ics-event"])
    #expect(
      loaded.compilation.diagnostics.first?.message == "sub/a.ics:7: 'nonsense' of DTSTART is no date or time")
    #expect(
      loaded.compilation.diagnostics.last?.message
        == "sub/a.ics: 2 more mistakes, each of which leaves a line or an event out")
    #expect(try series(loaded)?.count == 1)
  }
}
