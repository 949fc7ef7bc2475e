import FMDB
import FMDBTestHelpers
import Testing

/// Values that are too few, too many, too big or of the wrong kind, and texts of extreme shapes.
@Suite struct BadValueTests {
    private let database: FMDatabase

    init() throws {
        database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (a, b)")
    }

    private func isEmpty() throws -> Bool {
        try database.value("SELECT count(*) FROM t", as: Int.self) == 0
    }

    // MARK: How many

    @Test func tooFewValuesWithFMDBsCalls() throws {
        #expect(!database.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1]))
        #expect(database.lastErrorCode() == 0)
        #expect(database.executeQuery("SELECT ?, ?", withArgumentsIn: [1]) == nil)
        #expect(!database.executeUpdate("INSERT INTO t VALUES (:a, :b)", withParameterDictionary: ["a": 1]))
        let error = #expect(throws: NSError.self) {
            try database.executeUpdate("INSERT INTO t VALUES (?, ?)", values: [1])
        }
        #expect(error?.code == 25)
        #expect(try isEmpty())
    }

    @Test func tooFewAndTooManyValues() throws {
        func isRefused(_ body: () throws -> Void) {
            let error = #expect(throws: FMError.self, performing: body)
            #expect(error?.resultCode == .range)
        }
        isRefused { try database.execute("INSERT INTO t VALUES (?, ?)", 1) }
        isRefused { try database.execute("INSERT INTO t VALUES (?, ?)", 1, 2, 3) }
        isRefused { try database.execute("INSERT INTO t VALUES (1, 2)", 3) }
        isRefused { try database.execute(FMSQL(raw: "INSERT INTO t VALUES (?, ?)")) }
        isRefused { try database.execute(FMSQL(raw: "INSERT INTO t VALUES (?, ?)", arguments: [1])) }
        isRefused { try database.execute(FMSQL(raw: "INSERT INTO t VALUES (?, ?)", arguments: [1, 2, 3])) }
        isRefused { try database.execute(FMSQL(raw: "INSERT INTO t VALUES (:a, :b)", arguments: ["a": 1])) }
        isRefused { try database.execute(FMSQL(raw: "INSERT INTO t VALUES (:a, 1)", arguments: ["a": 1, "c": 2])) }
        isRefused { try database.execute(FMSQL(raw: "INSERT INTO t VALUES (?, 1)", arguments: ["a": 1])) }
        isRefused { _ = try database.query("SELECT ?, ?", 1) }
        isRefused { _ = try database.value("SELECT ?, ?", 1, as: Int.self) }
        isRefused { _ = try database.rows(FMSQL(raw: "SELECT ?", arguments: []), as: Int.self) }
        #expect(try isEmpty())
    }

    @Test func aParameterNumberBeyondTheValues() throws {
        #expect(!database.executeUpdate("INSERT INTO t VALUES (?5, ?1)", withArgumentsIn: [1, 2, 3, 4]))
        #expect(database.executeUpdate("INSERT INTO t VALUES (?5, ?1)", withArgumentsIn: [1, 2, 3, 4, 5]))
        #expect(drawn(database.executeQuery("SELECT * FROM t", withArgumentsIn: [])) == "a | b\n5 | 1")
    }

    @Test func valuesBothInterpolatedAndListedAreMisuse() throws {
        let error = #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (\(1), ?)", 2) }
        #expect(error?.resultCode == .misuse)
        #expect(try isEmpty())
    }

    @Test func afterABadCountThePreparedStatementWorks() throws {
        let statement = database.prepare("INSERT INTO t VALUES (?, ?)")
        #expect(!statement.bind(with: [1]))
        #expect(!statement.bind(with: ["a": 1]))
        #expect(statement.bind(with: [1, 2]))
        #expect(statement.step())
        #expect(try database.rows("SELECT b FROM t", as: Int.self) == [2])
    }

    // MARK: Which kind

    @Test func aNumberBeyond64BitsWithSignIsAMismatch() throws {
        let error = #expect(throws: FMError.self) {
            try database.execute("INSERT INTO t VALUES (1, \(UInt64.max))")
        }
        #expect(error?.resultCode == .mismatch)
        #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (1, ?)", UInt64.max) }
        #expect(try isEmpty())
    }

    @Test func aValueOfTheWrongKindIsAMismatch() throws {
        try database.execute("INSERT INTO t VALUES ('text', NULL)")
        func isRefused(_ body: () throws -> Void) {
            let error = #expect(throws: FMError.self, performing: body)
            #expect(error?.resultCode == .mismatch)
        }
        isRefused { _ = try database.value("SELECT a FROM t", as: Int.self) }
        isRefused { _ = try database.value("SELECT b FROM t", as: String.self) }
        isRefused { _ = try database.rows("SELECT a, b FROM t", as: (String, Int).self) }
        isRefused { _ = try database.rows("SELECT a FROM t", as: (String, String).self) }
        isRefused { _ = try database.value("SELECT 300", as: Int8.self) }
        isRefused { _ = try database.value("SELECT -1", as: UInt.self) }
        isRefused { _ = try database.value("SELECT 0.5", as: Int.self) }
        isRefused { _ = try database.value("SELECT 9e99", as: Int64.self) }
    }

    @Test func textThatIsNotUTF8IsAMismatch() throws {
        try database.execute("INSERT INTO t VALUES (CAST(X'C328' AS TEXT), 1)")
        let error = #expect(throws: FMError.self) { try database.value("SELECT a FROM t", as: String.self) }
        #expect(error?.resultCode == .mismatch)
        #expect(throws: FMError.self) { try database.rows("SELECT a FROM t", as: String?.self) }
        #expect(throws: FMError.self) { try database.value("SELECT a FROM t", as: FMValue.self) }
        let rows = try database.executeQuery("SELECT a FROM t", values: nil)
        #expect(rows.next())
        #expect(rows.string(forColumnIndex: 0) == nil)
        #expect(rows.data(forColumnIndex: 0) == Data([0xC3, 0x28]))
        var texts: [Bool] = []
        #expect(
            database.executeStatements("SELECT a FROM t") { row in
                texts.append(row["a"] is NSNull)
                return 0
            })
        #expect(texts == [true])
    }

    // MARK: How big

    @Test func aValueBeyondTheLimitIsTooBig() throws {
        database.limit(for: length, value: 1000)
        let text = String(repeating: "x", count: 1001)
        #expect(!database.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1, text]))
        #expect(database.lastErrorCode() == 18)
        #expect(!database.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [Data(text.utf8), 1]))
        #expect(database.lastErrorCode() == 18)
        #expect(!database.executeUpdate("INSERT INTO t VALUES (:a, 1)", withParameterDictionary: ["a": text]))
        #expect(database.lastErrorCode() == 18)
        #expect(database.executeQuery("SELECT ?", withArgumentsIn: [text]) == nil)
        for error in [
            #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (1, \(text))") },
            #expect(throws: FMError.self) { try database.execute("INSERT INTO t VALUES (1, ?)", Data(text.utf8)) },
            #expect(throws: FMError.self) { try database.value("SELECT \(text)", as: String.self) },
        ] {
            #expect(error?.resultCode == .tooBig)
        }
        #expect(try isEmpty())
        #expect(
            database.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1, String(text.dropLast(100))]))
    }

    @Test func aResultBeyondTheLimitIsTooBig() throws {
        try database.addFunction("long", argumentCount: 0) { _ in .text(String(repeating: "x", count: 2000)) }
        database.limit(for: length, value: 1000)
        let error = #expect(throws: FMError.self) { try database.value("SELECT long()", as: String.self) }
        #expect(error?.resultCode == .tooBig)
        #expect(database.stringForQuery("SELECT long()") == nil)
        #expect(database.lastErrorCode() == 18)
    }

    // MARK: How many at once

    /// As many values as SQLite is built for, at most a hundred thousand.
    private var manyNumbers: [Int] { Array(1...min(100_000, Int(database.limit(for: variables, value: -1)))) }

    private func list(_ count: Int, of parameter: String = "?") -> String {
        "(" + repeatElement(parameter, count: count).joined(separator: ",") + ")"
    }

    /// A table whose column `a` has each of the numbers as `make` writes it.
    private func fill(_ count: Int, _ expression: String) throws {
        try database.execute(
            """
            INSERT INTO t
            WITH RECURSIVE counter (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter LIMIT \(count))
            SELECT \(raw: expression), 0 FROM counter
            """)
    }

    @Test func aHundredThousandNumbers() throws {
        let numbers = manyNumbers
        try fill(numbers.count, "x")
        let condition = "a IN \(list(numbers.count))"
        #expect(database.executeUpdate("UPDATE t SET b = 1 WHERE \(condition)", withArgumentsIn: numbers))
        #expect(Int(database.changes) == numbers.count)
        let rows = try database.executeQuery("SELECT count(*) FROM t WHERE \(condition)", values: numbers)
        #expect(rows.next())
        #expect(rows.long(forColumnIndex: 0) == numbers.count)
        #expect(try database.value("SELECT count(*) FROM t WHERE a IN \(numbers)", as: Int.self) == numbers.count)
    }

    /// Texts and blobs are borrowed from the array while the statement runs, as far as the stack allows.
    @Test(arguments: [63, 64, 65, 66, 1000, 100_000]) func manyTextsAndBlobs(_ wanted: Int) throws {
        let numbers = Array(manyNumbers.prefix(wanted))
        try fill(numbers.count, "CASE x % 2 WHEN 0 THEN 'the text ' || x ELSE CAST('the blob ' || x AS BLOB) END")
        let values = numbers.map { number -> Any in
            number.isMultiple(of: 2) ? "the text \(number)" : Data("the blob \(number)".utf8)
        }
        let condition = "a IN \(list(values.count))"
        #expect(database.executeUpdate("UPDATE t SET b = 1 WHERE \(condition)", withArgumentsIn: values))
        #expect(Int(database.changes) == values.count)
        let rows = try database.executeQuery("SELECT count(*) FROM t WHERE \(condition)", values: values)
        #expect(rows.next())
        #expect(rows.long(forColumnIndex: 0) == values.count)
    }

    @Test func manyNamedValues() throws {
        let numbers = manyNumbers.prefix(10_000)
        try fill(numbers.count, "'text ' || x")
        let names = "(" + numbers.map { ":p\($0)" }.joined(separator: ",") + ")"
        let values = Dictionary(uniqueKeysWithValues: numbers.map { ("p\($0)", "text \($0)") })
        #expect(database.executeUpdate("UPDATE t SET b = 1 WHERE a IN \(names)", withParameterDictionary: values))
        #expect(Int(database.changes) == numbers.count)
        let sql = FMSQL(raw: "UPDATE t SET b = 2 WHERE a IN \(names)", arguments: FMArguments(values))
        #expect(try database.execute(sql) == numbers.count)
    }

    @Test func oneParameterMoreThanSQLiteAllows() throws {
        database.limit(for: variables, value: 500)
        let numbers = Array(1...501)
        #expect(!database.executeUpdate("DELETE FROM t WHERE a IN \(list(501))", withArgumentsIn: numbers))
        #expect(database.lastErrorCode() == 1)
        #expect(database.lastErrorMessage() == "too many SQL variables")
        let error = #expect(throws: FMError.self) { try database.execute("DELETE FROM t WHERE a IN \(numbers)") }
        #expect(error?.resultCode == .error)
        #expect(try database.execute("DELETE FROM t WHERE a IN \(Array(1...500))") == 0)
    }

    // MARK: Texts of SQL

    @Test func anSQLTextBeyondTheLimitIsTooBig() throws {
        database.limit(for: sqlLength, value: 100)
        let sql = "SELECT 1" + String(repeating: " ", count: 100)
        #expect(!database.executeUpdate(sql, withArgumentsIn: []))
        #expect(database.lastErrorCode() == 18)
        #expect(!database.executeStatements(sql))
        #expect(database.lastErrorCode() == 18)
        let error = #expect(throws: FMError.self) { try database.execute(FMSQL(raw: sql)) }
        #expect(error?.resultCode == .tooBig)
        #expect(try isEmpty())
    }

    @Test func aVeryLongTextOfSQLIsRun() throws {
        let text = String(repeating: "x", count: 5_000_000)
        #expect(database.executeUpdate("INSERT INTO t VALUES ('\(text)', 1)", withArgumentsIn: []))
        #expect(try database.value(FMSQL(raw: "SELECT length('\(text)')"), as: Int.self) == text.utf8.count)
        #expect(database.executeStatements(String(repeating: "DELETE FROM t; ", count: 10_000)))
        #expect(try isEmpty())
    }

    /// FMDB hands over a C string, which ends at the first NUL.
    @Test func aNULEndsTheTextWithFMDBsCalls() throws {
        #expect(database.executeUpdate("INSERT INTO t VALUES (1, 2)\u{0} nonsense", withArgumentsIn: []))
        #expect(try database.executeQuery("SELECT a FROM t\u{0} nonsense", values: nil).next())
        #expect(!database.executeUpdate("\u{0}INSERT INTO t VALUES (1, 2)", withArgumentsIn: []))
        #expect(!database.executeUpdate("INSERT INTO t VALUES ('a\u{0}b', 2)", withArgumentsIn: []))
        #expect(database.lastErrorCode() == 1)
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 1)
    }

    @Test(arguments: [
        "INSERT INTO t VALUES (1, 2)\u{0}", "INSERT INTO t VALUES (1, 2)\u{0}; DELETE FROM t",
        "INSERT INTO t VALUES (1, 2);\u{0}", "INSERT INTO t VALUES (1, 2) -- \u{0}",
    ])
    func aNULIsMisuseWithTheModernCalls(_ sql: String) throws {
        let error = #expect(throws: FMError.self) { try database.execute(FMSQL(raw: sql)) }
        #expect(error?.resultCode == .misuse)
        #expect(!database.executeStatements(sql))
        #expect(try isEmpty())
    }

    @Test func aValueMayContainANUL() throws {
        #expect(database.executeUpdate("INSERT INTO t VALUES (?, 1)", withArgumentsIn: ["a\u{0}b"]))
        try database.execute("INSERT INTO t VALUES (\("a\u{0}b"), 2)")
        #expect(try database.rows("SELECT a FROM t", as: String.self) == ["a\u{0}b", "a\u{0}b"])
    }

    @Test(arguments: ["", " ", ";", "-- comment", "/* comment */", "\n;\n"])
    func aTextWithoutAStatementIsMisuse(_ sql: String) throws {
        #expect(!database.executeUpdate(sql, withArgumentsIn: []))
        let error = #expect(throws: NSError.self) { try database.executeUpdate(sql, values: nil) }
        #expect(error?.code == 21)
        #expect(database.executeQuery(sql, withArgumentsIn: [])?.next() != true)
        for error in [
            #expect(throws: FMError.self) { try database.execute(FMSQL(raw: sql)) },
            #expect(throws: FMError.self) { try database.rows(FMSQL(raw: sql), as: Int.self) },
        ] {
            #expect(error?.resultCode == .misuse)
        }
        #expect(database.executeStatements(sql))
    }

    @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1;;SELECT 2", "SELECT 1; nonsense", "SELECT 1; /* */ x"])
    func aSecondStatementIsMisuseWithTheModernCalls(_ sql: String) throws {
        for error in [
            #expect(throws: FMError.self) { try database.execute(FMSQL(raw: sql)) },
            #expect(throws: FMError.self) { try database.value(FMSQL(raw: sql), as: Int.self) },
        ] {
            #expect(error?.resultCode == .misuse)
        }
        // The refusal is not forgotten when the text is met again.
        #expect(throws: FMError.self) { try database.query(FMSQL(raw: sql)) }
    }

    @Test(arguments: [
        "SELECT 1;", "SELECT 1 ; ; ", "SELECT 1; -- the end", "SELECT 1; /* the end", "SELECT 1;\t\r\n\u{C}",
    ])
    func whatIsNoStatementMayFollow(_ sql: String) throws {
        for _ in 1...2 { #expect(try database.value(FMSQL(raw: sql), as: Int.self) == 1) }
    }

    // MARK: Names

    @Test(arguments: ["", "'", "\"", "a b", "a;b", "--", "ä", "select"])
    func aSavePointMayHaveAnyName(_ name: String) throws {
        try database.startSavePoint(withName: name)
        try database.execute("INSERT INTO t VALUES (1, 2)")
        try database.rollbackToSavePoint(withName: name)
        try database.releaseSavePoint(withName: name)
        #expect(!database.isTransactionOpen)
        #expect(try isEmpty())
    }

    @Test func aSavePointsNameWithANULIsRefused() throws {
        let error = #expect(throws: NSError.self) { try database.startSavePoint(withName: "a\u{0}b") }
        #expect(error?.code == 1)
        #expect(!database.isTransactionOpen)
    }

    @Test(arguments: ["", "'", "\"", "a b", "missing", "t\u{0}", "t; DROP TABLE t"])
    func aTableThatIsNotThere(_ name: String) throws {
        #expect(!database.tableExists(name))
        #expect(database.getTableSchema(name)?.next() != true)
        #expect(!database.columnExists("a", inTableWithName: name))
        #expect(!database.columnExists(name, inTableWithName: "t"))
        #expect(!database.issueCommand("optimize", forTable: name))
        #expect(try isEmpty())
    }

    @Test(arguments: [-2, 1_001, .max, .min] as [Int32])
    func aFunctionWithAnImpossibleNumberOfArguments(_ count: Int32) throws {
        database.makeFunctionNamed("odd", arguments: count) { _, _, _ in }
        let error = #expect(throws: FMError.self) { try database.addFunction("odd", argumentCount: count) { _ in 1 } }
        #expect(error?.resultCode == .misuse)
        #expect(throws: FMError.self) { try database.value("SELECT odd()", as: Int.self) }
    }

    @Test func aFunctionWithAnImpossibleName() {
        let name = String(repeating: "n", count: 256)
        let error = #expect(throws: FMError.self) { try database.addFunction(name, argumentCount: 0) { _ in 1 } }
        #expect(error?.resultCode == .misuse)
    }

    @Test func aLimitThatDoesNotExist() {
        #expect(database.limit(for: 9999, value: 1) == -1)
        #expect(database.limit(for: -1, value: 1) == -1)
    }

    @Test func aCacheOfLessThanNothingKeepsNothing() throws {
        database.statementCacheCapacity = -5
        for _ in 1...3 { #expect(try isEmpty()) }
        #expect(database.statementCacheStatistics.count == 0)
        database.statementCacheCapacity = .max
        for _ in 1...3 { #expect(try isEmpty()) }
        #expect(database.statementCacheStatistics.count == 1)
    }
}

private let length: Int32 = 0  // SQLITE_LIMIT_LENGTH
private let variables: Int32 = 9  // SQLITE_LIMIT_VARIABLE_NUMBER
private let sqlLength: Int32 = 1  // SQLITE_LIMIT_SQL_LENGTH
