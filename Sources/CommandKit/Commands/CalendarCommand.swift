import CivilTime
import JSONText
import RuleModel

extension CommandDeclaration {
  /// `calendar`: months or a week with the rings in them.
  static let calendar = CommandDeclaration(
    "calendar", "show a month or a week as a grid, with what rings on each day",
    discussion:
      "Days are those of --zone, else of the zone that all named files share, else of the machine's. Its width follows the terminal; weeks have their ISO number and begin on Monday.",
    arguments: [RuleFileArguments.declaration],
    options: [
      OptionDeclaration("month", value: "MONTH", "this month, such as 2027-03 (default: that of --from)"),
      OptionDeclaration("months", value: "N", "so many months, one below the other (default 1)"),
      OptionDeclaration("week", "the week of --from, with times, instead of a month"),
      OptionDeclaration("from", value: "TIME", "as seen from this time (default: now)"),
      OptionDeclaration("sunday", "weeks begin on Sunday"),
      OptionDeclaration("rule", value: "ID", repeats: true, "only this rule"),
      OptionDeclaration("skipped", "also what is left out"),
      ListingFormat.declaration, DisplayZones.declaration,
    ] + ServiceOptions.declarations,
    examples: [
      CommandExample("carillon calendar rules.yaml --month 2027-03", "What rings in March, day by day."),
      CommandExample("carillon calendar --week --skipped", "This week with its times, and what is left out."),
    ]
  ) { arguments, context throws(CommandFailure) in
    if arguments.has("week"), arguments.has("month") || arguments.has("months") {
      throw .usage("--week and --\(arguments.has("month") ? "month" : "months") don't go together")
    }
    let months = try arguments.integer("months", in: 1...120) ?? 1
    let loaded = try RulesAtHand(arguments, context)
    try loaded.requireNoErrors(context)
    let zone = loaded.zones.reading(loaded)
    let from = try TimeArgument(zone: zone, now: context.now).optional(arguments, "from")
    let rules = EvaluatedRules(loaded, firstLoad: from ?? context.now, arguments, context)
    let chosen = try rules.indices(named: arguments.values("rule"))
    rules.tellAssumptions(aboutRules: chosen, context)
    let today = zone.localDateTime(at: from ?? context.now).date
    let weekStart = arguments.has("sunday") ? Weekday.sunday : .monday
    let periods =
      arguments.has("week")
      ? [CalendarPeriod(weekOf: today, startingOn: weekStart)]
      : try CalendarPeriod.months(arguments.value("month"), count: months, today: today)
    guard let first = periods.first?.first, let last = periods.last?.last else {
      throw .usage("the months lie outside the years 1 to 9999")
    }
    let days = CalendarDays(
      rules, chosen, from: first, through: last, zone: zone, showsSkipped: arguments.has("skipped"))
    switch ListingFormat(arguments) {
    case .table:
      for (number, period) in periods.enumerated() {
        let grid = CalendarGrid(
          period: period, days: days, today: today, weekStart: weekStart, width: context.output.columns,
          usesColor: context.output.usesColor)
        context.output.write((number == 0 ? "" : "\n") + grid.text)
      }
      context.output.write(
        CalendarLegend(days: days, width: context.output.columns, usesColor: context.output.usesColor).text)
    case .json:
      context.output.writeLine(days.json(today: today))
    case .csv: context.output.write(days.csv)
    }
    for (name, zones) in days.unknownZones {
      context.errors.write("carillon: \(name): this machine lacks the zone \(zones), so it can't fire\n")
    }
    return .success
  }
}

/// A stretch of days with its title: a month, or a week.
struct CalendarPeriod {
  /// What stands above the grid.
  var title: String
  var first: LocalDate
  /// The last day, included.
  var last: LocalDate
  /// Whether it is one week, which has room for times.
  var isWeek = false

  /// Its days, in order.
  var dates: [LocalDate] { (first.dayNumber...last.dayNumber).compactMap { LocalDate(dayNumber: Int($0)) } }

  /// The week that holds a day.
  init(weekOf day: LocalDate, startingOn start: Weekday) {
    first = day.advanced(byDays: -start.days(until: day.weekday)) ?? day
    last = first.advanced(byDays: 6) ?? day
    title = "\(first) to \(last)"
    isWeek = true
  }

  private init?(year: Int, month: Int) {
    guard let first = LocalDate(year: year, month: month, day: 1),
      let last = LocalDate(year: year, month: month, day: LocalDate.daysInMonth(year: year, month: month)),
      let name = Month(rawValue: UInt8(month))?.name
    else { return nil }
    (self.first, self.last) = (first, last)
    title = "\(name.prefix(1).uppercased())\(name.dropFirst()) \("\(first)".prefix(4))"
  }

  /// So many months, from the one that is named or holds a day.
  static func months(_ text: String?, count: Int, today: LocalDate) throws(CommandFailure) -> [CalendarPeriod] {
    var (year, month) = (today.year, today.month)
    if let text {
      guard text.utf8.count == 7, let first = LocalDate(text + "-01") else {
        throw .usage("--month takes a year and a month such as 2027-03, not '\(text)'")
      }
      (year, month) = (first.year, first.month)
    }
    var result: [CalendarPeriod] = []
    while result.count < count, let period = CalendarPeriod(year: year, month: month) {
      result.append(period)
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return result
  }
}
