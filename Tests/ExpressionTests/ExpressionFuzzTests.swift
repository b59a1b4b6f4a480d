import CivilTime
import NextFire
import RecurrenceText
import RuleModel
import TestSupport
import Testing
import TriggerGraph

/// Whatever a text of another language parses to is answered, quickly, from everywhere in time.
@Suite struct ExpressionFuzzTests {
  @Test func mutatedExpressionsAreAnswered() throws {
    var random = SplitMix64(seed: 77)
    let zone = try zone("America/Sao_Paulo")
    let pieces = Array("0123456789*/,-;=#LW?~:. ".utf8) + Array("SECONDLYMOFRBYHOURINTERVAL".utf8)
    var answered = 0
    let clock = ContinuousClock()
    let begin = clock.now
    for round in 0..<240 {
      var text: String
      switch round % 3 {
      case 0: text = RandomExpression.cron(&random)
      case 1: text = RandomExpression.calendar(&random)
      default: text = RandomExpression.recurrence(&random)
      }
      var bytes = Array(text.utf8)
      for _ in 0..<random.below(3) {
        let place = random.below(bytes.count)
        // Mostly a byte of the text itself, so that many stay well formed.
        let piece = random.below(3) == 0 ? pieces[random.below(pieces.count)] : bytes[random.below(bytes.count)]
        if random.below(2) == 0 { bytes[place] = piece } else { bytes.insert(piece, at: place) }
      }
      text = String(decoding: bytes, as: UTF8.self)
      var sources: [TriggerSource] = []
      if case .success(let value) = CronText.parse(text) { sources.append(.cron(value)) }
      if case .success(let value) = CalendarText.parse(text) { sources.append(.calendarExpression(value)) }
      if case .success(let value) = RRULEText.parse(text) {
        let start = LocalDateTime(clampingLocalSeconds: Int64(random.below(4_000_000_000)))
        sources.append(.recurrence(RecurrencePattern(rule: value, start: start)))
      }
      for source in sources {
        ask(Trigger(source: source, zone: .local, gap: source.defaultGap), zone)
        answered += 1
      }
    }
    #expect(answered > 60)
    // Some microseconds each; far below this even on a busy machine without optimization.
    #expect(clock.now - begin < .seconds(120))
  }

  static let unkind = [
    "FREQ=SECONDLY;INTERVAL=7;BYDAY=MO;BYHOUR=3;BYMINUTE=4;BYSECOND=5",
    "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3,5,7,9", "FREQ=SECONDLY;INTERVAL=86399;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=SECONDLY;INTERVAL=2147483647;BYMONTHDAY=31", "FREQ=MINUTELY;INTERVAL=1441;BYYEARDAY=366;BYHOUR=0;BYMINUTE=0",
    "FREQ=HOURLY;INTERVAL=5;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;INTERVAL=25;BYHOUR=23;BYDAY=SU;COUNT=2147483647",
    "FREQ=YEARLY;INTERVAL=2147483647", "FREQ=YEARLY;INTERVAL=3;BYWEEKNO=53;BYDAY=SU;BYMONTH=6",
    "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31;BYMONTH=4", "FREQ=DAILY;INTERVAL=2147483647;COUNT=2147483647",
    "FREQ=YEARLY;BYDAY=53SU;BYSETPOS=366", "FREQ=SECONDLY;COUNT=2147483647", "FREQ=MINUTELY;INTERVAL=7;COUNT=1000000",
    "FREQ=WEEKLY;BYMONTH=2;BYSETPOS=7;BYDAY=MO,TU,WE,TH,FR,SA",
    "FREQ=YEARLY;BYDAY=20MO;BYHOUR=9,17;BYSETPOS=1,4,-4", "FREQ=YEARLY;BYDAY=20MO;BYHOUR=9,17;BYSETPOS=-3,3",
    "FREQ=YEARLY;BYDAY=-37TH,20MO;BYMINUTE=53,30,54;BYSETPOS=4,-9,12",
    "FREQ=YEARLY;BYWEEKNO=28;BYMONTHDAY=7,24;BYHOUR=3,12;BYSETPOS=7,-3;WKST=TH",
    "FREQ=YEARLY;BYWEEKNO=-25,36,-18;BYMONTHDAY=-11,22;BYSETPOS=3,6;BYMINUTE=13,42;WKST=WE",
    "FREQ=YEARLY;INTERVAL=7;BYWEEKNO=28;BYMONTHDAY=7,24;BYHOUR=3,12;BYSETPOS=7,-3",
    "FREQ=MONTHLY;BYDAY=5FR;BYHOUR=1,2,3;BYSETPOS=4,-4,3", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR;BYHOUR=1,2;BYSETPOS=8",
  ]

  @Test(arguments: unkind) func unkindRulesAreAnswered(_ text: String) throws {
    let rule = try RRULEText.parse(text).get()
    let start = try local("2026-02-01T00:00:00")
    ask(Trigger(source: .recurrence(RecurrencePattern(rule: rule, start: start))), try zone("Pacific/Apia"))
  }

  private func ask(_ trigger: Trigger, _ zone: ZoneRules) {
    var set = RuleSet()
    set.rules = [Rule(id: RuleID("r"), triggers: [trigger])]
    let evaluator = Evaluator(
      graph: TriggerGraph(set), context: EvaluationContext(localZone: zone, assumedAnchor: .earliest))
    for seconds: Int64 in [Instant.secondsRange.lowerBound, 0, 1_800_000_000, Instant.secondsRange.upperBound] {
      let at = Instant(epochSeconds: seconds)
      let found = Array(evaluator.instants(ofRule: 0, after: at).prefix(5))
      if let first = found.first {
        #expect(first > at && evaluator.contains(first, ofRule: 0))
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
      }
      if let before = evaluator.previousInstant(ofRule: 0, before: at) { #expect(before < at) }
      _ = evaluator.skipped(ofRule: 0, from: at, until: at.advanced(bySeconds: 86_400), limit: 20)
    }
  }
}
