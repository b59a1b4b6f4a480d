import CivilTime
import RuleEngine
import RuleModel
import TestSupport
import Testing

@testable import SQLiteStore

@Suite struct SQLiteHistoryTests {
  let folder: TemporaryFolder
  let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path, now: StoredSamples.now, reserveBytes: 0)
    var mutations: [Mutation] = StoredSamples.state.mutations
    for number in 0..<25 {
      // Two at each instant, so that pages end within equal instants.
      let status: LedgerStatus = number % 5 == 0 ? .missed : .fired
      mutations.append(
        .claim(StoredSamples.row("\(number)", status, at: Int64(number / 2), rule: number < 20 ? "a" : "b")))
    }
    var ended = try #require(StoredSamples.state.runs[RunID(11)])
    ended.phase = .ended
    ended.result = RunFacts(outcome: .failure, exitCode: 3, output: StoredSamples.text)
    mutations.append(.run(ended))
    let answer = ResponseFacts(action: ActionID("a"), text: StoredSamples.text, request: "q", delivery: 7)
    for isTooLate in [false, true] {
      mutations.append(
        .response(
          ResponseRecord(facts: answer, received: StoredSamples.now, source: "terminal", isTooLate: isTooLate)))
    }
    _ = try store.commit(MutationBatch(number: 1, mutations: mutations))
  }

  @Test(arguments: [1, 2, 3, 7, 100]) func pagesJoinToTheWhole(_ limit: Int) throws {
    let history = try SQLiteHistory(folder: folder.path)
    var query = HistoryQuery(rule: RuleID("a"), limit: limit)
    var found: [String] = []
    while true {
      let page = try history.occurrences(query)
      found += page.entries.map(\.key.identity)
      #expect(page.entries.count <= limit)
      guard let next = page.next else { break }
      query.cursor = next
    }
    #expect(found == (0..<20).reversed().map { String($0) })
  }

  @Test func filters() throws {
    let history = try SQLiteHistory(folder: folder.path)
    let missed = try history.occurrences(HistoryQuery(statuses: [.missed]))
    #expect(missed.entries.map(\.key.identity) == ["20", "15", "10", "5", "0"])
    let some = try history.occurrences(
      HistoryQuery(
        rule: RuleID("a"), statuses: [.missed, .fired], from: StoredSamples.now.advanced(bySeconds: 2),
        until: StoredSamples.now.advanced(bySeconds: 4)))
    #expect(some.entries.map(\.key.identity) == ["7", "6", "5", "4"])
    #expect(try history.occurrences(HistoryQuery(rule: RuleID("none"))).entries.isEmpty)
  }

  @Test func runsDeliveriesAndResponses() throws {
    let history = try SQLiteHistory(folder: folder.path)
    let run = try #require(try history.runs(HistoryQuery(rule: RuleID("r"))).entries.first)
    #expect(run.result?.output == StoredSamples.text)
    #expect(try history.deliveries(HistoryQuery()).entries.map(\.number) == [7, 6])
    let responses = try history.responses(HistoryQuery(rule: RuleID("r"))).entries
    #expect(responses.map(\.isTooLate) == [true, false])
    #expect(responses.first?.facts.text == StoredSamples.text)
    #expect(try history.state().runs.isEmpty)
  }
}
