import CommandKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Every command explains itself, and shells accept the completions.
@Suite struct HelpTests {
  static let names = [
    "init", "check", "fmt", "next", "calendar", "explain", "graph", "diff", "test", "serve", "status", "pending",
    "delivered", "history", "logs", "categories", "add", "update", "fire", "respond", "acknowledge", "snooze",
    "advance", "stop", "resume", "pause",
    "unpause", "remove", "badge", "reload", "schema", "completions", "help",
  ]

  @Test func programHelpListsEveryCommand() {
    let call = CommandCall("--help")
    #expect(call.status == .success)
    for name in Self.names { #expect(call.output.contains("\n  \(name) ")) }
  }

  @Test(arguments: names) func commandHelpHasAnExample(_ name: String) {
    let call = CommandCall(name, "--help")
    #expect(call.status == .success)
    #expect(call.output.contains("Usage: carillon \(name)"))
    #expect(call.output.contains("Examples:\n  "))
    #expect(call.output == CommandCall("help", name).output)
    #expect(call.output == CommandCall("--help", name).output)
    #expect(call.output.split(separator: "\n").allSatisfy { $0.count <= 140 })
  }

  /// groff and man find nothing to remark, and every command and option has its place.
  @Test func manualPageIsWellFormed() throws {
    let folder = try TemporaryFolder()
    let call = CommandCall("help", "--man")
    #expect(call.status == .success)
    let page = try folder.write("carillon.1", call.output)
    let log = folder.path(of: "log")
    #expect(system("groff -man -ww -Tutf8 '\(page)' >/dev/null 2>'\(log)'") == 0)
    #expect(String(decoding: try readFile(log), as: UTF8.self) == "")
    let shown = folder.path(of: "shown")
    let environment = "LC_ALL=C.UTF-8 MANWIDTH=100 MAN_KEEP_FORMATTING="
    #expect(system("env \(environment) man --warnings=w -l '\(page)' >'\(shown)' 2>'\(log)'") == 0)
    #expect(String(decoding: try readFile(log), as: UTF8.self) == "")
    let text = String(decoding: try readFile(shown), as: UTF8.self)
    for name in Self.names { #expect(text.contains("carillon \(name)")) }
    for section in ["NAME", "EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES"] {
      #expect(text.contains("\n\(section)\n"))
    }
    #expect(text.contains("-n, --count N"))
    #expect(text.contains("\\") == false && text.contains("…") == false)
  }

  @Test func bashTakesItsCompletions() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("completions.bash", CommandCall("completions", "bash").output)
    let check = """
      source '\(script)'
      COMP_WORDS=(carillon ne); COMP_CWORD=1; _carillon; [ "${COMPREPLY[*]}" = next ] || exit 1
      COMP_WORDS=(carillon next --ski); COMP_CWORD=2; _carillon; [ "${COMPREPLY[*]}" = --skipped ] || exit 2
      COMP_WORDS=(carillon next --format j); COMP_CWORD=3; _carillon; [ "${COMPREPLY[*]}" = json ] || exit 3
      COMP_WORDS=(carillon next --format = j); COMP_CWORD=4; _carillon; [ "${COMPREPLY[*]}" = json ] || exit 4
      COMP_WORDS=(carillon check --format =); COMP_CWORD=3; _carillon; [ "${#COMPREPLY[@]}" = 4 ] || exit 5
      COMP_WORDS=(carillon he); COMP_CWORD=1; _carillon; [ "${COMPREPLY[*]}" = help ] || exit 6
      COMP_WORDS=(carillon help ca); COMP_CWORD=2; _carillon; [ "${COMPREPLY[*]}" = "calendar categories" ] || exit 7
      COMP_WORDS=(carillon next -- --ski); COMP_CWORD=3; _carillon; [ "${COMPREPLY[*]}" = "" ] || exit 8
      COMP_WORDS=(carillon next -n ''); COMP_CWORD=3; _carillon; [ "${COMPREPLY[*]}" = "" ] || exit 9
      """
    let test = try folder.write("check.bash", check)
    #expect(system("bash '\(test)'") == 0)
  }

  /// A name with blanks and marks is completed as one word, quoted, by bash itself; an option's value is no file.
  @Test func bashCompletesNamesOfFiles() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("completions.bash", CommandCall("completions", "bash").output)
    try folder.write("files/my $(touch no) rules.yaml", "")
    try folder.write("files/other.yaml", "")
    // A terminal with bash in it, in which lines are typed, each at a prompt of its own.
    let session = #"""
      import os, pty, sys
      pid, terminal = pty.fork()
      if pid == 0:
          os.chdir(sys.argv[2])
          os.environ.update(TERM='dumb', INPUTRC='/dev/null')
          os.execvp('bash', ['bash', '--norc', '--noprofile', '-i'])
      def type(line):
          os.write(terminal, line.encode() + b'\n')
      def prompt(seen=b''):
          while not seen.endswith(b'READY>'): seen += os.read(terminal, 4096)
      type("PS1='REA''DY>'")
      prompt()
      for line in [f"source '{sys.argv[1]}'", 'carillon() { for word; do echo -n "[$word]"; done >> out; echo >> out; }',
                   'carillon next my\t', 'carillon next --count oth\t', 'carillon fmt --check oth\t',
                   'carillon check --format=sa\t']:
          type(line)
          prompt()
      type('exit')
      os.waitpid(pid, 0)
      print(open(f'{sys.argv[2]}/out').read(), end='')
      print(os.path.exists(f'{sys.argv[2]}/no'))
      """#
    let program = try folder.write("session.py", session)
    let out = folder.path(of: "out")
    #expect(system("python3 '\(program)' '\(script)' '\(folder.path(of: "files"))' > '\(out)'") == 0)
    #expect(
      String(decoding: try readFile(out), as: UTF8.self) == """
        [next][my $(touch no) rules.yaml]
        [next][--count][oth]
        [fmt][--check][other.yaml]
        [check][--format=sarif]
        False

        """)
  }
}
