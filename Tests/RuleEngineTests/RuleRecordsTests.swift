import CivilTime
import RuleEngine
import RuleModel
import Testing

/// Records are kept as a dictionary would keep them.
struct RuleRecordsTests {
  private func record(_ name: String, _ second: Int64) -> RuleRecord {
    RuleRecord(
      rule: RuleID(name), horizon: Instant(epochSeconds: second), fingerprints: [], isEnabled: true)
  }

  @Test func keepsWhatADictionaryKeeps() {
    var records = RuleRecords()
    var dictionary: [RuleID: RuleRecord] = [:]
    var random = SystemRandomNumberGenerator()
    for turn in 0..<20_000 {
      let name = RuleID("rule-\(Int.random(in: 0..<300, using: &random))")
      let isRemoval = Int.random(in: 0..<5, using: &random) < 2
      let value = isRemoval ? nil : record(name.text, Int64(turn))
      records[name] = value
      dictionary[name] = value
      if turn % 1000 == 0 { expectEqual(records, dictionary) }
    }
    expectEqual(records, dictionary)
    for name in dictionary.keys { records[name] = nil }
    #expect(records.count == 0)
    #expect(records == RuleRecords())
  }

  private func expectEqual(_ records: RuleRecords, _ dictionary: [RuleID: RuleRecord]) {
    #expect(records.count == dictionary.count)
    #expect(Set(records.keys) == Set(dictionary.keys))
    for number in 0..<300 {
      let name = RuleID("rule-\(number)")
      #expect(records[name] == dictionary[name])
    }
  }

  @Test func orderMeansNothing() {
    var first = RuleRecords()
    var second = RuleRecords()
    for name in ["a", "b", "c"] { first[RuleID(name)] = record(name, 1) }
    for name in ["c", "a", "b"] { second[RuleID(name)] = record(name, 1) }
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    second[RuleID("b")]?.isEnabled = false
    #expect(first != second)
  }

  @Test func aRecordThatIsSetBecomesThatOfTheRule() {
    var records = RuleRecords()
    records[RuleID("new")] = record("old", 1)
    #expect(records[RuleID("new")]?.rule == RuleID("new"))
    #expect(records[RuleID("old")] == nil)
  }
}
