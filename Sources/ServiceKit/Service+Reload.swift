import ControlProtocol
import EventLoop
import HostTime
import RuleEngine
import RuleModel
import ScriptRunner

extension Service {
  /// Reads the files again; they come into force all together, or not at all.
  @discardableResult
  func reload() -> ReloadReport {
    notify(.reloading(monotonicMicroseconds: Clock.monotonic.microseconds))
    let load = rules.load()
    report(load)
    ruleChanges = []
    if let book = load.book {
      feed(.reloaded(book))
      tellFurtherChanges()
      inForce(load)
      journal.say(.notice, "reloaded: \(book.rules.rules.count) rules")
    } else {
      let since = status.loaded.map { " of \($0)" } ?? ""
      status.oldRules = "the files have errors; the rules\(since) stay in force"
      journal.say(.error, "degraded: old rules: \(status.oldRules ?? "")")
    }
    watchRules(load)
    notify(.ready)
    let report = ReloadReport(
      isApplied: load.book != nil, rules: engine.book.rules.rules.count, changes: ruleChanges, findings: load.findings)
    endLoad()
    return report
  }

  /// Forgets what a load has told, and gives back the memory that it took, once nobody holds any of it.
  func endLoad() {
    ruleChanges = []
    loop.post { FreeMemory.giveBack() }
  }

  /// Says what the compiler has to say.
  func report(_ load: RuleLoad) {
    for finding in load.findings { journal.say(finding.severity == "error" ? .error : .warning, finding.text) }
  }

  /// The rules of a load are in force now.
  func inForce(_ load: RuleLoad) {
    status.files = load.files
    status.loaded = clock.now()
    status.oldRules = load.oldRules
    if engine.book.rules.rules.contains(where: { $0.run != nil }) { runner?.prepare() }
    guard load.oldRules == nil else { return }
    do throws(ServiceFailure) {
      try rules.keep(load)
    } catch {
      journal.say(.warning, "the rules in force could not be kept for a start with broken files: \(error)")
    }
  }

  /// Tells the service manager, if there is one.
  func notify(_ notice: ServiceNotice) {
    do throws(LoopError) { try notice.send() } catch { journal.say(.warning, "\(error)") }
  }

  /// Watches the files of a load.
  func watchRules(_ load: RuleLoad) {
    guard let ruleWatches else { return }
    for problem in ruleWatches.watch(files: load.files + load.eventFiles, folders: load.folders) {
      journal.say(.warning, problem)
    }
  }
}
