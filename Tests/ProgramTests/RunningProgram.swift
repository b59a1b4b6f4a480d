import ControlProtocol
import Glibc
import TestSupport
import Testing

/// A program of this package that runs for a test, with what it has printed.
final class RunningProgram {
  /// Seconds that anything may take before a test gives up.
  static let patienceSeconds: Int64 = 60

  let pid: Int32
  private let output: Int32
  private(set) var text = ""
  private var status: Int32?

  /// The folder of the built programs, where the tests' own lies too.
  static func folder() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }

  /// Starts a program with both outputs in one pipe and nothing to read, or at a terminal of its own.
  init(
    _ name: String, _ arguments: [String], environment: [String: String] = [:], atTerminal: Bool = false
  ) throws {
    let ends = atTerminal ? try Self.terminal() : try Self.pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if atTerminal {
      posix_spawn_file_actions_adddup2(&actions, ends.program, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, ends.program, 1)
    posix_spawn_file_actions_adddup2(&actions, ends.program, 2)
    let path = Self.folder() + "/" + name
    let all = environment.merging(["PATH": "/usr/bin:/bin", "TZ": "UTC"]) { given, _ in given }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, nil, &words, &variables)
    close(ends.program)
    output = ends.test
    pid = child
    try #require(code == 0, "\(path): \(String(cString: strerror(code)))")
  }

  private static func pipe() throws -> (test: Int32, program: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func terminal() throws -> (test: Int32, program: Int32) {
    let test = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    try #require(ioctl(test, 0x4004_5431, &locked) == 0)  // TIOCSPTLCK
    try #require(ioctl(test, 0x8004_5430, &number) == 0)  // TIOCGPTN
    let program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(program >= 0)
    return (test, program)
  }

  /// Types at the terminal.
  func type(_ text: String) throws { try #require(write(output, text, text.utf8.count) == text.utf8.count) }

  deinit {
    close(output)
    if status == nil {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }

  /// Reads until the output holds a text.
  func wait(for wanted: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    while !text.contains(wanted) {
      let isOpen = read()
      try #require(
        isOpen || text.contains(wanted), "ended without '\(wanted)':\n\(text)", sourceLocation: sourceLocation)
    }
  }

  /// Reads what comes next.
  func waitForMore(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try #require(read(), "ended:\n\(text)", sourceLocation: sourceLocation)
  }

  /// Reads to the end of the output and returns the exit status, or the negative number of the signal.
  @discardableResult
  func end() -> Int32 {
    while read() {}
    if status == nil {
      var raw: Int32 = 0
      while waitpid(pid, &raw, 0) < 0 && errno == EINTR {}
      status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : -(raw & 0x7f)
    }
    return status ?? 0
  }

  /// Asks it to end and waits for that.
  @discardableResult
  func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(pid, signal)
    return end()
  }

  /// Takes some output; false at its end, or when nothing has come for too long.
  private func read() -> Bool {
    var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, Int32(Self.patienceSeconds * 1000)) > 0 else {
      kill(pid, SIGKILL)
      text += "\n(nothing more for \(Self.patienceSeconds) s)\n"
      return false
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(output, &buffer, buffer.count)
    if count > 0 { text += String(decoding: buffer[..<count], as: UTF8.self) }
    return count > 0
  }
}

/// A client of the control socket in a state folder.
final class ControlConnectionForTests {
  private let descriptor: Int32
  private var lines = ControlLines(limit: ControlLines.replyLimit)
  private var last: Int64 = 0

  init(state: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: Int(RunningProgram.patienceSeconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (state + "/control.sock").utf8.prefix(107)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0, "\(String(cString: strerror(errno)))")
    _ = try ControlGreeting(line: line())
  }

  deinit { close(descriptor) }

  /// Asks and waits for the answer.
  func ask(_ command: ControlCommand) throws -> ControlResult {
    last += 1
    var bytes = ControlRequest(id: last, command).line[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      try #require(count > 0)
      bytes = bytes.dropFirst(count)
    }
    let reply = try ControlReply(line: line())
    #expect(reply.id == last)
    return try reply.outcome.get()
  }

  private func line() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let line = try lines.next() { return line }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      try #require(count > 0, "the service does not answer")
      lines.append(buffer[..<count])
    }
  }
}
