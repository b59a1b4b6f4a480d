import EventLoop
import TestSupport
import Testing

@testable import ServiceKit

@Suite struct FolderWatchesTests {
  @Test func manyChangesAreToldOnceWhenTheyHaveSettled() throws {
    let loop = try Loop()
    let folder = try TemporaryFolder()
    try folder.write("a.yaml", "1")
    try folder.write("whole/b.yaml", "1")
    var told = 0
    let watches = FolderWatches(on: loop, matches: { $0.hasSuffix(".yaml") }) { told += 1 }
    #expect(watches.watch(files: [folder.path(of: "a.yaml")], folders: [folder.path(of: "whole")]).isEmpty)
    func settle() throws {
      let before = told
      let end = Clock.monotonic.microseconds + 20_000_000
      while told == before, Clock.monotonic.microseconds < end { try loop.turn(atMost: 100_000) }
      #expect(told == before + 1)
    }
    for text in ["2", "3", "4"] { try folder.write("a.yaml", text) }
    try settle()
    try folder.write("whole/new.yaml", "1")
    try settle()
    // What is not watched is not told: only the change after it is.
    try folder.write("other.yaml", "1")
    try folder.write("whole/note.txt", "1")
    try folder.write("whole/b.yaml", "2")
    try settle()
    #expect(told == 3)
  }

  @Test func aFolderThatIsNotThereIsNoTrouble() throws {
    let watches = FolderWatches(on: try Loop(), matches: { _ in true }) {}
    #expect(watches.watch(files: ["/nowhere/at/all.yaml"], folders: ["/nowhere"]).isEmpty)
  }
}
