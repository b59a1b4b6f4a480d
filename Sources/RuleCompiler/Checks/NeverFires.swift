import CivilTime
import Diagnostics
import NextFire
import RuleModel
import TriggerGraph
import YAMLSyntax

extension Linker {
  /// Patterns whose own fields can never match, such as the 30th of every twelfth month from a February on.
  ///
  /// Bounds, excluded days and zones are left out of the question: they are no faults of the pattern.
  mutating func checkNeverFires() {
    var numbers: [Trigger: Int] = [:]
    var patterns: [Trigger] = []
    // The patterns of each list, by their numbers; one list is asked once.
    var inList: [[Int]?] = Array(repeating: nil, count: triggerLists)
    for rule in rules.indices where inList[Int(places[rule].list)] == nil {
      inList[Int(places[rule].list)] = rules[rule].triggers.map { trigger in
        guard let pattern = NeverFires.bare(trigger) else { return -1 }
        if let known = numbers[pattern] { return known }
        numbers[pattern] = patterns.count
        patterns.append(pattern)
        return patterns.count - 1
      }
    }
    let isNever = NeverFires.verdicts(patterns)
    guard isNever.contains(true) else { return }
    for rule in rules.indices {
      for (number, site) in zip(inList[Int(places[rule].list)] ?? [], sites(ofRule: rule))
      where number >= 0 && isNever[number] {
        diagnostics.append(NeverFires.diagnostic(patterns[number], at: node(site.key, ofRule: rule)?.range))
      }
    }
  }
}

/// Whether patterns can match at all.
enum NeverFires {
  /// The finding for each trigger of a piece that stands alone.
  static func diagnostics(_ triggers: [Trigger], at range: SourceRange) -> [Diagnostic] {
    let patterns = triggers.compactMap(bare)
    return zip(patterns, verdicts(patterns)).filter(\.1).map { diagnostic($0.0, at: range) }
  }

  fileprivate static func verdicts(_ patterns: [Trigger]) -> [Bool] {
    guard !patterns.isEmpty else { return [] }
    var builder = TriggerGraphBuilder(calendars: [:])
    for (index, pattern) in patterns.enumerated() { builder.add(Rule(id: RuleID("\(index)"), triggers: [pattern])) }
    let evaluator = Evaluator(
      graph: builder.finish(), context: EvaluationContext(localZone: .utc, assumedAnchor: .earliest))
    return patterns.indices.map { evaluator.isNever($0) }
  }

  fileprivate static func diagnostic(_ pattern: Trigger, at range: SourceRange?) -> Diagnostic {
    Diagnostic(.error, "never-fires", message(pattern), at: range)
  }

  private static func message(_ pattern: Trigger) -> String {
    if case .aligned(let aligned) = pattern.source, aligned.between != nil {
      return "none of its minutes lies in `between`"
    }
    return "no date ever matches this"
  }

  /// Returns the pattern alone, in UTC, where it is of a kind that may never match.
  fileprivate static func bare(_ trigger: Trigger) -> Trigger? {
    var result = Trigger(source: trigger.source, zone: .named(.utc))
    let every: Int
    switch trigger.source {
    case .fixed(let pattern):
      switch pattern.days {
      case .daily, .dates, .dateTimes, .matching: every = 1
      case .weekly(_, let weeks, let parity): every = parity == nil ? 1 : weeks
      case .monthly(let days, let months, _):
        // Every month has 28 days and four of each weekday.
        every = isCommon(days) ? 1 : months
      case .yearlyDates(_, let years, _), .yearlyMonths(_, _, let years, _), .yearlyDaysOfYear(_, let years, _),
        .yearlyWeeks(_, _, let years):
        every = years
      }
      if case .matching = pattern.days { break }
      guard every > 1 else { return nil }
      result.source = .fixed(FixedPattern(days: pattern.days, times: [.midnight]))
      // The phase belongs to the pattern; the bound that comes with it does not take years away that repeat later.
      result.bounds.from = trigger.bounds.from
    case .aligned(let pattern) where pattern.between != nil: result.source = .aligned(pattern)
    case .aligned(let pattern):
      guard !pattern.days.matchesEveryDay else { return nil }
      result.source = .aligned(AlignedPattern(days: pattern.days, minutes: 1))
    case .cron, .recurrence: break
    case .calendarExpression(var expression):
      expression.zone = nil
      result.source = .calendarExpression(expression)
    case .interval, .eventFile, .event: return nil
    }
    return result
  }

  private static func isCommon(_ days: MonthDays) -> Bool {
    switch days {
    case .days(let ordinals):
      ordinals.contains { ordinal in
        switch ordinal {
        case .fromStart(let number), .fromEnd(let number): number <= 28
        }
      }
    case .weekdays(let list):
      list.contains { weekday in
        switch weekday.ordinal {
        case .fromStart(let number), .fromEnd(let number): number <= 4
        }
      }
    // Weekends may leave no workday at all, but that is a matter of the weekend.
    case .workdays: true
    }
  }
}
