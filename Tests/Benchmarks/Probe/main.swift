import Glibc

// Figures of the evaluator and the compiler, one line of JSON each:
//   BenchmarkProbe [--quick] evaluator WORKLOAD | curve WORKLOAD | yaml FILE… | many WORKLOAD COUNT EACH
var words = Array(CommandLine.arguments.dropFirst())
let isQuick = words.first == "--quick"
if isQuick { words.removeFirst() }
let rounds = isQuick ? 1 : 7

do {
  switch (words.first, words.count) {
  case ("evaluator", 2):
    let figures = EvaluatorFigures(try Workload(path: words[1], scale: isQuick ? 100 : 1), rounds: rounds)
    figures.reportQueries()
    figures.reportReadying()
    try figures.reportZones()
  case ("curve", 2):
    let figures = CurveFigures(workload: try Workload(path: words[1], scale: 100), rounds: rounds)
    for count in isQuick ? [200, 1000] : [200, 1000, 10_000, 100_000] {
      figures.report(rules: count, triggers: 200)
      if count > 200 { figures.report(rules: count, triggers: count) }
    }
  case ("yaml", 2...):
    for path in words.dropFirst() { try YAMLFigures(path: path, rounds: min(rounds, 5)).report() }
  case ("many", 4):
    ManyRules.print(Int(words[2]) ?? 0, each: Int(words[3]) ?? 0, try Workload(path: words[1], scale: 100))
  default:
    throw ProbeFailure(text: "wrong usage; see main.swift")
  }
} catch {
  let message = Array("BenchmarkProbe: \(error)\n".utf8)
  write(STDERR_FILENO, message, message.count)
  exit(1)
}
