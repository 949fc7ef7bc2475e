import FMDB

/// Completion handlers and Dispatch, as they were before async.
final class Importer: Sendable {
    private let queue: FMDatabaseQueue
    private let work = DispatchQueue(label: "import", attributes: .concurrent)

    init(queue: FMDatabaseQueue) {
        self.queue = queue
    }

    func importWords(_ words: [String], completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
        work.async {
            var failure: (any Error)?
            var count = 0
            self.queue.inImmediateTransaction { db, rollback in
                do {
                    try db.executeUpdate("CREATE TABLE IF NOT EXISTS word (text TEXT NOT NULL)", values: nil)
                    for word in words {
                        try db.executeUpdate(
                            "INSERT INTO word VALUES (?)", values: [word.isEmpty ? NSNull() : word as Any])
                        count += 1
                    }
                } catch {
                    rollback.pointee = true
                    failure = error
                }
            }
            if let failure {
                completion(.failure(failure))
            } else {
                completion(.success(count))
            }
        }
    }

    func importWords(_ words: [String]) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            importWords(words) { continuation.resume(with: $0) }
        }
    }
}

func checkCallbacks(_ documents: Documents) async {
    guard let queue: FMDatabaseQueue = FMDatabaseQueue(path: documents.path("words.db")) else {
        return fail("no queue")
    }
    queue.inDatabase { $0.logsErrors = false }
    let importer = Importer(queue: queue)
    do {
        let count = try await importer.importWords(["a", "b"])
        expectEqual(count, 2)
        _ = try await importer.importWords(["c", ""])
        fail("an empty word has to be refused")
    } catch let error as NSError {
        expectEqual(error.code, 19)
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async {
            queue.inDatabase { db in
                expectEqual(db.intForQuery("SELECT count(*) FROM word"), 2)
            }
            continuation.resume()
        }
    }
    queue.close()
}
