// pure list: exempt from the length limits
import FMDB
import Support
import Testing

/// One way to call a database, and the answers that are defined for the moments at which it is misplaced.
///
/// An answer is a word: what a call returned, "false 7" with the code that the connection then has, or "throws 21" with
/// the code of the error.
struct MisuseVerb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Without an open connection.
    let closed: String
    /// While rows are being read, between two steps.
    let open: String
    /// From within a function that a reading statement calls, and from the row block of a script.
    let inRead: String
    /// From within a function that a writing statement calls.
    let inWrite: String
    /// The result sets that the call ends.
    let ends: Ends
    /// Whether the call rolls back the changes of a writing statement around it, which fails then.
    let rollsBack: Bool
    enum Ends { case none, cached, sets, all }

    private let body: @Sendable (FMDatabase) throws -> String

    init(
        _ name: String, closed: String, open: String, inRead: String? = nil, inWrite: String? = nil,
        ends: Ends = .none, rollsBack: Bool = false, _ body: @escaping @Sendable (FMDatabase) throws -> String
    ) {
        testDescription = name
        self.closed = closed
        self.open = open
        self.inRead = inRead ?? open
        self.inWrite = inWrite ?? inRead ?? open
        self.ends = ends
        self.rollsBack = rollsBack
        self.body = body
    }

    func answer(during kind: MisuseScene.Kind) -> String {
        switch kind {
        case .between: open
        case .reading: inRead
        case .writing: inWrite
        }
    }

    func answer(of database: FMDatabase) -> String {
        do {
            return try body(database)
        } catch let error as NSError {
            return "throws \((error as? FMError)?.extendedCode.rawValue ?? Int32(error.code))"
        }
    }
}

private let select = "SELECT x FROM t ORDER BY x"
private let insert = "INSERT INTO log VALUES (?)"

private func told(_ result: Bool, _ database: FMDatabase) -> String {
    result ? "true" : "false \(database.lastErrorCode())"
}

/// The numbers that a result set has left.
private func read(_ rows: FMResultSet?, _ database: FMDatabase) -> String {
    guard let rows else { return "nil \(database.lastErrorCode())" }
    var numbers: [Int32] = []
    while rows.next() { numbers.append(rows.int(forColumnIndex: 0)) }
    return "\(numbers)"
}

private func begun(_ database: FMDatabase, _ begin: (FMDatabase) -> Bool) -> String {
    guard begin(database) else { return told(false, database) }
    return "begun, " + told(database.commit(), database)
}

extension MisuseVerb {
    static let all = updates + queries + throwing + transactions + facts + ends

    private static let updates = [
        MisuseVerb("executeUpdate(_:withArgumentsIn:)", closed: "false 7", open: "true") {
            told($0.executeUpdate(insert, withArgumentsIn: [1]), $0)
        },
        MisuseVerb("executeUpdate(_:values:)", closed: "throws 7", open: "done") {
            try $0.executeUpdate(insert, values: [1])
            return "done"
        },
        MisuseVerb("executeUpdate(_:withParameterDictionary:)", closed: "false 7", open: "true") {
            told($0.executeUpdate("INSERT INTO log VALUES (:x)", withParameterDictionary: ["x": 1]), $0)
        },
        MisuseVerb("executeUpdate(_:_:…)", closed: "throws 7", open: "done") {
            try $0.executeUpdate(insert, 1)
            return "done"
        },
        MisuseVerb("executeUpdate(withFormat:)", closed: "false 7", open: "true") {
            told($0.executeUpdate(withFormat: "INSERT INTO log VALUES (%d)", 1), $0)
        },
        MisuseVerb("executeStatements(_:)", closed: "false 7", open: "true") {
            told($0.executeStatements("INSERT INTO log VALUES (1); \(select)"), $0)
        },
        MisuseVerb("executeStatements(_:withResultBlock:)", closed: "false 7", open: "true") {
            told($0.executeStatements(select) { _ in 0 }, $0)
        },
        MisuseVerb("issueCommand(_:forTable:)", closed: "false 7", open: "false 1") {
            told($0.issueCommand("optimize", forTable: "t"), $0)
        },
        MisuseVerb("VACUUM", closed: "false 7", open: "false 1") {
            told($0.executeUpdate("VACUUM", withArgumentsIn: []), $0)
        },
        MisuseVerb("DROP TABLE", closed: "false 7", open: "false 6") {
            told($0.executeUpdate("DROP TABLE t", withArgumentsIn: []), $0)
        },
    ]

    private static let queries = [
        MisuseVerb("executeQuery(_:withArgumentsIn:)", closed: "nil 7", open: "[1, 2, 3]") {
            read($0.executeQuery(select, withArgumentsIn: []), $0)
        },
        MisuseVerb("executeQuery(_:values:)", closed: "throws 7", open: "[1, 2, 3]") {
            read(try $0.executeQuery(select, values: nil), $0)
        },
        MisuseVerb("executeQuery(_:withParameterDictionary:)", closed: "nil 7", open: "[1, 2, 3]") {
            read($0.executeQuery(select, withParameterDictionary: nil), $0)
        },
        MisuseVerb("executeQuery(_:_:…)", closed: "throws 7", open: "[3]") {
            read(try $0.executeQuery("SELECT x FROM t WHERE x > ?", 2), $0)
        },
        MisuseVerb("executeQuery(withFormat:)", closed: "nil 7", open: "[3]") {
            read($0.executeQuery(withFormat: "SELECT x FROM t WHERE x > %d", 2), $0)
        },
        MisuseVerb("prepare(_:), bind(with:), next()", closed: "bind false", open: "[3]") {
            let rows = $0.prepare("SELECT x FROM t WHERE x > ?")
            return rows.bind(with: [2]) ? read(rows, $0) : "bind false"
        },
        MisuseVerb("prepare(_:), bind(with:), step()", closed: "bind false", open: "step true") {
            let rows = $0.prepare(insert)
            return rows.bind(with: [2]) ? "step \(rows.step())" : "bind false"
        },
        MisuseVerb("intForQuery(_:)", closed: "nil", open: "3") {
            $0.intForQuery("SELECT count(*) FROM t").map { "\($0)" } ?? "nil"
        },
        MisuseVerb("stringForQuery(_:)", closed: "nil", open: "3") {
            $0.stringForQuery("SELECT max(x) FROM t") ?? "nil"
        },
        MisuseVerb("validateSQL(_:)", closed: "throws 7", open: "valid") {
            try $0.validateSQL(select)
            return "valid"
        },
    ]

    private static let throwing = [
        MisuseVerb("execute(_:)", closed: "throws 21", open: "1") {
            "\(try $0.execute("INSERT INTO log VALUES (\(1))"))"
        },
        MisuseVerb("execute(_:_:…)", closed: "throws 21", open: "1") {
            "\(try $0.execute("INSERT INTO log VALUES (?)", 1))"
        },
        MisuseVerb("query(_:)", closed: "throws 21", open: "[1, 2, 3]") { database in
            let cursor = try database.query("SELECT x FROM t ORDER BY x")
            var numbers: [Int] = []
            while let row = try cursor.nextRow() { numbers.append(try row.value(at: 0)) }
            return "\(numbers)"
        },
        MisuseVerb("query(_:_:…)", closed: "throws 21", open: "[3]") {
            read(try $0.query("SELECT x FROM t WHERE x > ?", 2), $0)
        },
        MisuseVerb("value(_:as:)", closed: "throws 21", open: "3") {
            "\(try $0.value("SELECT count(*) FROM t", as: Int.self))"
        },
        MisuseVerb("value(_:_:…as:)", closed: "throws 21", open: "1") {
            "\(try $0.value("SELECT count(*) FROM t WHERE x > ?", 2, as: Int.self))"
        },
        MisuseVerb("rows(_:as:), one column", closed: "throws 21", open: "[1, 2, 3]") {
            "\(try $0.rows("SELECT x FROM t ORDER BY x", as: Int.self))"
        },
        MisuseVerb("rows(_:as:), tuples", closed: "throws 21", open: "[(1, 1), (2, 2), (3, 3)]") {
            "\(try $0.rows("SELECT x, x FROM t ORDER BY x", as: (Int, Int).self))"
        },
        MisuseVerb("rows(_:as:), decoded", closed: "throws 21", open: "[1, 2, 3]") {
            struct Row: Decodable { var x: Int }
            return "\(try $0.rows("SELECT x FROM t ORDER BY x", as: Row.self).map(\.x))"
        },
        MisuseVerb("forEachRow(_:_:)", closed: "throws 21", open: "[1, 2, 3]") {
            var numbers: [Int] = []
            try $0.forEachRow("SELECT x FROM t ORDER BY x") { numbers.append(try $0.value("x")) }
            return "\(numbers)"
        },
        MisuseVerb("addFunction(_:…)", closed: "throws 21", open: "added") {
            try $0.addFunction("added", argumentCount: 0) { _ in 1 }
            return "added"
        },
        MisuseVerb("addFunction(_:…), its own name", closed: "throws 21", open: "added", inRead: "throws 5") {
            try $0.addFunction("act", argumentCount: 1) { $0[0] }
            return "added"
        },
    ]

    private static let transactions = [
        MisuseVerb("beginTransaction()", closed: "false 7", open: "begun, true", inWrite: "begun, false 5") {
            begun($0) { $0.beginTransaction() }
        },
        MisuseVerb("beginDeferredTransaction()", closed: "false 7", open: "begun, true", inWrite: "begun, false 5") {
            begun($0) { $0.beginDeferredTransaction() }
        },
        MisuseVerb("beginImmediateTransaction()", closed: "false 7", open: "begun, true", inWrite: "begun, false 5") {
            begun($0) { $0.beginImmediateTransaction() }
        },
        MisuseVerb("beginExclusiveTransaction()", closed: "false 7", open: "begun, true", inWrite: "begun, false 5") {
            begun($0) { $0.beginExclusiveTransaction() }
        },
        MisuseVerb("commit()", closed: "false 7", open: "false 1") { told($0.commit(), $0) },
        MisuseVerb("rollback()", closed: "false 7", open: "false 1") { told($0.rollback(), $0) },
        MisuseVerb("withTransaction(_:_:)", closed: "throws 21", open: "1", inWrite: "throws 5", rollsBack: true) {
            database in
            "\(try database.withTransaction { try database.execute("INSERT INTO log VALUES (7)") })"
        },
        MisuseVerb("startSavePoint(withName:)", closed: "throws 7", open: "ended", inWrite: "throws 5") {
            try $0.startSavePoint(withName: "s")
            try $0.rollbackToSavePoint(withName: "s")
            try $0.releaseSavePoint(withName: "s")
            return "ended"
        },
        MisuseVerb("releaseSavePoint(withName:)", closed: "throws 7", open: "throws 1") {
            try $0.releaseSavePoint(withName: "s")
            return "done"
        },
        MisuseVerb("inSavePoint(_:)", closed: "7", open: "nil", inWrite: "5") { database in
            let error = database.inSavePoint { _ in database.executeUpdate(insert, withArgumentsIn: [1]) }
            return error.map { "\(($0 as NSError).code)" } ?? "nil"
        },
        MisuseVerb("withSavePoint(_:)", closed: "throws 21", open: "1", inWrite: "throws 5") { database in
            "\(try database.withSavePoint { try database.execute("INSERT INTO log VALUES (7)") })"
        },
        MisuseVerb("checkpoint(_:)", closed: "throws 7", open: "throws 6") {
            try $0.checkpoint(.passive)
            return "done"
        },
        MisuseVerb("checkpoint(_:name:)", closed: "throws 7", open: "throws 6") {
            try $0.checkpoint(.truncate, name: "main")
            return "done"
        },
        MisuseVerb("checkpoint(_:name:logFrameCount:checkpointCount:)", closed: "throws 7", open: "throws 6") {
            var (log, moved) = (Int32(7), Int32(7))
            try $0.checkpoint(.full, name: nil, logFrameCount: &log, checkpointCount: &moved)
            return "\(log) \(moved)"
        },
    ]

    private static let facts = [
        MisuseVerb("userVersion", closed: "0", open: "42") {
            $0.userVersion = 42
            return "\($0.userVersion)"
        },
        MisuseVerb("applicationID", closed: "0", open: "43") {
            $0.applicationID = 43
            return "\($0.applicationID)"
        },
        MisuseVerb("tableExists(_:)", closed: "false", open: "true") { "\($0.tableExists("T"))" },
        MisuseVerb("columnExists(_:inTableWithName:)", closed: "false", open: "true") {
            "\($0.columnExists("X", inTableWithName: "T"))"
        },
        MisuseVerb("getSchema()", closed: "nil", open: "a row") {
            $0.getSchema().map { $0.next() ? "a row" : "none" } ?? "nil"
        },
        MisuseVerb("getTableSchema(_:)", closed: "nil", open: "a row") {
            $0.getTableSchema("t").map { $0.next() ? "a row" : "none" } ?? "nil"
        },
        MisuseVerb("goodConnection", closed: "false", open: "true") { "\($0.goodConnection)" },
        MisuseVerb("isTransactionOpen", closed: "false", open: "false") { "\($0.isTransactionOpen)" },
        MisuseVerb("isInTransaction", closed: "false", open: "false") { "\($0.isInTransaction)" },
        MisuseVerb("changes", closed: "0", open: "3") { "\($0.changes)" },
        MisuseVerb("lastInsertRowId", closed: "0", open: "3") { "\($0.lastInsertRowId)" },
        MisuseVerb("limit(for:value:)", closed: "-1", open: "read") { $0.limit(for: 0, value: -1) > 0 ? "read" : "-1" },
        MisuseVerb("sqliteHandle", closed: "nil", open: "there") { $0.sqliteHandle == nil ? "nil" : "there" },
        MisuseVerb("lastError()", closed: "7", open: "a code") {
            ($0.lastError() as NSError).code == 7 ? "7" : "a code"
        },
        MisuseVerb("cachedStatements", closed: "0", open: "0") { "\(($0.cachedStatements?.count ?? 0) / 64)" },
        MisuseVerb("setKey(_:)", closed: "false", open: "false") {
            SQLiteVersion.hasCodec ? "false" : "\($0.setKey("k"))"
        },
        MisuseVerb("makeFunctionNamed(_:arguments:block:)", closed: "throws 7", open: "1") { database in
            database.makeFunctionNamed("made", arguments: 0) { [unowned database] context, _, _ in
                database.resultInt(1, context: context)
            }
            return "\(try database.executeQuery("SELECT made()", values: nil).next() ? 1 : 0)"
        },
        MisuseVerb("read(fromFile:)", closed: "false", open: "false") { "\($0.read(fromFile: "/nowhere/at.all"))" },
        MisuseVerb("write(toFile:)", closed: "false", open: "false") { "\($0.write(toFile: "/nowhere/at.all"))" },
    ]

    private static let ends = [
        MisuseVerb("open()", closed: "true", open: "true") { told($0.open(), $0) },
        MisuseVerb("close()", closed: "true", open: "true", inRead: "false", ends: .all) { "\($0.close())" },
        MisuseVerb("clearCachedStatements()", closed: "done", open: "done", ends: .cached) {
            $0.clearCachedStatements()
            return "done"
        },
        MisuseVerb("cachedStatements = nil", closed: "done", open: "done", ends: .cached) {
            $0.cachedStatements = nil
            return "done"
        },
        MisuseVerb("shouldCacheStatements = false", closed: "done", open: "done", ends: .cached) {
            $0.shouldCacheStatements = false
            return "done"
        },
        MisuseVerb("statementCacheCapacity = 0", closed: "done", open: "done") {
            $0.statementCacheCapacity = 0
            return "done"
        },
        MisuseVerb("closeOpenResultSets()", closed: "done", open: "done", ends: .sets) {
            $0.closeOpenResultSets()
            return "done"
        },
        MisuseVerb("setDateFormat(_:)", closed: "done", open: "done") {
            $0.setDateFormat(FMDatabase.storeableDateFormat("yyyy"))
            return "done"
        },
        MisuseVerb("maxBusyRetryTimeInterval", closed: "done", open: "done") {
            $0.maxBusyRetryTimeInterval = 1
            return "done"
        },
    ]
}
