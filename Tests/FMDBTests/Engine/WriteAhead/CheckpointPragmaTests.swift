import FMDB
import FMDBTestHelpers
import Testing

/// `PRAGMA wal_checkpoint` and `PRAGMA wal_autocheckpoint`, which the library carries out in SQLite's place, answer as
/// SQLite does.
@Suite struct CheckpointPragmaTests {
    private let folder = TemporaryFolder()

    /// In which state a database is asked.
    enum State: String, CaseIterable {
        case withoutLog, withLog, moved, beingRead, attached, inTransaction
    }

    static let texts = [
        "PRAGMA wal_checkpoint", "pragma main.WAL_Checkpoint ( TRUNCATE ) ;", "PRAGMA wal_checkpoint=full",
        "PRAGMA \"main\".'wal_checkpoint'(\"restart\")", "-- move\nPRAGMA/**/[wal_checkpoint](nonsense)",
        "PRAGMA wal_checkpoint = -1", "PRAGMA other.wal_checkpoint", "PRAGMA missing.wal_checkpoint",
        "PRAGMA wal_checkpoint(", "PRAGMA wal_checkpoint)", "PRAGMA wal_checkpoint 1", "PRAGMA wal_checkpointer",
        "PRAGMA wal_autocheckpoint", "PRAGMA wal_autocheckpoint = 7", "PRAGMA wal_autocheckpoint(-3)",
        "PRAGMA wal_autocheckpoint = +8", "PRAGMA wal_autocheckpoint = none", "PRAGMA main.wal_autocheckpoint",
        ";PRAGMA wal_checkpoint", "\u{FEFF}PRAGMA wal_checkpoint", "/*;*/;PRAGMA wal_checkpoint(1.5)",
        "PRAGMA wal_autocheckpoint = 100.7", "PRAGMA wal_autocheckpoint = 1e2", "PRAGMA wal_autocheckpoint = 0x64",
        "PRAGMA wal_autocheckpoint = 100x", "PRAGMA wal_autocheckpoint(.5)", "PRAGMA wal_autocheckpoint = '12x'",
        "EXPLAIN PRAGMA wal_checkpoints", "PRAGMA wal_autocheckpoint = 99999999999",
        "EXPLAIN PRAGMA wal_autocheckpoint =\"7.5", "PRAGMA wal_checkpoint([full", "PRAGMA `wal_checkpoint",
        "PRAGMA wal_autocheckpoint = -none", "PRAGMA wal_autocheckpoint(-'7')", "PRAGMA wal_checkpoint(+full)",
        "PRAGMA wal_autocheckpoint = 7 .5", "PRAGMA wal_autocheckpoint = 7. 5", "PRAGMA wal_autocheckpoint = 7.",
        "PRAGMA wal_checkpoint = $full", "PRAGMA wal_autocheckpoint = $7", "PRAGMA wal_checkpoint([$full])",
        "PRAGMA wal_autocheckpoint = .5x", "PRAGMA wal_autocheckpoint = 7.5x", "PRAGMA wal_autocheckpoint = . 5",
        "PRAGMA wal_autocheckpoint = .", "PRAGMA wal_checkpoint = .full", "PRAGMA wal_autocheckpoint = 0x64.5",
        "PRAGMA wal_autocheckpoint/*",
        "PRAGMA wal_autocheckpoint = commit", "PRAGMA wal_autocheckpoint = \"commit\"", "PRAGMA wal_checkpoint = on",
        "PRAGMA wal_autocheckpoint == 77", "PRAGMA wal_checkpoint==full", "PRAGMA wal_autocheckpoint = = 7",
        "PRAGMA wal_autocheckpoint === 7",
        "PRAGMA wal_autocheckpoint = 1e5.5", "PRAGMA wal_autocheckpoint = 0x00000000000000064",
        "PRAGMA wal_autocheckpoint = 0x100000000000000064", "PRAGMA wal_autocheckpoint = 0x",
        "PRAGMA wal_autocheckpoint = '5-3'", "PRAGMA wal_autocheckpoint = '+6'", "PRAGMA wal_autocheckpoint = '0x64z'",
        "EXPLAIN QUERY PRAGMA wal_autocheckpoint = 8",
        // Only to Unicode the Kelvin sign is a K.
        "PRAGMA wal_chec\u{212A}point",
    ]

    private func database(_ name: String, _ state: State) throws -> FMDatabase {
        let database = FMDatabase.file(folder.file(name))
        database.maxBusyRetryTimeInterval = 0
        if state != .withoutLog { _ = try database.value("PRAGMA journal_mode = WAL", as: String.self) }
        try database.execute("CREATE TABLE t (a)")
        try database.execute("INSERT INTO t VALUES (1)")
        switch state {
        case .moved: try database.checkpoint(.passive)
        case .attached:
            try database.execute("ATTACH \(folder.file(name + "-other")) AS other")
            _ = try database.value("PRAGMA other.journal_mode = WAL", as: String.self)
            try database.execute("CREATE TABLE other.u (a)")
        case .inTransaction:
            #expect(database.beginImmediateTransaction())
            try database.execute("INSERT INTO t VALUES (2)")
        default: break
        }
        return database
    }

    private func answer(_ database: FMDatabase, _ sql: String) -> [String] {
        guard let rows = database.executeQuery(sql, withArgumentsIn: []) else { return [database.lastErrorMessage()] }
        var lines = [(0..<rows.columnCount).map { rows.columnName(for: $0) ?? "" }.joined(separator: "|")]
        while rows.next() {
            lines.append((0..<rows.columnCount).map { rows.string(forColumnIndex: $0) ?? "" }.joined(separator: "|"))
        }
        guard !database.hadError() else { return [database.lastErrorMessage()] }
        return lines
    }

    /// An old SQLite knows no byte order mark.
    @Test(
        arguments: texts.filter { SQLiteVersion.linked >= SQLiteVersion(3, 20) || !$0.hasPrefix("\u{FEFF}") },
        State.allCases)
    func theAnswerIsSQLites(sql: String, state: State) throws {
        let ours = try database("ours.db", state)
        let plain = try database("plain.db", state)
        let readers = [ours, plain].map { FMDatabase.file($0.databasePath ?? "") }
        var held: [FMResultSet] = []
        if state == .beingRead {
            held = try readers.map { try $0.query("SELECT a FROM t") }
            for rows in held { #expect(try rows.nextRow() != nil) }
            try ours.execute("INSERT INTO t VALUES (3)")
            try plain.execute("INSERT INTO t VALUES (3)")
        }
        // Twice: a compiled statement is carried out anew each time.
        for _ in 0..<2 {
            #expect(comparable(answer(ours, sql), sql) == comparable(RawSQL.run(plain, sql), sql), "\(state)")
        }
        held.forEach { $0.close() }
        for database in readers + [ours, plain] { database.close() }
    }

    /// The library's own hook is not SQLite's, which so answers 0 to the question for the number. And a log that has been
    /// moved gets a commit of the library's before it is started anew, so that it has another length.
    private func comparable(_ lines: [String], _ sql: String) -> [String] {
        if sql.hasSuffix("wal_autocheckpoint") { return lines.map { $0 == "0" ? "1000" : $0 } }
        guard sql.contains("restart"), let numbers = lines.last?.split(separator: "|"), numbers.count == 3 else {
            return lines
        }
        return [lines[0], "\(numbers[0]), \(numbers[1] == numbers[2] ? "all" : "not all") moved"]
    }

    // MARK: The number of pages

    private func logged() throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        try database.execute("CREATE TABLE t (a)")
        return database
    }

    /// How many frames the log has, and how many of them are moved.
    private func frames(_ database: FMDatabase) throws -> [FMEvent.Checkpoint] {
        let seen = Locked<[FMEvent.Checkpoint]>([])
        database.eventHandler = { event in
            if case .checkpoint(let checkpoint) = event { seen.withLock { $0.append(checkpoint) } }
        }
        try database.execute("INSERT INTO t VALUES (zeroblob(20000))")
        database.eventHandler = nil
        return seen.value
    }

    @Test func aCommitMovesTheLogAsSoonAsItIsLongEnough() throws {
        let database = try logged()
        #expect(try frames(database).isEmpty)
        #expect(try database.value("PRAGMA wal_autocheckpoint = 4", as: Int.self) == 4)
        let checkpoint = try #require(try frames(database).first)

        #expect(checkpoint.resultCode == .ok)
        #expect(try #require(checkpoint.logFrameCount) > 4)
        #expect(checkpoint.movedFrameCount == checkpoint.logFrameCount)
    }

    @Test func withTheNumber0NoCommitMovesTheLog() throws {
        let database = try logged()
        #expect(database.executeStatements("SELECT 1; PRAGMA wal_autocheckpoint = 4; SELECT 2"))
        #expect(try frames(database).count == 1)
        #expect(database.executeStatements("PRAGMA wal_autocheckpoint = 0"))
        #expect(try frames(database).isEmpty)
        #expect(try database.value("PRAGMA wal_autocheckpoint", as: Int.self) == 0)
    }

    @Test(arguments: ["EXPLAIN", "EXPLAIN QUERY PLAN"]) func toExplainSettingTheNumberSetsItHere(word: String) throws {
        let database = try logged()
        _ = answer(database, "\(word) PRAGMA wal_autocheckpoint = 5")
        #expect(try database.value("PRAGMA wal_autocheckpoint", as: Int.self) == 5)
        #expect(try frames(database).count == 1)
    }

    @Test func theNumberIsThatOfTheConnection() throws {
        let database = try logged()
        let other = FMDatabase.file(folder.file())
        try database.execute("PRAGMA wal_autocheckpoint = 4")
        #expect(try other.value("PRAGMA wal_autocheckpoint", as: Int.self) == 1000)
        #expect(try database.value("PRAGMA wal_autocheckpoint", as: Int.self) == 4)
    }

    // MARK: Texts with more than one statement

    @Test func whatFollowsInTheTextIsRefusedByTheModernCalls() throws {
        let database = try logged()
        let error = #expect(throws: FMError.self) { try database.rows("PRAGMA wal_checkpoint; SELECT 1", as: Int.self) }
        #expect(error?.resultCode == .misuse)
        #expect(try database.rows("PRAGMA wal_checkpoint; -- done", as: Int.self) == [0])
    }

    @Test func aScriptGetsItsRow() throws {
        let database = try logged()
        var rows: [[AnyHashable: Any]] = []
        let isDone = database.executeStatements("INSERT INTO t VALUES (1);;PRAGMA wal_checkpoint;\nSELECT 5 AS five") {
            row in
            rows.append(row)
            return 0
        }

        #expect(isDone)
        #expect(
            rows.map { $0.keys.compactMap { $0 as? String }.sorted() } == [["busy", "checkpointed", "log"], ["five"]])
        #expect(rows.first?["busy"] as? String == "0")
        #expect(rows.first?["log"] as? String == rows.first?["checkpointed"] as? String)
    }
}
