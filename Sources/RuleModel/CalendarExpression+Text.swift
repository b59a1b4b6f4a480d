import CivilTime

extension CalendarExpression {
  /// The expression in its normal form, letter by letter as `systemd-analyze calendar` prints it.
  public var text: String {
    var text = weekdays == .all ? "" : weekdayText + " "
    text += field(years, 4) + "-" + field(months, 2) + (countsFromMonthEnd ? "~" : "-") + field(days, 2)
    text += " " + field(hours, 2) + ":" + field(minutes, 2) + ":" + secondText
    if let zone { text += " " + zone.rawValue }
    return text
  }

  /// Neighbours of three or more as a range.
  private var weekdayText: String {
    var items: [String] = []
    var run: [Weekday] = []
    func name(_ day: Weekday) -> String { day.shortName.prefix(1).uppercased() + day.shortName.dropFirst() }
    func close() {
      if let first = run.first, let last = run.last, run.count > 2 {
        items.append(name(first) + ".." + name(last))
      } else {
        items += run.map(name)
      }
      run = []
    }
    for day in Weekday.allCases {
      if weekdays.contains(day) { run.append(day) } else { close() }
    }
    close()
    return items.joined(separator: ",")
  }

  private func field(_ components: [CalendarComponent], _ width: Int) -> String {
    if components.isEmpty { return "*" }
    return components.map { component in
      var text = padded(Int(component.first), width)
      if let last = component.last { text += ".." + padded(Int(last), width) }
      if component.step > 0, component.last == nil || component.step != 1 { text += "/\(component.step)" }
      return text
    }.joined(separator: ",")
  }

  /// The field of seconds.
  var secondText: String {
    if microseconds == [CalendarComponent(first: 0, step: 1_000_000)] { return "*" }
    return microseconds.map { component in
      var text = seconds(component.first, 2)
      if let last = component.last { text += ".." + seconds(last, 2) }
      if component.step > 0, component.last == nil || component.step != 1_000_000 {
        text += "/" + seconds(component.step, 1)
      }
      return text
    }.joined(separator: ",")
  }

  private func seconds(_ micros: Int32, _ width: Int) -> String {
    let fraction = Int(micros % 1_000_000)
    return padded(Int(micros / 1_000_000), width) + (fraction == 0 ? "" : "." + padded(fraction, 6))
  }
}
