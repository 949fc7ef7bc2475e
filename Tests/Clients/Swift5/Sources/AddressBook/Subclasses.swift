// swift-format-ignore-file: NeverForceUnwrap
import FMDB

/// A database that keeps the SQL of its updates. With Objective-C FMDB the initializer was an `override`; here it is
/// `required`, which implies that.
class TracedDatabase: FMDatabase {
    private(set) var updates: [String] = []
    private(set) var opened = 0

    required init(path: String?) {
        super.init(path: path)
        logsErrors = false
        maxBusyRetryTimeInterval = 5
    }

    @discardableResult
    override func open() -> Bool {
        let isOpen = super.open()
        if isOpen { opened += 1 }
        return isOpen
    }

    @discardableResult
    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        guard super.open(withFlags: flags, vfs: vfsName) else { return false }
        opened += 1
        return true
    }

    @discardableResult
    override func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool {
        updates.append(sql)
        return super.executeUpdate(sql, withArgumentsIn: arguments)
    }

    override func executeUpdate(_ sql: String, values: [Any]?) throws {
        updates.append(sql)
        try super.executeUpdate(sql, values: values)
    }

    override func executeQuery(_ sql: String, withArgumentsIn arguments: [Any]) -> FMResultSet? {
        guard !sql.isEmpty else { return nil }
        return super.executeQuery(sql, withArgumentsIn: arguments)
    }

    @discardableResult
    override func close() -> Bool {
        updates.removeAll()
        return super.close()
    }
}

/// With Objective-C FMDB the initializers were inherited, and the conformance need not be said again.
class TracedDatabaseQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass {
        return TracedDatabase.self
    }
}

final class TracedDatabasePool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { TracedDatabase.self }
}

/// A subclass with an initializer of its own has to repeat the required one.
class Catalogue: FMDatabase {
    let title: String

    init(title: String) {
        self.title = title
        super.init(path: nil)
    }

    init(title: String, file url: URL) {
        self.title = title
        super.init(url: url)
    }

    required init(path: String?) {
        title = "untitled"
        super.init(path: path)
    }
}

/// A queue as a singleton with the queries of one file, and a label of its own.
class MasterQueue: FMDatabaseQueue, @unchecked Sendable {
    static let shared = MasterQueue(path: documentPath("master.db"))!

    private(set) var label = "master"

    override init?(path: String?) {
        super.init(path: path)
        label = "at path"
    }

    override init?(path: String?, flags: Int32, vfs: String?) {
        super.init(path: path, flags: flags, vfs: vfs)
        label = "with flags"
    }

    func insert(_ number: Int) -> Bool {
        var inserted = false
        inDatabase { db in
            db.executeUpdate("CREATE TABLE IF NOT EXISTS n (number)", withArgumentsIn: [])
            inserted = db.executeUpdate("INSERT INTO n VALUES (?)", withArgumentsIn: [number])
        }
        return inserted
    }

    override func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        label = "in transaction"
        super.inTransaction(block)
    }

    override func close() {
        label = "closed"
        super.close()
    }
}

func checkSubclasses() {
    let db = TracedDatabase(path: documentPath("traced.db"))
    expect(db.open(), "open")
    expectEqual(db.opened, 1)
    db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
    try? db.executeUpdate("INSERT INTO t VALUES (?)", values: [1])
    expectEqual(db.updates, ["CREATE TABLE t (a)", "INSERT INTO t VALUES (?)"])
    expect(db.executeQuery("", withArgumentsIn: []) == nil, "the overridden query")
    expectEqual(db.maxBusyRetryTimeInterval, 5)
    db.close()
    expectEqual(db.updates, [])

    let queue = TracedDatabaseQueue(path: documentPath("traced.db"))
    queue?.inDatabase { db in
        guard let db = db as? TracedDatabase else { return fail("databaseClass()") }
        expectEqual(db.opened, 1)
        db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [2])
        expectEqual(db.updates.count, 1)
    }
    let pool = TracedDatabasePool(path: documentPath("traced.db"))
    pool.inDatabase { db in
        expect(db is TracedDatabase, "databaseClass() of the pool")
    }

    let catalogue = Catalogue(title: "Spring", file: documentsDirectory.appendingPathComponent("catalogue.db"))
    expect(catalogue.open() && catalogue.close(), catalogue.title)
    expectEqual(Catalogue(title: "Autumn").title, "Autumn")
    expectEqual(Catalogue(path: nil).title, "untitled")

    checkQueueSubclass()
}

private func checkQueueSubclass() {
    expectEqual(MasterQueue.shared.label, "at path")
    expect(MasterQueue.shared.insert(3), "a method of the queue")
    MasterQueue.shared.inTransaction { db, _ in
        expect(db.executeUpdate("DELETE FROM n", withArgumentsIn: []), "delete")
    }
    expectEqual(MasterQueue.shared.label, "in transaction")
    MasterQueue.shared.close()
    expectEqual(MasterQueue.shared.label, "closed")
    expectEqual(MasterQueue(path: nil, flags: 6, vfs: nil)?.label, "with flags")
}
