import FMDB
import FMDBTestHelpers
import Testing

/// A result set that is used after its end, however it came to that.
@Suite struct MisuseOfResultSetsTests {
    /// How a set came to its end.
    enum End: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case closed, exhausted, databaseClosed, databaseReopened, allSetsClosed, cacheCleared, cacheSwitchedOff
        case statementClosed, madeOfNothing, preparedFromNonsense, preparedWithoutDatabase, emptyText

        var testDescription: String { rawValue }

        /// A set of two columns that has had a row and then ended.
        func set(of database: FMDatabase) throws -> FMResultSet {
            database.shouldCacheStatements = true
            switch self {
            case .madeOfNothing: return FMResultSet()
            case .preparedFromNonsense: return database.prepare("SELEC 1 AS x, 2 AS y")
            case .emptyText: return database.prepare("-- nothing")
            case .preparedWithoutDatabase:
                database.close()
                return database.prepare("SELECT 1 AS x, 2 AS y")
            default: break
            }
            let rows = try database.executeQuery("SELECT x, 'y' AS y FROM t", values: nil)
            #expect(rows.next())
            #expect(rows.int(forColumn: "x") == 1)
            try end(rows, of: database)
            return rows
        }

        private func end(_ rows: FMResultSet, of database: FMDatabase) throws {
            switch self {
            case .closed: rows.close()
            case .exhausted: while rows.next() {}
            case .databaseClosed: database.close()
            case .databaseReopened:
                database.close()
                database.open()
                // The same text again, so that what is mistaken for the old statement would show.
                #expect(database.executeStatements("CREATE TABLE t (x); INSERT INTO t VALUES (7)"))
                #expect(try database.executeQuery("SELECT x, 'y' AS y FROM t", values: nil).next())
            case .allSetsClosed: database.closeOpenResultSets()
            case .cacheCleared: database.clearCachedStatements()
            case .cacheSwitchedOff: database.shouldCacheStatements = false
            case .statementClosed: rows.statement?.close()
            case .madeOfNothing, .preparedFromNonsense, .preparedWithoutDatabase, .emptyText: break
            }
        }
    }

    @Test(arguments: End.allCases, SetVerb.all) func anEndedSet(_ end: End, _ verb: SetVerb) throws {
        let database = MisuseScene.stage()
        let rows = try end.set(of: database)
        #expect(verb.answer(of: rows) == verb.ended)
        #expect(!database.hasOpenResultSets)
        #expect(database.close())
    }

    @Test(arguments: SetVerb.all) func aCachedStatementInUseElsewhere(_ verb: SetVerb) throws {
        let database = MisuseScene.stage()
        let ended = try End.closed.set(of: database)
        let current = try database.executeQuery("SELECT x, 'y' AS y FROM t", values: nil)
        #expect(current.next())
        #expect(current.statement?.useCount == 2)
        #expect(verb.answer(of: ended) == verb.ended)
        #expect(current.int(forColumn: "x") == 1)
        #expect(current.next())
        #expect(current.int(forColumn: "x") == 2)
    }

    @Test(arguments: SetVerb.all) func aSetThatOutlivesItsDatabase(_ verb: SetVerb) throws {
        let rows = try {
            let database = MisuseScene.stage()
            let rows = try database.executeQuery("SELECT x, 'y' AS y FROM t", values: nil)
            #expect(rows.next())
            database.close()
            return rows
        }()
        #expect(verb.answer(of: rows) == verb.ended)
    }

    @Test(arguments: [-1, 2, 3, .max, .min] as [Int32], SetVerb.byIndex)
    func anIndexOutOfRange(_ index: Int32, _ verb: IndexVerb) throws {
        let rows = try MisuseScene.stage().executeQuery("SELECT x, 'y' AS y FROM t", values: nil)
        #expect(rows.next())
        #expect(verb.answer(rows, index) == verb.nothing)
        #expect(rows.int(forColumnIndex: 0) == 1)
    }

    @Test(arguments: SetVerb.byIndex) func beforeTheFirstStep(_ verb: IndexVerb) throws {
        let rows = try MisuseScene.stage().executeQuery("SELECT x, 'y' AS y FROM t", values: nil)
        if verb.testDescription != "columnName(for:)" { #expect(verb.answer(rows, 0) == verb.nothing) }
        #expect(rows.next())
        #expect(rows.int(forColumnIndex: 0) == 1)
    }
}

// MARK: - What can be asked of a set

/// A call on a result set and its answer after the end.
struct SetVerb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ended: String
    private let body: @Sendable (FMResultSet) throws -> String

    init(_ name: String, _ ended: String, _ body: @escaping @Sendable (FMResultSet) throws -> String) {
        testDescription = name
        self.ended = ended
        self.body = body
    }

    func answer(of rows: FMResultSet) -> String {
        do {
            return try body(rows)
        } catch let error as NSError {
            return "throws \(error.code)"
        }
    }
}

/// A call on a column of a result set, and its answer where there is no such column.
struct IndexVerb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let nothing: String
    let answer: @Sendable (FMResultSet, Int32) -> String

    init(_ name: String, _ nothing: String, _ answer: @escaping @Sendable (FMResultSet, Int32) -> String) {
        testDescription = name
        self.nothing = nothing
        self.answer = answer
    }
}

private func told(_ value: Any?) -> String { value.map { "\($0)" } ?? "nil" }

extension SetVerb {
    static let all =
        steps + columns + byIndex.map { verb in SetVerb(verb.testDescription, verb.nothing) { verb.answer($0, 0) } }

    private static let steps = [
        SetVerb("next()", "false") { "\($0.next())" },
        SetVerb("nextWithError()", "throws 21") {
            try $0.nextWithError()
            return "a row"
        },
        SetVerb("nextRow()", "throws 21") { told(try $0.nextRow()) },
        SetVerb("step()", "false") { "\($0.step())" },
        SetVerb("stepWithError()", "throws 21") {
            try $0.stepWithError()
            return "done"
        },
        SetVerb("hasAnotherRow()", "false") { "\($0.hasAnotherRow())" },
        SetVerb("bind(with:), array", "false") { "\($0.bind(with: []))" },
        SetVerb("bind(with:), dictionary", "false") { "\($0.bind(with: [:]))" },
        SetVerb("close()", "done") {
            $0.close()
            $0.close()
            return "done"
        },
        SetVerb("parentDB", "nil") { $0.parentDB == nil ? "nil" : "a database" },
        SetVerb("statement", "nil") { $0.statement == nil ? "nil" : "a statement" },
        SetVerb("resultDictionary", "nil") { told($0.resultDictionary) },
        SetVerb("kvcMagic(_:)", "0") {
            let target = NSMutableDictionary()
            $0.kvcMagic(target)
            return "\(target.count)"
        },
        SetVerb("offsets(forColumnIndex:)", "nil") { told($0.offsets(forColumnIndex: 0)) },
    ]

    private static let columns = [
        SetVerb("columnCount", "0") { "\($0.columnCount)" },
        SetVerb("columnNameToIndexMap", "0") { "\($0.columnNameToIndexMap.count)" },
        SetVerb("columnIndex(forName:)", "-1") { "\($0.columnIndex(forName: "x"))" },
        SetVerb("int(forColumn:)", "0") { "\($0.int(forColumn: "x"))" },
        SetVerb("long(forColumn:)", "0") { "\($0.long(forColumn: "x"))" },
        SetVerb("longLongInt(forColumn:)", "0") { "\($0.longLongInt(forColumn: "x"))" },
        SetVerb("unsignedLongLongInt(forColumn:)", "0") { "\($0.unsignedLongLongInt(forColumn: "x"))" },
        SetVerb("bool(forColumn:)", "false") { "\($0.bool(forColumn: "x"))" },
        SetVerb("double(forColumn:)", "0.0") { "\($0.double(forColumn: "x"))" },
        SetVerb("string(forColumn:)", "nil") { told($0.string(forColumn: "x")) },
        SetVerb("date(forColumn:)", "nil") { told($0.date(forColumn: "x")) },
        SetVerb("data(forColumn:)", "nil") { told($0.data(forColumn: "x")) },
        SetVerb("dataNoCopy(forColumn:)", "nil") { told($0.dataNoCopy(forColumn: "x")) },
        SetVerb("utf8String(forColumn:)", "nil") { told($0.utf8String(forColumn: "x")) },
        SetVerb("object(forColumn:)", "nil") { told($0.object(forColumn: "x")) },
        SetVerb("[name]", "nil") { told($0["x"]) },
        SetVerb("type(forColumn:)", "null") { "\($0.type(forColumn: "x"))" },
        SetVerb("columnIsNull(_:)", "true") { "\($0.columnIsNull("x"))" },
    ]

    static let byIndex = [
        IndexVerb("columnName(for:)", "nil") { told($0.columnName(for: $1)) },
        IndexVerb("int(forColumnIndex:)", "0") { "\($0.int(forColumnIndex: $1))" },
        IndexVerb("long(forColumnIndex:)", "0") { "\($0.long(forColumnIndex: $1))" },
        IndexVerb("longLongInt(forColumnIndex:)", "0") { "\($0.longLongInt(forColumnIndex: $1))" },
        IndexVerb("unsignedLongLongInt(forColumnIndex:)", "0") { "\($0.unsignedLongLongInt(forColumnIndex: $1))" },
        IndexVerb("bool(forColumnIndex:)", "false") { "\($0.bool(forColumnIndex: $1))" },
        IndexVerb("double(forColumnIndex:)", "0.0") { "\($0.double(forColumnIndex: $1))" },
        IndexVerb("string(forColumnIndex:)", "nil") { told($0.string(forColumnIndex: $1)) },
        IndexVerb("date(forColumnIndex:)", "nil") { told($0.date(forColumnIndex: $1)) },
        IndexVerb("data(forColumnIndex:)", "nil") { told($0.data(forColumnIndex: $1)) },
        IndexVerb("dataNoCopy(forColumnIndex:)", "nil") { told($0.dataNoCopy(forColumnIndex: $1)) },
        IndexVerb("utf8String(forColumnIndex:)", "nil") { told($0.utf8String(forColumnIndex: $1)) },
        IndexVerb("object(forColumnIndex:)", "nil") { told($0.object(forColumnIndex: $1)) },
        IndexVerb("[index]", "nil") { told($0[$1]) },
        IndexVerb("type(forColumnIndex:)", "null") { "\($0.type(forColumnIndex: $1))" },
        IndexVerb("columnIndexIsNull(_:)", "true") { "\($0.columnIndexIsNull($1))" },
    ]
}
