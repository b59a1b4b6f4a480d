import CivilTime
import Glibc
import HostTime
import TestSupport
import Testing

@Suite struct ZoneFolderTests {
  /// A version 1 file of one offset in hours.
  static func file(hours: UInt8) -> [UInt8] {
    let seconds = Int(hours) * 3600
    let type = [0, UInt8(seconds >> 16 & 255), UInt8(seconds >> 8 & 255), UInt8(seconds & 255), 0, 0]
    return Array("TZif".utf8) + [UInt8](repeating: 0, count: 16) + [UInt8](repeating: 0, count: 15) + [0]
      + [0, 0, 0, 1, 0, 0, 0, 4] + type + Array("AAA\0".utf8)
  }

  static func put(_ hours: UInt8, _ name: String, in folder: TemporaryFolder) throws {
    try folder.write(name, "")
    try writeFile(folder.path(of: name), file(hours: hours))
  }

  @Test func searchesInOrderAndKeepsWhatItRead() throws {
    let first = try TemporaryFolder()
    let second = try TemporaryFolder()
    try Self.put(1, "Area/One", in: first)
    try Self.put(2, "Area/One", in: second)
    try Self.put(3, "Area/Two", in: second)
    let zones = ZoneFolder(folders: [first.path, second.path])
    let one = try zones.rules(ZoneName("Area/One"))
    #expect(one.offset(at: .latest) == 3600)
    #expect(try zones.rules(ZoneName("Area/Two")).offset(at: .latest) == 10_800)
    #expect(one.name == ZoneName("Area/One"))
    try Self.put(4, "Area/One", in: first)
    #expect(try zones.rules(ZoneName("Area/One")) === one)
    #expect(try ZoneFolder(folders: [first.path]).rules(ZoneName("Area/One")).offset(at: .latest) == 14_400)
  }

  @Test func folderOfTheEnvironment() {
    #expect(ZoneFolder(environment: ["TZDIR": "/opt/zones"]).folders == ["/opt/zones"] + ZoneFolder.usualFolders)
    #expect(ZoneFolder(environment: ["TZDIR": ""]).folders == ZoneFolder.usualFolders)
    #expect(ZoneFolder(environment: [:]).folders == ZoneFolder.usualFolders)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "..", "../secret", "Area/../../secret", "Area/./One", "Area//One", "Area/", ".hidden",
    "Area/.hidden", "-option", "Area/One\0", "Area One", "Area\\One", "Äa/One", String(repeating: "a", count: 256),
  ])
  func badName(_ name: String) throws {
    let folder = try TemporaryFolder()
    #expect(throws: ZoneFolderError.badName(name)) {
      try ZoneFolder(folders: [folder.path]).rules(ZoneName(name))
    }
  }

  @Test func failuresSayWhatAndWhere() throws {
    let folder = try TemporaryFolder()
    let zones = ZoneFolder(folders: [folder.path])
    try folder.write("Text", "no zone\n")
    try folder.write("Large", String(repeating: "x", count: 262_145))
    try folder.write("Area/One", "")
    #expect(mkfifo(folder.path(of: "Pipe"), 0o600) == 0)
    #expect(symlink("Loop", folder.path(of: "Loop")) == 0)
    #expect(throws: ZoneFolderError.notFound(name: "None", folders: [folder.path])) {
      try zones.rules(ZoneName("None"))
    }
    #expect(throws: ZoneFolderError.notFound(name: "Text/None", folders: [folder.path])) {
      try zones.rules(ZoneName("Text/None"))
    }
    #expect(throws: ZoneFolderError.badData(path: folder.path(of: "Text"), .notTZif)) {
      try zones.rules(ZoneName("Text"))
    }
    #expect(throws: ZoneFolderError.tooLarge(path: folder.path(of: "Large"))) { try zones.rules(ZoneName("Large")) }
    #expect(throws: ZoneFolderError.notAFile(path: folder.path(of: "Pipe"))) { try zones.rules(ZoneName("Pipe")) }
    #expect(throws: ZoneFolderError.notAFile(path: folder.path(of: "Area"))) { try zones.rules(ZoneName("Area")) }
    #expect {
      try zones.rules(ZoneName("Loop"))
    } throws: { error in
      guard case .unreadable(_, "open", ELOOP, _)? = error as? ZoneFolderError else { return false }
      return true
    }
  }

  @Test func utcNeedsNoFile() throws {
    let folder = try TemporaryFolder()
    #expect(try ZoneFolder(folders: [folder.path]).rules(.utc).offset(at: .latest) == 0)
    #expect(try ZoneFolder(folders: []).rules(.utc).name == .utc)
  }

  @Test func leapSecondZonesAreRefused() throws {
    let zones = ZoneFolder(folders: ["/usr/share/zoneinfo"])
    #expect(throws: ZoneFolderError.badData(path: "/usr/share/zoneinfo/right/UTC", .leapSeconds)) {
      try zones.rules(ZoneName("right/UTC"))
    }
  }
}
