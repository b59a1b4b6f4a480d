import CivilTime
import RuleModel
import Testing
import TriggerGraph

@Suite struct TriggerGraphTests {
  static let nine = TimeOfDay(hour: 9, minute: 0) ?? .midnight
  static let skip = MissingDay.skip(isExplicit: false)

  static func fixed(_ days: DayPattern) -> Trigger { Trigger(source: .fixed(FixedPattern(days: days, times: [nine]))) }

  /// Spellings of one meaning.
  static let equal: [[Trigger]] = [
    [
      fixed(.daily(every: 1)), fixed(.weekly(days: .all, every: 1, weeks: nil)), fixed(.matching(DateFields())),
      fixed(.monthly(.days((1...31).map { .fromStart($0) }), every: 1, missing: skip)),
    ],
    [
      fixed(.monthly(.days([.fromStart(1)]), every: 1, missing: skip)),
      fixed(.monthly(.days([.fromStart(1), .fromStart(1)]), every: 1, missing: .last)),
      fixed(.yearlyMonths(.all, .days([.fromStart(1)]), every: 1, missing: .skip(isExplicit: true))),
      fixed(.matching(DateFields(daysOfMonth: 0b10))),
    ],
    [
      fixed(.yearlyDates([.day(.december, 25)], every: 1, missing: skip)),
      fixed(.yearlyMonths(MonthSet(.december), .days([.fromStart(25)]), every: 1, missing: skip)),
    ],
    [
      fixed(.yearlyDates([.day(.january, 1), .day(.july, 1)], every: 1, missing: skip)),
      fixed(.yearlyMonths([MonthSet(.january), MonthSet(.july)], .days([.fromStart(1)]), every: 1, missing: skip)),
    ],
  ]

  @Test(arguments: equal) func equalMeaningsAreOneNode(_ triggers: [Trigger]) {
    var builder = TriggerGraphBuilder(calendars: [:])
    let nodes = triggers.map { builder.node(for: $0) }
    #expect(Set(nodes).count == 1)
  }

  @Test func rulesShareTheirRoot() {
    var set = RuleSet()
    set.rules = (0..<10_000).map { Rule(id: RuleID("rule\($0)"), triggers: [Self.fixed(.daily(every: 1))]) }
    let graph = TriggerGraph(set)
    #expect(graph.nodes.count == 2)
    #expect(RulePlaces(graph)[RuleID("rule77")] == 77)
    #expect(RulePlaces(graph)[RuleID("other")] == nil)
    #expect(Set(graph.rules.indices.map { graph.fingerprint(ofRule: $0) }).count == 1)
  }

  @Test func fingerprintsStay() {
    // Stored in ledgers: a change here makes every rule's trigger a new one.
    var builder = TriggerGraphBuilder(calendars: [:])
    let node = builder.node(for: Self.fixed(.daily(every: 1)))
    #expect(builder.finish().fingerprint(of: node).description == "4cf3534b4773d211")
  }

  /// Hashes of texts as another program has them, written from the description of the function.
  static let hashes: [(text: String, hash: UInt64)] = [
    ("", 0x6837B2FB08A83FB3),
    ("a", 0x2C1DA5FE8F9252BE),
    ("UTC", 0xC4D4B210AC9E55A1),
    ("seven77", 0x55A96EF8904A6AE0),
    ("eight888", 0xED1F8D1BC6DC4DF5),
    ("nine99999", 0xD17F1831F3B0AD7D),
    ("Europe/Berlin", 0x98D475EEDD004A4F),
    ("America/New_York", 0x3A7D46F12A7BF68D),
    ("America/Argentina/Buenos_Aires", 0xDA4D6A6A78F9C568),
    ("Zürich ☂", 0x508A13208214CAD6),
  ]

  @Test(arguments: hashes) func hashesOfTextsStay(_ text: String, _ hash: UInt64) {
    var hasher = StableHasher()
    hasher.combine(text)
    #expect(hasher.value == hash)
  }

  @Test func contentsOfCalendarsDoNotChangeFingerprints() {
    var trigger = Self.fixed(.daily(every: 1))
    trigger.except = [.calendar(CalendarID("holidays"))]
    var calendar = CalendarDefinition(id: CalendarID("holidays"))
    let prints = [0, 100].map { day in
      calendar.dates = [LocalDate(dayNumber: day) ?? .earliest]
      var builder = TriggerGraphBuilder(calendars: [calendar.id: calendar])
      let node = builder.node(for: trigger)
      return builder.finish().fingerprint(of: node)
    }
    #expect(prints[0] == prints[1])
  }

  /// Each change makes another trigger.
  @Test func changesChangeFingerprints() {
    var builder = TriggerGraphBuilder(calendars: [:])
    let base = Self.fixed(.daily(every: 1))
    var triggers = [base]
    for change: (inout Trigger) -> Void in [
      { $0.gap = .skip }, { $0.fold = .both }, { $0.zone = .named(.utc) }, { $0.jitterSeconds = 60 },
      { $0.offsets = [.seconds(60)] }, { $0.offsets = [.days(1)] }, { $0.bounds.count = 3 },
      { $0.except = [.weekdays(WeekdaySet(.sunday))] }, { $0.only = [.weekdays(WeekdaySet(.sunday))] },
      { $0.bounds.until = .instant(.latest) },
    ] {
      var trigger = base
      change(&trigger)
      triggers.append(trigger)
    }
    let nodes = triggers.map { builder.node(for: $0) }
    let graph = builder.finish()
    #expect(Set(nodes.map { graph.fingerprint(of: $0) }).count == triggers.count)
  }

  @Test func calendarsThatReferToThemselvesAreEmptyThere() {
    var one = CalendarDefinition(id: CalendarID("one"))
    one.union = [.calendar(CalendarID("two"))]
    var two = CalendarDefinition(id: CalendarID("two"))
    two.union = [.calendar(CalendarID("one"))]
    var trigger = Self.fixed(.daily(every: 1))
    trigger.only = [.calendar(one.id)]
    var builder = TriggerGraphBuilder(calendars: [one.id: one, two.id: two])
    _ = builder.node(for: trigger)
    #expect(builder.finish().calendars.count == 2)
  }

  @Test func drawings() {
    var set = RuleSet()
    var standup = Rule(
      id: RuleID("standup"), triggers: [Self.fixed(.weekly(days: [WeekdaySet(.monday)], every: 1, weeks: nil))])
    standup.triggers[0].except = [.date(LocalDate("2026-12-28") ?? .earliest)]
    standup.notify = Content()
    standup.notify?.title = Template(literal: "Stand-up \"now\"")
    standup.notify?.category = CategoryID("meeting")
    set.rules = [
      standup,
      Rule(id: RuleID("after"), triggers: [Trigger(source: .event(.after(rule: standup.id, outcomes: .success)))]),
    ]
    set.categories[CategoryID("meeting")] = Category(
      id: CategoryID("meeting"),
      actions: [Action(id: ActionID("go"), title: "Go", steps: [.fire(RuleID("after"))])])
    let drawing = GraphDrawing(TriggerGraph(set), set)
    #expect(
      drawing.text == """
        n0  trigger  mon at 09:00
            → n1
        n1  trigger  except 2026-12-28
            → n2
        n2  trigger  in local
            → rule:standup
        rule:standup  rule  standup
            → notification:standup
            → n3  (ends)
        notification:standup  notification  Stand-up "now"
            → category:meeting
        n3  trigger  after standup
            → rule:after
        rule:after  rule  after
        category:meeting  category  meeting
            → action:go
        action:go  action  Go
            → rule:after

        """)
    #expect(
      drawing.mermaid == """
        flowchart LR
          b0["mon at 09:00"]
          b1["except 2026-12-28"]
          b2["in local"]
          b3(["standup"])
          b4[["Stand-up #quot;now#quot;"]]
          b5["after standup"]
          b6(["after"])
          b7{{"meeting"}}
          b8>"Go"]
          b0 --> b1
          b1 --> b2
          b2 --> b3
          b3 --> b4
          b4 --> b7
          b3 -->|ends| b5
          b5 --> b6
          b7 --> b8
          b8 --> b6

        """)
    #expect(drawing.dot.contains("b4 [shape=note, label=\"Stand-up \\\"now\\\"\"];"))
    #expect(drawing.dot.contains("b3 -> b5 [label=\"ends\"];"))
  }
}
