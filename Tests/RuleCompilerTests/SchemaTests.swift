import Diagnostics
import Glibc
import JSONText
import RuleCompiler
import TestSupport
import Testing

/// The JSON Schema of rule files: checked in, whole, and never stricter than the compiler.
@Suite struct SchemaTests {
  static let path = CaseFile.testsFolder + "/../schemas/carillon.schema.json"

  /// To record it anew, run the tests with `CARILLON_RECORD=1`.
  @Test func theCheckedInSchemaIsTheOneOfTheDeclarations() throws {
    let text = ruleFileSchema().prettyText + "\n"
    if getenv("CARILLON_RECORD") != nil { try writeFile(Self.path, Array(text.utf8)) }
    let stored = String(decoding: try readFile(Self.path), as: UTF8.self)
    #expect(stored == text, "the schema has drifted: CARILLON_RECORD=1 swift test --filter SchemaTests")
  }

  @Test func everyReferenceIsDefined() {
    let schema = ruleFileSchema()
    var names: Set<String> = []
    func collect(_ value: JSONValue) {
      if let name = value["$ref"]?.string { names.insert(name) }
      for member in value.object?.members ?? [] { collect(member.value) }
      for element in value.array ?? [] { collect(element) }
    }
    collect(schema)
    let defined = Set((schema["$defs"]?.object?.keys ?? []).map { "#/$defs/" + $0 })
    #expect(names.subtracting(defined) == [])
    #expect(defined.subtracting(names) == [])
  }

  /// Changes of accepted files: whatever of them the schema rejects the compiler rejects, and what the compiler takes
  /// the schema takes, read as text and as a YAML 1.2 reader types it.
  @Test func whatTheSchemaRejectsTheCompilerRejects() throws {
    let folder = try TemporaryFolder()
    var generator = SplitMix64(seed: 20_261_130)
    var verdicts: [Bool] = []
    var number = 0
    func add(_ text: String) throws {
      try folder.write("case\(number).yaml", text)
      number += 1
      verdicts.append(!compileText(text).hasErrors)
    }
    for sample in SampleFiles.all { try add(sample) }
    let whole = number
    for index in 0..<500 { try add(SampleFiles.mutated(SampleFiles.all[index % SampleFiles.all.count], &generator)) }
    try folder.write("validate.py", Self.validator)
    let python = ["python3", "/usr/bin/python3"].first { run("\($0) -c 'import jsonschema, yaml'") == 0 }
    let command = try #require(python, "python3-jsonschema and python3-yaml are among Tests/install-packages")
    let status = run(
      "\(command) \(folder.path)/validate.py \(Self.path) \(folder.path) \(number) > \(folder.path)/out.txt 2> \(folder.path)/err.txt"
    )
    let complaint = String(decoding: try readFile(folder.path + "/err.txt"), as: UTF8.self)
    #expect(status == 0, "\(complaint)")
    let lines = try readFile(folder.path + "/out.txt").split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }
    try #require(lines.count == number)
    #expect(verdicts[..<whole].allSatisfy { $0 })
    for (index, line) in lines.enumerated() where verdicts[index] {
      if line == "ok" { continue }
      let text = String(decoding: try readFile(folder.path + "/case\(index).yaml"), as: UTF8.self)
      Issue.record("\(line)\n\(text)")
    }
    // The schema does its share: most of what is wrong it says too.
    let refused = lines.indices.filter { !verdicts[$0] }
    #expect(refused.count > 100)
    #expect(2 * refused.count { lines[$0] != "ok" } > refused.count)
  }

  private func run(_ command: String) -> Int32 {
    var process: pid_t = 0
    let texts = ["/bin/sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for case let argument? in arguments { free(argument) } }
    guard posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Validates each file twice: with all scalars as text, and typed by YAML 1.2's core schema.
  static let validator = #"""
    import json, re, sys, yaml
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    class Text(yaml.BaseLoader):
        pass
    class Core(yaml.BaseLoader):
        pass
    Core.yaml_implicit_resolvers = {}
    def resolver(tag, pattern, first):
        Core.add_implicit_resolver(tag, re.compile(pattern), first)
    resolver('tag:yaml.org,2002:bool', r'^(?:true|True|TRUE|false|False|FALSE)$', list('tTfF'))
    resolver('tag:yaml.org,2002:null', r'^(?:~|null|Null|NULL|)$', ['~', 'n', 'N', ''])
    resolver('tag:yaml.org,2002:int', r'^[-+]?[0-9]+$', list('-+0123456789'))
    resolver('tag:yaml.org,2002:float', r'^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$', list('-+.0123456789'))
    Core.add_constructor('tag:yaml.org,2002:bool', lambda l, n: n.value.lower() == 'true')
    Core.add_constructor('tag:yaml.org,2002:null', lambda l, n: None)
    Core.add_constructor('tag:yaml.org,2002:int', lambda l, n: int(n.value))
    Core.add_constructor('tag:yaml.org,2002:float', lambda l, n: float(n.value))
    for loader in (Core, Text):
        loader.add_constructor('tag:yaml.org,2002:merge', lambda l, n: '<<')
    def text_keys(value):
        if isinstance(value, dict):
            return {key if isinstance(key, str) else json.dumps(key): text_keys(inner) for key, inner in value.items()}
        return [text_keys(inner) for inner in value] if isinstance(value, list) else value
    for index in range(int(sys.argv[3])):
        text = open('%s/case%d.yaml' % (sys.argv[2], index), encoding='utf-8').read()
        verdict = 'ok'
        for loader in (Text, Core):
            try:
                document = text_keys(yaml.load(text, loader))
            except Exception as error:
                verdict = 'unreadable'
                break
            errors = list(validator.iter_errors(document))
            if errors:
                first = errors[0]
                verdict = '%s: %s: %s' % (loader.__name__, '/'.join(map(str, first.absolute_path)), first.message[:200].replace('\n', ' '))
                break
        print(verdict)
    """#
}
