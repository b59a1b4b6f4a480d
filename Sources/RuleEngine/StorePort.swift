public import CivilTime
public import RuleModel

/// Where batches are kept.
public protocol BatchStore: AnyObject {
  /// Returns everything that is not over.
  func load() throws(StoreError) -> StoredState
  /// Writes all mutations of a batch or none: kept whatever becomes of this process, but not yet of the machine.
  ///
  /// - Returns: Keys of the claims that were refused because their occurrence was taken before; the rest of the batch is
  ///   written.
  func write(_ batch: MutationBatch) throws(StoreError) -> [OccurrenceKey]
  /// Keeps all that was written, whatever becomes of the machine.
  ///
  /// - Throws: Where nothing that was written since the last call is sure to be kept.
  func sync() throws(StoreError)
  /// Goes on with a new database that holds this state, in the place of one that turned out to be corrupt or is gone.
  ///
  /// - Returns: Where the old one was put, as far as it was there.
  func replace(with state: StoredState, now: Instant) throws(StoreError) -> String
  /// Removes at most `portion` rows of history that are older than `instant` or beyond `keeping` rows of their kind.
  ///
  /// - Returns: Whether more is left to remove.
  func prune(before instant: Instant, keeping: Int, portion: Int) throws(StoreError) -> Bool
}

extension BatchStore {
  /// Writes a batch and keeps it.
  public func commit(_ batch: MutationBatch) throws(StoreError) -> [OccurrenceKey] {
    let refused = try write(batch)
    try sync()
    return refused
  }
}

/// What was done and missed, page by page, newest first.
public protocol HistoryReader: AnyObject {
  /// Ledger rows.
  func occurrences(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<LedgerRow>
  /// Runs, ended and going on, with their kept output.
  func runs(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<RunRecord>
  /// Deliveries, shown and ended.
  func deliveries(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<Delivery>
  /// Responses, those too late included.
  func responses(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<ResponseRecord>
}

/// Which part of the history is asked for.
public struct HistoryQuery: Hashable, Sendable {
  /// Of one rule only.
  public var rule: RuleID?
  /// Ledger rows of these ends only; all where empty.
  public var statuses: Set<LedgerStatus>
  /// At or after this instant.
  public var from: Instant?
  /// Before this instant.
  public var until: Instant?
  /// How many at most, 1 to 10,000.
  public var limit: Int
  /// Where the page before ended; nil for the first page.
  public var cursor: HistoryCursor?
  /// Makes a query.
  public init(
    rule: RuleID? = nil, statuses: Set<LedgerStatus> = [], from: Instant? = nil, until: Instant? = nil,
    limit: Int = 100, cursor: HistoryCursor? = nil
  ) {
    self.rule = rule
    self.statuses = statuses
    self.from = from
    self.until = until
    self.limit = limit
    self.cursor = cursor
  }
}

/// Where a page of history ended; meaningful for the store that gave it, and for the same query.
public struct HistoryCursor: Hashable, Sendable {
  /// The last entry's instant.
  public var instant: Instant
  /// The last entry's number in the store.
  public var row: Int64
  /// Makes a cursor.
  public init(instant: Instant, row: Int64) {
    self.instant = instant
    self.row = row
  }
}

/// A page of history.
public struct HistoryPage<Entry: Sendable>: Sendable {
  /// Newest first.
  public var entries: [Entry]
  /// Where the next page goes on; nil where this was the last.
  public var next: HistoryCursor?
  /// Makes a page.
  public init(entries: [Entry], next: HistoryCursor?) {
    self.entries = entries
    self.next = next
  }
}

/// A failure of the store.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What sort of trouble it is, as far as it decides what can be done.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No space is left.
    case full
    /// The file is no sound database.
    case corrupt
    /// Another service has this state folder.
    case locked
    /// Written by a later version.
    case tooNew
    /// Reading or writing failed.
    case io
  }

  /// What sort of trouble it is.
  public var kind: Kind
  /// What was attempted, for example `keep a batch`.
  public var attempted: String
  /// On what: the statement or path.
  public var subject: String
  /// The library's or system's own code.
  public var code: Int32
  /// The library's or system's own text.
  public var message: String
  /// Makes an error.
  public init(kind: Kind, attempted: String, subject: String, code: Int32, message: String) {
    self.kind = kind
    self.attempted = attempted
    self.subject = subject
    self.code = code
    self.message = message
  }

  /// All of it in one line.
  public var description: String { "could not \(attempted) (\(subject)): \(message) (\(code))" }
}
