import CivilTime
import Glibc
import RuleEngine
import RuleModel
import TestSupport
import Testing

@testable import SQLiteStore

@Suite struct SQLiteStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> SQLiteStore {
    try SQLiteStore(folder: folder.path, now: StoredSamples.now, reserveBytes: 1 << 16)
  }

  private func batch(_ mutations: Mutation...) -> MutationBatch { MutationBatch(number: 1, mutations: mutations) }

  @Test func triggersAreStoredWithAllTheySay() throws {
    let text = try RecordEncoder.text(Trigger(source: .event(.startup(.boot)), offsets: [.days(2)]))
    #expect(
      text == """
        {"source":{"event":{"_0":{"startup":{"_0":{"boot":{}}}}}},"zone":{"local":{}},"bounds":{},"only":[],"except":[],\
        "weekend":192,"move":{"drop":{}},"offsets":[{"days":{"_0":2}}],"jitterSeconds":0,"gap":{"shift":{}},\
        "fold":{"first":{}}}
        """)
  }

  @Test func whatIsKeptIsThereAfterOpeningAgain() throws {
    let state = StoredSamples.state
    do {
      let store = try open()
      #expect(try store.load() == StoredState())
      #expect(try store.commit(MutationBatch(number: 1, mutations: state.mutations)) == [])
    }
    let loaded = try open().load()
    #expect(loaded.settings == state.settings)
    #expect(loaded.rules == state.rules)
    #expect(loaded.anchors == state.anchors)
    #expect(loaded.claims == state.claims)
    #expect(loaded.requests == state.requests)
    #expect(loaded.deliveries == state.deliveries)
    #expect(loaded.runs == state.runs)
    #expect(loaded.stepLists == state.stepLists)
  }

  @Test func aClaimIsGrantedOnceUntilItIsVoid() throws {
    let store = try open()
    let row = StoredSamples.row("a", .claimed, at: 100)
    #expect(try store.commit(batch(.claim(row))) == [])
    #expect(try store.commit(batch(.claim(row), .claim(StoredSamples.row("b")))) == [row.key])
    let before = StoredSamples.now
    #expect(try store.commit(batch(.voidRows(row.key.rule, handledAfter: before, dueAfter: before))) == [])
    #expect(try store.load().claims.isEmpty)
    #expect(try store.commit(batch(.claim(row))) == [])
    var settled = row
    settled.status = .fired
    #expect(try store.commit(batch(.settle(settled))) == [])
    #expect(try store.load().claims.isEmpty)
    #expect(try store.commit(batch(.claim(row))) == [row.key])
  }

  @Test func aBatchIsKeptAsAWholeOrNotAtAll() throws {
    let store = try open()
    try store.limitPages(60)
    var long = StoredSamples.row("long")
    long.facts.cause?.run?.output = String(repeating: "x", count: 400_000)
    let full = #expect(throws: StoreError.self) {
      try store.commit(batch(.claim(StoredSamples.row("short")), .claim(long)))
    }
    #expect(full?.kind == .full)
    #expect(full?.attempted == "keep a batch")
    #expect(try store.commit(batch(.claim(StoredSamples.row("short")))) == [])
    try store.limitPages(10_000)
    #expect(
      try store.commit(batch(.claim(StoredSamples.row("short")), .claim(long))) == [long.key.withIdentity("short")])
  }

  @Test func aFullDiskTakesTheReserve() throws {
    let store = try open()
    #expect(access(folder.path(of: "reserve"), F_OK) == 0)
    try store.limitPages(60)
    var long = StoredSamples.row("long")
    long.facts.cause?.run?.output = String(repeating: "x", count: 400_000)
    #expect(throws: StoreError.self) { try store.commit(batch(.claim(long))) }
    #expect(access(folder.path(of: "reserve"), F_OK) != 0)
    _ = try store.prune(before: StoredSamples.now, keeping: 10, portion: 10)
    #expect(access(folder.path(of: "reserve"), F_OK) == 0)
  }

  @Test func aTransactionCutOffIsAsIfItNeverBegan() throws {
    do {
      let store = try open()
      _ = try store.commit(batch(.claim(StoredSamples.row("kept"))))
    }
    // Copies of the files as they are in the middle of a transaction are what a crash leaves.
    let copy = try TemporaryFolder()
    do {
      let connection = try Connection(path: folder.path(of: SQLiteStore.fileName), isReadOnly: false)
      try connection.execute(SQL.setUp, "test")
      try connection.execute(SQL.begin, "test")
      var refused: [OccurrenceKey] = []
      for number in 0..<2000 {
        try SQLiteStore.write(.claim(StoredSamples.row("lost \(number)", .claimed)), connection, &refused)
      }
      for suffix in ["", "-wal"] {
        let name = SQLiteStore.fileName + suffix
        try writeFile(copy.path(of: name), try readFile(folder.path(of: name)))
      }
      try connection.execute(SQL.rollback, "test")
    }
    let store = try SQLiteStore(folder: copy.path, now: StoredSamples.now, reserveBytes: 0)
    #expect(store.setAside == nil)
    #expect(try store.load().claims.isEmpty)
    #expect(try store.commit(batch(.claim(StoredSamples.row("kept")))).count == 1)
    #expect(try store.commit(batch(.claim(StoredSamples.row("lost 0")))).isEmpty)
  }

  @Test func aSecondServiceIsRefused() throws {
    let store = try open()
    let error = #expect(throws: StoreError.self) { try open() }
    #expect(error?.kind == .locked)
    withExtendedLifetime(store) {}
  }

  @Test func aServiceThatIsJustEndingIsWaitedFor() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let lock = folder.path(of: "lock")
    let held = Glibc.open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(flock(held, LOCK_EX) == 0)
    // The lock is that of all copies of the descriptor; the last of them goes with this process.
    posix_spawn_file_actions_adddup2(&actions, held, 9)
    let line: [String] = ["/bin/sh", "-c", "exec sleep 0.1"]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var ending: pid_t = 0
    try #require(posix_spawn(&ending, "/bin/sh", &actions, nil, &words, environ) == 0)
    close(held)
    let error = #expect(throws: StoreError.self) { try open() }
    #expect(error?.kind == .locked)
    _ = try SQLiteStore(folder: folder.path, now: StoredSamples.now, patience: 20_000)
    waitpid(ending, nil, 0)
  }

  static let damages: [(name: String, bytes: [UInt8])] = [
    ("no database", Array("this is no database, and it is longer than a header of one hundred bytes ".utf8)),
    ("noise after the header", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0xA5, count: 20_000)),
  ]

  @Test(arguments: damages.indices) func aCorruptDatabaseIsSetAside(_ index: Int) throws {
    let path = folder.path(of: SQLiteStore.fileName)
    let bytes = Self.damages[index].bytes + Self.damages[index].bytes
    try writeFile(path, bytes)
    do {
      let store = try open()
      #expect(store.setAside == path + ".corrupt-20270115T080000Z")
      #expect(try readFile(path + ".corrupt-20270115T080000Z") == bytes)
      #expect(try store.commit(batch(.claim(StoredSamples.row("a")))) == [])
    }
    #expect(try open().setAside == nil)
  }

  static let disappearances: [(name: String, happen: @Sendable (TemporaryFolder) throws -> Void)] = [
    ("removed", { folder in for name in ["carillon.db", "carillon.db-wal"] { unlink(folder.path(of: name)) } }),
    ("its log removed", { folder in unlink(folder.path(of: "carillon.db-wal")) }),
    (
      "another in its place",
      { folder in
        unlink(folder.path(of: "carillon.db"))
        try folder.write("carillon.db", "gone")
      }
    ),
  ]

  @Test(arguments: disappearances.indices) func aDatabaseThatIsGoneIsNoticedAndReplaced(_ index: Int) throws {
    let store = try open()
    let history = try SQLiteHistory(folder: folder.path)
    #expect(try store.commit(batch(.claim(StoredSamples.row("a")))) == [])
    try Self.disappearances[index].happen(folder)
    let gone = #expect(throws: StoreError.self) { try store.commit(batch(.claim(StoredSamples.row("b")))) }
    #expect(gone?.kind == .corrupt)
    _ = try store.replace(with: StoredSamples.state, now: StoredSamples.now)
    let row = StoredSamples.row("c", .fired, at: 200)
    #expect(try store.commit(batch(.claim(row))) == [])
    #expect(try history.occurrences(HistoryQuery(limit: 100)).entries.contains { $0.key == row.key })
    #expect(try SQLiteHistory(folder: folder.path).state().requests == StoredSamples.state.requests)
  }

  @Test(arguments: ["occurrences", "requests", "settings"])
  func aTableThatIsMissingIsACorruptDatabase(_ table: String) throws {
    do { _ = try open() }
    do {
      let connection = try Connection(path: folder.path(of: SQLiteStore.fileName), isReadOnly: false)
      try connection.execute("DROP TABLE \(table)", "damage the store")
    }
    let store = try open()
    #expect(store.setAside != nil)
    #expect(try store.commit(batch(.claim(StoredSamples.row("a")))) == [])
  }

  @Test func afterTheLogWasMovedTheDatabaseAloneIsWhole() throws {
    let store = try open()
    let history = try SQLiteHistory(folder: folder.path)
    #expect(try store.commit(MutationBatch(number: 1, mutations: StoredSamples.state.mutations)) == [])
    _ = try history.runs(HistoryQuery())
    try store.moveLog()
    var facts = stat()
    #expect(stat(folder.path(of: "carillon.db-wal"), &facts) == 0 && facts.st_size == 0)
  }

  @Test func aDatabaseThatTurnsOutCorruptIsReplacedByWhatTheEngineKnows() throws {
    let store = try open()
    let place = try store.replace(with: StoredSamples.state, now: StoredSamples.now)
    #expect(access(place, F_OK) == 0)
    #expect(try store.load() == StoredSamples.state)
  }

  @Test(arguments: 0..<SQL.migrations.count) func everyEarlierVersionIsBroughtToThePresentOne(_ version: Int) throws {
    do {
      let connection = try Connection(path: folder.path(of: SQLiteStore.fileName), isReadOnly: false)
      try SQLiteStore.migrate(connection, to: version)
    }
    let store = try open()
    #expect(try store.commit(MutationBatch(number: 1, mutations: StoredSamples.state.mutations)) == [])
    #expect(try store.load() == StoredSamples.state)
  }

  @Test func aLaterVersionIsRefused() throws {
    do {
      let connection = try Connection(path: folder.path(of: SQLiteStore.fileName), isReadOnly: false)
      try connection.execute("PRAGMA user_version = 99", "test")
    }
    let error = #expect(throws: StoreError.self) { try open() }
    #expect(error?.kind == .tooNew)
  }

  @Test func aFormerNameMovesAllAlong() throws {
    let store = try open()
    _ = try store.commit(MutationBatch(number: 1, mutations: StoredSamples.state.mutations))
    _ = try store.commit(batch(.claim(StoredSamples.row("old"))))
    _ = try store.commit(batch(.rename(RuleID("r"), RuleID("new"))))
    var expected = StoredSamples.state
    expected.apply(.rename(RuleID("r"), RuleID("new")))
    #expect(try store.load() == expected)
    #expect(try store.commit(batch(.claim(StoredSamples.row("old", rule: "new")))).count == 1)
  }

  @Test func prunesByAgeAndCountInPortions() throws {
    let store = try open()
    let rows = (0..<100).map { Mutation.claim(StoredSamples.row("\($0)", at: Int64($0))) }
    _ = try store.commit(MutationBatch(number: 1, mutations: rows + [.claim(StoredSamples.row("open", .claimed))]))
    let cut = StoredSamples.now.advanced(bySeconds: 50)
    var portions = 0
    while try store.prune(before: cut, keeping: 1000, portion: 20) { portions += 1 }
    #expect(portions == 2)
    let history = try SQLiteHistory(folder: folder.path)
    #expect(try history.occurrences(HistoryQuery(statuses: [.fired])).entries.count == 50)
    _ = try store.prune(before: .earliest, keeping: 10, portion: 1000)
    #expect(try history.occurrences(HistoryQuery(statuses: [.fired])).entries.count == 9)
    #expect(try store.load().claims.count == 1)
  }

  @Test func backupIsAWholeStore() throws {
    let copy = try TemporaryFolder()
    do {
      let store = try open()
      _ = try store.commit(MutationBatch(number: 1, mutations: StoredSamples.state.mutations))
      try store.backup(to: copy.path(of: SQLiteStore.fileName))
      #expect(throws: StoreError.self) { try store.backup(to: copy.path(of: SQLiteStore.fileName)) }
    }
    #expect(try SQLiteStore(folder: copy.path, now: StoredSamples.now).load() == StoredSamples.state)
  }
}

extension OccurrenceKey {
  fileprivate func withIdentity(_ identity: String) -> OccurrenceKey { OccurrenceKey(rule: rule, identity: identity) }
}
