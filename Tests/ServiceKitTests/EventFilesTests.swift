import CivilTime
import ControlProtocol
import RuleEngine
import RuleModel
import TestSupport
import Testing

@testable import ServiceKit

/// Files of events in the service: the last good copy stays in force, over restarts too.
@Suite struct EventFilesTests {
  private let folder: TemporaryFolder
  private let events: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("rules.yaml", "rules: { a: { notify: x, when: { ics: a.ics } } }\n", mode: 0o600)
    events = try folder.write("a.ics", Self.text("20990106T090000Z"))
  }

  private static func text(_ start: String) -> String {
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:\(start)\nEND:VEVENT\nEND:VCALENDAR\n"
  }

  private func files() throws -> RuleFiles {
    try RuleFiles(
      named: [folder.path + "/rules.yaml"], folder: folder.path, lastGood: folder.path + "/last-good.json",
      environment: ["TZ": "UTC"], machineKey: 1)
  }

  private func next(_ load: RuleLoad) throws -> Occurrence? {
    try #require(load.book).source.next(of: RuleID("a"), after: Instant(epochSeconds: 0))
  }

  @Test func theLastGoodCopyStays() throws {
    let first = try files()
    let load = first.load()
    #expect(load.findings.map(\.text) == [])
    #expect(load.eventFiles == [events])
    #expect(load.files == [folder.path + "/rules.yaml"])
    let good = try #require(try next(load))
    #expect(good.events.map(\.text.uid) == ["1"])
    try first.keep(load)

    try folder.write("a.ics", "broken")
    let broken = first.load()
    #expect(broken.findings.map(\.code) == ["ics-unreadable"] && !broken.hasErrors)
    #expect(try next(broken)?.instant == good.instant)
    try first.keep(broken)

    // A service that starts anew, also where the rules are broken too.
    #expect(try next(try files().loadAtStart())?.instant == good.instant)
    try folder.write("rules.yaml", "rules: [\n", mode: 0o600)
    let old = try files().loadAtStart()
    #expect(old.oldRules != nil)
    #expect(try next(old)?.instant == good.instant)

    try folder.write("rules.yaml", "rules: { a: { notify: x, when: { ics: a.ics } } }\n", mode: 0o600)
    try folder.write("a.ics", Self.text("20990107T090000Z"))
    let changed = first.load()
    #expect(changed.findings.map(\.text) == [])
    #expect(try next(changed)?.instant == good.instant.advanced(bySeconds: 86_400))
    // What a file holds is no change of the rule.
    let rule = RuleID("a")
    #expect(
      try #require(load.book).source.fingerprints(of: rule) == #require(changed.book).source.fingerprints(of: rule))
  }

  @Test func withoutACopyNothingFires() throws {
    try folder.write("a.ics", "broken")
    let load = try files().load()
    #expect(!load.hasErrors)
    #expect(try next(load) == nil)
  }

  @Test func aFileThatOthersCanWriteIsRead() throws {
    try writeFile(events, Array(Self.text("20990106T090000Z").utf8), mode: 0o666)
    #expect(try !files().load().hasErrors)
  }
}
