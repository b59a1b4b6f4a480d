/// Every text of SQL; nothing outside this module knows any.
///
/// `record` columns hold the engine's records as JSON; the other columns are what is searched by, and win over the record.
enum SQL {
  static let begin = "BEGIN IMMEDIATE"
  static let commit = "COMMIT"
  static let rollback = "ROLLBACK"
  static let userVersion = "PRAGMA user_version"

  /// Durable, readers don't wait for the writer, the log does not stay large, and 256 KiB of pages are enough for
  /// one who reads what it wrote at starts only.
  static let setUp = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = 4194304;
    PRAGMA cache_size = -256;
    """

  /// From now on a transaction is in the log when it is committed, and on the disk after `Connection.syncLog`.
  static let deferSync = "PRAGMA synchronous = NORMAL"

  /// Steps from each version to the next; only ever added to.
  static let migrations = [
    """
    CREATE TABLE occurrences (
      row INTEGER PRIMARY KEY,
      rule TEXT NOT NULL,
      identity TEXT NOT NULL,
      scheduled INTEGER NOT NULL,
      handled INTEGER NOT NULL,
      status TEXT NOT NULL,
      reason TEXT,
      is_void INTEGER NOT NULL DEFAULT 0,
      record TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX occurrences_by_key ON occurrences (rule, identity) WHERE is_void = 0;
    CREATE INDEX occurrences_by_time ON occurrences (handled, row);
    CREATE INDEX occurrences_claimed ON occurrences (row) WHERE status = 'claimed' AND is_void = 0;
    CREATE TABLE rules (
      rule TEXT PRIMARY KEY,
      record TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE anchors (
      rule TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      instant INTEGER NOT NULL,
      taken INTEGER NOT NULL,
      PRIMARY KEY (rule, fingerprint)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE requests (
      identifier TEXT PRIMARY KEY,
      rule TEXT,
      due INTEGER,
      record TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE deliveries (
      number INTEGER PRIMARY KEY,
      identifier TEXT NOT NULL,
      rule TEXT,
      delivered INTEGER NOT NULL,
      ended INTEGER,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX deliveries_by_time ON deliveries (delivered, number);
    CREATE INDEX deliveries_shown ON deliveries (number) WHERE ended IS NULL;
    CREATE TABLE responses (
      row INTEGER PRIMARY KEY,
      delivery INTEGER NOT NULL,
      rule TEXT,
      received INTEGER NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX responses_by_time ON responses (received, row);
    CREATE TABLE runs (
      number INTEGER PRIMARY KEY,
      rule TEXT,
      phase TEXT NOT NULL,
      queued INTEGER NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX runs_by_time ON runs (queued, number);
    CREATE INDEX runs_going_on ON runs (number) WHERE phase <> 'ended';
    CREATE TABLE step_lists (
      number INTEGER PRIMARY KEY,
      rule TEXT,
      record TEXT NOT NULL
    ) STRICT;
    CREATE TABLE settings (
      row INTEGER PRIMARY KEY CHECK (row = 1),
      record TEXT NOT NULL
    ) STRICT;
    """
  ]

  // Keeping.
  static let claim = """
    INSERT INTO occurrences (rule, identity, scheduled, handled, status, reason, record) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
    """
  static let settle = """
    UPDATE occurrences SET scheduled = ?3, handled = ?4, status = ?5, reason = ?6, record = ?7
    WHERE rule = ?1 AND identity = ?2 AND is_void = 0
    """
  static let voidRows = """
    UPDATE occurrences SET is_void = 1 WHERE rule = ? AND handled > ? AND scheduled > ? AND is_void = 0
    """
  static let record = "INSERT OR REPLACE INTO rules (rule, record) VALUES (?, ?)"
  static let anchor = "INSERT OR REPLACE INTO anchors (rule, fingerprint, instant, taken) VALUES (?, ?, ?, ?)"
  static let dropAnchor = "DELETE FROM anchors WHERE rule = ? AND fingerprint = ?"
  static let request = "INSERT OR REPLACE INTO requests (identifier, rule, due, record) VALUES (?, ?, ?, ?)"
  static let dropRequest = "DELETE FROM requests WHERE identifier = ?"
  static let delivery = """
    INSERT OR REPLACE INTO deliveries (number, identifier, rule, delivered, ended, record) VALUES (?, ?, ?, ?, ?, ?)
    """
  static let response = """
    INSERT INTO responses (delivery, rule, received, record)
    VALUES (?1, (SELECT rule FROM deliveries WHERE number = ?1), ?2, ?3)
    """
  static let run = "INSERT OR REPLACE INTO runs (number, rule, phase, queued, record) VALUES (?, ?, ?, ?, ?)"
  static let stepList = "INSERT OR REPLACE INTO step_lists (number, rule, record) VALUES (?, ?, ?)"
  static let dropStepList = "DELETE FROM step_lists WHERE number = ?"
  static let settings = "INSERT OR REPLACE INTO settings (row, record) VALUES (1, ?)"
  /// A key that the new name has already stays as it is; so does the old row, under the old name.
  static let renames = [
    "UPDATE OR IGNORE occurrences SET rule = ?2 WHERE rule = ?1 AND is_void = 0",
    "UPDATE OR REPLACE rules SET rule = ?2 WHERE rule = ?1",
    "UPDATE OR REPLACE anchors SET rule = ?2 WHERE rule = ?1",
    "UPDATE requests SET rule = ?2 WHERE rule = ?1",
    "UPDATE deliveries SET rule = ?2 WHERE rule = ?1",
    "UPDATE responses SET rule = ?2 WHERE rule = ?1",
    "UPDATE runs SET rule = ?2 WHERE rule = ?1",
    "UPDATE step_lists SET rule = ?2 WHERE rule = ?1",
  ]
  static let forgets = [
    "DELETE FROM rules WHERE rule = ?",
    "DELETE FROM anchors WHERE rule = ?",
    "DELETE FROM requests WHERE rule = ?",
  ]

  // Loading.
  static let loadSettings = "SELECT record FROM settings"
  static let loadRules = "SELECT record, rule FROM rules"
  static let loadAnchors = "SELECT rule, fingerprint, instant, taken FROM anchors"
  static let loadClaims = "SELECT record, rule FROM occurrences WHERE status = 'claimed' AND is_void = 0"
  static let loadRequests = "SELECT record, rule FROM requests"
  static let loadShown = "SELECT record, rule FROM deliveries WHERE ended IS NULL"
  static let loadEnded = "SELECT record, rule FROM deliveries WHERE ended IS NOT NULL ORDER BY number DESC LIMIT ?"
  static let loadRuns = "SELECT record, rule FROM runs WHERE phase <> 'ended'"
  static let loadStepLists = "SELECT record, rule FROM step_lists"

  // Pruning: by age and by count, a portion at a time.
  static let prunes = [
    """
    DELETE FROM occurrences WHERE row IN (SELECT row FROM occurrences
    WHERE status <> 'claimed' AND (handled < ?1 OR row <= (SELECT max(row) FROM occurrences) - ?2)
    ORDER BY row LIMIT ?3)
    """,
    """
    DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries
    WHERE ended IS NOT NULL AND (ended < ?1 OR number <= (SELECT max(number) FROM deliveries) - ?2)
    ORDER BY number LIMIT ?3)
    """,
    """
    DELETE FROM responses WHERE row IN (SELECT row FROM responses
    WHERE received < ?1 OR row <= (SELECT max(row) FROM responses) - ?2 ORDER BY row LIMIT ?3)
    """,
    """
    DELETE FROM runs WHERE number IN (SELECT number FROM runs
    WHERE phase = 'ended' AND (queued < ?1 OR number <= (SELECT max(number) FROM runs) - ?2)
    ORDER BY number LIMIT ?3)
    """,
  ]

  // History: newest first, each page from where the last one ended.
  static func historyOfOccurrences(statuses: Int) -> String {
    let condition =
      statuses == 0 ? "" : " AND status IN (" + (0..<statuses).map { "?\($0 + 8)" }.joined(separator: ", ") + ")"
    return history("record, rule, handled, row", "occurrences", time: "handled", row: "row") + " AND is_void = 0"
      + condition + " ORDER BY handled DESC, row DESC LIMIT ?7"
  }
  static let historyOfRuns =
    history("record, rule, queued, number", "runs", time: "queued", row: "number")
    + " ORDER BY queued DESC, number DESC LIMIT ?7"
  static let historyOfDeliveries =
    history("record, rule, delivered, number", "deliveries", time: "delivered", row: "number")
    + " ORDER BY delivered DESC, number DESC LIMIT ?7"
  static let historyOfResponses =
    history("record, rule, received, row", "responses", time: "received", row: "row")
    + " ORDER BY received DESC, row DESC LIMIT ?7"

  /// Parameters: 1 rule or NULL, 2 and 3 bounds of time, 4 whether there is a cursor, 5 and 6 the cursor, 7 limit, from
  /// 8 on what is particular to the table.
  private static func history(_ columns: String, _ table: String, time: String, row: String) -> String {
    "SELECT \(columns) FROM \(table) WHERE (?1 IS NULL OR rule = ?1) AND \(time) >= ?2 AND \(time) < ?3"
      + " AND (?4 = 0 OR (\(time), \(row)) < (?5, ?6))"
  }

  static let backup = "VACUUM INTO ?"
}
