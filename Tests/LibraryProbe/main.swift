import CivilTime
import Foundation
import RuleCompiler
import RuleModel

let text = """
  timezone: Europe/Berlin
  rules:
    backup: { when: { daily: 02:30 }, run: ./backup.sh }
  """
let file = URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")
let berlin = try ZoneRules(name: ZoneName("Europe/Berlin"), tzif: [UInt8](Data(contentsOf: file)))
let start = Instant(epochSeconds: 1_806_102_000)  // 2027-03-27T00:00+01:00
let rules = try CompiledRules(text, zones: [berlin], firstLoad: start)
for occurrence in rules.occurrences(of: RuleID("backup"), after: start).prefix(5) {
  print(RFC3339.text(occurrence.instant, in: berlin))
}
