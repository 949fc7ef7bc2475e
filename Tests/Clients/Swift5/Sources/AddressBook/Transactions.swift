// swift-format-ignore-file: NeverForceUnwrap
import FMDB

private func makeQueue(_ name: String) -> FMDatabaseQueue {
    let queue = FMDatabaseQueue(path: documentPath(name))!
    queue.inDatabase { db in
        db.logsErrors = false
        db.executeUpdate("CREATE TABLE account (owner TEXT PRIMARY KEY, amount INTEGER)", withArgumentsIn: [])
    }
    return queue
}

private func count(_ queue: FMDatabaseQueue) -> Int {
    var count = -1
    queue.inDatabase { db in
        let rs = db.executeQuery("SELECT count(*) AS c FROM account", withArgumentsIn: [])
        if rs!.next() {
            count = Int(rs!.int(forColumn: "c"))
        }
        rs?.close()
    }
    return count
}

func checkTransactions() {
    let queue = makeQueue("transactions.db")
    queue.inTransaction { db, rollback in
        do {
            try db.executeUpdate("INSERT INTO account VALUES (?, ?)", values: ["Ann", 10])
            try db.executeUpdate("INSERT INTO account VALUES (?, ?)", values: ["Ann", 20])
            fail("the second insert has to throw")
        } catch {
            rollback.pointee = true
        }
    }
    expectEqual(count(queue), 0)

    // The parameters of the block as old headers had them: optional.
    queue.inTransaction { (db: FMDatabase?, rollback: UnsafeMutablePointer<ObjCBool>?) in
        guard let db = db else { return }
        let saved = db.executeUpdate("INSERT INTO account VALUES (?, ?)", withArgumentsIn: ["Bob", 1])
        rollback?.pointee = ObjCBool(!saved)
    }
    expectEqual(count(queue), 1)

    queue.inDeferredTransaction { db, rollback in
        expect(db.isInTransaction, "isInTransaction")
        db.executeUpdate("DELETE FROM account", withArgumentsIn: [])
        rollback.initialize(to: true)
    }
    queue.inExclusiveTransaction { (db, _) in
        db.executeUpdate("INSERT INTO account VALUES ('Cid', 3)", withArgumentsIn: [])
    }
    queue.inImmediateTransaction({ (db: FMDatabase!, rollback) -> Void in
        db.executeUpdate("INSERT INTO account VALUES ('Dan', 4)", withArgumentsIn: [])
    })
    expectEqual(count(queue), 3)
    queue.close()
    checkManualTransactions()
}

private func checkManualTransactions() {
    let db = FMDatabase(path: documentPath("transactions.db"))
    guard db.open() else { return fail("open") }
    db.beginTransaction()
    for i in 0..<100 {
        db.executeUpdate("INSERT INTO account VALUES (?, ?)", withArgumentsIn: ["owner \(i)", i])
    }
    db.commit()
    db.beginDeferredTransaction()
    db.executeUpdate("DELETE FROM account", withArgumentsIn: [])
    db.rollback()
    db.executeQuery("PRAGMA foreign_keys = ON", withArgumentsIn: [])
    do {
        try db.executeQuery("PRAGMA synchronous", values: nil)
    } catch {
        fail(error.localizedDescription)
    }
    if db.beginImmediateTransaction() {
        if db.executeUpdate("DELETE FROM account WHERE amount < ?", withArgumentsIn: [50]) {
            expectEqual(db.changes, 53)
            _ = db.commit()
        }
    }
    expect(db.beginExclusiveTransaction() && db.rollback(), "exclusive")
    let rs = db.executeQuery("SELECT count(*) FROM account", withArgumentsIn: [])
    expect((rs?.next())!, "one row")
    expectEqual(rs?.long(forColumnIndex: 0), 50)
    expect(db.hasOpenResultSets, "the result set is open")
    db.closeOpenResultSets()
    expect(!db.hasOpenResultSets, "it was closed")
    db.close()
}
