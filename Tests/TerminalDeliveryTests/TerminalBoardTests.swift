import Testing

@testable import TerminalDelivery

@Suite struct TerminalBoardTests {
  static let standup = TerminalNotification(
    key: "standup", title: "Stand-up in five minutes",
    actions: [
      .init(id: "done", title: "Done"), .init(id: "later", title: "In 10 minutes"),
      .init(id: "reply", title: "Reply", input: .init(button: "Send", placeholder: "Running late?")),
    ])
  static let backup = TerminalNotification(
    key: "backup", title: "Backup failed", subtitle: "tonight", body: "exit 3\nno space",
    actions: [.init(id: "wipe", title: "Delete old", isDestructive: true)], sound: true)

  /// A board that shows the stand-up as 1 and the backup as 2.
  static func board() -> TerminalBoard {
    var board = TerminalBoard()
    _ = board.show(standup, width: 80, answerable: true, rings: true)
    _ = board.show(backup, width: 80, answerable: true, rings: true)
    return board
  }

  @Test func showsNumberTextAndChoices() {
    var board = TerminalBoard()
    #expect(
      board.show(Self.standup, width: 80, answerable: true, rings: true) == """
        [1] Stand-up in five minutes
            1) Done  2) In 10 minutes  3) Reply…  o) Open  d) Dismiss

        """)
    #expect(
      board.show(Self.backup, width: 80, answerable: true, rings: true) == """
        \u{7}[2] Backup failed
            tonight
            exit 3
            no space
            1) Delete old!  o) Open  d) Dismiss

        """)
    #expect(
      board.show(Self.backup, width: 80, answerable: false, rings: false) == """
        [3] Backup failed
            tonight
            exit 3
            no space
            1) Delete old!

        """)
    #expect(
      board.show(Self.standup, width: 30, answerable: true, rings: false) == """
        [4] Stand-up in five minutes
            1) Done  2) In 10 minutes
            3) Reply…  o) Open
            d) Dismiss

        """)
  }

  struct Row: Sendable {
    let name: String
    let lines: [String]
    let choice: TerminalResponse?
    let text: String
    init(
      _ name: String, _ lines: String..., answers key: String? = nil, _ choice: TerminalResponse.Choice = .open,
      says text: String
    ) {
      self.name = name
      self.lines = lines
      self.choice = key.map { TerminalResponse(key: $0, choice: choice) }
      self.text = text
    }
  }

  static let ask = "[1] Send (Running late?), an empty line cancels: "
  static let rows = [
    Row("the newest", "1", answers: "backup", .action(id: "wipe", text: nil), says: "[2] answered: Delete old\n"),
    Row("by number", "1.2", answers: "standup", .action(id: "later", text: nil), says: "[1] answered: In 10 minutes\n"),
    Row(
      "with blanks", "  1.2  ", answers: "standup", .action(id: "later", text: nil),
      says: "[1] answered: In 10 minutes\n"),
    Row("open the newest", "o", answers: "backup", .open, says: "[2] answered: Open\n"),
    Row("dismiss by number and word", "1.Dismiss", answers: "standup", .dismiss, says: "[1] answered: Dismiss\n"),
    Row(
      "text asked for", "1.3", " on my way ", answers: "standup", .action(id: "reply", text: " on my way "),
      says: ask + "[1] answered: Reply\n"),
    Row(
      "text at once", "1.3 on my way", answers: "standup", .action(id: "reply", text: "on my way"),
      says: "[1] answered: Reply\n"),
    Row(
      "digits are a text while asked", "1.3", "1", answers: "standup", .action(id: "reply", text: "1"),
      says: ask + "[1] answered: Reply\n"),
    Row("an empty line cancels", "1.3", " ", says: ask + "cancelled\n"),
    Row("text with NUL", "1.3 a\0b", says: "the text has a NUL character; nothing was sent\n"),
    Row(
      "longest text", "1.3 " + String(repeating: "x", count: 16384), answers: "standup",
      .action(id: "reply", text: String(repeating: "x", count: 16384)), says: "[1] answered: Reply\n"),
    Row(
      "text too long", "1.3 " + String(repeating: "x", count: 16385),
      says: "the text is longer than 16384 bytes; nothing was sent\n"),
    Row("text where none belongs", "1.1 hello", says: "'Done' takes no text; nothing was done\n"),
    Row("no such notification", "7.1", says: "there is no open notification 7; ? lists them\n"),
    Row(
      "no such action", "1.4",
      says: "[1] has no choice '4': 1) Done  2) In 10 minutes  3) Reply…  o) Open  d) Dismiss\n"),
    Row("zero", "0", says: "[2] has no choice '0': 1) Delete old!  o) Open  d) Dismiss\n"),
    Row(
      "huge", "99999999999999999999",
      says: "[2] has no choice '99999999999999999999': 1) Delete old!  o) Open  d) Dismiss\n"),
    Row("hostile", "\u{1B}[2J", says: "[2] has no choice '␛[2J': 1) Delete old!  o) Open  d) Dismiss\n"),
    Row("nothing", "", says: ""),
    Row(
      "an answer closes", "1.1", "1.1", answers: "standup", .action(id: "done", text: nil),
      says: "[1] answered: Done\nthere is no open notification 1; ? lists them\n"),
    Row(
      "a list", "?",
      says: """
        [1] Stand-up in five minutes: 1) Done  2) In 10 minutes  3) Reply…  o) Open  d) Dismiss
        [2] Backup failed: 1) Delete old!  o) Open  d) Dismiss
        answer with 1, o or d for the newest, with 1.1 for another

        """),
  ]

  @Test(arguments: rows) func answers(_ row: Row) {
    var board = Self.board()
    let reactions = row.lines.map { board.take($0) }
    #expect(reactions.map(\.text).joined() == row.text, "\(row.name)")
    #expect(reactions.compactMap(\.response) == (row.choice.map { [$0] } ?? []), "\(row.name)")
  }

  @Test func aKeyIsShownOnce() {
    var board = Self.board()
    _ = board.show(Self.standup, width: 80, answerable: true, rings: false)
    #expect(board.entries.map(\.number) == [2, 3])
    #expect(board.take("1.1").response == nil)
    #expect(board.take("3.1").response?.key == "standup")
    #expect(board.take("d").response == TerminalResponse(key: "backup", choice: .dismiss))
    #expect(board.take("d") == TerminalBoard.Reaction(text: "there is nothing to answer\n"))
  }

  @Test func withdrawing() {
    var board = Self.board()
    #expect(board.withdraw(key: "standup") == "[1] withdrawn: Stand-up in five minutes\n")
    #expect(board.withdraw(key: "standup") == "")
    #expect(board.take("1.1").response == nil)
  }

  @Test func aQuestionStaysTheLastThingOnTheScreen() {
    var board = Self.board()
    _ = board.take("1.3")
    #expect(board.remark("late\u{7}") == "\nlate␇\n" + Self.ask)
    #expect(
      board.show(Self.backup, width: 80, answerable: false, rings: false)
        == "\n[3] Backup failed\n    tonight\n    exit 3\n    no space\n    1) Delete old!\n" + Self.ask)
    #expect(board.take("hello").response?.choice == .action(id: "reply", text: "hello"))
  }

  @Test func aQuestionEndsWithItsNotification() {
    var board = Self.board()
    _ = board.take("1.3")
    #expect(board.withdraw(key: "standup") == "\n[1] withdrawn: Stand-up in five minutes\n")
    // The end of the text that was being typed is no answer to another notification.
    #expect(
      board.take("d")
        == .init(text: "[1] is not there any more; what was typed for it was dropped\n", response: nil))
    #expect(board.take("d").response == TerminalResponse(key: "backup", choice: .dismiss))
  }

  @Test func onlyTheLatestCanBeAnswered() {
    var board = TerminalBoard()
    for number in 1...1000 {
      let notification = TerminalNotification(key: "\(number)", title: "x")
      _ = board.show(notification, width: 80, answerable: true, rings: false)
    }
    #expect(board.entries.count == 200)
    #expect(board.take("800.d").response == nil)
    #expect(board.take("801.d").response?.key == "801")
  }
}
