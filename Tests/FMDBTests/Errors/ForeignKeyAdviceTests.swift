import FMDB
import FMDBTestHelpers
import Testing

/// Which foreign key it is that a statement violates.
@Suite struct ForeignKeyAdviceTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("PRAGMA foreign_keys = 1")
        #expect(
            db.executeStatements(
                """
                CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
                CREATE TABLE shelf (room INTEGER, place INTEGER, PRIMARY KEY (room, place));
                CREATE TABLE book (
                    id INTEGER PRIMARY KEY, author INTEGER REFERENCES author, pen TEXT REFERENCES author (name),
                    "the room" INTEGER, place INTEGER, FOREIGN KEY ("the room", place) REFERENCES shelf);
                INSERT INTO author VALUES (1, 'ann'), (2, 'bob');
                INSERT INTO shelf VALUES (1, 1);
                INSERT INTO book VALUES (1, 1, 'ann', 1, 1);
                """))
    }

    private func reason(_ sql: FMSQL, _ location: SourceLocation = #_sourceLocation) -> String {
        let error = thrown { try db.execute(sql) }
        #expect(error?.extendedCode == .constraintForeignKey, sourceLocation: location)
        #expect(error?.message == "FOREIGN KEY constraint failed", sourceLocation: location)
        return error?.localizedFailureReason ?? ""
    }

    private static let author = "book.author refers to author.id, but author has no row with 7: insert that row first"

    @Test func aMissingParentIsNamedWithItsNumber() throws {
        let (number, none) = (7, Int?.none)
        #expect(reason("INSERT INTO book (id, author) VALUES (2, \(number))") == Self.author)
        #expect(reason("INSERT INTO book VALUES (2, 7, NULL, NULL, NULL)") == Self.author)
        #expect(reason("REPLACE INTO main.book (author, id) VALUES (\(number), \(none))") == Self.author)
        #expect(reason("INSERT OR IGNORE INTO \"book\" ([author]) VALUES (\(1)), (\(number)), (9)") == Self.author)
        #expect(reason("UPDATE book SET pen = NULL, author = \(number) WHERE id = 1") == Self.author)
        #expect(reason("UPDATE OR ABORT main.book SET author = 7 WHERE id IN (SELECT 1)") == Self.author)
        #expect(reason("WITH x AS (SELECT 1) INSERT INTO book (author) VALUES (7) -- a comment") == Self.author)
        #expect(reason("INSERT INTO book (author) VALUES (-7)").contains("no row with -7"))
        #expect(try db.value("SELECT count(*) FROM book", as: Int.self) == 1)
    }

    @Test(.enabled(if: SandboxScene.isPossible)) func aStrangerIsNotToldOfIt() throws {
        defer { db.close() }
        let number = 7
        var failure: FMError?
        try db.addFunction("write", options: .innocuous) { [db] (_: Int) throws -> Int in
            failure = thrown { try db.execute("INSERT INTO book (id, author) VALUES (2, \(number))") }
            return 0
        }
        // Compiled before, it is not asked for by the sandbox.
        for _ in 1...3 { #expect(reason("INSERT INTO book (id, author) VALUES (2, \(number))") == Self.author) }
        _ = try db.readUntrusted("SELECT write(1)", in: FMSandbox(tables: [:]))
        #expect(failure?.extendedCode == .constraintForeignKey)
        #expect(failure?.localizedFailureReason == nil)
    }

    @Test func aTextIsNotShown() {
        let (name, large) = ("s3cr3t", String(repeating: "s3cr3t", count: 20_000))
        let text = reason("INSERT INTO book (author, pen) VALUES (1, \(name))")
        #expect(text == "book.pen refers to author.name, but author has no row with this value: insert that row first")
        #expect(!reason("INSERT INTO book (author, pen) VALUES (1, \(large))").contains("s3cr3t"))
    }

    @Test func aKeyOfSeveralColumnsIsNamed() {
        #expect(
            reason("INSERT INTO book (\"the room\", place, author) VALUES (1, 9, 1)")
                == "book.the room, place refers to shelf.room, place, but shelf has no row with this value: insert that row first"
        )
    }

    @Test func aRowThatIsStillReferredToIsNamed() throws {
        let (name, text) = ("ann", "book.author refers to author.id, and rows of book have 1: ")
        #expect(reason("DELETE FROM author").hasPrefix(text))
        #expect(reason("DELETE FROM author WHERE name = \(name)").hasPrefix(text))
        // Signs of two characters stay together.
        #expect(reason("DELETE FROM author WHERE id <= 1 AND name || '' <> 'bob'").hasPrefix(text))
        #expect(
            reason("DELETE FROM shelf").hasPrefix("book.the room, place refers to shelf.room, place, and rows of book"))
        #expect(reason("UPDATE author SET id = 9 WHERE id = \(1)").hasPrefix(text))
        #expect(reason("DROP TABLE IF EXISTS author").hasPrefix(text))
        #expect(try db.value("SELECT count(*) FROM author", as: Int.self) == 2)
    }

    @Test func whatCannotBeKnownIsSaidToBeSo() throws {
        let text = reason("INSERT INTO book (author) SELECT 7")
        #expect(text.contains("book.author refers to author.id"))
        #expect(text.hasSuffix("which of them fails, and for which value, is unknown"))
        try db.execute("CREATE TABLE log (a)")
        try db.execute(
            "CREATE TRIGGER note AFTER INSERT ON log BEGIN INSERT INTO book (author) VALUES (new.a); END")
        #expect(reason("INSERT INTO log VALUES (7)") == Self.unknown)
        try db.execute("CREATE TRIGGER again AFTER INSERT ON author BEGIN INSERT INTO book (author) VALUES (99); END")
        #expect(reason("INSERT INTO author VALUES (8, 'z')") == Self.unknown)
    }

    private static let unknown = "the violated foreign key is unknown"

    @Test func aFunctionOfTheAppIsNotCalledAgain() throws {
        let calls = Locked(0)
        db.makeFunctionNamed("audit", arguments: 1) { [unowned db] context, _, _ in
            calls.withLock { $0 += 1 }
            db.resultInt(1, context: context)
        }
        #expect(reason("DELETE FROM author WHERE audit(id)") == Self.unknown)
        #expect(calls.value == 2)
    }

    @Test func aStatementBehindWithIsRead() {
        #expect(reason("WITH x AS (SELECT 1) UPDATE book SET author = 7") == Self.author)
        #expect(reason("WITH g AS (SELECT 1) DELETE FROM author WHERE id IN g") == Self.unknown)
    }

    @Test func rowsOfOneStatementAreParentsOfEachOther() throws {
        try db.execute("CREATE TABLE node (id INTEGER PRIMARY KEY, parent REFERENCES node)")
        let text = "node.parent refers to node.id, but node has no row with 99: insert that row first"
        #expect(reason("INSERT INTO node VALUES (1, NULL), (2, 1), (3, 99)") == text)
        #expect(reason("INSERT INTO node VALUES (5, 5), (6, 99)") == text)
        #expect(!reason("INSERT INTO node (parent) VALUES (1), (99)").contains("has no row"))
        try db.execute("INSERT INTO node VALUES (1, NULL), (2, 1), (3, 2)")
        #expect(!reason("DELETE FROM node WHERE id < 3").contains("delete or change"))
    }

    @Test func anotherSchemaAndADeferredKeyAreNotJudged() throws {
        try db.execute("ATTACH ':memory:' AS aux")
        try db.execute("CREATE TABLE aux.author (id INTEGER PRIMARY KEY)")
        try db.execute("CREATE TABLE aux.book (author REFERENCES author)")
        #expect(reason("INSERT INTO aux.book VALUES (1)") == Self.unknown)
        try db.execute("CREATE TABLE pair (a REFERENCES author DEFERRABLE INITIALLY DEFERRED, b REFERENCES author)")
        #expect(reason("INSERT INTO pair VALUES (8, 9)") == Self.unknown)
    }

    @Test func aDeferredKeyPointsToItsCheck() throws {
        try db.execute("CREATE TABLE late (a REFERENCES author DEFERRABLE INITIALLY DEFERRED)")
        try db.execute("BEGIN")
        try db.execute("INSERT INTO late VALUES (7)")
        #expect(reason("COMMIT").contains("foreign_key_check"))
        #expect(try db.value("PRAGMA foreign_key_check", as: String.self) == "late")
        try db.execute("ROLLBACK")
    }

    @Test(arguments: [false, true]) func theStateOfTheConnectionIsThatOfTheFailure(isCached: Bool) throws {
        db.shouldCacheStatements = isCached
        let sql = "INSERT INTO book (author) VALUES (?)"
        #expect(!db.executeUpdate(sql, withArgumentsIn: [7]))
        #expect(db.lastErrorCode() == 19)
        #expect(db.lastExtendedErrorCode() == 787)
        #expect(db.lastErrorMessage() == "FOREIGN KEY constraint failed")
        #expect((db.lastError() as? FMError)?.localizedFailureReason == Self.author)
        #expect(db.executeUpdate(sql, withArgumentsIn: [2]))
        #expect(db.lastErrorCode() == 0)
        let rows = db.executeQuery(sql, withArgumentsIn: [7])
        #expect(rows?.next() == false)
        #expect(db.lastErrorMessage() == "FOREIGN KEY constraint failed")
        let prepared = db.prepare(sql)
        #expect(prepared.bind(with: [7]))
        #expect(thrown { try prepared.stepWithError() }?.localizedFailureReason == Self.author)
        #expect(prepared.bind(with: [1]))
        #expect(prepared.step())
        prepared.close()
    }

    @Test func aTransactionGoesOnAfterIt() throws {
        try db.withTransaction {
            try db.execute("INSERT INTO author VALUES (3, 'cid')")
            #expect(thrown { try db.execute("INSERT INTO book (author) VALUES (7)") } != nil)
            try db.execute("INSERT INTO book (author) VALUES (3)")
        }
        #expect(try db.value("SELECT count(*) FROM book", as: Int.self) == 2)
    }
}
