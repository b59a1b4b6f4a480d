import EventLoop
import Glibc
import TestSupport
import Testing

/// Starts `/bin/sh -c` with a script, no signal ignored or blocked, whatever this thread of the tests does with them.
func startShell(_ script: String) throws -> Int32 {
  let line: [String] = ["sh", "-c", script]
  var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  var pid: pid_t = 0
  let code = posix_spawn(&pid, "/bin/sh", nil, &attributes, &words, environ)
  try #require(code == 0)
  return pid
}

@Suite struct ChildTests {
  static let rows: [(String, ProcessEnd)] = [
    ("exit 0", .exited(0)),
    ("exit 42", .exited(42)),
    ("kill -TERM $$", .signaled(SIGTERM)),
    ("kill -KILL $$", .signaled(SIGKILL)),
  ]

  @Test(arguments: rows) func tellsHowAChildEnded(_ row: (String, ProcessEnd)) throws {
    let loop = try Loop()
    var ends: [ProcessEnd] = []
    let child = try Child(on: loop, pid: startShell(row.0)) { ends.append($0) }
    while ends.isEmpty { try loop.turn(atMost: nil) }
    while try loop.turn(atMost: 0) {}
    withExtendedLifetime(child) {}
    #expect(ends == [row.1])
  }

  @Test func aSignalReachesTheProcess() throws {
    let loop = try Loop()
    var end: ProcessEnd?
    let child = try Child(on: loop, pid: startShell("exec sleep 1000")) {
      end = $0
      loop.exit(code: 0)
    }
    try child.send(SIGKILL)
    _ = try loop.run()
    #expect(end == .signaled(SIGKILL))
    #expect(throws: LoopError("send signal 15 to process", "\(child.pid)", code: ESRCH)) { try child.send(SIGTERM) }
  }

  @Test func aProcessOfSomebodyElseIsGoneWithoutAStatus() throws {
    // The middle shell prints the number of its own child and ends, which makes that child nobody of ours.
    let folder = try TemporaryFolder()
    let file = folder.path(of: "pid")
    var status: Int32 = 0
    waitpid(try startShell("sleep 1000 >/dev/null 2>&1 & echo $! >\(file)"), &status, 0)
    let stranger = try #require(Int32(String(decoding: readFile(file).dropLast(), as: UTF8.self)))
    let loop = try Loop()
    var end: ProcessEnd?
    let child = try Child(on: loop, pid: stranger) {
      end = $0
      loop.exit(code: 0)
    }
    try child.send(SIGKILL)
    _ = try loop.run()
    #expect(end == .gone)
  }

  @Test(arguments: [0, -1, Int32.max]) func noSuchProcessIsAnError(_ pid: Int32) throws {
    let loop = try Loop()
    #expect(throws: LoopError("watch process", "\(pid)", code: ESRCH)) {
      _ = try Child(on: loop, pid: pid) { _ in }
    }
  }
}
