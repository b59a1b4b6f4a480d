import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// The example that introduces the language.
@Suite struct LanguagePageTests {
  @Test func compilesClean() throws {
    let result = compileText(SampleFiles.languagePage)
    #expect(result.diagnostics.map(\.message) == [])
    let set = result.ruleSet
    #expect(set.rules.map(\.id.text) == ["standup", "backup"])
    let standup = try #require(set.rules.first)
    let weekdays = WeekdaySet.all.subtracting([WeekdaySet(.saturday), WeekdaySet(.sunday)])
    #expect(
      standup.triggers == [
        Trigger(
          source: .fixed(
            FixedPattern(days: .weekly(days: weekdays, every: 1, weeks: nil), times: [time(9, 25)])),
          zone: .named(ZoneName("Europe/Berlin")), except: [.calendar(CalendarID("holidays"))])
      ])
    #expect(standup.notify?.title == Template(literal: "Stand-up in five minutes"))
    #expect(standup.notify?.sound == .standard)
    #expect(standup.missed == .notifyDefault)
    let backup = try #require(set.rules.last)
    var run = ScriptRun(command: .arguments(["./scripts/backup.sh", "--full"]), directory: "/rules")
    run.timeoutSeconds = 3600
    run.retry = Retry(attempts: 3, delaySeconds: 30)
    #expect(backup.run == run)
    #expect(backup.missed == .runDefault)
    var failed = Content()
    failed.title = Template(literal: "Backup failed")
    failed.body = Template(segments: [.text("exit "), .value(.runExitCode), .text(": "), .value(.runLastLine)])
    failed.level = .timeSensitive
    #expect(backup.handlers == RunHandlers(onFailure: [.notify(failed)]))
    #expect(set.categories[CategoryID("meeting")]?.actions.map(\.id.text) == ["done", "later", "reply"])
    let done = try #require(set.actions[ActionID("done")])
    var script = ScriptRun(command: .arguments(["./scripts/done.sh"]), directory: "/rules")
    script.timeoutSeconds = 60
    script.overlap = .allow
    script.standardInput = .json
    #expect(done.steps == [.run(RunStep(run: script))])
    #expect(set.calendars[CalendarID("holidays")]?.dates == [date(2026, 12, 25), date(2026, 12, 26), date(2027, 1, 1)])
    #expect(
      set.tests == [
        RuleTest(
          name: "the backup survives the spring change", rule: RuleID("backup"),
          from: .local(local(2027, 3, 27)),
          expected: [.instant(utc(1_806_111_000)), .instant(utc(1_806_197_400))]),
        RuleTest(
          rule: RuleID("standup"), from: .local(local(2026, 12, 25)), until: .local(local(2026, 12, 25, 23, 59, 59)),
          expected: []),
      ])
  }
}
