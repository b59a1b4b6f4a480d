/// A file of `NAME=VALUE` lines in the syntax of systemd's `EnvironmentFile=` (systemd.exec(5)).
///
/// `#` and `;` begin comment lines. A value may be quoted: nothing is special within '…', and within "…" a backslash
/// escapes `"`, `\`, a backtick and `$`. Outside of quotes a backslash takes the next character as it is, blanks at
/// the end are cut, and a backslash at the end of a line joins the next one. Nothing is expanded. Unlike systemd,
/// which skips a line that is no assignment, the file is refused then: a run without its variables is worse than
/// none.
struct EnvironmentFile: Equatable {
  /// A line that is no assignment.
  struct Failure: Error, Equatable {
    /// From 1.
    var line: Int
    /// What is wrong with it.
    var reason: String
  }

  struct Assignment: Equatable {
    var name: [UInt8]
    var value: [UInt8]
  }

  /// In file order.
  var assignments: [Assignment] = []

  private enum State {
    case beforeName, name, beforeValue, value, escape, single, double, doubleEscape, comment
  }

  private var state = State.beforeName
  private var name: [UInt8] = []
  private var value: [UInt8] = []
  /// The length of `value` up to its last byte that is quoted, escaped or not blank.
  private var valueEnd = 0
  private var line = 1
  private var quoteLine = 1

  init(_ bytes: [UInt8]) throws(Failure) {
    for byte in bytes {
      if byte == 0 { throw Failure(line: line, reason: "a NUL character") }
      try take(byte)
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    switch state {
    case .single, .double, .doubleEscape: throw Failure(line: quoteLine, reason: "a quote that is not closed")
    default: try endLine()
    }
  }

  private mutating func take(_ byte: UInt8) throws(Failure) {
    let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    let isBlank = isBreak || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    switch state {
    case .beforeName:
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
        state = .comment
      } else if !isBlank {
        state = .name
        try take(byte)
      }
    case .comment:
      if isBreak { state = .beforeName }
    case .name:
      if isBreak {
        try endLine()
      } else if byte == UInt8(ascii: "=") {
        while name.last == UInt8(ascii: " ") || name.last == UInt8(ascii: "\t") { name.removeLast() }
        try checkName()
        state = .beforeValue
      } else {
        name.append(byte)
      }
    case .beforeValue, .value:
      if isBreak {
        try endLine()
      } else if byte == UInt8(ascii: "\\") {
        state = .escape
      } else if state == .beforeValue && byte == UInt8(ascii: "'") {
        (state, quoteLine) = (.single, line)
      } else if state == .beforeValue && byte == UInt8(ascii: "\"") {
        (state, quoteLine) = (.double, line)
      } else if !isBlank {
        state = .value
        keep(byte)
      } else if state == .value {
        value.append(byte)
      }
    case .escape:
      state = .value
      if !isBreak { keep(byte) }
    case .single:
      if byte == UInt8(ascii: "'") { state = .beforeValue } else { keep(byte) }
    case .double:
      switch byte {
      case UInt8(ascii: "\""): state = .beforeValue
      case UInt8(ascii: "\\"): state = .doubleEscape
      default: keep(byte)
      }
    case .doubleEscape:
      state = .double
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "$"): keep(byte)
      case UInt8(ascii: "\n"): break
      default:
        keep(UInt8(ascii: "\\"))
        keep(byte)
      }
    }
  }

  private mutating func keep(_ byte: UInt8) {
    value.append(byte)
    valueEnd = value.count
  }

  private mutating func endLine() throws(Failure) {
    switch state {
    case .name: throw Failure(line: line, reason: "no '=' after '\(String(decoding: name, as: UTF8.self))'")
    case .beforeValue, .value, .escape:
      assignments.append(Assignment(name: name, value: Array(value.prefix(valueEnd))))
    default: break
    }
    name = []
    value = []
    valueEnd = 0
    state = .beforeName
  }

  private func checkName() throws(Failure) {
    if EnvironmentTable.isName(name) { return }
    let text = String(decoding: name, as: UTF8.self)
    let hint = text.hasPrefix("export ") ? "; leave 'export' out" : ""
    throw Failure(line: line, reason: "'\(text)' is not a variable name\(hint)")
  }
}
