/// Lengths of time in words, as previews show them.
enum RelativeTime {
  /// `45 s`, `5 min`, `14 h 30 min`, `3 d 2 h`, `400 d`: at most two units, seconds rounded down.
  static func text(seconds: Int64) -> String {
    let seconds = seconds.magnitude
    let minutes = seconds / 60
    let hours = minutes / 60
    let days = hours / 24
    if seconds < 60 { return "\(seconds) s" }
    if minutes < 60 { return join((minutes, "min"), (minutes < 10 ? seconds % 60 : 0, "s")) }
    if hours < 24 { return join((hours, "h"), (minutes % 60, "min")) }
    return join((days, "d"), (days < 100 ? hours % 24 : 0, "h"))
  }

  /// `in 5 min`, `now` or `5 min ago`.
  static func phrase(seconds: Int64) -> String {
    if seconds == 0 { return "now" }
    return seconds > 0 ? "in \(text(seconds: seconds))" : "\(text(seconds: seconds)) ago"
  }

  private static func join(_ large: (UInt64, String), _ small: (UInt64, String)) -> String {
    small.0 == 0 ? "\(large.0) \(large.1)" : "\(large.0) \(large.1) \(small.0) \(small.1)"
  }
}
