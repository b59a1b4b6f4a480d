import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct FileWatchTests {
  /// The changes that an action on a folder causes, without repeats.
  func changes(in folder: String, by action: () throws -> Void) throws -> [FolderChange] {
    let loop = try Loop()
    var seen: [FolderChange] = []
    let watch = try FileWatch(on: loop, folder: folder) { if seen.last != $0 { seen.append($0) } }
    try action()
    while try loop.turn(atMost: 0) {}
    withExtendedLifetime(watch) {}
    return seen
  }

  @Test func tellsOfWritingReplacingAndRemoving() throws {
    let folder = try TemporaryFolder()
    #expect(try changes(in: folder.path) { try folder.write("a.yaml", "x") } == [.entry("a.yaml")])
    #expect(
      try changes(in: folder.path) { rename(folder.path(of: "a.yaml"), folder.path(of: "b.yaml")) }
        == [.entry("a.yaml"), .entry("b.yaml")])
    #expect(try changes(in: folder.path) { chmod(folder.path(of: "b.yaml"), 0o600) } == [.entry("b.yaml")])
    #expect(try changes(in: folder.path) { unlink(folder.path(of: "b.yaml")) } == [.entry("b.yaml")])
    #expect(try changes(in: folder.path) { symlink("x", folder.path(of: "localtime")) } == [.entry("localtime")])
    #expect(try changes(in: folder.path) {} == [])
  }

  @Test func tellsThatTheFolderHasGone() throws {
    let outer = try TemporaryFolder()
    let folder = outer.path(of: "rules")
    mkdir(folder, 0o700)
    #expect(try changes(in: folder) { rmdir(folder) } == [.folderGone])
  }

  @Test func onlyAFolderCanBeWatched() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.yaml", "x")
    let loop = try Loop()
    #expect(throws: LoopError("watch folder", file, code: ENOTDIR)) {
      _ = try FileWatch(on: loop, folder: file) { _ in }
    }
    #expect(throws: LoopError("watch folder", folder.path(of: "none"), code: ENOENT)) {
      _ = try FileWatch(on: loop, folder: folder.path(of: "none")) { _ in }
    }
  }
}
