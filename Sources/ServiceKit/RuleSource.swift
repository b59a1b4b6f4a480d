import CivilTime
import ControlProtocol
import RuleEngine
import RuleModel

/// Where the rules in force come from.
protocol RuleSource: AnyObject {
  /// Reads and compiles all files, all or nothing.
  func load() -> RuleLoad
  /// As `load`, and where the files have errors, falls back to the last good ones, then to those that compile alone.
  func loadAtStart() -> RuleLoad
  /// The rules of a load are in force: keeps their sources, for a start with broken files.
  func keep(_ load: RuleLoad) throws(ServiceFailure)
  /// The machine's zones were read again; nil where the local zone is still the same.
  func sourceAfterZoneChange() -> (any OccurrenceSource)?
  /// The triggers of a request by hand.
  func triggers(when text: String, zone: ZoneName?) throws(ControlError) -> [Trigger]
}

/// What reading the rule files gave.
struct RuleLoad {
  /// The rules; nil where the files have errors.
  var book: RuleBook?
  /// All files that were read, or looked for, absolute.
  var files: [String] = []
  /// Files of events that the rules name, absolute; what they say may come from anybody.
  var eventFiles: [String] = []
  /// Folders of which every rule file is read, absolute.
  var folders: [String] = []
  /// What the compiler has to say.
  var findings: [ReloadReport.Finding] = []
  /// Why the book is not what the files say; nil where it is.
  var oldRules: String?
  /// Whether something that was named could not be read at all.
  var isUnreadable = false

  /// Whether a finding is an error.
  var hasErrors: Bool { findings.contains { $0.severity == "error" } }
}
