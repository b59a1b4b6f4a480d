import ControlProtocol
import Glibc
import TestSupport
import Testing

/// Every line fits schemas/control.schema.json, and what the service refuses does not.
@Suite struct ControlSchemaTests {
  @Test func linesFitTheSchema() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let folder = try TemporaryFolder()
    var good = ControlRequestTests.rows.map { "request " + $0.line }
    good += ControlReplyTests.rows.map {
      "reply " + String(decoding: ControlReply(id: 3, .success($0.result)).line.dropLast(), as: UTF8.self)
    }
    let error = ControlReply(id: nil, .failure(ControlError(.badJSON, "no"))).line.dropLast()
    good.append("reply " + String(decoding: error, as: UTF8.self))
    good.append("greeting " + String(decoding: ControlGreeting(version: "1", pid: 1).line.dropLast(), as: UTF8.self))
    let bad = ControlRequestTests.refused.filter { $0.code != .badJSON }.map { "request " + $0.line }
    try folder.write("good", good.joined(separator: "\n") + "\n")
    try folder.write("bad", bad.joined(separator: "\n") + "\n")
    try folder.write(
      "check.py",
      """
      import json, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1]))
      Draft202012Validator.check_schema(schema)
      def fits(line):
          kind, text = line.split(" ", 1)
          part = {"$ref": "#/$defs/" + kind, "$defs": schema["$defs"]}
          return [e.message[:300] for e in Draft202012Validator(part).iter_errors(json.loads(text))]
      wrong = [(line, fits(line)) for line in open("good").read().split("\\n") if line and fits(line)]
      wrong += [(line, "fits") for line in open("bad").read().split("\\n") if line and not fits(line)]
      for line, why in wrong: print(line, why)
      sys.exit(1 if wrong else 0)
      """)
    let status = system(
      "cd '\(folder.path)' && { python3 check.py '\(root)/schemas/control.schema.json' || /usr/bin/python3 check.py '\(root)/schemas/control.schema.json'; } > report 2>&1"
    )
    let report = String(decoding: try readFile(folder.path(of: "report")), as: UTF8.self)
    #expect(status == 0, "\(report)")
  }
}
