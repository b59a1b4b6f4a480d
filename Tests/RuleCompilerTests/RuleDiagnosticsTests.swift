import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// Faults of meaning: modifiers, names, steps, templates.
@Suite struct RuleDiagnosticsTests {
  static let rows = [
    FindingRow(
      "every needs from", when("{ weekly: { days: mon, at: 09:00, «every»: 2 } }"), "every-needs-from",
      "`every` above 1 needs `from`, which says where counting begins"),
    FindingRow(
      "gap on hourly", when("{ hourly: 5, «gap»: skip }"), "wrong-modifier",
      "`gap` means nothing for a clock-aligned trigger: it fires at the real instants that the clock shows, both passes of a repeated hour"
    ),
    FindingRow(
      "move on every", when("{ every: 5m, «move»: next }"), "wrong-modifier",
      "`move` means nothing for an interval trigger: only a time on a named day can move to another day"),
    FindingRow(
      "timezone on an event", when("{ startup: boot, «timezone»: UTC }"), "wrong-modifier",
      "`timezone` means nothing for an event: an event happens when it happens, in every zone"),
    FindingRow(
      "days in an offset of hourly", when("{ hourly: 5, «offset»: 1d }"), "wrong-modifier",
      "this `offset` is not possible for a clock-aligned trigger: it has no date that calendar days could be counted from; write hours, minutes and seconds"
    ),
    FindingRow(
      "before an event", when("{ startup: boot, «offset»: -5m }"), "wrong-modifier",
      "this `offset` is not possible for an event: nothing can fire before its event"),
    FindingRow(
      "between on daily", when("{ daily: 09:00, «between»: 09:00-17:00 }"), "wrong-modifier",
      "`between` belongs to `hourly` and `every`"),
    FindingRow(
      "rule modifier reaches none", rule("notify: x\n    «gap»: skip\n    when: { every: 5m }"), "wrong-modifier",
      "`gap` reaches no trigger of this rule", hint: "elapsed time knows no clock changes"),
    FindingRow(
      "rule modifier without when", rule("notify: x\n    «count»: 3"), "wrong-modifier",
      "`count` reaches no trigger: the rule has none"),
    FindingRow(
      "count and repeats", when("{ daily: 09:00, count: 3, «repeats»: false }"), "contradiction",
      "`repeats: false` contradicts `count`"),
    FindingRow(
      "two ways of days", when("{ monthly: «{ day: 1, weekday: first monday, at: 09:00 }» }"), "contradiction",
      "`monthly` takes only one of `day`, `weekday` or `workday`"),
    FindingRow(
      "february 30", when("{ yearly: { month: feb, day: «30», at: 09:00 } }"), "never-fires",
      "these months never have this day"),
    FindingRow(
      "matching february 30", when("{ matching: «{ month: feb, day: 30, hour: 9 }» }"), "never-fires",
      "no month that is named ever has such a day"),
    FindingRow(
      "unknown category", rule("notify: { title: x, category: «meting» }\ncategories:\n  meeting: {}"),
      "unknown-category", "no category is named 'meting'", hint: "did you mean 'meeting'?"),
    FindingRow(
      "unknown calendar", when("{ daily: 09:00, except: [«holdays»] }"), "unknown-calendar",
      "no calendar is named 'holdays'", hint: "none is declared"),
    FindingRow("unknown rule", when("{ after: «bakup» }"), "unknown-rule", "no rule is named 'bakup'"),
    FindingRow(
      "unknown action", "categories:\n  c: { actions: [«dne»] }\n", "unknown-action", "no action is named 'dne'",
      hint: "none is declared"),
    FindingRow(
      "after itself", "rules:\n  r: { run: x, when: { «after»: r } }\n", "cycle",
      "the rule 'r' fires itself without end"),
    FindingRow(
      "fires in a circle",
      "rules:\n  a: { run: x, on_success: { fire: b } }\n  b: { run: x, on_failure: { fire: «a» } }\n", "cycle",
      "rules fire each other without end: a → b → a"),
    FindingRow(
      "calendar in itself", "calendars:\n  «a»: { union: b }\n  b: { union: a }\n", "cycle",
      "the calendar 'a' contains itself"),
    FindingRow(
      "snooze without notify", rule("run: x\n    on_failure: { «snooze»: 5m }"), "needs-notification",
      "`snooze` acts on the rule's notification, and this rule has no `notify`"),
    FindingRow(
      "handler without run", rule("notify: x\n    «on_failure»: []"), "contradiction",
      "`on_failure` belongs to `run`, which this rule has not"),
    FindingRow(
      "handler on another step",
      "actions:\n  a: { title: x, do: { snooze: 5m, «on_failure»: [] } }\ncategories:\n  c: { actions: [a] }\n",
      "contradiction", "`on_failure` belongs to `run`, which this step has not"),
    FindingRow(
      "two step keys",
      "actions:\n  a: { title: x, do: { snooze: 5m, «remove»: true } }\ncategories:\n  c: { actions: [a] }\n",
      "contradiction", "a step has one step key; this is a second one", hint: "write a list of steps"),
    FindingRow(
      "remove: false", "actions:\n  a: { title: x, do: { remove: «false» } }\ncategories:\n  c: { actions: [a] }\n",
      "contradiction", "only true is possible here"),
    FindingRow(
      "inline without id", "categories:\n  c: { actions: [«{ title: x }»] }\n", "missing-key",
      "an action inside a category needs `id`"),
    FindingRow(
      "notification that says nothing", rule("notify: «{ sound: none }»"), "missing-key",
      "this notification says nothing"),
    FindingRow(
      "run in its own notify", rule("run: x\n    notify: \"{{ «run.exit_code» }}\""), "name-not-here",
      "'run.exit_code' has no value here: the run starts together with this notification",
      hint: "notify from on_success, on_failure or on_output"),
    FindingRow(
      "response in a rule", rule("notify: \"{{ «response.text» }}\""), "name-not-here",
      "'response.text' has no value here: nobody has answered yet"),
    FindingRow(
      "unknown name", rule("notify: \"{{ «rule.idd» }}\""), "unknown-name",
      "'rule.idd' is not a name that can be inserted", hint: "did you mean 'rule.id'?"),
    FindingRow(
      "name without group", rule("notify: \"{{ «exit_code» }}\""), "unknown-name",
      "'exit_code' is not a name that can be inserted", hint: "did you mean 'run.exit_code'?"),
    FindingRow("unclosed braces", rule("notify: \"«{{» rule.id\""), "bad-template", "'{{' is never closed"),
    FindingRow(
      "group is later", rule("notify: \"{{ «group.count» }}\""), "not-supported-yet",
      "'group.count' is not supported yet"),
    FindingRow(
      "insertion in a command", rule("run: \"echo {{ «rule.id» }}\""), "insertion-in-run",
      "nothing is inserted into a run: 'rule.id'", hint: "use the environment variable CARILLON_RULE"),
    FindingRow(
      "command and script", rule("run: { command: x, «script»: y }"), "contradiction",
      "a run has either `command` or `script`"),
    FindingRow(
      "run without command", rule("run: «{ timeout: 5m }»"), "missing-key", "a run needs `command` or `script`"),
    FindingRow(
      "same code twice", rule("run: { command: x, success_codes: [0, 3], skip_codes: «3» }"), "contradiction",
      "the exit code 3 can't count both as success and as skipped"),
    FindingRow(
      "former name of itself", rule("notify: x\n    formerly: «r»"), "contradiction",
      "a rule's former name is another one than its name"),
    FindingRow(
      "workday with windows",
      "calendars:\n  shop: { weekly: sat, hours: 09:00-12:00 }\nrules:\n  r:\n    notify: x\n    when: «{ monthly: { workday: last, at: 09:00 }, except: shop }»\n",
      "calendar-of-windows", "workdays are counted in whole days, and the calendar 'shop' has hours"),
    FindingRow(
      "eleven actions",
      "categories:\n  c:\n    actions: [" + (1...10).map { "{ id: a\($0), title: x }" }.joined(separator: ", ")
        + ", «{ id: k, title: x }»]\n", "too-many-actions", "a category has at most ten actions"),
    FindingRow(
      "test that ends before it begins",
      rule("notify: x\ntests:\n  - { rule: r, from: 2027-01-02, until: «2027-01-01», expect: none }"), "contradiction",
      "`until` lies before `from`, so this test looks at nothing"),
    FindingRow(
      "no weekend", "weekend: []\nrules:\n  r: { notify: x, when: { weekly: { days: «weekends», at: 09:00 } } }\n",
      "never-fires", "'weekends' names no day: `weekend` of this file has none",
      hint: "write the days themselves: mon-fri"),
    FindingRow(
      "test without day", rule("notify: x\ntests:\n  - «{ rule: r, expect: none }»"), "missing-key",
      "a test needs `day` or `from`"),
    .warning(
      "day 31", when("{ monthly: { day: «31», at: 09:00 } }"), "missing-day", "months that lack this day are skipped",
      hint: "say `missing_day: last`, `next` or `skip`"),
    .warning(
      "feb 29", when("{ yearly: { date: «feb 29», at: 09:00 } }"), "missing-day",
      "years without 29 February are skipped"),
    .warning(
      "comment in a title", rule("notify:\n      title: Issue «#12»"), "comment-in-text",
      "the text ends at 'Issue', a comment follows"),
    .warning(
      "comment in a free map", rule("notify: x\n    labels:\n      a: b «#c»"), "comment-in-text",
      "the text ends at 'b', a comment follows"),
    .warning(
      "unreachable action", "actions:\n  «a»: { title: x }\n", "unreachable-action",
      "the action 'a' stands in no category, so nobody can choose it"),
    .warning(
      "until before from", when("{ daily: 09:00, from: 2026-05-01, until: «2026-04-01» }"), "empty-bounds",
      "`until` is before `from`, so this never fires"),
    .warning(
      "unknown code", "allow: [«comment-in-txt»]\nrules: {}\n", "unknown-warning",
      "'comment-in-txt' is not the code of a warning", hint: "did you mean 'comment-in-text'?"),
    .warning(
      "include of nothing", "include: «other.yaml»\nrules: {}\n", "include-missing", "'other.yaml' names no file"),
  ]

  @Test(arguments: rows) func finding(_ row: FindingRow) { row.check() }

  @Test func secondDefinitionsShowBothPlaces() throws {
    var sources = RuleSources([
      RuleFile(path: "a.yaml", folder: "/r", bytes: Array("rules:\n  x: { notify: a }\n".utf8)),
      RuleFile(path: "b.yaml", folder: "/r", bytes: Array("rules:\n  x: { notify: b }\n".utf8)),
    ])
    sources.facts = [:]
    let found = compile(sources).diagnostics
    #expect(found.map(\.code) == ["duplicate-definition"])
    let second = try #require(found.first)
    #expect(second.range?.file == "b.yaml")
    #expect(second.related.map(\.range.file) == ["a.yaml"])
  }

  @Test func namesAreComparedInNFC() {
    let result = compileText(
      "categories:\n  caf\u{E9}: {}\nrules:\n  r: { notify: { title: x, category: cafe\u{301} } }\n")
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.ruleSet.categories.keys.map(\.text.utf8.count) == [5])
  }

  @Test func aSyntaxErrorEndsItsOwnFileOnly() {
    let sources = RuleSources([
      RuleFile(path: "a.yaml", folder: "/r", bytes: Array("calendars: { c: [\n".utf8)),
      RuleFile(
        path: "b.yaml", folder: "/r", bytes: Array("rules:\n  r: { notify: x, when: { daily: 9, except: c } }\n".utf8)),
    ])
    let found = compile(sources).diagnostics
    #expect(found.filter { $0.range?.file == "b.yaml" }.map(\.code) == ["bad-time"])
    #expect(found.contains { $0.range?.file == "a.yaml" && $0.severity == .error })
  }

  @Test func allowSilencesInFileRuleAndCalendar() {
    let day = "when: { monthly: { day: 31, at: 09:00 } }"
    #expect(compileText("allow: missing-day\nrules:\n  r: { notify: x, \(day) }\n").diagnostics.isEmpty)
    #expect(compileText("rules:\n  r: { notify: x, allow: [missing-day], \(day) }\n").diagnostics.isEmpty)
    #expect(compileText("defaults: { allow: missing-day }\nrules:\n  r: { notify: x, \(day) }\n").diagnostics.isEmpty)
  }

  @Test func warningsThatDependOnToday() {
    let now = CheckContext(now: Instant(epochSeconds: 1_796_000_000), localZone: .utc)  // 2026-11-30
    FindingRow.warning(
      "past", when("{ «dates»: 2026-01-01 09:00 }"), "dates-all-past",
      "all these dates are over, so this never fires again"
    ).check(context: now)
    FindingRow.warning(
      "over", when("{ daily: 09:00, until: «2026-01-01» }"), "empty-bounds",
      "`until` is over, so this never fires again"
    ).check(context: now)
    FindingRow.warning(
      "calendar",
      "calendars:\n  «h»: { dates: [2026-12-25, 2027-01-01] }\nrules:\n  r: { notify: x, when: { daily: 09:00, except: h } }\n",
      "calendar-runs-out", "the calendar 'h' ends on 2027-01-01"
    ).check(context: now)
  }

  @Test func warningsThatDependOnTheMachine() {
    let row = FindingRow.warning("script", rule("run: [«./x»]"), "script-missing", "'/rules/x' does not exist")
    row.check(facts: ["/rules/x": .missing])
    FindingRow.warning("run bit", rule("run: [«./x»]"), "script-not-executable", "'/rules/x' may not be executed")
      .check(facts: ["/rules/x": FileFact(exists: true)])
    FindingRow.warning(
      "zone", when("{ daily: 09:00, timezone: «Asia/Tokyo» }"), "zone-missing-here",
      "this machine has no data of the time zone 'Asia/Tokyo'; its rules fail until it has"
    ).check(missingZones: ["Asia/Tokyo"].reduce(into: []) { $0.insert(ZoneName($1)) })
  }
}
