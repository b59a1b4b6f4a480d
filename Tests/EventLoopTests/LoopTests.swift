import EventLoop
import Glibc
import Testing

@Suite struct LoopTests {
  @Test func returnsTheCodeOfItsExit() throws {
    let loop = try Loop()
    loop.post { loop.exit(code: 7) }
    #expect(loop.exitCode == nil)
    #expect(try loop.run() == 7)
    #expect(loop.exitCode == 7)
  }

  @Test func exitCodesStayWithinAByte() throws {
    let loop = try Loop()
    loop.post { loop.exit(code: 1000) }
    #expect(try loop.run() == 255)
  }

  @Test func postsRunOnceInOrderAndTheirOwnPostsATurnLater() throws {
    let loop = try Loop()
    var seen: [String] = []
    loop.post {
      seen.append("first")
      loop.post {
        seen.append("posted by first")
        loop.exit(code: 0)
      }
    }
    loop.post { seen.append("second") }
    _ = try loop.run()
    #expect(seen == ["first", "second", "posted by first"])
  }

  @Test func quietWorkComesAfterAllThatIsPending() throws {
    let loop = try Loop()
    var seen: [String] = []
    loop.postWhenQuiet {
      seen.append("quiet")
      loop.exit(code: 0)
    }
    let timers = try (0..<3).map { index in
      try Timer(on: loop, .monotonic, at: 1) { seen.append("timer \(index)") }
    }
    loop.post { seen.append("post") }
    _ = try withExtendedLifetime(timers) { try loop.run() }
    #expect(seen.last == "quiet")
    #expect(seen.count == 5)
  }

  @Test func aTurnWithoutEventsEndsAtItsLimit() throws {
    let loop = try Loop()
    #expect(try loop.turn(atMost: 0) == false)
  }

  @Test func timeStandsStillWithinATurn() throws {
    let loop = try Loop()
    var times: [UInt64] = []
    loop.post {
      times.append(loop.microseconds(.monotonic))
      for _ in 0..<1000 { _ = Clock.monotonic.microseconds }
      times.append(loop.microseconds(.monotonic))
      loop.exit(code: 0)
    }
    _ = try loop.run()
    #expect(times.count == 2)
    #expect(times.first == times.last)
  }

  @Test func withoutAServiceManagerNobodyAsksForTheWatchdog() throws {
    guard getenv("WATCHDOG_USEC") == nil else { return }
    #expect(try Loop().answerWatchdog() == false)
  }

  @Test func errorsSayWhatWasAttempted() {
    let error = LoopError("watch process", "812", code: ESRCH)
    #expect(error.description == "watch process 812: No such process (3)")
  }
}

@Suite struct ServiceNoticeTests {
  static let rows: [(ServiceNotice, String)] = [
    (.ready, "READY=1"),
    (.reloading(monotonicMicroseconds: 12), "RELOADING=1\nMONOTONIC_USEC=12"),
    (.stopping, "STOPPING=1"),
    (.status("3 rules\nREADY=1\u{0}x"), "STATUS=3 rules READY=1 x"),
  ]

  @Test(arguments: rows) func assignments(_ row: (ServiceNotice, String)) {
    #expect(row.0.assignments == row.1)
  }
}
