import JSONText
import TestSupport
import Testing

@Suite struct JSONParserTests {
  static let values: [(text: String, value: JSONValue)] = [
    ("null", nil), (" true ", true), ("false", false), ("0", 0), ("-12", -12), ("9223372036854775807", .integer(.max)),
    ("9223372036854775808", 9_223_372_036_854_775_808.0), ("1.5", 1.5), ("1e3", .number(1000)), ("-0", .number(-0.0)),
    (#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "a\"\\/\u{8}\u{C}\n\r\té😀"), ("[]", []), ("[1,[2]]", [1, [2]]),
    ("{}", [:]), (#"{"b":1,"a":{}}"#, ["b": 1, "a": [:]]), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
  ]

  @Test func values() throws {
    for row in Self.values { #expect(try JSONValue.parse(row.text) == row.value, "\(row.text)") }
  }

  static let faults: [(text: String, reason: JSONError.Reason, line: Int, column: Int)] = [
    ("", .unexpectedEnd, 1, 1), ("[1,", .unexpectedEnd, 1, 4), ("[1,]", .unexpectedByte(0x5D), 1, 4),
    ("{a:1}", .unexpectedByte(0x61), 1, 2), ("1 2", .textAfterValue, 1, 3), ("01", .malformedNumber, 1, 1),
    ("1.", .unexpectedEnd, 1, 3), ("1.x", .malformedNumber, 1, 1), ("+1", .unexpectedByte(0x2B), 1, 1),
    ("1e999", .numberTooLarge, 1, 1), ("\"\n\"", .controlCharacter(0x0A), 1, 2), (#""\x""#, .unknownEscape, 1, 2),
    (#""\ud83d""#, .loneSurrogate, 1, 2), (#""\ude00""#, .loneSurrogate, 1, 2), (#""\ud83dx""#, .loneSurrogate, 1, 2),
    (#"{"a":1,"a":2}"#, .duplicateKey("a"), 1, 8), ("tru", .unexpectedEnd, 1, 4), ("nul!", .unexpectedByte(0x21), 1, 4),
    ("[\n \"ä\", x]", .unexpectedByte(0x78), 2, 7), ("NaN", .unexpectedByte(0x4E), 1, 1),
    ("'a'", .unexpectedByte(0x27), 1, 1),
    ("\u{FEFF}1", .unexpectedByte(0xEF), 1, 1),
  ]

  @Test func faults() {
    for row in Self.faults {
      let error = #expect(throws: JSONError.self, "\(row.text)") { _ = try JSONValue.parse(row.text) }
      #expect(
        error?.reason == row.reason && error?.line == row.line && error?.column == row.column,
        "\(row.text): \(String(describing: error))")
    }
  }

  @Test func limits() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try JSONValue.parse(deep)
    #expect(throws: JSONError.self) { try JSONValue.parse("[" + deep + "]") }
    #expect(throws: JSONError.self) { try JSONValue.parse(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONError.self) { try JSONValue.parse("12345", options: .init(maximumBytes: 4)) }
    #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0xED, 0xA0, 0x80, 0x22]) }
    let twice = try JSONValue.parse(#"{"a":1,"a":2}"#, options: .init(allowsDuplicateKeys: true))
    #expect(twice["a"] == 2 && twice.object?.count == 2)
    let many = "{" + (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(try JSONValue.parse(many + "}")["k99"] == 99)
    #expect(throws: JSONError.self) { try JSONValue.parse(many + ",\"k5\":1}") }
  }

  /// What is printed reads back as the same value.
  @Test func printedReadsBack() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let value = Self.value(&random, depth: 4)
      #expect(try JSONValue.parse(value.compactText) == value)
      #expect(try JSONValue.parse(value.prettyText) == value)
    }
  }

  @Test func mutatedTextsNeverCrash() {
    var random = SplitMix64(seed: 9)
    let seed = Array(#"{"a": [1, -2.5e3, "x\u00e9\ud83d\ude00", true, null], "b": {"c": ""}}"#.utf8)
    for _ in 0..<5000 {
      var bytes = seed
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        if random.below(2) == 0 {
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        } else {
          bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [0x5B] }
      }
      do throws(JSONError) {
        _ = try JSONValue.parse(bytes)
      } catch {
        #expect(error.offset >= 0 && error.offset <= bytes.count)
      }
    }
  }

  static func value(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    switch random.below(depth > 0 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(random.below(2) == 0)
    case 2: return .integer(Int64(truncatingIfNeeded: random.next()))
    case 3:
      let number = Double(bitPattern: random.next())
      return number.isFinite ? .number(number) : .number(0.5)
    case 4:
      return .string(
        String(
          String.UnicodeScalarView(
            (0..<random.below(12)).compactMap { _ in Unicode.Scalar(UInt32(random.below(0x3000))) })))
    case 5: return .array((0..<random.below(4)).map { _ in value(&random, depth: depth - 1) })
    default:
      return .object(JSONObject((0..<random.below(4)).map { ("k\($0)", value(&random, depth: depth - 1)) }))
    }
  }
}

@Suite struct JSONWriterTests {
  @Test func pretty() {
    let value: JSONValue = ["a": [1, 2.5, []], "b": [:], "c": ["d": nil]]
    #expect(value.compactText == #"{"a":[1,2.5,[]],"b":{},"c":{"d":null}}"#)
    #expect(
      value.prettyText
        == "{\n  \"a\": [\n    1,\n    2.5,\n    []\n  ],\n  \"b\": {},\n  \"c\": {\n    \"d\": null\n  }\n}")
  }

  @Test func safeForTerminals() {
    let value: JSONValue = "\u{1B}[2J\u{7F}\u{9B}\u{2028}\u{202E}\u{FEFF}é😀"
    #expect(value.compactText == #""\u001b[2J\u007f\u009b\u2028\u202e\ufeffé😀""#)
  }

  @Test func streaming() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("rows")
    writer.beginArray()
    for number in 0..<3 { writer.integer(number) }
    writer.number(.nan)
    writer.string(nil)
    writer.endArray()
    writer.member("done", true)
    writer.endObject()
    #expect(writer.text == #"{"rows":[0,1,2,null,null],"done":true}"#)
  }

  @Test func members() {
    var object = JSONObject()
    object["b"] = 1
    object["a"] = 2
    object["b"] = 3
    #expect(object.keys == ["b", "a"] && object["b"] == 3)
    object["b"] = .some(.null)
    #expect(object["b"] == .some(.null))
    object["b"] = .none
    #expect(object.keys == ["a"] && object["c"] == nil)
    #expect(
      JSONValue.number(5).integer == 5 && JSONValue.number(5.5).integer == nil && JSONValue.integer(5).double == 5)
  }
}
