import CivilTime
import RuleEngine

/// Whether the wall clock can be taken for right.
///
/// The kernel's own mark of a synchronised clock (adjtimex(2)) says nothing in containers and on machines without a time
/// daemon, so the clock is judged by what it shows. It is wrong before 2026, when this program did not exist. It is
/// behind when it shows a time up to a day before the latest one at which something was handled: a machine without
/// a battery starts with the time of its last shutdown or before. A larger difference means that the clock was wrong
/// then and is right now, which the engine knows how to treat. Until the clock is right nothing is declared missed.
enum ClockTrust {
  /// 2026-01-01T00:00:00Z.
  static let earliest = Instant(epochSeconds: 1_767_225_600)
  /// Seconds of slewing and small steps that are no reason for doubt.
  static let toleranceSeconds: Int64 = 60
  /// Seconds above which a clock that went back was wrong before.
  static let doubtSeconds: Int64 = 86_400

  static func isSet(now: Instant, state: StoredState) -> Bool {
    guard now >= earliest else { return false }
    let behind = (state.rules.values.map(\.lastHandled).max() ?? now).seconds(since: now)
    return behind <= toleranceSeconds || behind > doubtSeconds
  }

  /// When the clock will be taken for right if nobody sets it before.
  static func expected(state: StoredState) -> Instant {
    let handled = state.rules.values.map(\.lastHandled).max() ?? earliest
    return max(earliest, handled.advanced(bySeconds: -toleranceSeconds))
  }
}
