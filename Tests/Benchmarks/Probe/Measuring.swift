import Glibc
import JSONText

/// CPU time of this process.
enum CPUClock {
  /// Nanoseconds used so far.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Keeps what was computed, so that no loop is optimised away.
@inline(never) func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// The median time of one turn of `body` in nanoseconds.
///
/// - Parameters:
///   - rounds: How many times are taken.
///   - least: Nanoseconds that a round takes at least, by repeating `body`.
func medianTime(rounds: Int, least: Int64 = 2_000_000, _ body: () throws -> Void) rethrows -> Double {
  // The first turn warms caches up and says how often a round repeats.
  var start = CPUClock.now()
  try body()
  let turns = max(1, least / max(1, CPUClock.now() - start))
  var times: [Double] = []
  for _ in 0..<max(1, rounds) {
    start = CPUClock.now()
    for _ in 0..<turns { try body() }
    times.append(Double(CPUClock.now() - start) / Double(turns))
  }
  times.sort()
  return times[times.count / 2]
}

/// Writes one figure as a line of JSON.
func writeFigure(_ name: String, _ members: (String, JSONValue)...) {
  var object = JSONObject()
  object["figure"] = .string(name)
  for (key, value) in members { object[key] = value }
  var writer = JSONWriter()
  writer.value(.object(object))
  print(writer.text)
}
