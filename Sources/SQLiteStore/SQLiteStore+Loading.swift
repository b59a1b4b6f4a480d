import CivilTime
import RuleEngine
import RuleModel

extension SQLiteStore {
  /// Reads everything that is not over; the work is bounded by what is, and by `StoredState.recentDeliveries`.
  static func load(_ connection: Connection) throws(StoreError) -> StoredState {
    var state = StoredState()
    try read(Settings.self, SQL.loadSettings, [], connection) { settings, _ in state.settings = settings }
    try read(RuleRecord.self, SQL.loadRules, [], connection) { record, rule in
      var record = record
      // The column is right where a rename has moved the row.
      if let rule { record.rule = rule }
      state.rules[record.rule] = record
    }
    try connection.rows(SQL.loadAnchors, [], "load the store") { row in
      let key = AnchorKey(rule: RuleID(row.text(0)), fingerprint: row.text(1))
      state.anchors[key] = Anchor(
        key: key, instant: Instant(epochSeconds: row.integer(2)), taken: Int(truncatingIfNeeded: row.integer(3)))
    }
    try read(LedgerRow.self, SQL.loadClaims, [], connection) { claimed, rule in
      var row = claimed
      if let rule { row.key.rule = rule }
      state.claims[row.key] = row
    }
    try read(Request.self, SQL.loadRequests, [], connection) { request, rule in
      state.requests[request.identifier] = rule.map { request.renamed(to: $0) } ?? request
    }
    func take(_ delivery: Delivery, _ rule: RuleID?) {
      var delivery = delivery
      if let rule { delivery.request.rule = rule }
      state.deliveries[delivery.number] = delivery
    }
    try read(Delivery.self, SQL.loadShown, [], connection, take)
    try read(
      Delivery.self, SQL.loadEnded, [.integer(Int64(StoredState.recentDeliveries))], connection, take)
    try read(RunRecord.self, SQL.loadRuns, [], connection) { record, rule in
      var run = record
      if let rule {
        run.rule = rule
        run.occurrence?.rule = rule
      }
      state.runs[run.id] = run
    }
    try read(StepList.self, SQL.loadStepLists, [], connection) { list, rule in
      var list = list
      if let rule { list.rule = rule }
      state.stepLists[list.id] = list
    }
    return state
  }

  private static func read<Record: Decodable>(
    _ type: Record.Type, _ sql: String, _ values: [Column], _ connection: Connection,
    _ body: (Record, RuleID?) -> Void
  ) throws(StoreError) {
    try connection.rows(sql, values, "load the store") { (row: Statement) throws(StoreError) in
      let rule = row.count > 1 ? row.text(1) : ""
      body(try record(type, row.text(0), sql), rule.isEmpty ? nil : RuleID(rule))
    }
  }

  /// Reads one record; a text that is none means that the database is not sound.
  static func record<Record: Decodable>(
    _ type: Record.Type, _ text: String, _ sql: String
  ) throws(StoreError) -> Record {
    do {
      return try RecordDecoder.record(type, from: text)
    } catch {
      throw StoreError(kind: .corrupt, attempted: "read a record", subject: sql, code: 0, message: "\(error)")
    }
  }
}
