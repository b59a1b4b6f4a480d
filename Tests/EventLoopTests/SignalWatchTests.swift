import EventLoop
import Glibc
import Testing

@Suite struct SignalWatchTests {
  // Sent to this thread alone, which blocks it: other tests run in other threads of this process.
  @Test(arguments: [SIGHUP, SIGINT, SIGTERM]) func tellsOfASignal(_ signal: Int32) throws {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let loop = try Loop()
    var seen: [Int32] = []
    let watch = try SignalWatch(on: loop, signal) {
      seen.append(signal)
      loop.exit(code: 0)
    }
    pthread_kill(pthread_self(), signal)
    _ = try withExtendedLifetime(watch) { try loop.run() }
    #expect(seen == [signal])
  }

  @Test func anImpossibleSignalIsAnError() throws {
    let loop = try Loop()
    #expect(throws: LoopError.self) { _ = try SignalWatch(on: loop, 4711) {} }
  }
}
