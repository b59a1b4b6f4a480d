import CivilTime
public import RuleEngine
import RuleModel

/// Reads the history of a state folder, also while a service writes to it.
///
/// Not to be used by two threads at a time.
public final class SQLiteHistory: HistoryReader {
  private let folder: String
  private var connection: Connection

  /// Opens the store of a folder for reading.
  ///
  /// - Throws: `StoreError`; of kind `tooNew` where a later version wrote it.
  public init(folder: String) throws(StoreError) {
    self.folder = folder
    connection = try Self.open(folder)
  }

  private static func open(_ folder: String) throws(StoreError) -> Connection {
    let connection = try Connection(path: folder + "/" + SQLiteStore.fileName, isReadOnly: true)
    let version = Int(try connection.number(SQL.userVersion, "read the history"))
    guard version == SQL.migrations.count else {
      throw StoreError(
        kind: version > SQL.migrations.count ? .tooNew : .io, attempted: "read the history", subject: connection.path,
        code: Int32(truncatingIfNeeded: version), message: "the store has version \(version)")
    }
    connection.mark()
    return connection
  }

  /// Ledger rows, by when they were handled.
  public func occurrences(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<LedgerRow> {
    let statuses = query.statuses.map(\.rawValue).sorted()
    let sql = SQL.historyOfOccurrences(statuses: statuses.count)
    return try page(LedgerRow.self, sql, query, statuses.map { .text($0) }) { row, rule in
      if let rule { row.key.rule = rule }
    }
  }

  /// Runs, by when they were asked for.
  public func runs(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<RunRecord> {
    try page(RunRecord.self, SQL.historyOfRuns, query) { run, rule in run.rule = rule }
  }

  /// Deliveries, by when they were shown.
  public func deliveries(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<Delivery> {
    try page(Delivery.self, SQL.historyOfDeliveries, query) { delivery, rule in delivery.request.rule = rule }
  }

  /// Responses, by when they came.
  public func responses(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<ResponseRecord> {
    try page(ResponseRecord.self, SQL.historyOfResponses, query) { _, _ in }
  }

  /// What is not over, as the service would find it at a start.
  public func state() throws(StoreError) -> StoredState { try SQLiteStore.load(connection) }

  private func page<Entry: Decodable & Sendable>(
    _ type: Entry.Type, _ sql: String, _ query: HistoryQuery, _ more: [Column] = [],
    _ complete: (inout Entry, RuleID?) -> Void
  ) throws(StoreError) -> HistoryPage<Entry> {
    // The service has gone on with a new database.
    if !connection.isInPlace { connection = try Self.open(folder) }
    let limit = min(max(1, query.limit), 10_000)
    let values: [Column] = [
      Column(query.rule?.text), .integer((query.from ?? .earliest).epochSeconds),
      .integer(query.until?.epochSeconds ?? .max), .integer(query.cursor == nil ? 0 : 1),
      .integer(query.cursor?.instant.epochSeconds ?? 0), .integer(query.cursor?.row ?? 0), .integer(Int64(limit)),
    ]
    var entries: [Entry] = []
    var last: HistoryCursor?
    try connection.rows(sql, values + more, "read the history") { (row: Statement) throws(StoreError) in
      var entry = try SQLiteStore.record(type, row.text(0), sql)
      let rule = row.text(1)
      complete(&entry, rule.isEmpty ? nil : RuleID(rule))
      entries.append(entry)
      last = HistoryCursor(instant: Instant(epochSeconds: row.integer(2)), row: row.integer(3))
    }
    return HistoryPage(entries: entries, next: entries.count == limit ? last : nil)
  }
}
