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

extension FMDatabaseQueue {
    func perform<T>(_ action: (FMDatabase) throws -> T) async -> Result<T, Error> {
        await withCheckedContinuation { continuation in
            inDatabase { db in
                do {
                    continuation.resume(returning: .success(try action(db)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
    }

    /// The result set leaves the block; FMDB's queue lets that pass.
    func executeQuery(_ query: String, values: [Any]? = nil) async -> Result<FMResultSet, Error> {
        await perform { db in
            try db.executeQuery(query, values: values)
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
    await checkEscapingRows(queue)
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

private func checkEscapingRows(_ queue: FMDatabaseQueue) async {
    switch await queue.executeQuery("SELECT at FROM visit WHERE at > ?", values: [0]) {
    case .success(let rs):
        defer { rs.close() }
        var rows = 0
        while rs.next() {
            expect(rs.date(forColumn: "at") != nil, "a date")
            rows += 1
        }
        expectEqual(rows, 11)
    case .failure(let error):
        fail(error.localizedDescription)
    }
    if case .success = await queue.executeQuery("SELECT at FROM nowhere") {
        fail("there is no such table")
    }
}
