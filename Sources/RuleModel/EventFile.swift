public import CivilTime

/// An iCalendar file from which a trigger or a calendar takes its times.
public struct EventFile: Hashable, Sendable, Codable {
  /// The file as the rule names it.
  public var name: String
  /// The file's path, absolute or beginning with `~`.
  public var path: String
  /// When events of whole days fire on their first day.
  public var at: TimeOfDay
  /// What takes place; nil where the file can't be read and no copy of it is known.
  public var series: [EventSeries]?

  /// Makes a file whose events are not known.
  public init(name: String, path: String, at: TimeOfDay = .midnight) {
    self.name = name
    self.path = path
    self.at = at
  }
}

/// What an event says about itself.
public struct EventText: Hashable, Sendable, Codable {
  /// UID, at most 512 bytes; empty where the file has none.
  public var uid: String
  /// SUMMARY, at most 4096 bytes.
  public var summary: String
  /// DESCRIPTION, at most 16,384 bytes.
  public var details: String
  /// LOCATION, at most 4096 bytes.
  public var location: String
  /// URL, at most 4096 bytes.
  public var url: String

  /// Makes a text.
  public init(uid: String = "", summary: String = "", details: String = "", location: String = "", url: String = "") {
    self.uid = uid
    self.summary = summary
    self.details = details
    self.location = location
    self.url = url
  }

  /// What tells the event from others: its UID, else what it is called.
  public var key: String { uid.isEmpty ? summary : uid }
}

/// An event that takes place once or many times, with what replaces some of them taken out.
public struct EventSeries: Hashable, Sendable, Codable {
  /// Its place among the series of the file, from 0.
  public var place = 0
  /// What it is about.
  public var text: EventText
  /// Whether it takes whole days.
  public var isWholeDays: Bool
  /// The zone on whose clock it is written; nil: the trigger's.
  public var zone: ZoneName?
  /// When it begins.
  public var starts: EventStarts
  /// How long it lasts: calendar days, then exact seconds; 0 to 2,147,483,647 each.
  ///
  /// Of an event of whole days the days alone count, 1 or more.
  public var length: CalendarDuration

  /// Makes a series.
  public init(
    text: EventText, isWholeDays: Bool, zone: ZoneName?, starts: EventStarts, length: CalendarDuration
  ) {
    self.text = text
    self.isWholeDays = isWholeDays
    self.zone = zone
    self.starts = starts
    self.length = length
  }
}

/// When an event begins: once, or by a rule.
public indirect enum EventStarts: Hashable, Sendable, Codable {
  /// Once; on the clock of the series, or at an instant.
  case once(DateTimePoint)
  /// By a rule, from one date-time on and before another; whole days begin at 00:00.
  ///
  /// `lastDay` is the last day that COUNT or UNTIL leave the rule, nil where it goes on for ever.
  case repeated(RecurrencePattern, from: LocalDateTime?, before: LocalDateTime?, lastDay: LocalDate?)
}

/// An event that an occurrence announces.
public struct OccurrenceEvent: Hashable, Sendable, Codable {
  /// What this part of the occurrence is known by.
  public var identity: OccurrenceIdentity
  /// What it is about.
  public var text: EventText
  /// When it begins.
  public var start: EventMoment
  /// When it ends: the first instant after it, or its last day.
  public var end: EventMoment

  /// Joins the parts.
  public init(identity: OccurrenceIdentity, text: EventText, start: EventMoment, end: EventMoment) {
    self.identity = identity
    self.text = text
    self.start = start
    self.end = end
  }
}

/// Begin or end of an event.
public enum EventMoment: Hashable, Sendable, Codable {
  /// A whole day.
  case day(LocalDate)
  /// An instant.
  case instant(Instant)
}

extension RuleSet {
  /// Names of files that decide when a rule fires, and whose events nobody knows now; in no order that means anything.
  public func unknownEventFiles(of rule: Rule) -> [String] {
    var names: Set<String> = []
    var seen: Set<CalendarID> = []
    var waiting: [DayItem] = []
    for trigger in rule.triggers {
      if case .eventFile(let file) = trigger.source, file.series == nil { names.insert(file.name) }
      waiting += trigger.only + trigger.except
    }
    while let item = waiting.popLast() {
      guard case .calendar(let id) = item, seen.insert(id).inserted, let calendar = calendars[id] else { continue }
      if let file = calendar.events, file.series == nil { names.insert(file.name) }
      waiting += calendar.union + calendar.except
    }
    return names.sorted()
  }
}
