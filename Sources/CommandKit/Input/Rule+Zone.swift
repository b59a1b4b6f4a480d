import CivilTime
import RuleModel

extension Occurrence {
  /// The zone that the trigger which gives it its name names; nil for the machine's, and where it has no civil name.
  var namedZone: ZoneName? { if case .civil(_, let zone, _, _) = identities.first?.time { zone } else { nil } }

  /// Whether a civil date-time is its name.
  var hasCivilName: Bool { if case .civil = identities.first?.time { true } else { false } }
}

extension Rule {
  /// The zone on whose clock an occurrence was read; nil for the machine's.
  func zoneName(of occurrence: Occurrence) -> ZoneName? {
    occurrence.hasCivilName ? occurrence.namedZone : zoneName
  }

  /// The zone that its first trigger names, else its own.
  var zoneName: ZoneName? { if case .named(let name) = triggers.first?.zone ?? zone { name } else { nil } }
}
