import Diagnostics
import JSONText
import TestSupport
import Testing
import YAMLSyntax

/// What texts mean, as JSON typed by the core schema; expected values by hand from YAML 1.2.2.
@Suite struct ParseYAMLTests {
  static let values: [(name: String, text: String, json: String)] = [
    (
      "scalars stay as written", "a: 09:25\nb: 1.10\nc: no\nd: 2026-01-02\n",
      #"{"a":"09:25","b":"1.10","c":"no","d":"2026-01-02"}"#
    ),
    ("flow in block", "a: { b: [c, \"d\"], e: 'f' }\n", #"{"a":{"b":["c","d"],"e":"f"}}"#),
    ("list at its key's indentation", "a:\n- b\n- c\nd: e\n", #"{"a":["b","c"],"d":"e"}"#),
    ("literal", "a: |\n  x\n   y\n\nb: c\n", #"{"a":"x\n y\n","b":"c"}"#),
    ("literal stripped and kept", "a: |-\n  x\nb: |+\n  x\n\n", #"{"a":"x","b":"x\n\n"}"#),
    ("folded", "a: >\n  x\n  y\n\n  z\n", #"{"a":"x y\nz\n"}"#),
    ("escapes", #"a: "\x41\u00e9\U0001F600\n\t\\\/""#, "{\"a\":\"Aé😀\\n\\t\\\\/\"}"),
    ("folded quotes", "a: \"x\n  y\n\n  z\"\n", #"{"a":"x y\nz"}"#),
    ("missing values", "a:\nb: ~\nc: null\nd: \"\"\n", #"{"a":null,"b":null,"c":null,"d":""}"#),
    ("json is yaml", #"{"a": [1, true, null], "b":"c"}"#, #"{"a":[1,true,null],"b":"c"}"#),
    ("tab between", "a:\tb\t\n", #"{"a":"b"}"#),
    ("windows line ends", "a: b\r\nc:\r\n  - d\r\n", #"{"a":"b","c":["d"]}"#),
    ("lone carriage returns", "a: b\rc: d\r", #"{"a":"b","c":"d"}"#),
    ("comments", "# one\na: b # two\n  # three\nc: d#e\n", #"{"a":"b","c":"d#e"}"#),
    ("markers", "---\na: b\n...\n", #"{"a":"b"}"#),
    ("version", "%YAML 1.2\n---\na: b\n", #"{"a":"b"}"#),
    ("alias", "a: &x [b]\nc: *x\n", #"{"a":["b"],"c":["b"]}"#),
    ("anchor again", "a: &x b\nc: *x\nd: &x e\nf: *x\n", #"{"a":"b","c":"b","d":"e","f":"e"}"#),
    ("alias of a text as key", "a: &x b\n*x : c\n", #"{"a":"b","b":"c"}"#),
    ("anchored empty value", "a: &x\nb: *x\n", #"{"a":null,"b":null}"#),
    ("merge", "a: &x { b: 1, c: 2 }\nd: { <<: *x, c: 3, e: 4 }\n", #"{"a":{"b":1,"c":2},"d":{"c":3,"e":4,"b":1}}"#),
    (
      "merge: the earlier of a list wins", "a: &x { k: 1 }\nb: &y { k: 2, l: 3 }\nc: { <<: [*x, *y] }\n",
      #"{"a":{"k":1},"b":{"k":2,"l":3},"c":{"k":1,"l":3}}"#
    ),
    (
      "merge of a merged mapping", "a: &x { k: 1 }\nb: &y\n  <<: *x\n  l: 2\nc:\n  <<: *y\n",
      #"{"a":{"k":1},"b":{"l":2,"k":1},"c":{"l":2,"k":1}}"#
    ),
    ("merge written in place", "a:\n  <<: { b: 1 }\n", #"{"a":{"b":1}}"#),
    ("a quoted << is a key", "a: { \"<<\": { b: 1 } }\n", #"{"a":{"<<":{"b":1}}}"#),
    ("separator in quotes", "a: \"b\u{2028}c\"\nd: 'e\u{2029}f'\n", "{\"a\":\"b\\u2028c\",\"d\":\"e\\u2029f\"}"),
    ("pair in a list", "a: [b: c]\n", #"{"a":[{"b":"c"}]}"#),
    ("words with marks", "a: [what, it's, a?b, http://h:80/p]\n", #"{"a":["what","it's","a?b","http://h:80/p"]}"#),
    ("top-level list", "- a\n- b: c\n", #"["a",{"b":"c"}]"#),
    ("top-level text", "hello\n", #""hello""#),
  ]

  @Test func valuesAsWritten() throws {
    for row in Self.values {
      let (document, diagnostics) = parseYAML(SourceText(path: "t.yaml", text: row.text))
      #expect(diagnostics == [], "\(row.name)")
      let value = try #require(document.map(coreSchemaValue), "\(row.name)")
      #expect(value.compactText == row.json, "\(row.name)")
    }
  }

  @Test func missingNullAndEmptyDiffer() throws {
    let root = try #require(parseYAML(SourceText(path: "t.yaml", text: "a:\nb: \"\"\nc: ~\nd: '~'\n")).document)
    #expect(root["a"]?.isMissing == true && root["a"]?.isNull == true)
    #expect(root["b"]?.isMissing == false && root["b"]?.isNull == false && root["b"]?.style == .doubleQuoted)
    #expect(root["c"]?.isMissing == false && root["c"]?.isNull == true)
    #expect(root["d"]?.isNull == false)
    #expect(root["none"] == nil)
  }

  @Test func aliasesShareTheirNode() throws {
    let text = marked("a: «&x» «[b]»\nc: *x\n")
    let root = try #require(parseYAML(text.source).document)
    #expect(root["a"]?.identity == root["c"]?.identity)
    #expect(root["c"]?.range == text.ranges[1])
    #expect(root.anchors.map(\.name) == ["x"])
    #expect(root.anchors.first?.range == text.ranges[0])
    #expect(root.anchors.first?.node == root["a"]?.identity)
  }

  /// Marks hold the ranges of all nodes in the order of their beginnings, keys included, outer before inner.
  static let placed: [(name: String, text: String)] = [
    ("plain", "««a»: «b c»»  # d\n"),
    ("quoted", "««\"a\"»: «'b'»»\n"),
    ("flow", "««a»: «[«b», «{ «c»: «d» }»]»» \n"),
    ("block list", "««a»:\n  «- «b»\n  - «c»»»\n\n# end\n"),
    ("outdented list", "««a»:\n«- «b»»\n«c»: «d»»\n"),
    ("block mapping ends with its last text", "««a»:\n  ««b»: «c»»\n\n\n«d»: «e»»\n"),
    ("literal without trailing blanks", "««a»: «|\n  b\n  c»\n\n«d»: «e»»\n"),
    ("columns are code points", "««ä»: «[«😀», «é»]»»\n"),
    ("anchors are not part", "««a»: &x «b»\n«c»: &y\n  ««d»: «e»»»\n"),
    ("missing", "««a»:«»\n«b»: «c»»\n"),
    ("byte order mark", "\u{FEFF}««a»: «b»»\n"),
  ]

  @Test func ranges() throws {
    for row in Self.placed {
      let text = marked(row.text)
      let root = try #require(parseYAML(text.source).document, "\(row.name)")
      #expect(allNodes(root).map(\.range) == text.ranges, "\(row.name)")
    }
  }

  @Test func cuttingComments() throws {
    let text = marked("a: b «#c»\nd: e # f\ng: «#h»\ni: 'j' #k\nl: [m «#n»\n  , o]\np: q\n#r\ns: t «#ü»  \n")
    let root = try #require(parseYAML(text.source).document)
    #expect(allNodes(root).compactMap(\.cuttingComment) == text.ranges)
    #expect(root["a"]?.text == "b" && root["g"]?.isMissing == true)
  }

  @Test func partsOfAText() throws {
    let text = marked(#"{ a: "x «yy» z", b: 0 9 «*» * 1, c: "\t«yy» é", d: "\tyy yy" }"#)
    let root = try #require(parseYAML(text.source).document)
    #expect(root["a"]?.range(ofTextBytes: 2..<4) == text.ranges[0])
    #expect(root["b"]?.range(ofTextBytes: 4..<5) == text.ranges[1])
    #expect(root["c"]?.range(ofTextBytes: 1..<3) == text.ranges[2])
    #expect(root["d"]?.range(ofTextBytes: 1..<3) == root["d"]?.range)
    #expect(root["a"]?.range(ofTextBytes: 0..<99) == root["a"]?.range)
  }
}

/// All nodes of a tree, outer before inner, in the order of the text.
func allNodes(_ node: YAMLNode) -> [YAMLNode] {
  [node] + node.elements.flatMap(allNodes) + node.entries.flatMap { allNodes($0.key) + allNodes($0.value) }
}
