// swift-format-ignore-file: NeverForceUnwrap
import FMDB

func checkSavePoints() {
    let db = FMDatabase()
    db.logsErrors = false
    db.open()
    db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
    do {
        try db.startSavePoint(withName: "outer")
        try db.executeUpdate("INSERT INTO t VALUES (1)", values: nil)
        try db.startSavePoint(withName: "it's inner")
        try db.executeUpdate("INSERT INTO t VALUES (2)", values: nil)
        try db.rollbackToSavePoint(withName: "it's inner")
        try db.releaseSavePoint(withName: "it's inner")
        try db.releaseSavePoint(withName: "outer")
    } catch {
        fail(error.localizedDescription)
    }
    expectEqual(rowCount(db), 1)
    expectThrows { try db.releaseSavePoint(withName: "unknown") }

    let error = db.inSavePoint { rollback in
        db.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: [])
        rollback.pointee = true
    }
    expect(error == nil, String(describing: error))
    db.inSavePoint { _ in
        db.executeUpdate("INSERT INTO t VALUES (4)", withArgumentsIn: [])
    }
    expectEqual(rowCount(db), 2)
    db.close()

    let queue = FMDatabaseQueue(path: documentPath("savepoints.db"))!
    queue.inSavePoint { db, _ in
        db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
    }
    if let error = queue.inSavePoint({ db, rollback in
        db.executeUpdate("INSERT INTO t VALUES (5)", withArgumentsIn: [])
        rollback.pointee = ObjCBool(true)
    }) {
        fail("\((error as NSError).code)")
    }
    queue.inDatabase { expectEqual(rowCount($0), 0) }
    queue.close()
}

func checkCheckpoint() {
    let queue = FMDatabaseQueue(path: documentPath("wal.db"))!
    queue.inDatabase { db in
        let rs = db.executeQuery("PRAGMA journal_mode=WAL", withArgumentsIn: [])
        expect(rs?.next() == true && rs?.string(forColumnIndex: 0) == "wal", "journal mode")
        rs?.close()
        db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
        var a: Int32 = 0
        var b: Int32 = 0
        do {
            try db.checkpoint(.passive)
            try db.checkpoint(.full, name: "main")
            try db.checkpoint(.truncate, name: nil, logFrameCount: &a, checkpointCount: &b)
        } catch let e as NSError {
            fail(e.localizedDescription)
        }
        expectEqual(a, b)
    }
    do {
        try queue.checkpoint(.restart)
        try queue.checkpoint(FMDBCheckpointMode(rawValue: 1)!, name: nil)
        try queue.checkpoint(.truncate, name: nil, logFrameCount: nil, checkpointCount: nil)
    } catch {
        fail(error.localizedDescription)
    }
    queue.interrupt()
    queue.close()
}

private func expectThrows(_ body: () throws -> Void) {
    do {
        try body()
        fail("nothing was thrown")
    } catch {}
}

private func rowCount(_ db: FMDatabase) -> Int {
    let rs = db.executeQuery("SELECT count(*) FROM t", withArgumentsIn: [])
    defer { rs?.close() }
    guard let rs = rs, rs.next() else { return -1 }
    return rs.long(forColumnIndex: 0)
}
