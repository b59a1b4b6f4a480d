import CivilTime
import RuleModel

extension TriggerGraph {
  /// What a node does, in one line and the words of rule files.
  public func text(of node: NodeIndex) -> String {
    switch self[node] {
    case .pattern(let days, let times): "\(text(of: days)) at \(text(of: times))"
    case .points(let local, let instants):
      DaySetName.list(local.map { "\($0)" } + instants.map { RFC3339.text($0) })
    case .aligned(let parts):
      "clock shows \(text(of: parts.times))"
        + (parts.timesAfterMidnight.map { ", after midnight \(text(of: $0))" } ?? "") + " on \(text(of: parts.days))"
    case .interval(let parts):
      "every \(parts.seconds) s"
        + (parts.between.map { " within \(text(of: $0))" } ?? parts.from.map { " from \(text(of: $0))" } ?? "")
        + (parts.weekdays == .all ? "" : " on \(DaySetName.text(of: parts.weekdays))") + text(ofNamed: parts.zone)
    case .once(let delay, let from, let zone):
      "once, \(delay.days == 0 ? "" : "\(delay.days) d ")\(delay.seconds) s after "
        + (from.map { text(of: $0) } ?? "the first load") + text(ofNamed: zone)
    case .recurrence(let parts):
      DaySetName.list(parts.streams.map { "\(text(of: $0.days)) at \(text(of: $0.times))" })
        + (parts.step.map { ", every \($0.every * $0.unitSeconds) s of the clock" } ?? "") + " from \(parts.start)"
        + (parts.added.isEmpty ? "" : ", \(parts.added.count) more")
        + (parts.removed.isEmpty && parts.removedDays == nil ? "" : ", some left out")
    case .event(.after(let rule, _)): "after \(rule)"
    case .event(.startup(let kind)): kind == .boot ? "startup: boot" : "startup: service"
    case .labelled(_, let labels):
      labels.places.isEmpty ? "'\(labels.series.first?.text.summary ?? "")'" : "\(labels.series.count) single events"
    case .eventFile(_, let form):
      "events of \(form.name)" + (form.count.map { " (\($0))" } ?? " (unknown: it can't be read)")
    case .days(_, let filter):
      [
        filter.only.map { "only " + DaySetName.list($0.map { text(of: $0) }) },
        filter.except.isEmpty ? nil : "except " + DaySetName.list(filter.except.map { text(of: $0) }),
        filter.move == .drop ? nil : "move \(filter.move)",
      ].compactMap { $0 }.joined(separator: ", ")
    case .bounds(_, let from, let until, let zone):
      [from.map { "from \(text(of: $0))" }, until.map { "until \(text(of: $0))" }].compactMap { $0 }
        .joined(separator: " ") + text(ofNamed: zone)
    case .count(_, let count, let isFirstLoad):
      "the first \(count)" + (isFirstLoad ? " after the first load" : "")
    case .civilOffset(_, let offset, _), .clockOffset(_, let offset): "offset \(text(of: offset))"
    case .resolve(_, let zone, let gap, let fold):
      "in \(text(of: zone))" + (gap == .shift ? "" : ", gap \(text(of: gap))")
        + (fold == .first ? "" : ", fold \(fold)")
    case .windows(_, let filter):
      [
        filter.only.map { "within " + DaySetName.list($0.map { text(of: $0) }) },
        filter.except.isEmpty ? nil : "not within " + DaySetName.list(filter.except.map { text(of: $0) }),
      ].compactMap { $0 }.joined(separator: ", ") + text(ofNamed: filter.zone)
    case .jitter(_, let seconds): "jitter below \(seconds) s"
    case .union: "any of"
    }
  }

  private func text(of gap: GapPolicy) -> String { gap == .nextOfShortGap ? "next, three hours at most" : "\(gap)" }

  /// What a day set holds, in the words of rule files where there are some.
  public func text(of set: DaySetIndex) -> String {
    switch self[set] {
    case .union(let parts): "(" + parts.map { text(of: $0) }.joined(separator: " or ") + ")"
    case .intersection(let parts): "(" + parts.map { text(of: $0) }.joined(separator: " and ") + ")"
    case .complement(let part): "not " + text(of: part)
    case .moved(let part, _, let move): "\(text(of: part)) moved \(move)"
    case .shifted(let part, let days): "\(days) days after \(text(of: part))"
    case .positions(let positions): "\(DaySetName.text(of: self[set])) of \(text(of: positions.days))"
    case .shiftedByWorkdays(let part, let days, _): "\(days) workdays after \(text(of: part))"
    default: DaySetName.text(of: self[set])
    }
  }

  /// What a window set holds, in the words of rule files where there are some.
  public func text(of set: WindowSetIndex) -> String {
    switch self[set] {
    case .hours(let days, let windows):
      windows.isEmpty
        ? text(of: days) : "\(DaySetName.list(windows.map { text(of: $0) })) on \(text(of: days))"
    case .ranges(let ranges): DaySetName.list(ranges.map { "\($0.start)/\($0.end)" })
    case .union(let parts): "(" + parts.map { text(of: $0) }.joined(separator: " or ") + ")"
    case .difference(let set, let other): "\(text(of: set)) without \(text(of: other))"
    case .zoned(let zone, let content): "\(text(of: content)) in \(zone)"
    case .calendar(let id, _): id.text
    }
  }

  private func text(of times: ClockTimes) -> String {
    switch times {
    case .masks(let masks): text(of: masks)
    case .list(let times): DaySetName.list(times.map { "\($0)" })
    }
  }

  private func text(of masks: ClockMasks) -> String {
    let count = masks.hours.nonzeroBitCount * masks.minutes.nonzeroBitCount * masks.seconds.nonzeroBitCount
    let part =
      masks.first == 0 && masks.last == 86_399
      ? "" : " between \(clock(Int(masks.first))) and \(clock(Int(masks.last)))"
    if count == 0 { return "no time" }
    if count <= 6 {
      var times: [String] = []
      for hour in 0..<24 where masks.hours & (1 << UInt32(hour)) != 0 {
        for minute in 0..<60 where masks.minutes & (1 << UInt64(minute)) != 0 {
          for second in 0..<60 where masks.seconds & (1 << UInt64(second)) != 0 {
            times.append(clock(hour * 3600 + minute * 60 + second))
          }
        }
      }
      return times.joined(separator: ", ") + part
    }
    let hours = field(UInt64(masks.hours), 24)
    let seconds = masks.seconds == 1 ? "" : ":\(field(masks.seconds, 60))"
    return "\(hours):\(field(masks.minutes, 60))\(seconds)\(part)"
  }

  /// A field as cron writes it: `*`, or ranges and numbers.
  private func field(_ bits: UInt64, _ size: Int) -> String {
    if bits.nonzeroBitCount == size { return "*" }
    var parts: [String] = []
    var number = 0
    while number < size {
      guard bits & (1 << UInt64(number)) != 0 else {
        number += 1
        continue
      }
      let first = number
      while number + 1 < size, bits & (1 << UInt64(number + 1)) != 0 { number += 1 }
      parts.append(first == number ? "\(first)" : "\(first)-\(number)")
      number += 1
    }
    return parts.joined(separator: ",")
  }

  private func clock(_ second: Int) -> String {
    let text = DaySetName.padded(second / 3600, 2) + ":" + DaySetName.padded(second / 60 % 60, 2)
    return second % 60 == 0 ? text : text + ":" + DaySetName.padded(second % 60, 2)
  }

  private func text(of window: TimeWindow) -> String {
    "\(clock(Int(window.start.secondsSinceMidnight)))-\(clock(Int(window.endSeconds)))"
  }

  private func text(of point: DateTimePoint) -> String {
    switch point {
    case .local(let dateTime): "\(dateTime)"
    case .instant(let instant): RFC3339.text(instant)
    }
  }

  private func text(of zone: ZoneChoice) -> String {
    switch zone {
    case .local: "local"
    case .named(let name): name.rawValue
    }
  }

  private func text(ofNamed zone: ZoneChoice) -> String {
    if case .named(let name) = zone { ", in \(name)" } else { "" }
  }

  private func text(of offset: Offset) -> String {
    switch offset {
    case .days(let days): "\(days)d"
    case .workdays(let days): "\(days)wd"
    case .seconds(let seconds): "\(seconds)s"
    case .daysAndSeconds(let days, let seconds): "\(days)d \(seconds)s"
    }
  }
}
