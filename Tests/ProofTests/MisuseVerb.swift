// pure list: exempt from the length limits
import FMDB
import FMDBTestHelpers
import Testing

/// One way to call a database. The answers that are defined for the states in which it is misplaced are in ``MisuseTable``.
///
/// An answer is a word: what a call returned, "false 7" with the code that the connection then has, or "throws 21" with
/// the code of the error.
struct MisuseVerb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The result sets that the call ends.
    let ends: Ends
    /// Whether the call rolls back the changes of a writing statement around it, which fails then.
    let rollsBack: Bool
    enum Ends { case none, cached, sets, all }

    /// Whether the call is one of a result set.
    let isOfSet: Bool

    private let body: @Sendable (FMDatabase, FMResultSet?) throws -> String

    init(
        _ name: String, ends: Ends = .none, rollsBack: Bool = false,
        _ body: @escaping @Sendable (FMDatabase) throws -> String
    ) {
        testDescription = name
        self.ends = ends
        self.rollsBack = rollsBack
        isOfSet = false
        self.body = { database, _ in try body(database) }
    }

    /// A call of a result set, which stands on its first row.
    init(ofSet name: String, _ body: @escaping @Sendable (FMResultSet) throws -> String) {
        testDescription = name
        ends = .none
        rollsBack = false
        isOfSet = true
        self.body = { _, set in try set.map(body) ?? "no result set" }
    }

    /// What the table says.
    func answer(in state: MisuseState) -> String { MisuseTable.answer(testDescription, state) }

    func answer(of database: FMDatabase, _ set: FMResultSet? = nil) -> String {
        do {
            return try body(database, set)
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
    static let ofDatabases = updates + queries + throwing + transactions + facts + ends + copies
    static let all = ofDatabases + ofSets + ofModels

    private static let updates = [
        MisuseVerb("executeUpdate(_:withArgumentsIn:)") {
            told($0.executeUpdate(insert, withArgumentsIn: [1]), $0)
        },
        MisuseVerb("executeUpdate(_:values:)") {
            try $0.executeUpdate(insert, values: [1])
            return "done"
        },
        MisuseVerb("executeUpdate(_:withParameterDictionary:)") {
            told($0.executeUpdate("INSERT INTO log VALUES (:x)", withParameterDictionary: ["x": 1]), $0)
        },
        MisuseVerb("executeUpdate(_:_:…)") {
            try $0.executeUpdate(insert, 1)
            return "done"
        },
        MisuseVerb("executeUpdate(withFormat:)") {
            told($0.executeUpdate(withFormat: "INSERT INTO log VALUES (%d)", 1), $0)
        },
        MisuseVerb("executeStatements(_:)") {
            told($0.executeStatements("INSERT INTO log VALUES (1); \(select)"), $0)
        },
        MisuseVerb("executeStatements(_:withResultBlock:)") {
            told($0.executeStatements(select) { _ in 0 }, $0)
        },
        MisuseVerb("issueCommand(_:forTable:)") {
            told($0.issueCommand("optimize", forTable: "t"), $0)
        },
        MisuseVerb("VACUUM") {
            told($0.executeUpdate("VACUUM", withArgumentsIn: []), $0)
        },
        MisuseVerb("DROP TABLE") {
            told($0.executeUpdate("DROP TABLE t", withArgumentsIn: []), $0)
        },
    ]

    private static let queries = [
        MisuseVerb("executeQuery(_:withArgumentsIn:)") {
            read($0.executeQuery(select, withArgumentsIn: []), $0)
        },
        MisuseVerb("executeQuery(_:values:)") {
            read(try $0.executeQuery(select, values: nil), $0)
        },
        MisuseVerb("executeQuery(_:withParameterDictionary:)") {
            read($0.executeQuery(select, withParameterDictionary: nil), $0)
        },
        MisuseVerb("executeQuery(_:_:…)") {
            read(try $0.executeQuery("SELECT x FROM t WHERE x > ?", 2), $0)
        },
        MisuseVerb("executeQuery(withFormat:)") {
            read($0.executeQuery(withFormat: "SELECT x FROM t WHERE x > %d", 2), $0)
        },
        MisuseVerb("prepare(_:), bind(with:), next()") {
            let rows = $0.prepare("SELECT x FROM t WHERE x > ?")
            return rows.bind(with: [2]) ? read(rows, $0) : "bind false"
        },
        MisuseVerb("prepare(_:), bind(with:), step()") {
            let rows = $0.prepare(insert)
            return rows.bind(with: [2]) ? "step \(rows.step())" : "bind false"
        },
        MisuseVerb("intForQuery(_:)") {
            $0.intForQuery("SELECT count(*) FROM t").map { "\($0)" } ?? "nil"
        },
        MisuseVerb("stringForQuery(_:)") {
            $0.stringForQuery("SELECT max(x) FROM t") ?? "nil"
        },
        MisuseVerb("validateSQL(_:)") {
            try $0.validateSQL(select)
            return "valid"
        },
    ]

    private static let throwing = [
        MisuseVerb("execute(_:)") {
            "\(try $0.execute("INSERT INTO log VALUES (\(1))"))"
        },
        MisuseVerb("execute(_:_:…)") {
            "\(try $0.execute("INSERT INTO log VALUES (?)", 1))"
        },
        MisuseVerb("query(_:)") { database in
            let cursor = try database.query("SELECT x FROM t ORDER BY x")
            var numbers: [Int] = []
            while let row = try cursor.nextRow() { numbers.append(try row.value(at: 0)) }
            return "\(numbers)"
        },
        MisuseVerb("query(_:_:…)") {
            read(try $0.query("SELECT x FROM t WHERE x > ?", 2), $0)
        },
        MisuseVerb("value(_:as:)") {
            "\(try $0.value("SELECT count(*) FROM t", as: Int.self))"
        },
        MisuseVerb("value(_:_:…as:)") {
            "\(try $0.value("SELECT count(*) FROM t WHERE x > ?", 2, as: Int.self))"
        },
        MisuseVerb("rows(_:as:), one column") {
            "\(try $0.rows("SELECT x FROM t ORDER BY x", as: Int.self))"
        },
        MisuseVerb("rows(_:as:), tuples") {
            "\(try $0.rows("SELECT x, x FROM t ORDER BY x", as: (Int, Int).self))"
        },
        MisuseVerb("rows(_:as:), decoded") {
            struct Row: Decodable { var x: Int }
            return "\(try $0.rows("SELECT x FROM t ORDER BY x", as: Row.self).map(\.x))"
        },
        MisuseVerb("forEachRow(_:_:)") {
            var numbers: [Int] = []
            try $0.forEachRow("SELECT x FROM t ORDER BY x") { numbers.append(try $0.value("x")) }
            return "\(numbers)"
        },
        MisuseVerb("execute(_:binding:)") {
            "\(try $0.execute("INSERT INTO log VALUES (?)") { try $0.add(1) })"
        },
        MisuseVerb("executeMany(_:_:)", rollsBack: true) {
            "\(try $0.executeMany("INSERT INTO log VALUES (?)", [1, 2]))"
        },
        MisuseVerb("withPragma(_:_:_:)") { database in
            try database.withPragma("recursive_triggers", true) { "done" }
        },
        MisuseVerb("addFunction(_:…)") {
            try $0.addFunction("added", argumentCount: 0) { _ in 1 }
            return "added"
        },
        MisuseVerb("addFunction(_:…), its own name") {
            try $0.addFunction("act", argumentCount: 1) { $0[0] }
            return "added"
        },
    ]

    private static let transactions = [
        MisuseVerb("beginTransaction()") {
            begun($0) { $0.beginTransaction() }
        },
        MisuseVerb("beginDeferredTransaction()") {
            begun($0) { $0.beginDeferredTransaction() }
        },
        MisuseVerb("beginImmediateTransaction()") {
            begun($0) { $0.beginImmediateTransaction() }
        },
        MisuseVerb("beginExclusiveTransaction()") {
            begun($0) { $0.beginExclusiveTransaction() }
        },
        MisuseVerb("commit()") { told($0.commit(), $0) },
        MisuseVerb("rollback()") { told($0.rollback(), $0) },
        MisuseVerb("withTransaction(_:_:)", rollsBack: true) {
            database in
            "\(try database.withTransaction { try database.execute("INSERT INTO log VALUES (7)") })"
        },
        MisuseVerb("startSavePoint(withName:)") {
            try $0.startSavePoint(withName: "s")
            try $0.rollbackToSavePoint(withName: "s")
            try $0.releaseSavePoint(withName: "s")
            return "ended"
        },
        MisuseVerb("releaseSavePoint(withName:)") {
            try $0.releaseSavePoint(withName: "s")
            return "done"
        },
        MisuseVerb("rollbackToSavePoint(withName:)") {
            try $0.rollbackToSavePoint(withName: "s")
            return "done"
        },
        MisuseVerb("inSavePoint(_:)") { database in
            let error = database.inSavePoint { _ in database.executeUpdate(insert, withArgumentsIn: [1]) }
            return error.map { "returns \(($0 as NSError).code)" } ?? "nil"
        },
        MisuseVerb("withSavePoint(_:)") { database in
            "\(try database.withSavePoint { try database.execute("INSERT INTO log VALUES (7)") })"
        },
        MisuseVerb("checkpoint(_:)") {
            try $0.checkpoint(.passive)
            return "done"
        },
        MisuseVerb("checkpoint(_:name:)") {
            try $0.checkpoint(.truncate, name: "main")
            return "done"
        },
        MisuseVerb("checkpoint(_:name:logFrameCount:checkpointCount:)") {
            var (log, moved) = (Int32(7), Int32(7))
            try $0.checkpoint(.full, name: nil, logFrameCount: &log, checkpointCount: &moved)
            return "\(log) \(moved)"
        },
    ]

    private static let facts = [
        MisuseVerb("userVersion") {
            $0.userVersion = 42
            return "\($0.userVersion)"
        },
        MisuseVerb("applicationID") {
            $0.applicationID = 43
            return "\($0.applicationID)"
        },
        MisuseVerb("tableExists(_:)") { "\($0.tableExists("T"))" },
        MisuseVerb("columnExists(_:inTableWithName:)") {
            "\($0.columnExists("X", inTableWithName: "T"))"
        },
        MisuseVerb("getSchema()") {
            $0.getSchema().map { $0.next() ? "a row" : "none" } ?? "nil"
        },
        MisuseVerb("getTableSchema(_:)") {
            $0.getTableSchema("t").map { $0.next() ? "a row" : "none" } ?? "nil"
        },
        MisuseVerb("goodConnection") { "\($0.goodConnection)" },
        MisuseVerb("isTransactionOpen") { "\($0.isTransactionOpen)" },
        MisuseVerb("isInTransaction") { "\($0.isInTransaction)" },
        MisuseVerb("changes") { "\($0.changes)" },
        MisuseVerb("lastInsertRowId") { "\($0.lastInsertRowId)" },
        MisuseVerb("limit(for:value:)") { $0.limit(for: 0, value: -1) > 0 ? "read" : "-1" },
        MisuseVerb("sqliteHandle") { $0.sqliteHandle == nil ? "nil" : "there" },
        MisuseVerb("lastError()") {
            ($0.lastError() as NSError).code == 7 ? "7" : "a code"
        },
        MisuseVerb("cachedStatements") { "\(($0.cachedStatements?.count ?? 0) / 64)" },
        MisuseVerb("setKey(_:)") {
            SQLiteVersion.hasCodec ? "false" : "\($0.setKey("k"))"
        },
        MisuseVerb("makeFunctionNamed(_:arguments:block:)") { database in
            database.makeFunctionNamed("made", arguments: 0) { [unowned database] context, _, _ in
                database.resultInt(1, context: context)
            }
            return "\(try database.executeQuery("SELECT made()", values: nil).next() ? 1 : 0)"
        },
        MisuseVerb("read(fromFile:)") { "\($0.read(fromFile: "/nowhere/at.all"))" },
        MisuseVerb("write(toFile:)") { "\($0.write(toFile: "/nowhere/at.all"))" },
    ]

    private static let ends = [
        MisuseVerb("open()") { told($0.open(), $0) },
        MisuseVerb("close()", ends: .all) { "\($0.close())" },
        MisuseVerb("clearCachedStatements()", ends: .cached) {
            $0.clearCachedStatements()
            return "done"
        },
        MisuseVerb("cachedStatements = nil", ends: .cached) {
            $0.cachedStatements = nil
            return "done"
        },
        MisuseVerb("shouldCacheStatements = false", ends: .cached) {
            $0.shouldCacheStatements = false
            return "done"
        },
        MisuseVerb("statementCacheCapacity = 0") {
            $0.statementCacheCapacity = 0
            return "done"
        },
        MisuseVerb("closeOpenResultSets()", ends: .sets) {
            $0.closeOpenResultSets()
            return "done"
        },
        MisuseVerb("setDateFormat(_:)") {
            $0.setDateFormat(FMDatabase.storeableDateFormat("yyyy"))
            return "done"
        },
        MisuseVerb("maxBusyRetryTimeInterval") {
            $0.maxBusyRetryTimeInterval = 1
            return "done"
        },
    ]
}
