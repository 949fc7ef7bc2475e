import FMDB
import FMDBTestHelpers
import Foundation
import Testing

/// What errors say to do, where SQLite only says what is the matter.
@Suite struct AdviceTests {
    private let folder = TemporaryFolder()
    private let db = FMDatabase.memory()

    private func reason(_ db: FMDatabase? = nil, _ body: (FMDatabase) throws -> Void) -> String {
        thrown { try body(db ?? self.db) }?.localizedFailureReason ?? ""
    }

    // MARK: Parameters

    @Test func aValueInterpolatedWithinQuotesIsToldToGoWithoutThem() throws {
        try db.execute("CREATE TABLE t (a)")
        let name = "ann"
        let refused = [
            thrown { try db.execute("INSERT INTO t VALUES ('\(name)')") },
            thrown { try db.rows("SELECT a FROM t WHERE a LIKE '%\(name)%'", as: String.self) },
            thrown { try db.value("SELECT \"\(name)\" FROM t", as: String.self) },
            thrown { try db.execute("INSERT INTO t VALUES ('?')", name) },
        ]
        for error in refused {
            #expect(error?.resultCode == .range)
            #expect(error?.message.contains(", so remove the quotes") == true, "\(error?.message ?? "")")
        }
        let named = thrown { try db.execute(FMSQL(raw: "INSERT INTO t VALUES (':name')", arguments: ["name": 1])) }
        #expect(named?.message.hasSuffix(", so remove the quotes") == true, "\(named?.message ?? "")")
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func aWrongNumberOfValuesIsNoMatterOfQuotes() {
        #expect(thrown { try db.execute("SELECT ?", 1, 2) }?.message == "expected 1 value, got 2")
        #expect(thrown { try db.execute("SELECT 'a?', ?, ?", 1) }?.message == "expected 2 values, got 1")
        let named = thrown { try db.execute(FMSQL(raw: "SELECT 'a', :b", arguments: ["b": 1, "a": 2])) }
        #expect(named?.message == "the statement has no parameter named a")
    }

    @Test func aNameGivenWithItsColonIsToldToGoWithoutIt() {
        let values: [AnyHashable: Any] = [":a": 1]
        #expect(!db.executeUpdate("SELECT 1 WHERE :a = 2", withParameterDictionary: values))
        #expect(db.lastErrorMessage().hasSuffix("names are given without the :"), "\(db.lastErrorMessage())")
        #expect(db.executeQuery("SELECT :a", withParameterDictionary: [":a": 1]) == nil)
        #expect(db.lastErrorMessage().hasSuffix("names are given without the :"), "\(db.lastErrorMessage())")
        for prefix in [":", "@", "$"] {
            let error = thrown { try db.execute(FMSQL(raw: "SELECT \(prefix)a", arguments: [prefix + "a": 1])) }
            #expect(
                error?.message.hasSuffix("names are given without the \(prefix)") == true, "\(error?.message ?? "")")
        }
        #expect(!db.executeUpdate("SELECT 1 WHERE @a = 2", withParameterDictionary: ["a": 1]))
        #expect(db.lastErrorMessage().contains("begin with a colon"), "\(db.lastErrorMessage())")
    }

    @Test func ofANaNIsSaidThatItBecomesNull() throws {
        try db.execute("CREATE TABLE t (a REAL NOT NULL, b)")
        let forms: [() throws -> Void] = [
            { try db.execute("INSERT INTO t VALUES (\(Double.nan), 1)") },
            { try db.execute("INSERT INTO t VALUES (?, ?)", Double.nan, 1) },
            { try db.executeUpdate("INSERT INTO t VALUES (?, 1)", values: [Double.nan]) },
            { try db.executeUpdate("INSERT INTO t VALUES (?, 1)", values: [Float.nan]) },
            { try db.executeUpdate("INSERT INTO t VALUES (?, 1)", values: [NSNumber(value: Double.nan)]) },
        ]
        for form in forms {
            let error = thrown(form)
            #expect(error?.message == "NOT NULL constraint failed: t.a")
            #expect(error?.localizedFailureReason == "a value is NaN, which SQLite stores as NULL")
        }
        #expect(reason { try $0.execute("INSERT INTO t VALUES (?, 1)", Double?.none) } == "")
    }

    @Test func aQuestionMarkThatIsNoValueIsTold() throws {
        try db.execute("CREATE TABLE faq (a, b)")
        let table = "faq"
        #expect(reason { _ = try $0.value("SELECT count(*) FROM \(table)", as: Int.self) }.contains("identifier:"))
        #expect(
            thrown { try db.execute("INSERT INTO faq VALUES ('Why?', ?)", "a", "b", "c") }?.message
                == "expected 1 value, got 3")
        let text = "x"
        let error = thrown { try db.rows("SELECT a FROM faq WHERE a LIKE '%\(text)%'", as: String.self) }
        #expect(error?.message.hasSuffix("remove the quotes, and put the % into the value") == true)
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func aSearchThatAPersonTypedIsToldOfItsPattern() throws {
        try db.execute("CREATE VIRTUAL TABLE found USING fts5 (a)")
        let typed = "c++ (begin"
        #expect(
            reason { _ = try $0.rows("SELECT a FROM found WHERE found MATCH \(typed)", as: String.self) }.contains(
                "FMSearchPattern(typed:)"))
    }

    // MARK: Tables and rows

    @Test func aMissingTableNamesTheOpenFile() throws {
        let path = folder.file("other.db")
        let file = FMDatabase.file(path)
        #expect(
            reason(file) { try $0.execute("INSERT INTO person VALUES (1)") }.contains("\(path), which is empty;"))
        try file.execute("CREATE TABLE car (a)")
        let text = reason(file) { _ = try $0.rows("SELECT a FROM main.person", as: Int.self) }
        #expect(text.contains("the open file is \(path);") && text.contains("createTable"), "\(text)")
        #expect(!file.executeUpdate("DELETE FROM person", withArgumentsIn: []))
        #expect(file.lastErrorMessage() == "no such table: person")
        #expect((file.lastError() as? FMError)?.localizedFailureReason == text)
        #expect(reason { try $0.execute("DELETE FROM person") }.contains("in memory"))
        try file.execute("ATTACH ':memory:' AS aux")
        #expect(reason(file) { try $0.execute("DELETE FROM aux.person") } == "")
    }

    @Test func aMissingTableNamesThoseThatAreThere() throws {
        let path = folder.file("other.db")
        let file = FMDatabase.file(path)
        try file.execute("PRAGMA user_version = 1")
        #expect(reason(file) { try $0.execute("DELETE FROM notes") }.contains("\(path); it has no tables;"))
        for name in ["zoo", "b", "a", "c", "d", "Note"] { try file.execute("CREATE TABLE \(identifier: name) (a)") }
        try file.execute("CREATE VIEW e AS SELECT 1")
        let text = reason(file) { try $0.execute("DELETE FROM notes") }
        #expect(text.contains("\(path); its tables are Note, a, b, c, d and 2 others;"), "\(text)")
        // What was asked is not what has failed.
        #expect(!file.executeUpdate("DELETE FROM main.notes", withArgumentsIn: []))
        #expect(file.lastErrorMessage() == "no such table: main.notes" && file.lastErrorCode() == 1)
        #expect(!file.executeStatements("SELECT 1; DELETE FROM \"odd \"\"name\"; SELECT 2"))
        #expect(file.lastErrorMessage() == "no such table: odd \"name" && file.lastErrorCode() == 1)
        try db.execute("CREATE TABLE t (a)")
        #expect(reason { try $0.execute("DELETE FROM person") }.contains("; its tables are t;"))
    }

    @Test(arguments: [
        ("SELECT a FROM t WHER b > 1", "is WHER before it a misspelt WHERE?"),
        ("SELECT a FORM t WHERE a = 1", "is FORM before it a misspelt FROM?"),
        ("SELECT a FROM t gruop BY a", "is gruop before it a misspelt GROUP?"),
        ("SELECT a FROM t ODER BY a", "is ODER before it a misspelt ORDER?"),
        ("SELCT a FROM t", "is SELCT a misspelt SELECT?"), ("INSRET INTO t VALUES (1)", "is INSRET a misspelt INSERT?"),
        ("UDPATE t SET a = 1", "is UDPATE a misspelt UPDATE?"), ("DELTE FROM t", "is DELTE a misspelt DELETE?"),
        ("INSERT INTO orders VALUE (1)", "is VALUE a misspelt VALUES?"),
        ("SELECT a FROM \"WHER\" b c", ""), ("SELECT a FROM orders b c", ""),
        (
            "SELECT a FROM t WHERE",
            "the SQL is incomplete after \"SELECT a FROM t WHERE\"; write a value as \\(value), or as ? with an argument"
        ),
        ("SELECT a FROM t \"WHER\" a = 1", ""), ("nonsense", ""),
        ("CREATE TABLE order (a)", "ORDER is a keyword: write it in double quotes to use it as a name"),
        ("CREATE TABLE t (a, Group TEXT)", "GROUP is a keyword: write it in double quotes to use it as a name"),
        ("SELECT a, FROM t", ""), ("SELECT * FROM WHERE a = 1", ""),
        ("INSERT INTO t VALUES ('O'Brien', 1)", "an apostrophe ends the string literal before it: bind the value"),
        ("SELECT 'a' b c", ""), ("INSERT INTO t VALUES (1, DEFAULT)", ""),
        ("SELECT a FROM t GROUP BY a, ORDER BY b", ""),
        ("SELECT a, b, LIMIT 3", ""), ("CREATE TABLE t (a, INDEX i (a))", ""), ("SELECT a FROM LIMIT 5", ""),
        ("CREATE TABLE t (a, limit INTEGER)", "LIMIT is a keyword: write it in double quotes to use it as a name"),
    ])
    func theMistakeOfASyntaxErrorIsTold(_ sql: String, _ expected: String) throws {
        // An older SQLite does not say that a text ends too soon.
        let isTold = SQLiteVersion.linked >= SQLiteVersion(3, 25) || !expected.hasPrefix("the SQL is incomplete after")
        #expect(reason { try $0.execute(FMSQL(raw: sql)) } == (isTold ? expected : ""))
    }

    @Test func aFunctionOfAnotherConnectionIsSaidToBe() throws {
        #expect(
            reason { _ = try $0.value("SELECT initial('a')", as: String.self) }.contains("Configuration.configure")
        )
    }

    @Test func aColumnThatIsThereIsSaidToBeTheModelsOfToday() throws {
        try db.execute("CREATE TABLE t (a)")
        #expect(
            reason { try $0.execute("ALTER TABLE t ADD COLUMN a") }
                .hasPrefix("the table already has this column; createTable"))
        #expect(reason { try $0.execute("CREATE TABLE u (a, a)") } == "")
    }

    @Test func aTableThatACopyLacksIsSaidToBeInTheLog() throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.execute("CREATE TABLE note (a)")
        try FileManager.default.copyItem(atPath: folder.file(), toPath: folder.file("copy.db"))
        let copy = FMDatabase(path: folder.file("copy.db"))
        #expect(copy.open())
        #expect(reason(copy) { try $0.execute("DELETE FROM note") }.contains("lacks those in its -wal file:"))
    }

    @Test func theFormOfADateIsTold() throws {
        let error = thrown { try db.rows("SELECT '2026-05-18'", as: Date.self) }
        #expect(
            error?.localizedDescription.contains("not a valid Date, which is stored in seconds") == true,
            "\(error as Any)")
    }

    @Test func aCodeIsCaughtAsAPattern() throws {
        try db.execute("CREATE TABLE t (a UNIQUE)")
        try db.execute("INSERT INTO t VALUES (1)")
        var caught: [String] = []
        for sql in ["INSERT INTO t VALUES (1)", "nonsense"] {
            do {
                try db.execute(FMSQL(raw: sql))
            } catch FMResultCode.busy {
                caught.append("busy")
            } catch FMResultCode.constraint {
                caught.append("constraint")
            } catch {
                caught.append("other")
            }
        }
        do { throw CocoaError(.fileNoSuchFile) } catch FMResultCode.error { caught.append("error") } catch {}
        #expect(caught == ["constraint", "other"])
    }

    @Test func aRowOfAnUpdateIsTheLastMessage() throws {
        #expect(!db.executeUpdate("SELECT 1", withArgumentsIn: []))
        #expect(db.lastErrorMessage() == "the statement returned a row; use a query for it")
        #expect(db.lastErrorCode() == 0 && !db.hadError())
        #expect(db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: []))
        #expect(db.lastErrorMessage() == "not an error")
    }

    @Test func aReasonIsNotThatOfALaterError() throws {
        db.executeUpdate("DELETE FROM person", withArgumentsIn: [])
        db.executeUpdate("nonsense", withArgumentsIn: [])
        #expect((db.lastError() as? FMError)?.localizedFailureReason == nil)
    }

    @Test(arguments: ["id INTEGER PRIMARY KEY", "id TEXT PRIMARY KEY", "id UNIQUE"])
    func aTakenKeyPointsToTheRowThatHasIt(_ column: String) throws {
        try db.execute("CREATE TABLE t (\(raw: column))")
        try db.execute("INSERT INTO t VALUES (1), (2)")
        let insertion = reason { try $0.execute("INSERT INTO t VALUES (1)") }
        #expect(insertion.contains("already") && insertion.contains("ON CONFLICT"), "\(insertion)")
        #expect(insertion.contains(column.contains("UNIQUE") ? "save(_:by:)" : "as save and upsert"), "\(insertion)")
        let update = reason { try $0.execute("UPDATE t SET id = 1 WHERE id = 2") }
        #expect(update.contains("already") && !update.contains("ON CONFLICT"), "\(update)")
    }

    // MARK: Files and queues

    @Test func aTildeIsSaidNotToBeExpanded() throws {
        for path in ["~/fmdb-no-such-folder/x.db", "~nobody/x.db", folder.file("~/x.db")] {
            let db = FMDatabase(path: path)
            db.logsErrors = false
            #expect(!db.open())
            let text = (db.lastError() as? FMError)?.localizedFailureReason ?? ""
            #expect(
                text.hasPrefix("\(path): the folder does not exist") && text.contains("NSHomeDirectory()"), "\(text)")
        }
    }

    @Test func aNestedBlockPointsToItsDatabase() throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        let text = thrown { try queue.withDatabase { _ in try queue.withDatabase { _ in } } }?.localizedFailureReason
        #expect(text == "inside a block, use the db that it receives")
    }
}
