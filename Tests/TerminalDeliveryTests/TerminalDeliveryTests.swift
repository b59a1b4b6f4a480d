import EventLoop
import Glibc
import TerminalDelivery
import TestSupport
import Testing

/// A pseudo terminal: what a program writes to `program` appears at `person`, and the other way round.
final class PseudoTerminal {
  let person: Int32
  private(set) var program: Int32

  init(columns: UInt16 = 60) throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    try #require(person >= 0)
    var locked: Int32 = 0
    var number: Int32 = 0
    try #require(ioctl(person, 0x4004_5431, &locked) == 0)  // TIOCSPTLCK
    try #require(ioctl(person, 0x8004_5430, &number) == 0)  // TIOCGPTN
    program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(program >= 0)
    var settings = termios()
    tcgetattr(program, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(program, TCSANOW, &settings)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(person, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit {
    close(person)
    if program >= 0 { close(program) }
  }

  func type(_ text: String) { write(person, text, text.utf8.count) }

  func screen() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(person, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

@Suite struct TerminalDeliveryTests {
  static let question = TerminalNotification(
    key: "k", title: "Lunch?",
    actions: [
      .init(id: "yes", title: "Yes"), .init(id: "say", title: "Say", input: .init(button: "", placeholder: "")),
    ],
    sound: true)

  @Test func showsAndTakesAnswers() throws {
    let terminal = try PseudoTerminal()
    let loop = try Loop()
    var responses: [TerminalResponse] = []
    let delivery = try TerminalDelivery(on: loop, output: terminal.program, input: terminal.program) {
      responses.append($0)
    }
    #expect(delivery.canAnswer)
    try delivery.show(Self.question)
    #expect(terminal.screen() == "\u{7}[1] Lunch?\n    1) Yes  2) Say…  o) Open  d) Dismiss\n")
    terminal.type("2\n")
    try loop.turn(atMost: 5_000_000)
    #expect(terminal.screen() == "[1] Say, an empty line cancels: ")
    terminal.type("Grüße 🎉\n")
    while responses.isEmpty { try loop.turn(atMost: 5_000_000) }
    #expect(terminal.screen() == "[1] answered: Say\n")
    #expect(responses == [TerminalResponse(key: "k", choice: .action(id: "say", text: "Grüße 🎉"))])
    try delivery.show(Self.question)
    try delivery.withdraw(key: "k")
    try delivery.withdraw(key: "k")
    try delivery.remark("too late")
    #expect(terminal.screen().hasSuffix("[2] withdrawn: Lunch?\ntoo late\n"))
  }

  @Test func theEndOfInputEndsAnswersOnly() throws {
    let terminal = try PseudoTerminal()
    let loop = try Loop()
    let delivery = try TerminalDelivery(on: loop, output: terminal.program, input: terminal.program) { _ in }
    terminal.type("\u{4}")  // Ctrl-D
    while delivery.canAnswer { try loop.turn(atMost: 5_000_000) }
    try delivery.show(Self.question)
    #expect(terminal.screen() == "\u{7}[1] Lunch?\n    1) Yes  2) Say…\n")
    #expect(try loop.turn(atMost: 0) == false)
  }

  @Test func aScreenThatIsHeldHoldsNobody() throws {
    let terminal = try PseudoTerminal()
    let loop = try Loop()
    let delivery = try TerminalDelivery(on: loop, output: terminal.program, input: nil) { _ in }
    var shown = 0
    #expect(throws: TerminalError("write to terminal", code: EAGAIN)) {
      while shown < 1_000_000 {
        try delivery.show(TerminalNotification(key: "\(shown)", title: String(repeating: "x", count: 40)))
        shown += 1
      }
    }
    #expect(shown < 100_000)
    var text = ""
    while true {
      text += terminal.screen()
      guard try loop.turn(atMost: 0) else { break }
    }
    text += terminal.screen()
    #expect(text.split(separator: "\n").count == shown)
    #expect(fcntl(terminal.program, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func aFileGetsTheTextWithoutBellAndAnswers() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "out")
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let loop = try Loop()
    let delivery = try TerminalDelivery(on: loop, output: file, input: file) { _ in }
    #expect(!delivery.canAnswer)
    try delivery.show(Self.question)
    #expect(try readFile(path) == Array("[1] Lunch?\n    1) Yes  2) Say…\n".utf8))
  }

  @Test func aTerminalThatHasGoneIsAnError() throws {
    let loop = try Loop()
    #expect(throws: TerminalError("open terminal", code: EBADF)) {
      _ = try TerminalDelivery(on: loop, output: -1, input: nil) { _ in }
    }
  }
}
