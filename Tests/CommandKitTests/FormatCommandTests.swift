import CommandKit
import Glibc
import TestSupport
import Testing

/// What `fmt` does to files.
@Suite struct FormatCommandTests {
  private let folder: TemporaryFolder
  private static let loose = "rules:\n    tea: { when: { daily: \"9:05\" },notify: Tea } # daily\n"
  private static let form = "rules:\n  tea: { when: { daily: 09:05 }, notify: Tea }  # daily\n"

  init() throws { folder = try TemporaryFolder() }

  private func text(_ path: String) throws -> String { String(decoding: try readFile(path), as: UTF8.self) }

  @Test func rewritesAndKeepsTheMode() throws {
    let file = try folder.write("rules.yaml", Self.loose, mode: 0o600)
    let call = CommandCall("fmt", file)
    #expect(call.status == .success)
    #expect(call.output == "rewrote \(file)\n")
    #expect(try text(file) == Self.form)
    var facts = stat()
    #expect(stat(file, &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
    let again = CommandCall("fmt", file)
    #expect(again.output == "")
    #expect(again.status == .success)
  }

  @Test func aFileInTheFormIsNotTouched() throws {
    let file = try folder.write("rules.yaml", Self.form)
    var before = stat()
    #expect(stat(file, &before) == 0)
    #expect(CommandCall("fmt", file).status == .success)
    var after = stat()
    #expect(stat(file, &after) == 0)
    #expect(before.st_ino == after.st_ino)
  }

  @Test func writesThroughALink() throws {
    let file = try folder.write("real.yaml", Self.loose)
    let link = folder.path(of: "link.yaml")
    #expect(symlink("real.yaml", link) == 0)
    #expect(CommandCall("fmt", link).status == .success)
    #expect(try text(file) == Self.form)
    var facts = stat()
    #expect(lstat(link, &facts) == 0)
    #expect(facts.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func aReadOnlyFileIsLeft() throws {
    let file = try folder.write("rules.yaml", Self.loose, mode: 0o400)
    let call = CommandCall("fmt", file)
    #expect(call.status == .outside)
    #expect(call.errors.contains("is read-only, so it was left as it is"))
    #expect(try text(file) == Self.loose)
  }

  @Test func aFileWithOtherNamesIsLeft() throws {
    let file = try folder.write("rules.yaml", Self.loose)
    #expect(link(file, folder.path(of: "other.yaml")) == 0)
    let call = CommandCall("fmt", file)
    #expect(call.status == .outside)
    #expect(call.errors.contains("has other names (hard links)"))
    #expect(try text(file) == Self.loose)
    #expect(try text(folder.path(of: "other.yaml")) == Self.loose)
  }

  @Test func checkTellsAndWritesNothing() throws {
    let file = try folder.write("a.yaml", Self.loose)
    _ = try folder.write("b.yaml", Self.form)
    let call = CommandCall("fmt", "--check", folder.path)
    #expect(call.status == .failure)
    #expect(
      call.output == """
        --- \(file)
        +++ \(file) in the preferred form
        @@ line 1, now 1 @@
         rules:
        -    tea: { when: { daily: "9:05" },notify: Tea } # daily
        +  tea: { when: { daily: 09:05 }, notify: Tea }  # daily

        """)
    #expect(call.errors == "carillon: 1 file would change; 'carillon fmt' rewrites\n")
    #expect(try text(file) == Self.loose)
  }

  @Test func standardOutput() throws {
    let file = try folder.write("a.yaml", Self.loose)
    let call = CommandCall("fmt", "--stdout", file)
    #expect(call.status == .success)
    #expect(call.output == Self.form)
    #expect(try text(file) == Self.loose)
  }

  @Test func aFaultOfSyntaxIsToldAndTheOthersAreRewritten() throws {
    let bad = try folder.write("a.yaml", "a: [1\nb: 2\n")
    let good = try folder.write("b.yaml", Self.loose)
    let call = CommandCall("fmt", bad, good)
    #expect(call.status == .failure)
    #expect(call.output == "rewrote \(good)\n")
    #expect(call.errors.contains("a.yaml:1:4: error[unclosed-bracket]"))
    #expect(call.errors.hasSuffix("carillon: \(bad) was left as it is\n"))
    #expect(try text(bad) == "a: [1\nb: 2\n")
    #expect(try text(good) == Self.form)
  }

  @Test func faultsOfMeaningDontMatter() throws {
    let file = try folder.write("a.yaml", "rulse:   [ 5 ]\n")
    #expect(CommandCall("fmt", file).status == .success)
    #expect(try text(file) == "rulse: [5]\n")
  }

  @Test func aFolderThatCantBeWrittenIsOutside() throws {
    let file = try folder.write("a.yaml", Self.loose)
    #expect(chmod(folder.path, 0o555) == 0)
    defer { chmod(folder.path, 0o755) }
    guard access(folder.path, W_OK) != 0 else { return }
    let call = CommandCall("fmt", file)
    #expect(call.status == .outside)
    #expect(call.errors.contains("could not be rewritten: mkstemp"))
    #expect(try text(file) == Self.loose)
  }

  @Test func checkAndStandardOutputDontGoTogether() {
    #expect(CommandCall("fmt", "--check", "--stdout", "x").status == .usage)
  }
}
