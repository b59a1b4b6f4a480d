import CivilTime
import ControlProtocol
import RuleEngine
import RuleModel
import TestSupport
import Testing

/// A command and the one line that stands for it.
struct CommandRow: Sendable, CustomTestStringConvertible {
  var line: String
  var command: ControlCommand
  init(_ line: String, _ command: ControlCommand) {
    self.line = line
    self.command = command
  }
  var testDescription: String { line }
}

/// A line that is refused.
struct RefusedRow: Sendable, CustomTestStringConvertible {
  var line: String
  var code: ControlError.Code
  var id: Int64?
  init(_ line: String, _ code: ControlError.Code, id: Int64? = nil) {
    self.line = line
    self.code = code
    self.id = id
  }
  var testDescription: String { line }
}

@Suite struct ControlRequestTests {
  static let instant = Instant(epochSeconds: 1_806_197_400)  // 2027-03-28T01:30:00Z

  static var content: PlainContent {
    var content = PlainContent()
    content.title = "Tea"
    content.userInfo = [Label(name: "b", value: "2"), Label(name: "a", value: "1")]
    content.badge = .add(1)
    content.sound = .standard
    content.level = .timeSensitive
    content.channels = [.terminal]
    content.expires = CalendarDuration(days: 1, seconds: 600)
    return content
  }

  static let rows: [CommandRow] = [
    CommandRow(#"{"id":7,"command":"status"}"#, .status),
    CommandRow(#"{"id":7,"command":"pending","limit":20}"#, .pending(ListPage(limit: 20))),
    CommandRow(#"{"id":7,"command":"pending","limit":20,"cursor":"40"}"#, .pending(ListPage(limit: 20, offset: 40))),
    CommandRow(#"{"id":7,"command":"delivered","limit":100}"#, .delivered(ListPage())),
    CommandRow(#"{"id":7,"command":"categories","limit":100}"#, .categories(ListPage())),
    CommandRow(
      #"{"id":7,"command":"add","identifier":"tea","content":{"title":"Tea","user_info":{"b":"2","a":"1"},"badge":{"add":1},"sound":"default","level":"time_sensitive","channels":["terminal"],"expires":{"days":1,"seconds":600}},"when":"in: 5s","zone":"Europe/Berlin"}"#,
      .add(
        AddedRequest(identifier: "tea", content: content, when: "in: 5s", zone: ZoneName("Europe/Berlin")))),
    CommandRow(
      #"{"id":7,"command":"update","identifier":"tea","content":{}}"#, .update(identifier: "tea", PlainContent())),
    CommandRow(
      #"{"id":7,"command":"remove","match":"tea.*","delivered":false}"#,
      .remove(Selection(glob: "tea.*", delivered: false))),
    CommandRow(
      #"{"id":7,"command":"remove","identifiers":["a","b"],"rule":"r","category":"c","thread":"t","all":true}"#,
      .remove(
        Selection(
          identifiers: ["a", "b"], rule: RuleID("r"), category: CategoryID("c"), thread: "t", all: true))),
    CommandRow(
      #"{"id":7,"command":"respond","identifier":"n","delivery":12,"action":"reply","text":"\"; rm -rf ~ #$(id)\n`é`"}"#,
      .respond(identifier: "n", delivery: 12, action: ActionID("reply"), text: "\"; rm -rf ~ #$(id)\n`é`")),
    CommandRow(#"{"id":7,"command":"acknowledge","identifier":"n"}"#, .acknowledge(identifier: "n")),
    CommandRow(#"{"id":7,"command":"snooze","identifier":"n"}"#, .snooze(identifier: "n", nil)),
    CommandRow(
      #"{"id":7,"command":"snooze","identifier":"n","moment":{"after":{"seconds":600}}}"#,
      .snooze(identifier: "n", .after(CalendarDuration(seconds: 600)))),
    CommandRow(
      #"{"id":7,"command":"snooze","identifier":"n","moment":{"on":"2027-03-28"}}"#,
      .snooze(identifier: "n", LocalDate(year: 2027, month: 3, day: 28).map(Moment.on))),
    CommandRow(
      #"{"id":7,"command":"advance","identifier":"n","moment":{"tomorrow":"08:00"}}"#,
      .advance(identifier: "n", TimeOfDay(hour: 8, minute: 0).map(Moment.tomorrow))),
    CommandRow(
      #"{"id":7,"command":"advance","identifier":"n","moment":{"point":"2027-03-28T01:30:00Z"}}"#,
      .advance(identifier: "n", .point(.instant(instant)))),
    CommandRow(#"{"id":7,"command":"fire","rule":"r","force":true}"#, .fire(RuleID("r"), force: true)),
    CommandRow(#"{"id":7,"command":"stop","rule":"r","extent":true}"#, .stop(RuleID("r"), .untilResumed)),
    CommandRow(#"{"id":7,"command":"stop","rule":"r","extent":"today"}"#, .stop(RuleID("r"), .today)),
    CommandRow(
      #"{"id":7,"command":"stop","rule":"r","extent":{"at":"18:00"}}"#,
      .stop(RuleID("r"), TimeOfDay(hour: 18, minute: 0).map { .until(.at($0)) } ?? .today)),
    CommandRow(#"{"id":7,"command":"resume","rule":"r"}"#, .resume(RuleID("r"))),
    CommandRow(#"{"id":7,"command":"pause"}"#, .pause),
    CommandRow(#"{"id":7,"command":"unpause"}"#, .unpause),
    CommandRow(#"{"id":7,"command":"badge"}"#, .badge(nil)),
    CommandRow(#"{"id":7,"command":"badge","change":0}"#, .badge(.set(0))),
    CommandRow(#"{"id":7,"command":"badge","change":{"add":-1}}"#, .badge(.add(-1))),
    CommandRow(#"{"id":7,"command":"reload"}"#, .reload),
    CommandRow(
      #"{"id":7,"command":"history","rule":"r","statuses":["fired","missed"],"from":"2027-03-28T01:30:00Z","limit":5,"cursor":"1806197400:9"}"#,
      .history(
        HistoryQuery(
          rule: RuleID("r"), statuses: [.missed, .fired], from: instant, limit: 5,
          cursor: HistoryCursor(instant: instant, row: 9)))),
    CommandRow(#"{"id":7,"command":"deliveries","limit":100}"#, .deliveries(HistoryQuery())),
    CommandRow(#"{"id":7,"command":"responses","limit":100}"#, .responses(HistoryQuery())),
    CommandRow(#"{"id":7,"command":"runs","limit":100}"#, .runs(HistoryQuery())),
    CommandRow(#"{"id":7,"command":"anchors"}"#, .anchors),
  ]

  @Test(arguments: rows) func bothWays(_ row: CommandRow) throws {
    let request = ControlRequest(id: 7, row.command)
    #expect(String(decoding: request.line, as: UTF8.self) == row.line + "\n")
    #expect(try ControlRequest(line: Array(row.line.utf8)) == request)
  }

  static let refused: [RefusedRow] = [
    RefusedRow("", .badJSON),
    RefusedRow("{", .badJSON),
    RefusedRow("[]", .badRequest),
    RefusedRow(#"{"command":"status"}"#, .badRequest),
    RefusedRow(#"{"id":"1","command":"status"}"#, .badRequest),
    RefusedRow(#"{"id":1}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"format"}"#, .unknownCommand, id: 1),
    RefusedRow(#"{"id":1,"command":"status","limit":3}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"pending","limit":0}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"pending","limit":1e300}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"pending","cursor":"-1"}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"acknowledge"}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"acknowledge","identifier":""}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"acknowledge","identifier":"a\u0000b"}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"add"}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"add","content":{"titel":"x"}}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"add","content":{"level":"loud"}}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"snooze","identifier":"n","moment":{"at":"25:00"}}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"snooze","identifier":"n","moment":{"after":{"seconds":-1}}}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"stop","rule":"r","extent":false}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"badge","change":-1}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"history","statuses":["lost"]}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"command":"history","cursor":"x"}"#, .badRequest, id: 1),
    RefusedRow(#"{"id":1,"id":2,"command":"status"}"#, .badJSON),
  ]

  @Test(arguments: refused) func refusal(_ row: RefusedRow) throws {
    let fault = #expect(throws: ControlRequestFault.self) { try ControlRequest(line: Array(row.line.utf8)) }
    #expect(fault?.error.code == row.code.rawValue)
    #expect(fault?.id == row.id)
  }

  @Test func anyBytesAreAnswered() {
    var random = SplitMix64(seed: 20_270_328)
    let lines = Self.rows.map { Array($0.line.utf8) }
    for round in 0..<20_000 {
      var line = lines[round % lines.count]
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1 where line.count > 1: line.remove(at: place)
        default: line.insert(contentsOf: lines[Int.random(in: 0..<lines.count, using: &random)].prefix(9), at: place)
        }
      }
      // Whatever it is, it is a request that prints as itself, or an error.
      if let request = try? ControlRequest(line: line) {
        #expect((try? ControlRequest(line: request.line.dropLast())) == request)
      }
    }
  }
}
