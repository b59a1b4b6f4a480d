public import CivilTime
import Glibc
public import RuleEngine
import RuleModel

/// The store in one SQLite database in a state folder: write-ahead log, one transaction per batch, and one wait for the
/// disk for all batches that belong together.
///
/// Not to be used by two threads at a time.
public final class SQLiteStore: BatchStore {
  /// The state folder, without a slash at the end.
  public let folder: String
  /// Where a corrupt database was put when the store was opened; nil where it was sound.
  public private(set) var setAside: String?

  private let lock: FolderLock
  private let reserve: SpaceReserve
  private var connection: Connection

  /// The database's name in the folder.
  public static let fileName = "carillon.db"

  /// Opens the store of a folder, which must exist, and brings it to the present version.
  ///
  /// A corrupt database is set aside under a dated name, and an empty one takes its place.
  /// - Parameters:
  ///   - folder: The state folder.
  ///   - now: For the date in the name.
  ///   - reserveBytes: Space that is kept free in advance, for the time when the disk is full.
  ///   - patience: Milliseconds that another service, which may just be ending, is waited for.
  /// - Throws: `StoreError` of kind `locked` where another service has the folder, `tooNew` where a later version
  ///   wrote it, `io` and `full`.
  public init(folder: String, now: Instant, reserveBytes: Int = 1 << 20, patience: Int = 0) throws(StoreError) {
    self.folder = folder
    lock = try FolderLock(path: folder + "/lock", patience: patience)
    reserve = SpaceReserve(path: folder + "/reserve", bytes: reserveBytes)
    let path = folder + "/" + Self.fileName
    do {
      connection = try Self.open(path)
      _ = try Self.load(connection)
    } catch  where error.kind == .corrupt {
      setAside = try DatabaseFiles.setAside(path, now: now)
      connection = try Self.open(path)
    }
    reserve.make()
  }

  private static func open(_ path: String) throws(StoreError) -> Connection {
    let connection = try Connection(path: path, isReadOnly: false)
    try connection.execute(SQL.setUp, "set up the store")
    try migrate(connection, to: SQL.migrations.count)
    try connection.execute(SQL.deferSync, "set up the store")
    connection.mark()
    return connection
  }

  /// Brings a database to a version, step by step, each step in a transaction of its own.
  static func migrate(_ connection: Connection, to version: Int) throws(StoreError) {
    let attempted = "bring the store to version \(version)"
    let present = Int(try connection.number(SQL.userVersion, attempted))
    guard present <= SQL.migrations.count else {
      throw StoreError(
        kind: .tooNew, attempted: attempted, subject: connection.path, code: Int32(truncatingIfNeeded: present),
        message: "it has version \(present), written by a later Carillon")
    }
    for step in present..<max(present, version) {
      try connection.transaction(attempted) { () throws(StoreError) in
        try connection.execute(SQL.migrations[step], attempted)
        try connection.execute(SQL.userVersion + " = \(step + 1)", attempted)
      }
    }
  }

  /// Returns everything that is not over.
  public func load() throws(StoreError) -> StoredState { try Self.load(connection) }

  /// Writes all mutations of a batch or none.
  ///
  /// When the disk is full, the space kept in advance is given up and the batch is tried once more.
  ///
  /// Of kind `corrupt` is also that the database was removed or replaced: what is kept in it would be lost.
  public func write(_ batch: MutationBatch) throws(StoreError) -> [OccurrenceKey] {
    guard connection.isInPlace else {
      throw StoreError(
        kind: .corrupt, attempted: "keep a batch", subject: connection.path, code: ENOENT,
        message: "the database was removed or replaced while it was open")
    }
    do {
      return try transact(batch)
    } catch {
      guard error.kind == .full, reserve.release() else { throw error }
      return try transact(batch)
    }
  }

  /// Waits until the disk has all that was written.
  public func sync() throws(StoreError) { try connection.syncLog() }

  private func transact(_ batch: MutationBatch) throws(StoreError) -> [OccurrenceKey] {
    try connection.transaction("keep a batch") { () throws(StoreError) in
      var refused: [OccurrenceKey] = []
      for mutation in batch.mutations { try Self.write(mutation, connection, &refused) }
      return refused
    }
  }

  /// Removes at most `portion` rows of each kind of history that are older than `instant` or beyond `keeping` rows.
  public func prune(before instant: Instant, keeping: Int, portion: Int) throws(StoreError) -> Bool {
    var isMore = false
    for sql in SQL.prunes {
      let values: [Column] = [
        .integer(instant.epochSeconds), .integer(Int64(max(0, keeping))), .integer(Int64(max(1, portion))),
      ]
      if try connection.run(sql, values, "prune the history") >= max(1, portion) { isMore = true }
    }
    reserve.make()
    return isMore
  }

  /// Moves what is in the log into the database, so that after the end the one file is whole without the log.
  public func moveLog() throws(StoreError) {
    try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)", [], "move the log into the store") { _ in }
  }

  /// Writes a consistent copy of the store to a file that must not exist.
  public func backup(to path: String) throws(StoreError) {
    try connection.run(SQL.backup, [.text(path)], "copy the store to \(path)")
  }

  /// Sets a database aside that turned out to be corrupt, or what stands in its place, and goes on with a new one that
  /// holds this state.
  ///
  /// - Returns: Where the old one is; it is not there where the database had been removed.
  public func replace(with state: StoredState, now: Instant) throws(StoreError) -> String {
    let path = folder + "/" + Self.fileName
    let place = try DatabaseFiles.setAside(path, now: now)
    setAside = place
    connection = try Self.open(path)
    _ = try transact(MutationBatch(number: 0, mutations: state.mutations))
    try connection.syncLog()
    return place
  }

  /// Bounds the database's size, to see what a full disk does.
  func limitPages(_ count: Int) throws(StoreError) {
    try connection.execute("PRAGMA max_page_count = \(count)", "limit the store")
  }
}
