// swift-format-ignore-file: NeverForceUnwrap
import FMDB

extension FMDatabaseQueue {
    /// The client's own async form beside the library's synchronous one.
    func inTransaction(_ block: @escaping (FMDatabase) throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
            DispatchQueue.global().async {
                self.inTransaction { db, rollback in
                    do {
                        try block(db)
                        continuation.resume()
                    } catch {
                        rollback.pointee = true
                        continuation.resume(throwing: error)
                    }
                }
            }
        }
    }
}

private func visits(_ queue: FMDatabaseQueue) async -> Int {
    var count = 0
    queue.inDatabase { db in
        let rs = db.executeQuery("SELECT count(*) FROM visit", withArgumentsIn: [])!
        if rs.next() { count = rs.long(forColumnIndex: 0) }
        rs.close()
    }
    return count
}

func checkConcurrency() async {
    let queue = FMDatabaseQueue(path: documentPath("visits.db"))!
    queue.inDatabase { db in
        db.logsErrors = false
        db.executeUpdate("CREATE TABLE visit (at REAL NOT NULL)", withArgumentsIn: [])
    }
    let insert = Task {
        queue.inDatabase { db in
            let now = Date()
            db.executeUpdate("INSERT INTO visit VALUES (?)", withArgumentsIn: [now])
        }
    }
    await insert.value
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
            group.addTask {
                queue.inTransaction { db, rollback in
                    if !db.executeUpdate("INSERT INTO visit VALUES (?)", withArgumentsIn: [Date()]) {
                        rollback.pointee = true
                    }
                }
            }
        }
    }
    let count = await visits(queue)
    expectEqual(count, 11)
    await checkAsyncForm(queue)
    queue.close()
}

private func checkAsyncForm(_ queue: FMDatabaseQueue) async {
    do {
        try await queue.inTransaction { db in
            try db.executeUpdate("DELETE FROM visit", values: nil)
            try db.executeUpdate("INSERT INTO visit VALUES (?)", values: [NSNull()])
        }
        fail("NULL has to be refused")
    } catch let error {
        expectEqual((error as NSError).code, 19)
    }
    let unchanged = await visits(queue)
    expectEqual(unchanged, 11)
    let names: [String] = await withCheckedContinuation { continuation in
        queue.inDatabase { db in
            continuation.resume(returning: db.tableExists("visit") ? ["visit"] : [])
        }
    }
    expectEqual(names, ["visit"])
}
