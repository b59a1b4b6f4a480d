import EventLoop
import Testing

@Suite struct ClockWatchTests {
  struct Row: Sendable {
    let name: String
    let later: ClockReadings
    let change: ClockChange
    init(_ name: String, _ realtime: Int64, _ monotonic: Int64, _ boottime: Int64, step: Int64, suspended: Int64) {
      self.name = name
      later = ClockReadings(realtime: realtime, monotonic: monotonic, boottime: boottime)
      change = ClockChange(stepMicroseconds: step, suspendedMicroseconds: suspended)
    }
  }

  /// Ten seconds pass on every clock from here, unless the row says otherwise.
  static let start = ClockReadings(realtime: 1000, monotonic: 100, boottime: 200)
  static let rows = [
    Row("nothing but time", 1010, 110, 210, step: 0, suspended: 0),
    Row("set forwards", 4610, 110, 210, step: 3600, suspended: 0),
    Row("set back", -2590, 110, 210, step: -3600, suspended: 0),
    Row("suspended, clock right afterwards", 1910, 110, 1110, step: 0, suspended: 900),
    Row("suspended and set back", 1850, 110, 1110, step: -60, suspended: 900),
    Row("monotonic read a little late", 1010, 111, 210, step: 0, suspended: 0),
  ]

  @Test(arguments: rows) func change(_ row: Row) {
    #expect(Self.start.change(to: row.later) == row.change, "\(row.name)")
  }

  @Test func readingsOfThePresentDifferByLittle() {
    let first = ClockReadings()
    let change = first.change(to: ClockReadings())
    #expect(abs(change.stepMicroseconds) < 1_000_000)
    #expect(change.suspendedMicroseconds < 1_000_000)
  }

  @Test func staysSilentWhileNobodySetsTheClock() throws {
    let loop = try Loop()
    var reports = 0
    let watch = try ClockWatch(on: loop) { _ in reports += 1 }
    while try loop.turn(atMost: 0) {}
    withExtendedLifetime(watch) {}
    #expect(reports == 0)
  }
}
