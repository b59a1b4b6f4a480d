import EventLoop
import Testing

@Suite struct TimerTests {
  @Test func firesInTheOrderOfTheInstants() throws {
    let loop = try Loop()
    var seen: [Int] = []
    let now = Clock.monotonic.microseconds
    let timers = try [3, 1, 2].map { step in
      try Timer(on: loop, .monotonic, at: now + UInt64(step) * 2000) {
        seen.append(step)
        if seen.count == 3 { loop.exit(code: 0) }
      }
    }
    _ = try withExtendedLifetime(timers) { try loop.run() }
    #expect(seen == [1, 2, 3])
  }

  @Test(arguments: Clock.allCases) func firesAtOrAfterItsInstant(_ clock: Clock) throws {
    let loop = try Loop()
    let due = clock.microseconds + 5000
    var fired: UInt64 = 0
    let timer = try Timer(on: loop, clock, at: due) {
      fired = clock.microseconds
      loop.exit(code: 0)
    }
    _ = try withExtendedLifetime(timer) { try loop.run() }
    #expect(fired >= due)
    #expect(fired < due + 200_000)  // sd-event's default accuracy of 250 ms is not in force
  }

  @Test func canBeSetAgainFromItsOwnHandler() throws {
    let loop = try Loop()
    var timer: Timer?
    var count = 0
    timer = try Timer(on: loop, .boottime, at: 1) {
      count += 1
      if count == 3 { loop.exit(code: 0) } else { try? timer?.set(at: Clock.boottime.microseconds + 100) }
    }
    _ = try loop.run()
    #expect(count == 3)
    timer = nil
  }

  @Test func anUnsetTimerStaysSilent() throws {
    let loop = try Loop()
    var fired: [String] = []
    let never = try Timer(on: loop, .monotonic, at: nil) { fired.append("never set") }
    let unset = try Timer(on: loop, .monotonic, at: 1) { fired.append("unset") }
    try unset.unset()
    while try loop.turn(atMost: 0) {}
    #expect(fired.isEmpty)
    try never.set(at: 1)
    while try loop.turn(atMost: 0) {}
    #expect(fired == ["never set"])
  }

  @Test func droppingTheHandleDisarmsAndFreesTheHandler() throws {
    final class Witness {}
    let loop = try Loop()
    var fired = false
    weak var witness: Witness?
    do {
      let held = Witness()
      witness = held
      let timer = try Timer(on: loop, .monotonic, at: 1) { withExtendedLifetime(held) { fired = true } }
      #expect(witness != nil)
      withExtendedLifetime(timer) {}
    }
    while try loop.turn(atMost: 0) {}
    #expect(!fired)
    #expect(witness == nil)
  }

  @Test func mayBeDroppedInItsOwnHandler() throws {
    final class Box { var timer: Timer? }
    final class Witness { var alive = true }
    let loop = try Loop()
    let box = Box()
    weak var freed: Witness?
    var aliveAfterwards = false
    do {
      let witness = Witness()
      freed = witness
      box.timer = try Timer(on: loop, .monotonic, at: 1) {
        box.timer = nil
        aliveAfterwards = witness.alive
      }
    }
    while try loop.turn(atMost: 0) {}
    #expect(aliveAfterwards)
    #expect(freed == nil)
  }
}
