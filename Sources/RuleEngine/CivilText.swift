import CivilTime

/// A date as ISO 8601 writes it, `2026-12-24`.
func isoText(_ date: LocalDate) -> String {
  let (year, month, day) = date.yearMonthDay
  return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
}

/// A time of day, `09:25`, with seconds where they are not 0.
func isoText(_ time: TimeOfDay) -> String {
  let text = padded(time.hour, 2) + ":" + padded(time.minute, 2)
  return time.second == 0 ? text : text + ":" + padded(time.second, 2)
}

/// A date-time, `2026-12-24T09:25:00`.
func isoText(_ dateTime: LocalDateTime) -> String {
  isoText(dateTime.date) + "T" + padded(dateTime.time.hour, 2) + ":" + padded(dateTime.time.minute, 2) + ":"
    + padded(dateTime.time.second, 2)
}

/// An instant as RFC 3339 writes it, in UTC: `2026-12-24T08:25:00Z`.
func rfc3339(_ instant: Instant) -> String {
  guard let dateTime = LocalDateTime(localSeconds: instant.epochSeconds) else { return "\(instant.epochSeconds)" }
  return isoText(dateTime) + "Z"
}

/// A number of at least that many digits.
private func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
