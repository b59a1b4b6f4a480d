import CivilTime
import Testing

@Suite struct ZoneNameTests {
  @Test func everyNameIsFound() {
    let all = ZoneName.all
    #expect(all.count == 598)
    #expect(all.first == "Africa/Abidjan" && all.last == "Zulu")
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(all.allSatisfy(ZoneName.isKnown))
  }

  @Test(arguments: [
    "", " ", "Europe", "Europe/", "Europe/Berli", "Europe/Berlinn", "europe/berlin", "Africa/Abidjan Africa/Accra",
    "Zulu ", " Zulu", "Zulv", "A", "zzz", "Europe/Berlin\0", "Ünited",
  ])
  func noName(_ name: String) {
    #expect(!ZoneName.isKnown(name))
  }

  @Test(arguments: ["UTC", "Etc/GMT+12", "America/Argentina/ComodRivadavia", "EST5EDT", "W-SU", "Asia/Kolkata"])
  func name(_ name: String) {
    #expect(ZoneName.isKnown(name))
  }
}
