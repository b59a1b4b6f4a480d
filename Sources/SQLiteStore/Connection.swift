import CSQLite
import RuleEngine

/// A value of a column.
enum Column {
  case integer(Int64)
  case text(String)
  case null

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ integer: Int64?) { self = integer.map { .integer($0) } ?? .null }
}

/// One open database; statements are prepared once.
///
/// Not to be used by two threads at a time.
final class Connection {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var marks: [FileMark?] = []

  /// Opens a database file, which is made where it is missing and `isReadOnly` is false.
  init(path: String, isReadOnly: Bool) throws(StoreError) {
    self.path = path
    var opened: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw StoreError(code: code, attempted: "open the store", subject: path, message: message)
    }
    handle = opened
    // A reader of the history may hold the file for a moment; the writer waits at most this long.
    sqlite3_busy_timeout(handle, 2000)
  }

  deinit {
    for statement in statements.values { statement.close() }
    sqlite3_close_v2(handle)
  }

  /// Remembers which files are open.
  func mark() { marks = DatabaseFiles.marks(path) }

  /// Whether the files that were marked still stand at their path: SQLite itself goes on writing to a deleted file, and
  /// all of it would be gone with the process.
  var isInPlace: Bool { DatabaseFiles.marks(path) == marks }

  /// Executes a text of any number of statements without parameters.
  func execute(_ sql: String, _ attempted: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, attempted, sql) }
  }

  /// Executes one statement and returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [Column], _ attempted: String) throws(StoreError) -> Int {
    let statement = try prepared(sql, attempted)
    defer { statement.reset() }
    try bind(values, statement, sql, attempted)
    let code = statement.step()
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw error(code, attempted, sql) }
    return Int(sqlite3_changes(handle))
  }

  /// Executes one statement and gives each row to `body`, which is to take what it needs of it.
  func rows(
    _ sql: String, _ values: [Column] = [], _ attempted: String, _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try prepared(sql, attempted)
    defer { statement.reset() }
    try bind(values, statement, sql, attempted)
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code, attempted, sql) }
      try body(statement)
    }
  }

  /// Executes `body` in a transaction that is kept as a whole or not at all.
  func transaction<Value>(
    _ attempted: String, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try execute(SQL.begin, attempted)
    do throws(StoreError) {
      let value = try body()
      try execute(SQL.commit, attempted)
      return value
    } catch {
      // Some failures have ended the transaction already; then there is nothing to take back.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, SQL.rollback, nil, nil, nil) }
      throw error
    }
  }

  /// Waits until the disk has the write-ahead log: what `synchronous = FULL` does at the end of each transaction.
  func syncLog() throws(StoreError) {
    var log: UnsafeMutablePointer<sqlite3_file>?
    let attempted = "keep what was written"
    var code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
    guard code == SQLITE_OK else { throw error(code, attempted, path) }
    // Without methods it is not open: nothing was written.
    guard let log, let sync = log.pointee.pMethods?.pointee.xSync else { return }
    code = sync(log, SQLITE_SYNC_NORMAL)
    guard code == SQLITE_OK else {
      throw StoreError(
        code: code, attempted: attempted, subject: path, message: String(cString: sqlite3_errstr(code)))
    }
  }

  /// The number that a statement of one row and column gives.
  func number(_ sql: String, _ attempted: String) throws(StoreError) -> Int64 {
    var result: Int64 = 0
    try rows(sql, [], attempted) { row in result = row.integer(0) }
    return result
  }

  private func prepared(_ sql: String, _ attempted: String) throws(StoreError) -> Statement {
    if let statement = statements[sql] { return statement }
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else {
      // The statements are constants: one that does not fit means that the tables are not those of this version.
      var failure = error(code, attempted, sql)
      if code & 0xFF == SQLITE_ERROR { failure.kind = .corrupt }
      throw failure
    }
    let statement = Statement(made)
    statements[sql] = statement
    return statement
  }

  private func bind(
    _ values: [Column], _ statement: Statement, _ sql: String, _ attempted: String
  ) throws(StoreError) {
    for (index, value) in values.enumerated() {
      let code = statement.bind(value, at: Int32(truncatingIfNeeded: index + 1))
      guard code == SQLITE_OK else { throw error(code, attempted, sql) }
    }
  }

  /// A statement in one line, as errors name it.
  private static func line(_ sql: String) -> String { sql.split(whereSeparator: \.isNewline).joined(separator: " ") }

  private func error(_ code: Int32, _ attempted: String, _ sql: String) -> StoreError {
    StoreError(
      code: code, attempted: attempted, subject: Self.line(sql), message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// A prepared statement.
final class Statement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  func close() { sqlite3_finalize(handle) }

  func step() -> Int32 { sqlite3_step(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func bind(_ value: Column, at index: Int32) -> Int32 {
    switch value {
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .null: return sqlite3_bind_null(handle, index)
    case .text(var text):
      // The library makes its own copy (SQLITE_TRANSIENT), since the bytes live for this call only.
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return text.withUTF8 { bytes in
        // An empty text has no address, and without one SQLite would store NULL.
        guard let address = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_text(handle, index, "", 0, copies)
        }
        return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text64(handle, index, $0, sqlite3_uint64(bytes.count), copies, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  /// How many columns a row has.
  var count: Int32 { sqlite3_column_count(handle) }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

extension StoreError {
  /// The error of a result code of SQLite.
  init(code: Int32, attempted: String, subject: String, message: String) {
    let kind: Kind =
      switch code & 0xFF {
      case SQLITE_FULL: .full
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      default: .io
      }
    self.init(kind: kind, attempted: attempted, subject: subject, code: code, message: message)
  }
}
