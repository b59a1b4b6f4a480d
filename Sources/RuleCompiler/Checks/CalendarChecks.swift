import Diagnostics
import RuleModel
import YAMLSyntax

extension Linker {
  /// Calendars that contain themselves, and windows where only days can be used.
  mutating func checkCalendars() {
    guard !calendars.isEmpty else { return }
    checkContainment()
    var said: [CalendarID: Bool] = [:]
    var windows: [CalendarID: Bool] = [:]
    for (id, _) in calendars {
      _ = hasWindows(id, &said, countsFiles: false, depth: 0)
      _ = hasWindows(id, &windows, countsFiles: true, depth: 0)
    }
    guard windows.values.contains(true) else { return }
    for rule in rules.indices {
      for (trigger, site) in zip(rules[rule].triggers, sites(ofRule: rule)) {
        let named = (trigger.only + trigger.except).compactMap { item -> CalendarID? in
          if case .calendar(let id) = item, windows[id] == true { id } else { nil }
        }
        guard let first = named.first(where: { said[$0] == true }) ?? named.first,
          let node = node(site.node, ofRule: rule)
        else { continue }
        // What a file holds is no fault of the rules.
        guard said[first] == true else {
          if trigger.move != .drop || trigger.usesWorkdays { warnOfWindows(first, at: node, silenced(ofRule: rule)) }
          continue
        }
        if trigger.move != .drop {
          diagnostics.append(
            .windowsWanted(
              "`move` looks for a free day, and the calendar \(quoted(first.text)) has hours", at: node))
        } else if trigger.usesWorkdays {
          diagnostics.append(
            .windowsWanted(
              "workdays are counted in whole days, and the calendar \(quoted(first.text)) has hours", at: node))
        }
      }
    }
  }

  private mutating func warnOfWindows(_ id: CalendarID, at node: YAMLNode, _ silenced: Set<String>) {
    warn(
      .calendarOfWindows,
      Diagnostic(
        .warning, WarningCode.calendarOfWindows.rawValue,
        "the file of the calendar \(quoted(id.text)) has events with times, which are no free or workdays",
        at: node.range, hint: "an occurrence within one of them is left out"),
      silenced: silenced)
  }

  private func hasWindows(
    _ id: CalendarID, _ known: inout [CalendarID: Bool], countsFiles: Bool, depth: Int
  ) -> Bool {
    if let answer = known[id] { return answer }
    guard let calendar = calendars[id], depth < 1000 else { return false }
    known[id] = false
    var answer = !calendar.hours.isEmpty || !calendar.timedRanges.isEmpty
    if countsFiles, let series = calendar.events?.series { answer = answer || series.contains { !$0.isWholeDays } }
    for case .calendar(let other) in calendar.union + calendar.except
    where !answer && hasWindows(other, &known, countsFiles: countsFiles, depth: depth + 1) { answer = true }
    known[id] = answer
    return answer
  }

  private mutating func checkContainment() {
    var done: Set<CalendarID> = []
    for file in files {
      for (calendar, key, _) in file.calendars {
        var path: [(id: CalendarID, parts: ArraySlice<CalendarID>)] = [(calendar.id, parts(calendar.id))]
        var onPath: Set<CalendarID> = [calendar.id]
        guard !done.contains(calendar.id) else { continue }
        while let part = path.last {
          guard let next = part.parts.first else {
            done.insert(part.id)
            onPath.remove(part.id)
            path.removeLast()
            continue
          }
          path[path.count - 1].parts.removeFirst()
          if onPath.contains(next) {
            diagnostics.append(
              Diagnostic(
                .error, "cycle", "the calendar \(quoted(next.text)) contains itself", at: key.range,
                hint: "take one `union` or `except` out"))
            return
          }
          if !done.contains(next) {
            onPath.insert(next)
            path.append((next, parts(next)))
          }
        }
      }
    }
  }

  private func parts(_ id: CalendarID) -> ArraySlice<CalendarID> {
    guard let calendar = calendars[id] else { return [] }
    return (calendar.union + calendar.except).compactMap {
      if case .calendar(let other) = $0 { other } else { nil }
    }[...]
  }
}

extension Trigger {
  /// Whether workdays are counted, in the pattern or in an offset.
  var usesWorkdays: Bool {
    if case .fixed(let pattern) = source, case .monthly(.workdays, _, _) = pattern.days { return true }
    return offsets.contains { if case .workdays = $0 { true } else { false } }
  }
}

extension Diagnostic {
  static func windowsWanted(_ message: String, at node: YAMLNode) -> Diagnostic {
    Diagnostic(.error, "calendar-of-windows", message, at: node.range, hint: "name a calendar of whole days")
  }
}
