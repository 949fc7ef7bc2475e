import FMDB
import FMDBTestHelpers
import Testing

/// Statements and files that are no good, in every way to run a statement: always the precise code, and afterwards all
/// that was committed is there and the connection works.
@Suite struct BadInputTests {
    /// A trouble, the statement that meets it, and the code that SQLite has for it.
    enum Trouble: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case syntaxError, openQuote, unknownTable, unknownColumn, unknownFunction, wrongColumnCount, parameterNumberZero
        case parameterNumberTooHigh, deepExpression, longText, constraint, tooBig, functionThatThrows
        case readOnly, immutable, notADatabase, corruptPages, cutFile, locked, full, droppedUnderACursor

        var testDescription: String { rawValue }

        var code: FMResultCode {
            switch self {
            case .constraint: .constraint
            case .longText, .tooBig: .tooBig
            case .readOnly, .immutable: .readOnly
            case .notADatabase: .notADatabase
            case .corruptPages, .cutFile: .corrupt
            case .locked: .busy
            case .full: .full
            case .droppedUnderACursor: .locked
            case .functionThatThrows: .mismatch
            default: .error
            }
        }

        var sql: String {
            switch self {
            case .syntaxError: "SELEC x FROM t"
            case .openQuote: "SELECT 'x FROM t"
            case .unknownTable: "INSERT INTO missing VALUES (1)"
            case .unknownColumn: "SELECT missing FROM t"
            case .unknownFunction: "SELECT missing(x) FROM t"
            case .wrongColumnCount: "INSERT INTO t VALUES (1, 2, 3, 4)"
            case .parameterNumberZero: "SELECT ?0"
            case .parameterNumberTooHigh: "SELECT ?99999999"
            case .deepExpression: "SELECT " + String(repeating: "-~", count: 5000) + "1"
            case .longText: "SELECT x FROM t WHERE x IN (" + String(repeating: "1, ", count: 20000) + "1)"
            case .constraint: "INSERT INTO t VALUES (4), (1)"
            case .tooBig: "SELECT zeroblob(2000000000)"
            case .functionThatThrows: "INSERT INTO t SELECT x + refuse(x) FROM t"
            case .corruptPages: "SELECT sum(length(filling)) FROM big"
            case .full: "INSERT INTO big VALUES (zeroblob(1000000))"
            case .droppedUnderACursor: "DROP TABLE t"
            case .notADatabase, .cutFile: "SELECT x FROM t"
            case .readOnly, .immutable, .locked: "INSERT INTO t VALUES (4)"
            }
        }

        /// Whether the trouble is in the file, so that the rows cannot be read.
        var isFatal: Bool { self == .notADatabase || self == .cutFile }
    }

    private let folder = TemporaryFolder()

    @Test(arguments: Trouble.allCases, ExecutionForm.all)
    func everyForm(_ trouble: Trouble, _ form: ExecutionForm) throws {
        try makeFile(trouble)
        let (database, helper) = try meet(trouble)
        for _ in 1...2 {
            let error = #expect(throws: NSError.self) { try form.run(database, trouble.sql) }
            #expect(error?.code == Int(trouble.code.rawValue))
            #expect(error?.domain == "FMDatabase")
            #expect(!database.isTransactionOpen)
        }
        try expectGoodHealth(of: database, helper, after: trouble)
    }

    /// A database of many pages. It is made once, because a file that is written is a file to wait for.
    private static let content: [UInt8]? = try? {
        let folder = TemporaryFolder()
        let database = FMDatabase.file(folder.file())
        try database.execute("CREATE TABLE t (x UNIQUE)")
        try database.execute("INSERT INTO t VALUES (1), (2), (3)")
        try database.execute("CREATE TABLE big (filling)")
        try database.withTransaction {
            let filling = String(repeating: "filling ", count: 50)
            for _ in 1...100 { try database.execute("INSERT INTO big VALUES (\(filling))") }
        }
        database.close()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file())))
    }()

    /// Puts the file in its place, with whatever is wrong with it.
    private func makeFile(_ trouble: Trouble) throws {
        var content = Data(try #require(BadInputTests.content))
        let half = content.count / 2
        switch trouble {
        case .notADatabase: content = Data(String(repeating: "no database ", count: 500).utf8)
        // The pages of the table `big` are at the end.
        case .corruptPages: content.replaceSubrange(half..., with: Data(repeating: 0xFF, count: content.count - half))
        case .cutFile: content = content.prefix(half)
        default: break
        }
        try content.write(to: URL(fileURLWithPath: folder.file()))
    }

    /// A database that is in trouble, and what has to live for as long.
    private func meet(_ trouble: Trouble) throws -> (FMDatabase, AnyObject?) {
        let path = folder.file()
        if trouble == .readOnly || trouble == .immutable {
            let uri = trouble == .immutable ? "file:\(path)?immutable=1" : path
            let database = FMDatabase(path: uri)
            database.logsErrors = false
            try #require(database.open(withFlags: readOnlyURI))
            return (database, nil)
        }
        let database = FMDatabase.file(path)
        database.maxBusyRetryTimeInterval = 0
        // No test pulls the plug. What cannot be read cannot be told so, either.
        if !trouble.isFatal { try database.execute("PRAGMA synchronous = OFF") }
        switch trouble {
        case .longText: database.limit(for: sqlLength, value: 1000)
        case .functionThatThrows:
            try database.addFunction("refuse", argumentCount: 1) { _ in throw FMError(.mismatch, "refused") }
        case .full: try database.execute("PRAGMA max_page_count = 30")
        case .locked:
            let other = FMDatabase.file(path)
            try #require(other.beginExclusiveTransaction())
            return (database, other)
        case .droppedUnderACursor:
            let cursor = try database.query("SELECT x FROM t")
            try #require(try cursor.nextRow() != nil)
            return (database, cursor)
        default: break
        }
        return (database, nil)
    }

    private func expectGoodHealth(of database: FMDatabase, _ helper: AnyObject?, after trouble: Trouble) throws {
        (helper as? FMDatabase)?.close()
        (helper as? FMResultSet)?.close()
        #expect(!database.hasOpenResultSets)
        guard !trouble.isFatal else { return #expect(database.close()) }
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
        if trouble.code != .readOnly { try database.execute("INSERT INTO t VALUES (4)") }
        #expect(database.close())
        let fresh = FMDatabase.file(folder.file())
        let expected = trouble.code == .readOnly ? [1, 2, 3] : [1, 2, 3, 4]
        #expect(try fresh.rows("SELECT x FROM t ORDER BY x", as: Int.self) == expected)
    }
}

private let readOnlyURI: Int32 = 0x1 | 0x40  // SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
private let sqlLength: Int32 = 1  // SQLITE_LIMIT_SQL_LENGTH
