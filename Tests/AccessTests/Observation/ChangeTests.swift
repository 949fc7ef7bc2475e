import FMDB
import FMDBTestHelpers
import Testing

/// Which tables and rows are said to have changed.
@Suite struct ChangeTests {
    // MARK: Rows

    @Test(arguments: ChangeScene.Kind.allCases) func rowsAreReportedByTheirIDs(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        try scene.coordinator.here { database in
            try database.execute("INSERT INTO person (id, name) VALUES (7, 'cyd'), (8, 'dan')")
            try database.execute("UPDATE person SET age = 3 WHERE id = 1")
            try database.execute("DELETE FROM person WHERE id = 2")
        }
        let change = try await scene.pending()
        #expect(change.tables == ["person", "pet", "word"])
        #expect(change["PERSON"]?.inserted == .rows([7, 8]))
        #expect(change["main.person"]?.updated == .rows([1]))
        #expect(change["person"]?.deleted == .rows([2]))
        #expect(!change.schemaChanged)
        #expect(!change.isUnknown)
    }

    @Test func moreThan1024RowsAreTheWholeTable() async throws {
        let scene = try ChangeScene()
        let insert = "INSERT INTO marker WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
        try scene.coordinator.here { try $0.execute(FMSQL(raw: insert + "1024) SELECT i FROM n")) }
        #expect(try await scene.pending()["marker"]?.inserted == .rows(Set(1...1024)))
        try scene.coordinator.here { try $0.execute(FMSQL(raw: insert + "1025) SELECT i FROM n")) }
        let rows = try await scene.pending()["marker"]?.inserted
        #expect(rows == .wholeTable)
        #expect(rows?.contains(-5) == true)
    }

    @Test func aTableWithoutRowIDsIsReportedAsAWhole() async throws {
        let scene = try ChangeScene()
        #expect(try await scene.told { try $0.execute("INSERT INTO word VALUES ('z', 1)") } == "word: all inserted")
        #expect(try await scene.told { try $0.execute("UPDATE word SET person = 2") } == "word: all updated")
        #expect(try await scene.told { try $0.execute("DELETE FROM word WHERE text = 'z'") } == "word: all deleted")
        #expect(try await scene.told { try $0.execute("DELETE FROM word") } == "word: all deleted")
    }

    @Test func aDeletionOfAllRowsIsReported() async throws {
        let scene = try ChangeScene()
        #expect(try await scene.told { try $0.execute("DELETE FROM log") } == "")
        try scene.coordinator.here { try $0.execute("INSERT INTO log VALUES ('a'), ('b')") }
        #expect(try await scene.told { try $0.execute("DELETE FROM log") } == "log: 2 inserted, all deleted")
    }

    @Test func theRowsThatAReplacementRemovesMayBeAny() async throws {
        let scene = try ChangeScene()
        let told = try await scene.told { try $0.execute("REPLACE INTO person (id, name) VALUES (9, 'bob')") }
        #expect(told == "person: 1 inserted, all deleted; pet: 1 deleted; word: all deleted")
    }

    @Test func aConstraintThatReplacesIsSeenInTheSchema() async throws {
        let scene = try ChangeScene()
        _ = try await scene.told {
            try $0.execute("CREATE TABLE slot (id INTEGER PRIMARY KEY, n UNIQUE ON CONFLICT REPLACE)")
        }
        #expect(
            try await scene.told { try $0.execute("INSERT INTO slot VALUES (1, 5)") } == "slot: 1 inserted, all deleted"
        )
    }

    @Test func aConstraintThatReplacesIsSeenWhereLikeIsCaseSensitive() async throws {
        let scene = try ChangeScene()
        _ = try await scene.told {
            try $0.execute("PRAGMA case_sensitive_like = ON")
            // Nor do the client's own functions matter.
            for name in ["lower", "instr", "like"] {
                try $0.addFunction(name, argumentCount: name == "lower" ? 1 : 2) { _ in .integer(0) }
            }
            try $0.execute("CREATE TABLE slot (id INTEGER PRIMARY KEY, n UNIQUE ON CONFLICT REPLACE)")
        }
        #expect(
            try await scene.told { try $0.execute("INSERT INTO slot VALUES (1, 5)") } == "slot: 1 inserted, all deleted"
        )
    }

    @Test func anUpdateOfAPrimaryKeyIsOfAnyRow() async throws {
        let scene = try ChangeScene()
        _ = try await scene.told { try $0.execute("DELETE FROM word") }
        #expect(
            try await scene.told { try $0.execute("UPDATE person SET id = 11 WHERE id = 2") }
                == "person: all updated; pet: 1 updated")
        #expect(try await scene.told { try $0.execute("UPDATE log SET line = 1") } == "")
    }

    /// The second statement has the full-text table write what it holds back.
    @Test(
        .enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 20)),
        arguments: ["UPDATE OR ABORT person SET name = name || '!' WHERE id < 0", "DELETE FROM person WHERE id < 0"])
    func whatAFullTextTableHoldsBackIsNoChangeOfOtherTables(sql: String) async throws {
        let scene = try ChangeScene()
        _ = try await scene.told { try $0.execute("CREATE VIRTUAL TABLE f USING fts5(a)") }
        for _ in 0..<2 {
            try scene.coordinator.transactionHere { db in
                try db.execute("INSERT INTO f VALUES ('text')")
                try db.execute(FMSQL(raw: sql))
            }
            let change = try await scene.pending()
            #expect(change["f"]?.inserted == .wholeTable)
            #expect(!change.tables.contains("person"), "\(change)")
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 20)))
    func whatIsChangedWhileAFullTextTableWritesIsReported() async throws {
        let scene = try ChangeScene()
        _ = try await scene.told { try $0.execute("CREATE VIRTUAL TABLE f USING fts5(a)") }
        try scene.coordinator.here { try $0.execute("INSERT INTO logged VALUES (1), (2)") }
        _ = try await scene.pending()
        try scene.coordinator.transactionHere { db in
            try db.execute("INSERT INTO f VALUES ('text')")
            try db.execute("UPDATE OR ABORT person SET name = name || '!' WHERE id = 1")
            try db.execute("INSERT INTO f VALUES ('text')")
            try db.execute("UPDATE OR ABORT word SET person = 2 WHERE text = 'x'")
            try db.execute("INSERT INTO f VALUES ('text')")
            try db.execute("DELETE FROM logged")
        }
        let change = try await scene.pending()
        #expect(change["person"]?.updated == .rows([1]))
        #expect(change["word"]?.updated == .wholeTable)
        #expect(change["logged"]?.deleted == .wholeTable)
    }

    @Test func whatAForeignKeyTakesAlongIsReported() async throws {
        let scene = try ChangeScene()
        #expect(
            try await scene.told { try $0.execute("DELETE FROM person WHERE id = 1") }
                == "person: 1 deleted; pet: 2 deleted; word: all deleted")
    }

    @Test func whatATriggerDoesIsReported() async throws {
        let scene = try ChangeScene()
        #expect(
            try await scene.told { try $0.execute("INSERT INTO logged VALUES (1)") }
                == "log: 1 inserted; logged: 1 inserted")
    }

    @Test func aTriggerThatComesLaterIsNoticed() async throws {
        let scene = try ChangeScene()
        let insert: FMSQL = "INSERT INTO marker VALUES (1)"
        try scene.coordinator.here { try $0.execute(insert) }
        let other = try scene.another()
        try other.here {
            try $0.execute(
                "CREATE TRIGGER late AFTER INSERT ON marker BEGIN INSERT INTO word VALUES (random(), 1); END")
        }
        _ = try await scene.pending()
        try scene.coordinator.here { try $0.execute(insert) }
        #expect(try await scene.pending()["word"]?.inserted == .wholeTable)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 24))) func anUpsertIsOneOrTheOther() async throws {
        let scene = try ChangeScene()
        let upsert: FMSQL = "INSERT INTO person (name) VALUES ('ann') ON CONFLICT (name) DO UPDATE SET age = 5"
        #expect(try await scene.told { try $0.execute(upsert) } == "person: 1 updated")
        let nothing: FMSQL = "INSERT INTO person (name) VALUES ('ann') ON CONFLICT DO NOTHING"
        #expect(try await scene.told { try $0.execute(nothing) } == "")
    }

    @Test func aViewWithATriggerChangesItsTables() async throws {
        let scene = try ChangeScene()
        _ = try await scene.told {
            try $0.execute("CREATE VIEW elder AS SELECT * FROM person")
            try $0.execute(
                "CREATE TRIGGER e INSTEAD OF INSERT ON elder BEGIN INSERT INTO person (name) VALUES (new.name); END")
        }
        #expect(
            try await scene.told { try $0.execute("INSERT INTO elder (name) VALUES ('eve')") } == "person: 1 inserted")
    }

    @Test func aFullTextTableIsReportedAsAWhole() async throws {
        let scene = try ChangeScene()
        _ = try await scene.told { try $0.execute("CREATE VIRTUAL TABLE text USING fts4(body)") }
        try scene.coordinator.here { try $0.execute("INSERT INTO text VALUES ('hello')") }
        #expect(try await scene.pending()["text"]?.inserted == .wholeTable)
        try scene.coordinator.here { try $0.execute("DELETE FROM text") }
        #expect(try await scene.pending()["text"]?.deleted == .wholeTable)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aStatementThatReturnsRowsIsReportedWhenItEnds()
        async throws
    {
        let scene = try ChangeScene()
        try scene.coordinator.here { database in
            let rows = try database.query("INSERT INTO log VALUES ('a'), ('b') RETURNING line")
            #expect(try rows.nextRow() != nil)
            rows.close()
        }
        #expect(try await scene.told() == "log: 2 inserted")
    }

    /// Whether rows of such a table are reported is asked by names of columns that it has not.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func whatTheLibraryAsksLeavesNoError() throws {
        let scene = try ChangeScene()
        try scene.coordinator.here { database in
            try database.execute("CREATE TABLE label (word TEXT PRIMARY KEY) WITHOUT ROWID")
            let rows = try database.query("INSERT INTO label VALUES ('a'), ('b') RETURNING word")
            #expect(try rows.nextRow() != nil)
            rows.close()
            #expect(database.lastErrorCode() == 0)
            #expect(!database.hadError())
        }
    }

    // MARK: The schema

    @Test func aChangeOfTheSchemaIsReported() async throws {
        let scene = try ChangeScene()
        #expect(try await scene.told { try $0.execute("CREATE INDEX i ON person (age)") } == "schema changed")
        #expect(
            try await scene.told { try $0.execute("ALTER TABLE log ADD COLUMN n") }
                == "log: all updated; schema changed")
        #expect(
            try await scene.told { try $0.execute("CREATE TABLE copy AS SELECT * FROM person") }
                == "copy: all updated; schema changed")
        #expect(
            try await scene.told { try $0.execute("DROP TABLE copy") }
                == "copy: all updated, all deleted; schema changed")
        #expect(try await scene.told { try $0.execute("PRAGMA user_version = 3") } == "schema changed")
    }

    @Test func aTableThatExistsAlreadyIsNoChange() async throws {
        let scene = try ChangeScene()
        let create: FMSQL = "CREATE TABLE IF NOT EXISTS person (id)"
        #expect(try await scene.told { try $0.execute(create) } == "")
        #expect(
            try await scene.told { database in
                try database.withTransaction {
                    try database.execute(create)
                    try database.execute("INSERT INTO log VALUES (1)")
                }
            } == "log: 1 inserted")
    }

    @Test func aVacuumChangesNothing() async throws {
        let scene = try ChangeScene()
        #expect(try await scene.told { try $0.execute("VACUUM") } == "")
    }

    // MARK: Spellings

    @Test func changesByEveryCallAreReported() async throws {
        let scene = try ChangeScene()
        let spellings: [(FMDatabase) throws -> Void] = [
            { $0.executeUpdate("INSERT INTO log VALUES (?)", withArgumentsIn: [1]) },
            { try $0.executeUpdate("INSERT INTO log VALUES (?)", values: [1]) },
            { $0.executeUpdate("INSERT INTO log VALUES (:a)", withParameterDictionary: ["a": 1]) },
            { $0.executeStatements("SELECT 1; INSERT INTO log VALUES (1); SELECT 2") },
            { $0.executeStatements("INSERT INTO log VALUES (1)") { _ in 0 } },
            { try $0.execute("INSERT INTO log VALUES (\(1))") },
            { try $0.execute("INSERT INTO log VALUES (?)", 1) },
            { try $0.executeMany("INSERT INTO log VALUES (?)", [1]) },
            { try $0.forEachRow("INSERT INTO log VALUES (1)") { _ in } },
            { _ = $0.executeQuery("INSERT INTO log VALUES (1)", withArgumentsIn: [])?.next() },
        ]
        for (number, spelling) in spellings.enumerated() {
            #expect(try await scene.told(spelling) == "log: 1 inserted", "spelling \(number)")
            #expect(try await scene.told(spelling) == "log: 1 inserted", "spelling \(number), once more")
        }
    }

    @Test func aStatementThatWasCachedBeforeIsHeard() async throws {
        let folder = TemporaryFolder()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let delete: FMSQL = "DELETE FROM t"
        try queue.here { database in
            try database.execute("CREATE TABLE t (a)")
            try database.execute("INSERT INTO t VALUES (1)")
            try database.execute(delete)
            try database.execute("INSERT INTO t VALUES (1)")
        }
        let changes = queue.changes(in: "t").makeAsyncIterator()
        try queue.here { try $0.execute(delete) }
        #expect(await changes.next()?["t"]?.deleted == .wholeTable)
    }

    @Test func aBackupThatIsReadIntoADatabaseIsUnknown() async throws {
        let folder = TemporaryFolder()
        FMDatabase.file(folder.file()).executeStatements("CREATE TABLE t (a)")
        let queue = FMDatabaseQueue()
        let changes = queue.changes(in: "other").makeAsyncIterator()
        #expect(try queue.here { $0.read(fromFile: folder.file()) })
        let change = try #require(await changes.next())
        #expect(change.isUnknown)
        #expect(change.schemaChanged)
        #expect(change.mayConcern("t"))
    }

    @Test func aBackupThatIsWrittenIntoAFileIsUnknownToItsQueue() async throws {
        let scene = try ChangeScene()
        let memory = FMDatabase.memory()
        memory.executeStatements("CREATE TABLE t (a)")
        #expect(memory.write(toFile: scene.folder.file()))
        #expect(try await scene.pending().isUnknown)
    }

    @Test func aFunctionThatWritesIsHeard() async throws {
        let scene = try ChangeScene()
        try scene.coordinator.here { database in
            database.makeFunctionNamed("note", arguments: 0) { [unowned database] _, _, _ in
                _ = try? database.execute("INSERT INTO log VALUES (1)")
            }
            _ = try? database.rows("SELECT note() FROM person", as: Int?.self)
        }
        #expect(try await scene.told() == "log: 2 inserted")
    }
}
