import RuleModel

/// What a trigger's occurrences are made of, which decides the modifiers that mean something for it.
enum TriggerClass: Sendable {
  case fixed, aligned, interval, eventFile, event

  /// Returns why the class has no use for a modifier; nil where it has.
  func refusal(of kind: ModifierKind) -> String? {
    switch (self, kind) {
    case (.fixed, _): nil
    case (.eventFile, .count), (.eventFile, .repeats): "the file says how often its events take place"
    case (.aligned, .gap), (.aligned, .fold):
      "it fires at the real instants that the clock shows, both passes of a repeated hour"
    case (.interval, .gap), (.interval, .fold): "elapsed time knows no clock changes"
    case (.aligned, .move), (.interval, .move): "only a time on a named day can move to another day"
    case (.event, .timezone): "an event happens when it happens, in every zone"
    case (.event, .gap), (.event, .fold): "an event knows no clock changes"
    case (.event, .move): "an event can't move to another day"
    default: nil
    }
  }

  /// What the class is called in messages.
  var noun: String {
    switch self {
    case .fixed: "a fixed-time trigger"
    case .aligned: "a clock-aligned trigger"
    case .interval: "an interval trigger"
    case .eventFile: "the events of a file"
    case .event: "an event"
    }
  }

  /// Returns why an offset is not possible for the class; nil where it is.
  func refusal(of offset: Offset) -> String? {
    switch (self, offset) {
    case (.fixed, _), (.eventFile, _): nil
    case (_, .days), (_, .daysAndSeconds), (_, .workdays):
      "it has no date that calendar days could be counted from; write hours, minutes and seconds"
    case (.event, .seconds(let seconds)) where seconds < 0: "nothing can fire before its event"
    default: nil
    }
  }
}

extension TriggerClass {
  /// The class of a source.
  init(_ source: TriggerSource) {
    switch source {
    case .fixed, .recurrence, .calendarExpression: self = .fixed
    case .aligned: self = .aligned
    case .cron(let expression): self = expression.isClockAligned ? .aligned : .fixed
    case .interval: self = .interval
    case .eventFile: self = .eventFile
    case .event: self = .event
    }
  }
}
