import CivilTime
import Glibc
import HostTime
import TestSupport
import Testing

/// A machine of the test's own: zones One (+1 h) and Two (+2 h), and places for its two files.
@Suite struct LocalZoneTests {
  let root: TemporaryFolder
  let zones: ZoneFolder

  init() throws {
    root = try TemporaryFolder()
    try ZoneFolderTests.put(1, "zoneinfo/Area/One", in: root)
    try ZoneFolderTests.put(2, "zoneinfo/Area/Two", in: root)
    try ZoneFolderTests.put(3, "zoneinfo/EST5", in: root)
    zones = ZoneFolder(folders: [root.path(of: "zoneinfo")])
  }

  func zone(_ setting: String? = nil) throws -> ZoneRules {
    let environment = setting.map { ["TZ": $0] } ?? [:]
    return try LocalZone(
      environment: environment, localtimePath: root.path(of: "localtime"), timezonePath: root.path(of: "timezone")
    ).rules(in: zones)
  }

  @Test(arguments: [
    ("Area/One", "Area/One", 3600), (":Area/Two", "Area/Two", 7200), ("", "UTC", 0), (":", "UTC", 0),
    ("UTC0", "UTC0", 0),
    ("EST5", "EST5", 10_800),  // The file comes first.
    ("EST6", "EST6", -21_600), ("<+03>-3", "<+03>-3", 10_800), ("UTC", "UTC", 0),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", 3600),
  ])
  func setting(_ row: (String, String, Int32)) throws {
    let zone = try zone(row.0)
    #expect(zone.name.rawValue == row.1)
    #expect(zone.offset(at: Instant(epochSeconds: 0)) == row.2)
  }

  @Test func settingWithAPath() throws {
    let zone = try zone(":" + root.path(of: "zoneinfo/Area/Two"))
    #expect(zone.name.rawValue == "Area/Two")
    try ZoneFolderTests.put(5, "elsewhere", in: root)
    let other = try self.zone(root.path(of: "elsewhere"))
    #expect(other.name.rawValue == "local" && other.offset(at: .latest) == 18_000)
  }

  @Test func badSettings() throws {
    #expect(throws: ZoneFolderError.notFound(name: "Area/None", folders: zones.folders)) { try zone("Area/None") }
    #expect(throws: ZoneFolderError.notFound(name: "/none", folders: [])) { try zone("/none") }
    #expect(throws: ZoneFolderError.badSetting("../Area/One")) { try zone("../Area/One") }
    #expect(throws: ZoneFolderError.badSetting("CET-1CEST,")) { try zone("CET-1CEST,") }
  }

  @Test(arguments: ["zoneinfo/Area/One", "./zoneinfo/posix/Area/One", "/nowhere/zoneinfo/Area/One"])
  func link(_ target: String) throws {
    #expect(symlink(target, root.path(of: "localtime")) == 0)
    try root.write("timezone", "Area/Two\n")
    #expect(try zone().name.rawValue == "Area/One")
  }

  @Test func linkToALink() throws {
    #expect(symlink("zoneinfo/Area/Two", root.path(of: "middle")) == 0)
    #expect(symlink(root.path(of: "middle"), root.path(of: "localtime")) == 0)
    #expect(try zone().name.rawValue == "Area/Two")
  }

  @Test func linkToNothing() throws {
    #expect(symlink("nowhere", root.path(of: "localtime")) == 0)
    #expect(try zone().name == .utc)
    try root.write("timezone", "Area/Two\n")
    #expect(try zone().name.rawValue == "Area/Two")
  }

  @Test func copiedFile() throws {
    try ZoneFolderTests.put(1, "localtime", in: root)
    #expect(try zone().name.rawValue == "local")
    #expect(try zone().offset(at: .latest) == 3600)
    try root.write("timezone", "# chosen by hand\n\n  Area/One  # the office\n")
    #expect(try zone().name.rawValue == "Area/One")
    // A leftover text file does not win over the clock's own file.
    try root.write("timezone", "Area/Two\n")
    #expect(try zone().name.rawValue == "local")
  }

  @Test func onlyTheTextFile() throws {
    try root.write("timezone", "Area/One\n")
    #expect(try zone().name.rawValue == "Area/One")
    try root.write("timezone", "../../etc/passwd\n")
    #expect(try zone().name == .utc)
  }

  @Test func neither() throws {
    #expect(try zone().name == .utc)
  }
}
