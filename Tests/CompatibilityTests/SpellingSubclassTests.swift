import FMDB
import FMDBTestHelpers
import Testing

/// A database that notes which of its members were reached.
private final class NotingDatabase: FMDatabase {
    var calls: Set<String> = []

    override func open() -> Bool {
        calls.insert("open")
        return super.open()
    }

    override func open(withFlags flags: Int32) -> Bool {
        calls.insert("openWithFlags")
        return super.open(withFlags: flags)
    }

    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        calls.insert("openWithVFS")
        return super.open(withFlags: flags, vfs: vfsName)
    }

    override func close() -> Bool {
        calls.insert("close")
        return super.close()
    }

    override func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool {
        calls.insert("updateInArray")
        return super.executeUpdate(sql, withArgumentsIn: arguments)
    }

    override func executeUpdate(_ sql: String, values: [Any]?) throws {
        calls.insert("updateValues")
        try super.executeUpdate(sql, values: values)
    }

    override func executeUpdate(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]) -> Bool {
        calls.insert("updateNamed")
        return super.executeUpdate(sql, withParameterDictionary: arguments)
    }

    override func executeQuery(_ sql: String, withArgumentsIn arguments: [Any]) -> FMResultSet? {
        calls.insert("queryInArray")
        return super.executeQuery(sql, withArgumentsIn: arguments)
    }

    override func executeQuery(_ sql: String, values: [Any]?) throws -> FMResultSet {
        calls.insert("queryValues")
        return try super.executeQuery(sql, values: values)
    }

    override func executeQuery(
        _ sql: String, withParameterDictionary arguments: [AnyHashable: Any]?
    ) -> FMResultSet? {
        calls.insert("queryNamed")
        return super.executeQuery(sql, withParameterDictionary: arguments)
    }

    override func executeStatements(_ sql: String) -> Bool {
        calls.insert("statements")
        return super.executeStatements(sql)
    }

    override func executeStatements(_ sql: String, withResultBlock block: FMDBExecuteStatementsCallbackBlock?) -> Bool {
        calls.insert("statementsWithBlock")
        return super.executeStatements(sql, withResultBlock: block)
    }

    override func beginTransaction() -> Bool {
        calls.insert("begin")
        return super.beginTransaction()
    }

    override func beginDeferredTransaction() -> Bool {
        calls.insert("beginDeferred")
        return super.beginDeferredTransaction()
    }

    override func beginImmediateTransaction() -> Bool {
        calls.insert("beginImmediate")
        return super.beginImmediateTransaction()
    }

    override func beginExclusiveTransaction() -> Bool {
        calls.insert("beginExclusive")
        return super.beginExclusiveTransaction()
    }

    override func commit() -> Bool {
        calls.insert("commit")
        return super.commit()
    }

    override func rollback() -> Bool {
        calls.insert("rollback")
        return super.rollback()
    }
}

/// A database with initialisers of its own, which call each one of the superclass.
private final class PlacedDatabase: FMDatabase {
    let label: String

    required init(path: String?) {
        label = "path"
        super.init(path: path)
    }

    override init(url: URL?) {
        label = "url"
        super.init(url: url)
    }

    init(label: String, url: URL?) {
        self.label = label
        super.init(url: url)
    }
}

private final class PlacedQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { PlacedDatabase.self }

    override init?(path: String?) {
        super.init(path: path)
    }

    override init?(url: URL?, flags: Int32) {
        super.init(url: url, flags: flags)
    }

    override func inDatabase(_ block: (FMDatabase) -> Void) {
        super.inDatabase(block)
    }

    override func close() {
        super.close()
    }
}

private final class PlacedPool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { PlacedDatabase.self }

    override init(path: String?) {
        super.init(path: path)
    }

    override init(path: String?, flags: Int32, vfs: String?) {
        super.init(path: path, flags: flags, vfs: vfs)
    }

    override func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        super.inTransaction(block)
    }
}

/// A queue that notes which of its lending verbs were reached.
private final class NotingQueue: FMDatabaseQueue, @unchecked Sendable {
    var calls: Set<String> = []

    override func inDatabase(_ block: (FMDatabase) -> Void) {
        calls.insert("database")
        super.inDatabase(block)
    }

    override func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        calls.insert("transaction")
        super.inTransaction(block)
    }

    override func inDeferredTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        calls.insert("deferred")
        super.inDeferredTransaction(block)
    }

    override func inExclusiveTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        calls.insert("exclusive")
        super.inExclusiveTransaction(block)
    }

    override func inImmediateTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        calls.insert("immediate")
        super.inImmediateTransaction(block)
    }

    override func inSavePoint(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) -> (any Error)? {
        calls.insert("savePoint")
        return super.inSavePoint(block)
    }
}

/// Subclasses of clients: the members that are overridden in the wild can be, and are reached through the superclass.
@Suite struct SpellingSubclassTests {
    private let folder = TemporaryFolder()

    /// The calls that a noting database saw while it was used as an `FMDatabase`.
    private func calls(_ use: (FMDatabase) throws -> Void) rethrows -> Set<String> {
        let database = NotingDatabase(path: nil)
        database.logsErrors = false
        try use(database)
        return database.calls
    }

    @Test func testL01_overriddenOpeningIsReached() {
        #expect(calls { $0.open() }.contains("open"))
        #expect(calls { $0.open(withFlags: 6) }.contains("openWithFlags"))
        #expect(calls { $0.open(withFlags: 6, vfs: nil) }.contains("openWithVFS"))
        #expect(calls { $0.close() }.contains("close"))
    }

    @Test func testL01_overriddenUpdatesAreReached() throws {
        let seen = try calls { database in
            database.open()
            database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
            try database.executeUpdate("INSERT INTO t VALUES (1)", values: nil)
            database.executeUpdate("INSERT INTO t VALUES (:a)", withParameterDictionary: ["a": 1])
            database.executeStatements("DELETE FROM t", withResultBlock: nil)
        }
        #expect(seen.isSuperset(of: ["updateInArray", "updateValues", "updateNamed", "statementsWithBlock"]))
    }

    @Test func testL01_overriddenQueriesAreReached() throws {
        let seen = try calls { database in
            database.open()
            database.executeQuery("SELECT 1", withArgumentsIn: [])
            try database.executeQuery("SELECT 1", values: nil)
            database.executeQuery("SELECT :a", withParameterDictionary: ["a": 1])
        }
        #expect(seen.isSuperset(of: ["queryInArray", "queryValues", "queryNamed"]))
    }

    @Test func testL01_overriddenTransactionsAreReached() {
        #expect(calls { $0.beginTransaction() }.contains("begin"))
        #expect(calls { $0.beginDeferredTransaction() }.contains("beginDeferred"))
        #expect(calls { $0.beginImmediateTransaction() }.contains("beginImmediate"))
        #expect(calls { $0.beginExclusiveTransaction() }.contains("beginExclusive"))
        #expect(calls { $0.commit() }.contains("commit"))
        #expect(calls { $0.rollback() }.contains("rollback"))
    }

    @Test func testL01_overriddenLendingIsReached() throws {
        let noting = try #require(NotingQueue(path: folder.file()))
        let queue: FMDatabaseQueue = noting
        queue.inDatabase { _ in }
        queue.inTransaction { _, _ in }
        queue.inDeferredTransaction { _, _ in }
        queue.inExclusiveTransaction { _, _ in }
        queue.inImmediateTransaction { _, _ in }
        queue.inSavePoint { _, _ in }
        let verbs: Set<String> = ["database", "transaction", "deferred", "exclusive", "immediate", "savePoint"]
        #expect(noting.calls.isSuperset(of: verbs))
    }

    @Test func initialisersOfASubclass() {
        #expect(PlacedDatabase(path: "a").label == "path")
        #expect(PlacedDatabase(url: nil).label == "url")
        #expect(PlacedDatabase(label: "mine", url: nil).label == "mine")
    }

    @Test func aQueueOfASubclassLendsItsDatabaseClass() throws {
        let queue = try #require(PlacedQueue(path: folder.file()))
        queue.inDatabase { #expect($0 is PlacedDatabase) }
        queue.close()
        let flagged = try #require(PlacedQueue(url: URL(fileURLWithPath: folder.file()), flags: 6))
        flagged.inDatabase { #expect(($0 as? PlacedDatabase)?.label == "path") }
    }

    @Test func aPoolOfASubclassLendsItsDatabaseClass() {
        let pool = PlacedPool(path: folder.file())
        pool.inTransaction { database, _ in #expect(database is PlacedDatabase) }
        let flagged = PlacedPool(path: folder.file(), flags: 6, vfs: nil)
        flagged.inDatabase { #expect($0 is PlacedDatabase) }
    }
}
