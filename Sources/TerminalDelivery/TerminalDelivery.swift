public import EventLoop
import Glibc

/// Shows notifications on a terminal and takes the answers that are typed there.
///
/// A program that writes to a pipe should ignore SIGPIPE; a reader that has gone is then an error of `show`.
public final class TerminalDelivery {
  private let loop: Loop
  private let output: TerminalOutput
  private let outputDescriptor: Int32
  private let responded: (TerminalResponse) -> Void
  private var board = TerminalBoard()
  private var lines = TerminalLines()
  private let input: Int32
  private var watch: Descriptor?
  private var isPaused = false

  /// Takes a terminal.
  ///
  /// - Parameters:
  ///   - loop: The loop on which answers arrive.
  ///   - output: A terminal, or any descriptor that can be written: then there is no bell. Not owned.
  ///   - input: A terminal on which answers are typed; anything else, or `nil`, takes none. Not owned.
  ///   - responded: Called for each answer, from the loop.
  public init(
    on loop: Loop, output: Int32, input: Int32?, responded: @escaping (TerminalResponse) -> Void
  ) throws(TerminalError) {
    self.loop = loop
    self.output = try TerminalOutput(output, on: loop)
    outputDescriptor = output
    self.responded = responded
    self.input = input.map { isatty($0) == 1 ? TerminalDescriptor.reopened($0, O_RDONLY) : -1 } ?? -1
    guard self.input >= 0 else { return }
    do throws(LoopError) {
      watch = try Descriptor(on: loop, self.input, for: .read) { [unowned self] _ in read() }
    } catch {
      close(self.input)
      throw TerminalError("watch terminal", code: error.code)
    }
  }

  deinit {
    watch = nil
    if input >= 0 { close(input) }
  }

  /// Whether answers are taken: there is a terminal, it has not said that no more will come, and this program is in
  /// its foreground.
  public var canAnswer: Bool { watch != nil && !isPaused }

  /// Shows a notification, in the place of the one with its key.
  public func show(_ notification: TerminalNotification) throws(TerminalError) {
    if isPaused && isInForeground {
      isPaused = false
      try? watch?.resume()
    }
    let rings = isatty(outputDescriptor) == 1
    try output.write(board.show(notification, width: width, answerable: canAnswer, rings: rings))
  }

  /// Takes a notification away and says so; one that is not shown is no error.
  public func withdraw(key: String) throws(TerminalError) { try output.write(board.withdraw(key: key)) }

  /// Shows a line of the service's own, such as that an answer came too late.
  public func remark(_ text: String) throws(TerminalError) { try output.write(board.remark(text)) }

  /// The columns of the terminal; 80 where it tells none.
  private var width: Int {
    var size = winsize()
    guard ioctl(outputDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether reading is allowed.
  ///
  /// A program in the background that reads its terminal is stopped by SIGTTIN. A terminal that is not the session's
  /// own knows no background.
  private var isInForeground: Bool {
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  private func read() {
    guard isInForeground else {
      // Until the next notification asks again; without this the loop would turn without a rest.
      isPaused = true
      try? watch?.pause()
      return
    }
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = Glibc.read(input, &buffer, buffer.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else {
      watch = nil
      return
    }
    for line in lines.take(buffer[..<count]) {
      let reaction =
        switch line {
        case .text(let text): board.take(text)
        case .tooLong: TerminalBoard.Reaction(text: board.remark("the line is too long; nothing was done"))
        }
      // An answer counts also when the screen takes no more text.
      try? output.write(reaction.text)
      if let response = reaction.response { responded(response) }
    }
  }
}
