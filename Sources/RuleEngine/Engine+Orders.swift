import CivilTime
import JSONText
import RuleModel

extension Engine {
  /// Everything that one start of a run needs.
  func order(for run: RunRecord) -> RunOrder {
    let script = run.run
    let command: RunOrder.Command =
      switch script.command {
      case .shell(let text): .shell(text)
      case .arguments(let arguments): .arguments(arguments)
      case .script(let text): .script(text)
      }
    var directory = script.directory
    if directory == "~" || directory.hasPrefix("~/") { directory = options.homeDirectory + directory.dropFirst() }
    let event = json(of: run)
    return RunOrder(
      runID: run.id.startName(attempt: run.attempt), command: command, directory: directory,
      environment: script.environment.map { RunOrder.Variable($0.name, $0.value) } + variables(of: run),
      environmentFiles: script.environmentFiles, timeoutSeconds: script.timeoutSeconds,
      killAfterSeconds: script.killAfterSeconds, standardInput: script.standardInput == .json ? event : nil,
      event: event,
      outputKeepBytes: script.outputKeepBytes, attempt: run.attempt)
  }

  private func time(_ instant: Instant, _ rule: RuleID?) -> String {
    RFC3339.text(instant, offsetSeconds: Int32(truncatingIfNeeded: zoneOffset(at: instant, of: rule)))
  }

  /// The values that a script is told, as variables; those that are unknown are absent.
  private func variables(of run: RunRecord) -> [RunOrder.Variable] {
    var result: [RunOrder.Variable] = []
    func add(_ name: String, _ value: String?) {
      // No variable can hold a NUL; an output may.
      if let value { result.append(RunOrder.Variable("CARILLON_" + name, value.filter { $0 != "\0" })) }
    }
    let facts = run.facts
    add("RULE", run.rule?.text)
    add("RUN", run.id.description)
    add("ATTEMPT", String(run.attempt))
    add("SCHEDULED", time(facts.scheduled, run.rule))
    add("LATENESS", String(facts.latenessSeconds))
    add("MISSED_COUNT", String(facts.missedCount))
    add("REQUEST", facts.response?.request ?? run.request)
    if let response = facts.response {
      add("ACTION", response.action.text)
      add("TEXT", response.text)
      add("DELIVERY", String(response.delivery))
    }
    if let cause = facts.cause {
      add("CAUSE_RULE", cause.rule.text)
      add("CAUSE_SCHEDULED", time(cause.scheduled, run.rule))
      addRun("CAUSE_", cause.run)
    }
    if let event = facts.event {
      add("EVENT_SUMMARY", event.text.summary)
      add("EVENT_DESCRIPTION", event.text.details)
      add("EVENT_LOCATION", event.text.location)
      add("EVENT_UID", event.text.uid)
      add("EVENT_URL", event.text.url)
      add("EVENT_START", moment(event.start, run.rule))
      add("EVENT_END", moment(event.end, run.rule))
    }
    addRun("RUN_", facts.run)
    func addRun(_ prefix: String, _ run: RunFacts?) {
      guard let run else { return }
      add(prefix + "OUTCOME", run.outcome.rawValue)
      add(prefix + "EXIT_CODE", run.exitCode.map { String($0) })
      add(prefix + "LAST_LINE", run.problem ?? run.lastLine)
      add(prefix + "OUTPUT", String(run.output.suffix(32_768)))
    }
    return result
  }

  /// A date, or an RFC 3339 time in the rule's zone.
  private func moment(_ moment: EventMoment, _ rule: RuleID?) -> String {
    switch moment {
    case .day(let date): date.description
    case .instant(let instant): time(instant, rule)
    }
  }

  /// The same values as one JSON object.
  private func json(of run: RunRecord) -> [UInt8] {
    let facts = run.facts
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("rule", text(run.rule?.text))
    writer.member("run", .integer(run.id.number))
    writer.member("attempt", .integer(Int64(run.attempt)))
    writer.member("scheduled", .string(time(facts.scheduled, run.rule)))
    writer.member("lateness", .integer(facts.latenessSeconds))
    writer.member("missed_count", .integer(Int64(facts.missedCount)))
    writer.member("request", text(facts.response?.request ?? run.request))
    writer.member("action", text(facts.response?.action.text))
    writer.member("text", text(facts.response?.text))
    writer.member("delivery", facts.response.map { .integer($0.delivery) } ?? .null)
    if let cause = facts.cause {
      writer.key("cause")
      writer.beginObject()
      writer.member("rule", .string(cause.rule.text))
      writer.member("scheduled", .string(time(cause.scheduled, run.rule)))
      if let run = cause.run { write(run, to: &writer) }
      writer.endObject()
    }
    if let event = facts.event {
      writer.key("event")
      writer.beginObject()
      writer.member("summary", .string(event.text.summary))
      writer.member("description", .string(event.text.details))
      writer.member("location", .string(event.text.location))
      writer.member("uid", .string(event.text.uid))
      writer.member("url", .string(event.text.url))
      writer.member("start", .string(moment(event.start, run.rule)))
      writer.member("end", .string(moment(event.end, run.rule)))
      writer.endObject()
    }
    if let previous = facts.run {
      writer.key("previous_run")
      writer.beginObject()
      write(previous, to: &writer)
      writer.endObject()
    }
    writer.endObject()
    return writer.bytes
  }

  private func write(_ run: RunFacts, to writer: inout JSONWriter) {
    writer.member("outcome", .string(run.outcome.rawValue))
    writer.member("exit_code", run.exitCode.map { .integer(Int64($0)) } ?? .null)
    writer.member("last_line", .string(run.problem ?? run.lastLine))
    writer.member("output", .string(run.output))
  }

  private func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
}
