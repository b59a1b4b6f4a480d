import CivilTime
import HostTime
import RuleModel

/// The zones of this machine as one reading of its files gives them.
final class MachineZones {
  /// Where zones are found by name.
  let folder: ZoneFolder
  /// The machine's own zone.
  let local: ZoneRules

  /// Reads the machine's own zone; others are read when they are asked for.
  ///
  /// - Throws: A `TZ` that means nothing, or zone files that are broken.
  init(environment: [String: String]) throws(ZoneFolderError) {
    folder = ZoneFolder(environment: environment)
    local = try LocalZone(environment: environment).rules(in: folder)
  }

  /// The zones of these names that the machine has.
  func rules(of names: Set<ZoneName>) -> [ZoneName: ZoneRules] {
    var found: [ZoneName: ZoneRules] = [:]
    for name in names { found[name] = try? folder.rules(name) }
    return found
  }

  /// A zone; the local one where the machine does not have it, which the compiler has refused.
  func rules(of choice: ZoneChoice) -> ZoneRules {
    switch choice {
    case .local: local
    case .named(let name): (try? folder.rules(name)) ?? local
    }
  }

  /// All zones that the rules and calendars of a set name.
  static func names(in set: RuleSet) -> Set<ZoneName> {
    var names: Set<ZoneName> = []
    for rule in set.rules {
      for choice in [rule.zone] + rule.triggers.map(\.zone) {
        if case .named(let name) = choice { names.insert(name) }
      }
      for case .eventFile(let file) in rule.triggers.map(\.source) {
        for series in file.series ?? [] { if let name = series.zone { names.insert(name) } }
      }
    }
    for calendar in set.calendars.values {
      for series in calendar.events?.series ?? [] { if let name = series.zone { names.insert(name) } }
      if let name = calendar.zone { names.insert(name) }
    }
    return names
  }
}
