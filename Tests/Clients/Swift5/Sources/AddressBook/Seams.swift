// swift-format-ignore-file: NeverForceUnwrap
import FMDB

// The seams of apps with unit tests: FMDB's classes conform to the app's own protocols.

protocol SQLExecuting: AnyObject {
    var lastInsertRowId: Int64 { get }
    var shouldCacheStatements: Bool { get set }
    func open() -> Bool
    func close() -> Bool
    func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool
    func executeUpdate(_ sql: String, values: [Any]?) throws
    func executeQuery(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]?) -> FMResultSet?
    func executeQuery(_ sql: String, values: [Any]?) throws -> FMResultSet
    func executeStatements(_ sql: String, withResultBlock block: FMDBExecuteStatementsCallbackBlock?) -> Bool
    func lastError() -> Error
}

protocol QueueType {
    func inDatabase(_ block: (FMDatabase) -> Void)
    func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void)
    func inSavePoint(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) -> Error?
}

protocol RowType {
    var resultDictionary: [AnyHashable: Any]? { get }
    func next() -> Bool
    func string(forColumn: String) -> String?
    func int(forColumnIndex: Int32) -> Int32
    subscript(columnName: String) -> Any? { get }
}

extension FMDatabase: SQLExecuting {}
extension FMDatabaseQueue: QueueType {}
extension FMDatabasePool: QueueType {}
extension FMResultSet: RowType {}

typealias TransactionBlock = (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void

/// A wrapper that hands blocks through.
class Database: NSObject {
    static var `default` = Database()

    var connection: FMDatabaseQueue? = nil

    func connect(path: String) {
        self.connection = FMDatabaseQueue.init(path: path)
    }

    func inDatabase(_ block: ((FMDatabase) -> Void)) {
        self.connection?.inDatabase(block)
    }

    func inTransaction(_ block: TransactionBlock) {
        self.connection?.inTransaction(block)
    }
}

func checkSeams() {
    let db: SQLExecuting = FMDatabase(path: nil)
    expect(db.open(), "open through a protocol")
    db.shouldCacheStatements = true
    expect(db.executeStatements("CREATE TABLE t (a, b)", withResultBlock: nil), "a script")
    expect(db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1, "x"]), "an update")
    expectEqual(db.lastInsertRowId, 1)
    if let row: RowType = try? db.executeQuery("SELECT * FROM t", values: nil), row.next() {
        expectEqual(row["b"] as? String, row.string(forColumn: "b"))
        expectEqual(row.resultDictionary?.count, 2)
    } else {
        fail("no row")
    }
    expect(db.close(), "close")

    Database.default.connect(path: documentPath("seams.db"))
    Database.default.inDatabase { db in
        let update: (String, [Any]) -> Bool = db.executeUpdate(_:withArgumentsIn:)
        expect(update("CREATE TABLE t (a)", [Any]()), "a method reference")
        let statements = ["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"]
        expectEqual(statements.filter { db.executeUpdate($0, withArgumentsIn: []) }.count, 2)
        let logged = statements.compactMap { try? db.executeQuery($0, values: nil) }.map(\.columnCount)
        expectEqual(logged, [0, 0])
    }
    let block: TransactionBlock = { db, rollback in
        rollback.pointee = ObjCBool(!db.executeUpdate("DELETE FROM t", withArgumentsIn: []))
    }
    Database.default.inTransaction(block)
    let queues: [QueueType] = [Database.default.connection!, FMDatabasePool(path: documentPath("seams.db"))]
    for queue in queues {
        queue.inDatabase { db in
            guard let rs = try? db.executeQuery("SELECT count(*) FROM t", values: nil), rs.next() else {
                return fail("no count")
            }
            expectEqual(rs.int(forColumnIndex: 0), 0)
        }
        expect(queue.inSavePoint { _, _ in } == nil, "a save point")
    }
    Database.default.connection?.close()
}
