import Diagnostics
import YAMLSyntax

extension Linker {
  /// Scripts that don't exist or have no run bit.
  ///
  /// Only warnings: the run fails visibly when its time comes.
  mutating func checkScripts() {
    var asked: Set<String> = []
    for file in files {
      for script in file.scripts {
        guard let fact = sources.facts[script.path] else {
          if asked.insert(script.path).inserted { needs.append(.fact(path: script.path)) }
          continue
        }
        if !fact.exists || fact.isDirectory {
          warn(
            .scriptMissing,
            Diagnostic(
              .warning, WarningCode.scriptMissing.rawValue,
              fact.exists ? "\(quoted(script.path)) is a folder" : "\(quoted(script.path)) does not exist",
              at: script.node.range),
            silenced: script.silenced)
        } else if script.isExecuted, !fact.isExecutable {
          warn(
            .scriptNotExecutable,
            Diagnostic(
              .warning, WarningCode.scriptNotExecutable.rawValue, "\(quoted(script.path)) may not be executed",
              at: script.node.range, hint: "chmod +x"),
            silenced: script.silenced)
        }
      }
    }
  }
}
