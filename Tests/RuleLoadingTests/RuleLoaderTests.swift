import CivilTime
import Diagnostics
import Glibc
import HostTime
import RuleCompiler
import RuleLoading
import RuleModel
import TestSupport
import Testing

@Suite struct RuleLoaderTests {
  static func loader(_ folder: TemporaryFolder, home: String? = nil) -> RuleLoader {
    RuleLoader(
      environment: home.map { ["HOME": $0] } ?? [:],
      zones: ZoneFolder(folders: [folder.path + "/zoneinfo"] + ZoneFolder.usualFolders), currentFolder: folder.path)
  }

  @Test func aFolderInTheOrderOfNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("rules/b.yaml", "rules: { b: { notify: x } }\n")
    try folder.write("rules/a.yml", "rules: { a: { notify: x } }\n")
    try folder.write("rules/.hidden.yaml", "rules: { h: { notify: x } }\n")
    try folder.write("rules/notes.txt", "no rules\n")
    let loaded = try Self.loader(folder).load(["rules"])
    #expect(loaded.compilation.diagnostics.isEmpty)
    #expect(loaded.compilation.files.map(\.path) == ["rules/a.yml", "rules/b.yaml"])
    #expect(loaded.compilation.ruleSet.rules.map(\.id.text) == ["a", "b"])
  }

  @Test func includesGlobsAndFoldersReadEachFileOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "main.yaml", "include: [\"more/*.yaml\", more, ./more/../main.yaml]\nrules: { m: { notify: x } }\n")
    try folder.write(
      "more/a.yaml",
      "include: ../main.yaml\nrules: { a: { notify: x, when: { daily: 09:00, timezone: Europe/Berlin } } }\n")
    try folder.write("more/b.yaml", "rules: { b: { run: [./there.sh] }, c: { run: [./not.sh] } }\n")
    try folder.write("more/there.sh", "#!/bin/sh\n", mode: 0o755)
    let loaded = try Self.loader(folder).load(["main.yaml"])
    #expect(loaded.compilation.diagnostics.map(\.code) == ["script-missing"])
    #expect(loaded.compilation.diagnostics.map(\.range?.file) == ["more/b.yaml"])
    #expect(loaded.compilation.ruleSet.rules.map(\.id.text) == ["m", "a", "b", "c"])
    #expect(loaded.sources.zones.keys.map(\.rawValue) == ["Europe/Berlin"])
    #expect(loaded.watchedPaths.contains(folder.path + "/more"))
  }

  @Test func theConfigurationFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("home/.config/carillon/a.yaml", "rules: { a: { notify: x } }\n")
    let loaded = try Self.loader(folder, home: folder.path + "/home").load([])
    #expect(loaded.compilation.ruleSet.rules.count == 1)
    #expect(throws: LoadError.noConfiguration(folder: folder.path + "/.config/carillon")) {
      try Self.loader(folder, home: folder.path).load([])
    }
    #expect(throws: LoadError.noHome) { try Self.loader(folder).load([]) }
    #expect(throws: LoadError.noHome) { try Self.loader(folder, home: "here").load([]) }
  }

  @Test func pipesInFoldersAndGlobsAreNoRuleFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("rules/a.yaml", "include: ../more/*.yaml\nrules: { a: { notify: x } }\n")
    try folder.write("more/b.yaml", "rules: { b: { notify: x } }\n")
    for name in ["rules/pipe.yaml", "more/pipe.yaml"] { #expect(mkfifo(folder.path + "/" + name, 0o600) == 0) }
    #expect(try Self.loader(folder).load(["rules"]).compilation.ruleSet.rules.map(\.id.text) == ["a", "b"])
  }

  @Test func aServiceWaitsForNoPipe() throws {
    let folder = try TemporaryFolder()
    try folder.write("main.yaml", "include: more.yaml\n")
    for name in ["rules.yaml", "more.yaml"] { try #require(mkfifo(folder.path(of: name), 0o600) == 0) }
    let loader = RuleLoader(
      environment: [:], zones: ZoneFolder(folders: ZoneFolder.usualFolders), currentFolder: folder.path,
      takesPipes: false)
    #expect(throws: LoadError.notAFile(path: "rules.yaml")) { try loader.load(["rules.yaml"]) }
    // Not even one that is named by a file, whoever reads.
    #expect(throws: LoadError.self) { try loader.load(["main.yaml"]) }
    #expect(throws: LoadError.self) { try Self.loader(folder).load(["main.yaml"]) }
  }

  @Test func whatCannotBeReadIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("empty/x.txt", "")
    #expect(throws: LoadError.unreadable(path: "none.yaml", call: "open", code: 2)) {
      try Self.loader(folder).load(["none.yaml"])
    }
    #expect(throws: LoadError.noRuleFiles(folder: "empty")) { try Self.loader(folder).load(["empty"]) }
    #expect(throws: LoadError.notAFile(path: "''")) { try Self.loader(folder).load([""]) }
    #expect(throws: LoadError.notAFile(path: "/dev/null")) { try Self.loader(folder).load(["/dev/null"]) }
  }

  /// A file whose name is no UTF-8 would otherwise be left out without a word.
  @Test func aNameThatIsNoTextIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("rules/a.yaml", "rules: { a: { notify: x } }\n")
    for suffix in [".txt", ".yaml"] {
      let bytes = Array((folder.path + "/rules/b").utf8) + [0xFF] + Array(suffix.utf8) + [0]
      let descriptor = bytes.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { creat($0, 0o600) } ?? -1 }
      }
      try #require(descriptor >= 0)
      close(descriptor)
      if suffix == ".txt" { #expect(try Self.loader(folder).load(["rules"]).compilation.ruleSet.rules.count == 1) }
    }
    #expect(throws: LoadError.unreadable(path: "\(folder.path)/rules/b\u{FFFD}.yaml", call: "readdir", code: EILSEQ)) {
      try Self.loader(folder).load(["rules"])
    }
  }

  @Test func aZoneThatNobodyKnowsIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.yaml", "timezone: Europe/Berlni\nrules: { a: { notify: x } }\n")
    #expect(try Self.loader(folder).load(["a.yaml"]).compilation.diagnostics.map(\.code) == ["unknown-zone"])
  }
}

@Suite struct PermissionCheckTests {
  @Test func whatOthersCanChangeIsRefused() throws {
    let folder = try TemporaryFolder()
    let safe = try folder.write("safe/rules.yaml", "", mode: 0o600)
    let open = try folder.write("safe/open.yaml", "", mode: 0o600)
    #expect(checkPermissions([safe]).isEmpty)
    chmod(open, 0o666)
    #expect(
      checkPermissions([open]) == [PermissionFault(path: open, reason: "can be changed by everybody (chmod o-w)")])
    chmod(folder.path + "/safe", 0o777)
    #expect(checkPermissions([safe]).map(\.path) == [folder.path + "/safe"])
  }
}
