public import CivilTime
public import RuleModel

extension ICSText.Contents {
  /// Zones that the events name; those that only the file defines are left out.
  public var zoneNames: Set<ZoneName> {
    var names: Set<ZoneName> = []
    for event in events {
      for case .zoned(_, let name) in event.times where definedZones[name] == nil { names.insert(name) }
    }
    return names
  }

  /// Whether a repeating event is in a zone that only the file defines, so that zones of the zone data are compared
  /// with it.
  public var needsZonesToCompare: Bool {
    events.contains { event in
      guard case .zoned(_, let name) = event.start, definedZones[name] != nil else { return false }
      return !event.rules.isEmpty
    }
  }

  /// What takes place: overridden occurrences replaced, cancelled ones taken out.
  ///
  /// - Parameter zones: The zones of `zoneNames` that there are data of; with `needsZonesToCompare` also those of
  ///   `WindowsZones.zones`.
  /// - Returns: The series in the order of the file, and the faults, each of which left an event or a part of it out.
  public func series(zones: [ZoneName: ZoneRules]) -> (series: [EventSeries], faults: [ExpressionError]) {
    var builder = EventSeriesBuilder(contents: self, zones: zones)
    builder.build()
    for index in builder.series.indices { builder.series[index].place = index }
    return (builder.series, builder.faults)
  }
}

extension CalendarEvent {
  /// All times that it names.
  fileprivate var times: [EventTime] {
    var result = [start] + additions + exceptions
    if case .at(let end) = end { result.append(end) }
    if let replaces { result.append(replaces) }
    return result
  }
}

/// Makes series of the events of a file.
private struct EventSeriesBuilder {
  let contents: ICSText.Contents
  let zones: [ZoneName: ZoneRules]
  var series: [EventSeries] = []
  var faults: [ExpressionError] = []
  /// Replacements by UID, in the order of the file.
  private var replacements: [String: [Int]] = [:]
  /// Of those that replace the same occurrence the one with the highest SEQUENCE.
  private var best: [Replaced: Int] = [:]
  /// How many events with this UID stand for themselves, and whether one of them repeats.
  private var masters: [String: (count: Int, repeats: Bool)] = [:]
  private var matched: [ZoneName: ZoneName] = [:]
  private var repeatingCount = 0

  init(contents: ICSText.Contents, zones: [ZoneName: ZoneRules]) {
    self.contents = contents
    self.zones = zones.merging([.utc: .utc]) { known, _ in known }
    for (index, event) in contents.events.enumerated() where event.replaces != nil && !event.uid.isEmpty {
      replacements[event.uid, default: []].append(index)
      let key = Replaced(uid: event.uid, time: event.replaces)
      if let other = best[key], contents.events[other].sequence > event.sequence { continue }
      best[key] = index
    }
    for event in contents.events where event.replaces == nil {
      let known = masters[event.uid] ?? (0, false)
      masters[event.uid] = (known.count + 1, known.repeats || !event.rules.isEmpty)
    }
  }

  private struct Replaced: Hashable {
    var uid: String
    var time: EventTime?
  }

  /// The clock on which a series is written.
  private struct Clock {
    var zone: ZoneName?
    /// Its rules; nil for the trigger's own clock.
    var rules: ZoneRules?
    var isWholeDays: Bool
  }

  mutating func build() {
    for (index, event) in contents.events.enumerated() {
      let place = contents.places.indices.contains(index) ? contents.places[index] : 0..<0
      if series.count >= 50_000 || repeatingCount >= 5_000 {
        faults.append(.tooManyEvents(at: place))
        return
      }
      do throws(ExpressionError) {
        if event.replaces != nil, !event.uid.isEmpty {
          try addReplacement(event, index, place)
        } else if !event.isCancelled {
          try add(event, place)
        }
      } catch {
        faults.append(error)
      }
    }
  }

  /// What stands for one occurrence; one that another with a higher SEQUENCE replaces again is left out.
  private mutating func addReplacement(_ event: CalendarEvent, _ index: Int, _ place: Range<Int>)
    throws(ExpressionError)
  {
    // One that reaches later occurrences is made with the series that it replaces.
    let isMadeWithSeries = event.replacesFollowing && masters[event.uid]?.repeats == true
    guard best[Replaced(uid: event.uid, time: event.replaces)] == index, !event.isCancelled, !isMadeWithSeries else {
      return
    }
    try addSingle(event, event.start, place)
  }

  private mutating func add(_ event: CalendarEvent, _ place: Range<Int>) throws(ExpressionError) {
    var removed = event.exceptions
    var following: [CalendarEvent] = []
    // A file that gives all its events one UID means nothing by it.
    let isReplaced = !event.uid.isEmpty && masters[event.uid]?.count ?? 0 <= 100
    for index in isReplaced ? (replacements[event.uid] ?? []).prefix(10_000) : [] {
      let other = contents.events[index]
      guard let id = other.replaces else { continue }
      if other.replacesFollowing { following.append(other) } else { removed.append(id) }
    }
    if event.rules.isEmpty {
      let gone = Set(removed)
      let goneInstants = Set(removed.compactMap { instant($0) })
      for time in [event.start] + event.additions {
        let isGone =
          gone.contains(time) || date(time).map { gone.contains(.date($0)) } ?? false
          || instant(time).map { goneInstants.contains($0) } ?? false
        if isGone { continue }
        if series.count >= 50_000 { throw .tooManyEvents(at: place) }
        try addSingle(event, time, place)
      }
      return
    }
    let clock = try self.clock(of: event.start, isRepeating: true, place)
    for (number, rule) in event.rules.enumerated() {
      guard rule.frequency > .minutely, rule.mostTimesOfADay <= 288 else { throw .tooFrequent(at: place) }
      if rule.frequency == .hourly, case .count(let count) = rule.end, count > 10_000 {
        throw .tooFrequent(at: place)
      }
      guard let start = local(event.start, clock) else { throw .eventWithoutStart(at: place) }
      var pattern = RecurrencePattern(rule: rule.withoutDistantEnd, start: start)
      for time in removed {
        if case .date(let date) = time {
          pattern.removedDays.append(date)
        } else if let time = local(time, clock) {
          pattern.removed.append(time)
        }
      }
      pattern.removed = Set(pattern.removed).sorted()
      pattern.removedDays = Set(pattern.removedDays).sorted()
      var added = number == 0 ? event.additions.compactMap { local($0, clock) } : []
      if number == 0, !rule.surelyNames(start) { added.append(start) }
      let (gone, goneDays) = (Set(pattern.removed), Set(pattern.removedDays))
      pattern.added = Set(added).filter { !gone.contains($0) && !goneDays.contains($0.date) }.sorted()
      try add(pattern, of: event, clock, following, place)
    }
  }

  /// Adds a repeating event, cut where one that reaches all later occurrences begins.
  private mutating func add(
    _ pattern: RecurrencePattern, of event: CalendarEvent, _ clock: Clock, _ following: [CalendarEvent],
    _ place: Range<Int>
  ) throws(ExpressionError) {
    var cuts: [(id: LocalDateTime, event: CalendarEvent)] = []
    for other in following {
      if let replaces = other.replaces, let id = local(replaces, clock) { cuts.append((id, other)) }
    }
    if cuts.count > 100 { throw .tooManyEvents(at: place) }
    cuts.sort { ($0.id, $0.event.sequence) < ($1.id, $1.event.sequence) }
    var parts: [(from: LocalDateTime?, before: LocalDateTime?, pattern: RecurrencePattern, event: CalendarEvent)] = []
    parts.append((nil, cuts.first?.id, pattern, event))
    for (number, cut) in cuts.enumerated() {
      let end = number + 1 < cuts.count ? cuts[number + 1].id : nil
      guard end != cut.id, !cut.event.isCancelled else { continue }
      guard let start = local(cut.event.start, clock), start.date == cut.id.date,
        let moved = pattern.moved(seconds: start.localSeconds - cut.id.localSeconds)
      else {
        faults.append(.shiftedFuture(at: place))
        continue
      }
      let shift = start.localSeconds - cut.id.localSeconds
      let before = end.flatMap { LocalDateTime(localSeconds: $0.localSeconds + shift) }
      parts.append((start, before, moved, cut.event))
    }
    for part in parts {
      let (isCut, original) = (part.from != nil, part.event)
      series.append(
        EventSeries(
          text: original.text, isWholeDays: clock.isWholeDays, zone: clock.zone,
          starts: .repeated(part.pattern, from: part.from, before: part.before, lastDay: nil),
          length: length(isCut ? original : event, clock)))
      repeatingCount += 1
    }
  }

  private mutating func addSingle(_ event: CalendarEvent, _ start: EventTime, _ place: Range<Int>)
    throws(ExpressionError)
  {
    let clock = try self.clock(of: start, isRepeating: false, place)
    let point: DateTimePoint
    switch start {
    case .date(let date): point = .local(LocalDateTime(date: date, time: .midnight))
    case .floating(let time): point = .local(time)
    case .instant(let instant): point = .instant(instant)
    case .zoned(let time, let zone):
      if let defined = contents.definedZones[zone] {
        point = .instant(defined.instant(of: time))
      } else {
        point = .local(time)
      }
    }
    var isUTC = false
    if case .instant = point { isUTC = true }
    series.append(
      EventSeries(
        text: event.text, isWholeDays: clock.isWholeDays, zone: isUTC ? nil : clock.zone, starts: .once(point),
        length: length(event, clock)))
  }

  private func date(_ time: EventTime) -> LocalDate? {
    switch time {
    case .date(let date): date
    case .floating(let time), .zoned(let time, _): time.date
    case .instant: nil
    }
  }

  // MARK: Clocks

  private mutating func clock(of time: EventTime, isRepeating: Bool, _ place: Range<Int>) throws(ExpressionError)
    -> Clock
  {
    switch time {
    case .date: return Clock(zone: nil, rules: nil, isWholeDays: true)
    case .floating: return Clock(zone: nil, rules: nil, isWholeDays: false)
    case .instant: return Clock(zone: .utc, rules: .utc, isWholeDays: false)
    case .zoned(let time, var zone):
      if let defined = contents.definedZones[zone] {
        // A single event is an instant, whatever the zone is called.
        guard isRepeating else { return Clock(zone: nil, rules: nil, isWholeDays: false) }
        guard let match = match(of: defined, zone, from: time.date.year) else {
          throw .strangeZone(zone.rawValue, at: place)
        }
        zone = match
      }
      guard let rules = zones[zone] else { throw .zoneWithoutData(zone.rawValue, at: place) }
      return Clock(zone: zone, rules: rules, isWholeDays: false)
    }
  }

  /// A zone of the zone data with the rules of one that only the file defines.
  private mutating func match(of defined: DefinedZone, _ name: ZoneName, from year: Int) -> ZoneName? {
    if let known = matched[name] { return known }
    let profile = defined.profile(from: year)
    let found = WindowsZones.zones.first { candidate in
      guard let rules = zones[candidate] else { return false }
      return profile.allSatisfy { rules.offset(at: $0.instant) == $0.offset }
    }
    if let found { matched[name] = found }
    return found
  }

  /// A time as a series' own clock shows it; nil where that can't be told.
  private func local(_ time: EventTime, _ clock: Clock) -> LocalDateTime? {
    switch time {
    case .date(let date): return LocalDateTime(date: date, time: .midnight)
    case .floating(let time): return time
    case .zoned(let time, let zone):
      if zone == clock.zone || matched[zone] == clock.zone && clock.zone != nil { return time }
      guard let rules = clock.rules, let instant = instant(.zoned(time, zone)) else { return time }
      return rules.localDateTime(at: instant)
    case .instant(let instant): return clock.rules?.localDateTime(at: instant)
    }
  }

  private func instant(_ time: EventTime) -> Instant? {
    switch time {
    case .date, .floating: nil
    case .instant(let instant): instant
    case .zoned(let time, let zone):
      contents.definedZones[zone]?.instant(of: time) ?? zones[zone]?.firstInstant(of: time)
    }
  }

  // MARK: Lengths

  private func length(_ event: CalendarEvent, _ clock: Clock) -> CalendarDuration {
    let limit = Int64(Int32.max)
    var (days, seconds): (Int64, Int64) = (0, 0)
    switch event.end {
    case .none: break
    case .after(let wholeDays, let rest): (days, seconds) = (Int64(wholeDays), Int64(rest))
    case .at(let end):
      if let first = instant(event.start), let last = instant(end) {
        // RFC 5545 3.8.5.3: DTEND fixes an exact length for every occurrence.
        seconds = last.seconds(since: first)
      } else if let first = local(event.start, clock), let last = local(end, clock) {
        seconds = last.localSeconds - first.localSeconds
      }
    }
    if clock.isWholeDays { return CalendarDuration(days: Int32(min(max(days + seconds / 86_400, 1), limit))) }
    return CalendarDuration(days: Int32(min(max(days, 0), limit)), seconds: min(max(seconds, 0), limit))
  }
}

extension CalendarEvent {
  /// What it says about itself, cut to what is kept.
  fileprivate var text: EventText {
    EventText(
      uid: uid.cut(512), summary: summary.cut(4096), details: details.cut(16_384), location: location.cut(4096),
      url: url.cut(4096))
  }
}

extension String {
  /// The text without what lies beyond so many bytes of UTF-8.
  fileprivate func cut(_ limit: Int) -> String {
    if utf8.count <= limit { return self }
    var result = ""
    for scalar in unicodeScalars {
      if result.utf8.count + UTF8.width(scalar) > limit { break }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension RecurrenceRule {
  /// The rule without a COUNT that reaches over 500 years: counting that far takes time and tells nobody anything.
  fileprivate var withoutDistantEnd: RecurrenceRule {
    let perYear: Int =
      switch frequency {
      case .yearly: 1
      case .monthly: 12
      case .weekly: 52
      default: 366
      }
    guard frequency >= .daily, case .count(let count) = end, count > 500 * perYear / min(interval, 500) else {
      return self
    }
    var result = self
    result.end = .never
    return result
  }

  /// How many times of a day the rule names at most.
  fileprivate var mostTimesOfADay: Int {
    let hours = hours == 0 ? (frequency == .hourly ? 24 : 1) : hours.nonzeroBitCount
    return hours * max(1, minutes.nonzeroBitCount) * max(1, seconds.nonzeroBitCount)
  }

  /// Whether the rule, counted from a start, is sure to name the start itself.
  fileprivate func surelyNames(_ start: LocalDateTime) -> Bool {
    if !setPositions.isEmpty || hours != 0 || minutes != 0 || seconds != 0 || hasWeekNumbers || !yearDays.isEmpty
      || !ordinalWeekdays.isEmpty
    {
      return false
    }
    if !weekdays.isEmpty, !weekdays.contains(start.date.weekday) { return false }
    if !months.isEmpty, !months.contains(number: Int(start.date.month)) { return false }
    return !hasMonthDays || monthDays & (1 << UInt32(start.date.day)) != 0
  }
}

extension RecurrencePattern {
  /// The same days at another time of day; nil where the rule itself names times or the day would change.
  fileprivate func moved(seconds: Int64) -> RecurrencePattern? {
    if seconds == 0 { return self }
    guard rule.frequency >= .daily, rule.hours == 0, rule.minutes == 0, rule.seconds == 0 else { return nil }
    func moved(_ time: LocalDateTime) -> LocalDateTime {
      LocalDateTime(localSeconds: time.localSeconds + seconds) ?? time
    }
    var result = self
    result.start = moved(start)
    guard result.start.date == start.date else { return nil }
    result.added = added.map(moved)
    result.removed = removed.map(moved)
    switch rule.end {
    case .untilLocal(let last): result.rule.end = .untilLocal(moved(last))
    case .untilInstant(let last): result.rule.end = .untilInstant(last.advanced(bySeconds: seconds))
    case .never, .count, .untilDate: break
    }
    return result
  }
}
