import CivilTime
import ControlProtocol
import Glibc
import RuleEngine
import RuleModel
import ScriptRunner
import TestSupport
import Testing

@testable import ServiceKit

@Suite struct ServiceTests {
  @Test func aRuleFiredByHandIsShown() throws {
    let bench = try Bench()
    #expect(try bench.ask(.fire(RuleID("hello"), force: false)) == .success(.done))
    #expect(bench.channel.shown.map(\.content.title) == ["Hello"])
    guard case .success(.delivered(let shown)) = try bench.ask(.delivered(ListPage())) else {
      Issue.record("no listing")
      return
    }
    #expect(shown.entries.map(\.identifier) == ["hello"])
    #expect(shown.entries.first?.channels == [.terminal])
    #expect(try bench.ask(.remove(Selection(identifiers: ["hello"]))) == .success(.removed(pending: 0, delivered: 1)))
    #expect(bench.channel.withdrawn == ["hello"])
  }

  @Test func refusalsAreErrors() throws {
    let bench = try Bench()
    guard case .failure(let error) = try bench.ask(.fire(RuleID("lost"), force: false)) else {
      Issue.record("it was done")
      return
    }
    #expect(error.code == "unknown-rule")
    guard case .failure(let trigger) = try bench.ask(.add(AddedRequest(content: PlainContent(), when: "at: x"))) else {
      Issue.record("it was done")
      return
    }
    #expect(trigger.code == "bad-trigger")
  }

  @Test func aRequestByHandIsPending() throws {
    let bench = try Bench()
    var content = PlainContent()
    content.title = "Tea {{ rule.id }}"
    let added = try bench.ask(.add(AddedRequest(identifier: "tea", content: content, when: "in: 1h")))
    guard case .success(.added("tea", let due?)) = added else {
      Issue.record("\(added)")
      return
    }
    guard case .success(.pending(let page)) = try bench.ask(.pending(ListPage(limit: 1))) else {
      Issue.record("no listing")
      return
    }
    #expect(page.entries.map(\.due) == [due])
    #expect(page.entries.map(\.title) == ["Tea {{ rule.id }}"])
    #expect(page.next == nil)
  }

  @Test func reloadTellsWhatChangedAndKeepsOldRulesWhereThereAreErrors() throws {
    let bench = try Bench()
    bench.rules.next = RuleLoad(
      book: bench.book([Bench.rule("hello"), Bench.rule("second")]), files: ["/a.yaml"])
    guard case .success(.reloaded(let report)) = try bench.ask(.reload) else {
      Issue.record("no report")
      return
    }
    #expect(report.isApplied && report.rules == 2)
    #expect(report.changes == [.init(rule: RuleID("second"), change: "new")])
    #expect(bench.rules.kept == 1)

    let finding = ReloadReport.Finding(severity: "error", code: "syntax", text: "a.yaml:1:1: broken")
    bench.rules.next = RuleLoad(book: nil, files: ["/a.yaml"], findings: [finding])
    guard case .success(.reloaded(let broken)) = try bench.ask(.reload) else {
      Issue.record("no report")
      return
    }
    #expect(!broken.isApplied && broken.rules == 2 && broken.findings == [finding])
    guard case .success(.status(let status)) = try bench.ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.oldRules != nil && status.report.rules == 2 && status.files == ["/a.yaml"])
    #expect(bench.rules.kept == 1)
  }

  @Test(arguments: [false, true]) func theBellsGoOnWithoutAStore(failsLate: Bool) throws {
    let bench = try Bench()
    let failure = StoreError(kind: .full, attempted: "keep a batch", subject: "db", code: 13, message: "full")
    if failsLate { bench.store.syncFailure = failure } else { bench.store.failure = failure }
    #expect(try bench.ask(.fire(RuleID("hello"), force: false)) == .success(.done))
    #expect(bench.channel.shown.count == 1)
    guard case .success(.status(let status)) = try bench.ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.report.degraded?.kind == .full)
    #expect(bench.channel.remarks.count == 1)
    bench.store.failure = nil
    bench.store.syncFailure = nil
    bench.service.feed(.clockChanged)
    #expect(bench.store.state.deliveries.count == 1)
    guard case .success(.status(let after)) = try bench.ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(after.report.degraded == nil)
  }

  @Test func foldersOfRunsThatEndedWithoutAStoreGoWhenItKeepsAgain() throws {
    let bench = try Bench()
    bench.service.runner = try ScriptRunner(
      on: bench.loop, executable: "/no/carillon", runs: bench.folder.path(of: "runs"), ended: { _, _ in })
    bench.store.failure = StoreError(kind: .full, attempted: "keep a batch", subject: "db", code: 13, message: "full")
    #expect(try bench.ask(.fire(RuleID("hello"), force: false)) == .success(.done))
    let left = try bench.folder.write("runs/5-1/order.json", "{}")
    bench.store.failure = nil
    bench.service.feed(.clockChanged)
    try bench.turn { access(left, F_OK) != 0 }
  }

  @Test func aDatabaseThatTurnsOutCorruptIsReplacedAtOnce() throws {
    let bench = try Bench()
    bench.store.failure = StoreError(
      kind: .corrupt, attempted: "keep a batch", subject: "db", code: 11, message: "malformed")
    #expect(try bench.ask(.fire(RuleID("hello"), force: false)) == .success(.done))
    #expect(bench.channel.shown.count == 1)
    #expect(bench.store.state == bench.service.engine.state)
    #expect(bench.channel.remarks.count == 1)
    guard case .success(.status(let status)) = try bench.ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.report.degraded == nil)
  }

  @Test func pagesOfRunsWithMuchOutputAreShort() throws {
    let bench = try Bench()
    for number in 1...5 {
      var run = RunRecord(
        id: RunID(Int64(number)), rule: nil, run: ScriptRun(command: .shell("true"), directory: "/"),
        handlers: RunHandlers(),
        facts: Facts(
          rule: nil, scheduled: Instant(epochSeconds: 0), nominal: LocalDateTime(date: .earliest, time: .noon)),
        queued: Instant(epochSeconds: 0))
      run.result = RunFacts(outcome: .success, output: String(repeating: "\u{1}", count: 60_000))
      bench.store.runs[run.id] = run
    }
    var query = HistoryQuery(limit: 100)
    var found: [Int64] = []
    while true {
      guard case .success(.runs(let page)) = try bench.ask(.runs(query)) else {
        Issue.record("no page")
        return
      }
      #expect(ControlReply(id: 1, .success(.runs(page))).line.count < ControlLines.replyLimit)
      found += page.entries.map(\.id)
      guard let next = page.next else { break }
      query.cursor = next
    }
    #expect(found == (1...5).reversed().map { Int64($0) })
    guard case .failure(let error) = try bench.ask(.history(HistoryQuery())) else {
      Issue.record("a broken store answered")
      return
    }
    #expect(error.code == "store-failed")
  }

  @Test func theClockIsTrustedByWhatItShows() {
    var state = StoredState()
    let now = Instant(epochSeconds: 1_800_000_000)
    #expect(ClockTrust.isSet(now: now, state: state))
    #expect(!ClockTrust.isSet(now: Instant(epochSeconds: 0), state: state))
    var record = RuleRecord(rule: RuleID("a"), horizon: now, fingerprints: [], isEnabled: true)
    for (ahead, isSet) in [(0, true), (60, true), (61, false), (86_400, false), (86_401, true)] as [(Int64, Bool)] {
      record.lastHandled = now.advanced(bySeconds: ahead)
      state.rules[RuleID("a")] = record
      #expect(ClockTrust.isSet(now: now, state: state) == isSet, "\(ahead)")
    }
  }
}
