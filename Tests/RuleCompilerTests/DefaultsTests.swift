import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// What `defaults` and modifiers of rules fill in.
@Suite struct DefaultsTests {
  @Test func fillWhatIsNotSaid() throws {
    let result = compileText(
      """
      timezone: Europe/Paris
      defaults:
        at: 08:15
        timezone: Asia/Tokyo
        jitter: 30s
        gap: skip
        labels: { team: a, tier: one }
        notify: { sound: none, level: passive, user_info: { a: "1", b: "2" } }
        run: { timeout: 5m, environment: { A: "1", B: "2" } }
        on_failure: { notify: Broken }
      rules:
        plain: { notify: x, when: [{ weekly: { days: mon } }, { every: 1h }] }
        own:
          when: { daily: { at: 10:00 }, timezone: none, jitter: none, gap: next }
          labels: { tier: two }
          notify: { title: y, sound: default, level: none, user_info: { b: "3" } }
          run: { command: c, timeout: none, environment: { B: "3" } }
          on_failure: none
        runs: { run: c }
      """)
    #expect(result.diagnostics.map(\.message) == [])
    try #require(result.ruleSet.rules.count == 3)
    let plain = result.ruleSet.rules[0]
    let own = result.ruleSet.rules[1]
    let runs = result.ruleSet.rules[2]
    #expect(plain.triggers.map(\.zone) == [.named(ZoneName("Asia/Tokyo")), .named(ZoneName("Asia/Tokyo"))])
    #expect(plain.triggers.map(\.jitterSeconds) == [30, 30])
    #expect(plain.triggers.map(\.gap) == [.skip, .shift], "an interval has no gaps")
    guard case .fixed(let pattern) = plain.triggers[0].source else {
      Issue.record("weekly is fixed")
      return
    }
    #expect(pattern.times == [time(8, 15)])
    #expect(plain.notify?.sound == .silent)
    #expect(plain.notify?.level == .passive)
    #expect(plain.handlers == RunHandlers(), "without a run its outcomes have no steps")
    #expect(own.triggers.map(\.zone) == [.named(ZoneName("Europe/Paris"))])
    #expect(own.triggers.map(\.jitterSeconds) == [0])
    #expect(own.triggers.map(\.gap) == [.next])
    #expect(own.labels == [Label(name: "team", value: "a"), Label(name: "tier", value: "two")])
    #expect(own.notify?.sound == .standard)
    #expect(own.notify?.level == nil)
    #expect(own.notify?.userInfo?.map(\.name) == ["a", "b"])
    #expect(own.notify?.userInfo?.map(\.value.literal) == ["1", "3"])
    #expect(own.run?.timeoutSeconds == nil)
    #expect(own.run?.environment.map(\.value) == ["1", "3"])
    #expect(own.handlers.onFailure == nil)
    #expect(runs.run?.timeoutSeconds == 300)
    #expect(runs.handlers.onFailure?.count == 1)
  }

  @Test func aRulesModifiersReachOnlyTheirClass() throws {
    let result = compileText(
      "rules:\n  r: { notify: x, gap: skip, offset: -1d, when: [{ daily: 09:00 }, { hourly: 5 }] }\n")
    #expect(result.diagnostics.map(\.message) == [])
    let triggers = try #require(result.ruleSet.rules.first?.triggers)
    #expect(triggers.map(\.gap) == [.skip, .shift])
    #expect(triggers.map(\.offsets) == [[.days(-1)], []])
  }

  @Test func defaultsAreJudgedOnce() {
    let result = compileText(
      "defaults: { gap: shft }\nrules:\n  a: { notify: x, when: { daily: 09:00 } }\n  b: { notify: x, when: { daily: 09:00 } }\n"
    )
    #expect(result.diagnostics.map(\.code) == ["unknown-choice"])
  }

  @Test func missedPolicy() throws {
    let result = compileText(
      """
      rules:
        a: { notify: x, missed: skip }
        b: { run: x, missed: { within: 2d, spread: 10m }, grace: 5m }
      """)
    #expect(result.diagnostics.map(\.message) == [])
    #expect(
      result.ruleSet.rules.map(\.missed) == [
        MissedPolicy(choice: .skip, withinSeconds: 3600),
        MissedPolicy(choice: .latest, withinSeconds: 172_800, spreadSeconds: 600),
      ])
    #expect(result.ruleSet.rules.map(\.graceSeconds) == [60, 300])
  }
}
