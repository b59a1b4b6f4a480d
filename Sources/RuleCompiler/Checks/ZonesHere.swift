public import CivilTime
public import Diagnostics
import YAMLSyntax

extension Linker {
  /// Zones that nobody knows (error) and zones that this machine lacks (warning).
  mutating func checkZones() {
    var asked: Set<ZoneName> = []
    for file in files {
      let isMissing = file.zones.names.map { name in
        if sources.zones[name] != nil { return false }
        // A name that IANA does not list may still be a zone of this machine.
        if sources.missingZones.contains(name) { return true }
        if asked.insert(name).inserted { needs.append(.zone(name)) }
        return false
      }
      guard isMissing.contains(true) else { continue }
      for use in file.zones.uses where isMissing[Int(use.zone)] {
        let name = file.zones.names[Int(use.zone)].rawValue
        let range = use.range(in: file.tree)
        if !ZoneName.isKnown(name) {
          diagnostics.append(.unknownZone(name, at: range))
        } else if !use.isSilenced {
          diagnostics.append(
            Diagnostic(
              .warning, WarningCode.zoneMissingHere.rawValue,
              "this machine has no data of the time zone \(quoted(name)); its rules fail until it has",
              at: range, hint: "install tzdata"))
        }
      }
    }
  }
}

/// What is said of a time zone that nobody knows, with the place where a text of its own names it last.
public func unknownZone(_ name: ZoneName, in source: SourceText) -> Diagnostic {
  let wanted = Array(name.rawValue.utf8)
  let last = source.bytes.indices.last { source.bytes[$0...].starts(with: wanted) }
  return .unknownZone(name.rawValue, at: last.map { source.range($0, $0 + wanted.count) })
}

extension Diagnostic {
  static func unknownZone(_ name: String, at range: SourceRange?) -> Diagnostic {
    Diagnostic(
      .error, "unknown-zone", "\(quoted(name)) is not a time zone", at: range, hint: zoneHint(name))
  }

  private static func zoneHint(_ text: String) -> String? {
    let lower = lowercasedASCII(text)
    if ["utc", "gmt", "z", "zulu"].contains(lower) { return "write UTC" }
    if lower == "local" { return "write local" }
    let names = ZoneName.all
    let city = String(lower.map { $0 == " " ? "_" : $0 })
    if let name = names.first(where: { lowercasedASCII(String($0.split(separator: "/").last ?? "")) == city }) {
      return "did you mean '\(name)'?"
    }
    if let near = closestMatch(to: text, among: names + ["UTC", "local"]) { return "did you mean '\(near)'?" }
    if lower.hasPrefix("utc") || lower.hasPrefix("gmt") || lower.hasPrefix("+") || lower.hasPrefix("-") {
      return "write a place, for example Europe/Berlin: an offset knows no summer time"
    }
    return lower.utf8.count <= 5 ? "write a place, for example Europe/Berlin: an abbreviation means several zones" : nil
  }
}
