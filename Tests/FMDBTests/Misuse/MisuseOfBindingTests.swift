import FMDB
import FMDBTestHelpers
import Testing

/// A client's own code that runs while values are bound, and calls the database of that very statement. Either the
/// statement is done with the values that were given, or it fails.
@Suite struct MisuseOfBindingTests {
    /// What the code does to the database whose statement is being bound.
    enum Deed: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case close, closeAndOpen, closeOpenResultSets, clearCachedStatements, shrinkCaches, sameStatement
        case sameStatementAfterCloseOpenResultSets

        var testDescription: String { rawValue }

        func callAsFunction(_ database: FMDatabase) {
            switch self {
            case .close: database.close()
            case .closeAndOpen:
                database.close()
                database.open()
            case .closeOpenResultSets: database.closeOpenResultSets()
            case .clearCachedStatements: database.clearCachedStatements()
            case .shrinkCaches: database.statementCacheCapacity = 0
            case .sameStatement:
                #expect(database.executeUpdate(insert.text, withArgumentsIn: ["p", "q", "r"]))
                #expect(throws: Never.self) { try database.execute(insert, "p", "q", "r") }
            case .sameStatementAfterCloseOpenResultSets:
                database.closeOpenResultSets()
                Deed.sameStatement(database)
            }
        }
    }

    @Test(arguments: Deed.allCases, [false, true])
    func executeUpdateWithADescription(_ deed: Deed, _ isCached: Bool) throws {
        try check(deed, isCached) { database, deed in
            database.executeUpdate(insert.text, withArgumentsIn: ["a", Described(deed), "c"])
        }
    }

    @Test(arguments: Deed.allCases, [false, true])
    func executeUpdateWithADictionary(_ deed: Deed, _ isCached: Bool) throws {
        try check(deed, isCached) { database, deed in
            database.executeUpdate(
                "INSERT INTO t VALUES (:a, :b, :c)",
                withParameterDictionary: ["a": "a", "b": Described(deed), "c": "c"])
        }
    }

    @Test(arguments: Deed.allCases, [false, true])
    func executeQueryWithADescription(_ deed: Deed, _ isCached: Bool) throws {
        try check(deed, isCached) { database, deed in
            // The insert happens at the first step, which finds no row.
            let rows = database.executeQuery(insert.text, withArgumentsIn: ["a", Described(deed), "c"])
            return rows?.step() ?? false
        }
    }

    @Test(arguments: Deed.allCases, [false, true])
    func aPreparedStatementWithADescription(_ deed: Deed, _ isCached: Bool) throws {
        try check(deed, isCached) { database, deed in
            let statement = database.prepare(insert.text)
            return statement.bind(with: ["a", Described(deed), "c"]) && statement.step()
        }
    }

    @Test(arguments: Deed.allCases) func executeWithAConversion(_ deed: Deed) throws {
        try check(deed, false) { database, deed in
            (try? database.execute(insert, "a", Converted(deed), "c")) == 1
        }
    }

    @Test(arguments: Deed.allCases) func executeWithABody(_ deed: Deed) throws {
        try check(deed, false) { database, deed in
            let changes = try? database.execute(insert) { values in
                try values.add("a")
                try values.add(Converted(deed))
                try values.add("c")
            }
            return changes == 1
        }
    }

    @Test(arguments: Deed.allCases) func queryWithAConversion(_ deed: Deed) throws {
        try check(deed, false) { database, deed in
            (try? database.query(insert, "a", Converted(deed), "c").nextRow() == nil) ?? false
        }
    }

    @Test(arguments: Deed.allCases) func aDateFormatter(_ deed: Deed) throws {
        try check(deed, true) { database, deed in
            database.setDateFormat(Formatter(deed))
            return database.executeUpdate(insert.text, withArgumentsIn: ["a", Date(), "c"])
        }
    }

    /// A cached statement that its set gives up goes to the next who asks for that text.
    @Test(arguments: [false, true]) func aBindingDoesNotAffectOtherStatements(_ closesAll: Bool) throws {
        let database = FMDatabase.memory()
        database.shouldCacheStatements = true
        let sql = "SELECT ? || ? || ?"
        let prepared = database.prepare(sql)
        var other: FMResultSet?
        let value = Described { [unowned database, unowned prepared] in
            // The test, too, may ask for the description.
            guard other == nil else { return }
            if closesAll { database.closeOpenResultSets() } else { prepared.close() }
            other = database.executeQuery(sql, withArgumentsIn: ["p", "q", "r"])
        }
        #expect(!prepared.bind(with: ["a", value, "c"]))
        #expect(!prepared.next())
        #expect(other?.next() == true)
        #expect(other?.string(forColumnIndex: 0) == "pqr")
    }

    // MARK: What must hold

    private func check(_ deed: Deed, _ isCached: Bool, _ run: (FMDatabase, @escaping () -> Void) -> Bool) throws {
        let folder = TemporaryFolder()
        let database = FMDatabase.file(folder.file())
        database.shouldCacheStatements = isCached
        try database.execute("CREATE TABLE t (a, b, c)")
        var happened = false
        let done = run(database) { [unowned database] in
            if happened { return }
            happened = true
            deed(database)
        }
        #expect(happened)
        #expect(!database.hasOpenResultSets)
        database.open()
        let rows = try database.rows("SELECT a || b || c FROM t", as: String?.self)
        #expect(rows.filter { $0 == "abc" }.count == (done ? 1 : 0))
        #expect(rows.allSatisfy { $0 == "abc" || $0 == "pqr" })
    }
}

private let insert: FMSQL = "INSERT INTO t VALUES (?, ?, ?)"

/// FMDB stores the description of a value that it does not know.
private struct Described: CustomStringConvertible {
    let deed: () -> Void

    init(_ deed: @escaping () -> Void) {
        self.deed = deed
    }

    var description: String {
        deed()
        return "b"
    }
}

private struct Converted: FMValueConvertible {
    let deed: () -> Void

    init(_ deed: @escaping () -> Void) {
        self.deed = deed
    }

    var fmValue: FMValue {
        deed()
        return "b"
    }

    static func fromFMValue(_ value: FMValue) -> Converted? { nil }
}

// SAFETY: used by one thread.
private final class Formatter: DateFormatter, @unchecked Sendable {
    private let deed: () -> Void

    init(_ deed: @escaping () -> Void) {
        self.deed = deed
        super.init()
    }

    required init?(coder: NSCoder) {
        nil
    }

    override func string(from date: Date) -> String {
        deed()
        return "b"
    }
}
