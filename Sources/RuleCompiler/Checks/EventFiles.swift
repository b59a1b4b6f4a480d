import CivilTime
import Diagnostics
import RecurrenceText
import RuleModel
import YAMLSyntax

/// Files of events that were parsed in an earlier round or compilation, so that each text is parsed once.
struct EventFileCache: Sendable {
  var known: [String: (bytes: [UInt8], result: Result<ICSText.Contents, ExpressionError>)] = [:]

  mutating func parse(_ path: String, _ bytes: [UInt8]) -> Result<ICSText.Contents, ExpressionError> {
    if let entry = known[path], entry.bytes == bytes { return entry.result }
    let result = ICSText.parse(bytes) { ZoneName.isKnown($0) || $0 == "UTC" }
    known[path] = (bytes, result)
    return result
  }
}

extension Linker {
  /// Reads the files of events, and fills what they hold into calendars; `withEvents` does so for triggers.
  ///
  /// Whatever is wrong with such a file is a warning: it lies beside the rules, which load without it.
  mutating func readEventFiles() {
    var series: [String: [EventSeries]] = [:]
    var asked: Set<String> = []
    var warned: Set<String> = []
    for use in files.flatMap(\.eventFiles) {
      if asked.insert(use.path).inserted {
        let reading = read(use.path)
        series[use.path] = reading.series
        eventFindings[use.path] = reading.findings
        if reading.isGood { goodEventFiles.insert(use.path) }
      }
      // Told once, at the first place that does not silence it.
      for finding in eventFindings[use.path] ?? [] where warned.insert(use.path + "\0" + finding.message).inserted {
        warn(
          finding.code,
          Diagnostic(
            .warning, finding.code.rawValue, "\(use.name)\(finding.message)", at: use.node.range, hint: finding.hint),
          silenced: use.silenced)
      }
    }
    eventSeries = series
    for (id, calendar) in calendars {
      guard var file = calendar.events else { continue }
      file.series = series[file.path]?.map(\.withLastDay)
      calendars[id]?.events = file
    }
  }

  /// A rule with what its files of events hold.
  func withEvents(_ rule: Rule) -> Rule {
    guard rule.triggers.contains(where: { if case .eventFile = $0.source { true } else { false } }) else { return rule }
    var result = rule
    for index in result.triggers.indices {
      guard case .eventFile(var file) = result.triggers[index].source else { continue }
      file.series = eventSeries[file.path]
      result.triggers[index].source = .eventFile(file)
    }
    return result
  }

  /// What a file holds, and what there is to say about it.
  private mutating func read(_ path: String) -> (series: [EventSeries]?, findings: [EventFinding], isGood: Bool) {
    guard let text = sources.eventFiles[path] else {
      needs.append(.events(path: path))
      return (nil, [], false)
    }
    let problem: EventFinding
    switch text {
    case .unreadable(let reason): problem = EventFinding(code: .eventsUnreadable, message: ": \(reason)")
    case .bytes(let bytes):
      switch eventCache.parse(path, bytes) {
      case .success(let contents):
        let (series, findings) = self.series(of: contents, bytes)
        return (series, findings, true)
      case .failure(let fault):
        problem = EventFinding(.eventsUnreadable, fault, bytes)
      }
    }
    var told = problem
    if let old = sources.keptEventFiles[path], case .success(let contents) = eventCache.parse(path + "\0kept", old) {
      told.message += "; its last good copy stays in use"
      return (self.series(of: contents, old).series, [told], false)
    }
    told.message += "; its events are unknown"
    return (nil, [told], false)
  }

  private mutating func series(
    of contents: ICSText.Contents, _ bytes: [UInt8]
  ) -> (series: [EventSeries]?, findings: [EventFinding]) {
    var names = contents.zoneNames
    if contents.needsZonesToCompare { names.formUnion(WindowsZones.zones) }
    let open = names.filter { sources.zones[$0] == nil && !sources.missingZones.contains($0) && $0 != .utc }
    guard open.isEmpty else {
      needs += open.sorted().map { .zone($0) }
      return (nil, [])
    }
    let (series, faults) = contents.series(zones: sources.zones)
    let all = contents.faults + faults
    var findings = all.prefix(3).map { EventFinding(.eventLeftOut, $0, bytes) }
    if all.count > 3 {
      findings.append(
        EventFinding(
          code: .eventLeftOut, message: ": \(all.count - 3) more mistakes, each of which leaves a line or an event out")
      )
    }
    return (series, findings)
  }
}

/// Something to say about a file of events.
struct EventFinding: Sendable {
  var code: WarningCode
  /// Follows the file's name: `:12: …`.
  var message: String
  var hint: String?

  init(code: WarningCode, message: String) {
    self.code = code
    self.message = message
  }

  /// A fault with its line in the file.
  init(_ code: WarningCode, _ fault: ExpressionError, _ bytes: [UInt8]) {
    self.code = code
    let end = min(fault.range.lowerBound, bytes.count)
    let line = bytes[..<end].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    message = ":\(line): \(fault.message)"
    hint = fault.hint
  }
}

extension EventSeries {
  /// The same with the last day of a repeating event, which a calendar needs.
  fileprivate var withLastDay: EventSeries {
    guard case .repeated(let pattern, let from, let before, _) = starts, pattern.rule.end != .never else { return self }
    var result = self
    result.starts = .repeated(pattern, from: from, before: before, lastDay: pattern.lastDay().day ?? .earliest)
    return result
  }
}
