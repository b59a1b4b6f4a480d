import CivilTime
import RuleEngine
import RuleModel

extension SQLiteStore {
  /// Writes one mutation; adds the key of a refused claim to `refused`.
  static func write(
    _ mutation: Mutation, _ connection: Connection, _ refused: inout [OccurrenceKey]
  ) throws(StoreError) {
    func run(_ sql: String, _ values: Column...) throws(StoreError) {
      try connection.run(sql, values, "keep a batch")
    }
    switch mutation {
    case .claim(let row):
      if try connection.run(SQL.claim, columns(row), "keep a batch") == 0 { refused.append(row.key) }
    case .settle(let row):
      let values = try columns(row)
      if try connection.run(SQL.settle, values, "keep a batch") == 0 {
        try connection.run(SQL.claim, values, "keep a batch")
      }
    case .voidRows(let rule, let handledAfter, let dueAfter):
      try run(
        SQL.voidRows, .text(rule.text), .integer(handledAfter.epochSeconds), .integer(dueAfter.epochSeconds))
    case .record(let record): try run(SQL.record, .text(record.rule.text), text(record))
    case .rename(let old, let new):
      for sql in SQL.renames { try run(sql, .text(old.text), .text(new.text)) }
    case .forget(let rule):
      for sql in SQL.forgets { try run(sql, .text(rule.text)) }
    case .anchor(let anchor):
      try run(
        SQL.anchor, .text(anchor.key.rule.text), .text(anchor.key.fingerprint), .integer(anchor.instant.epochSeconds),
        .integer(Int64(anchor.taken)))
    case .dropAnchor(let key): try run(SQL.dropAnchor, .text(key.rule.text), .text(key.fingerprint))
    case .request(let request):
      try run(
        SQL.request, .text(request.identifier), Column(request.rule?.text), Column(request.schedule?.due.epochSeconds),
        text(request))
    case .dropRequest(let identifier): try run(SQL.dropRequest, .text(identifier))
    case .delivery(let delivery):
      try run(
        SQL.delivery, .integer(delivery.number), .text(delivery.request.identifier),
        Column(delivery.request.rule?.text),
        .integer(delivery.delivered.epochSeconds), Column(delivery.ended?.epochSeconds), text(delivery))
    case .response(let response):
      try run(
        SQL.response, .integer(response.facts.delivery), .integer(response.received.epochSeconds), text(response))
    case .run(let record):
      try run(
        SQL.run, .integer(record.id.number), Column(record.rule?.text), .text(record.phase.rawValue),
        .integer(record.queued.epochSeconds), text(record))
    case .stepList(let list): try run(SQL.stepList, .integer(list.id), Column(list.rule?.text), text(list))
    case .dropStepList(let id): try run(SQL.dropStepList, .integer(id))
    case .settings(let settings): try run(SQL.settings, text(settings))
    }
  }

  private static func columns(_ row: LedgerRow) throws(StoreError) -> [Column] {
    [
      .text(row.key.rule.text), .text(row.key.identity), .integer(row.scheduled.epochSeconds),
      .integer(row.handled.epochSeconds), .text(row.status.rawValue), Column(row.reason), try text(row),
    ]
  }

  private static func text(_ record: some Encodable) throws(StoreError) -> Column {
    do {
      return .text(try RecordEncoder.text(record))
    } catch {
      throw StoreError(
        kind: .io, attempted: "write a record", subject: "\(type(of: record))", code: 0, message: "\(error)")
    }
  }
}
