import FMDB
import FMDBTestHelpers
import Testing

/// What a client has kept of a block that is over, and a queue in which meanwhile another thread may be.
struct EscapeScene: Sendable {
    let queue: FMDatabaseQueue
    let database: Confined<FMDatabase>

    /// The rows 1, 2 and 3 in the table `t`.
    init(_ path: String) throws {
        let queue = try #require(SilentQueue(path: path))
        var kept: FMDatabase?
        try queue.withDatabase { db in
            if !db.executeStatements("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)") { throw db.lastError() }
            kept = db
        }
        self.queue = queue
        database = Confined(try #require(kept))
    }

    /// A result set in its first row, which FMDB's spelling leaves open.
    func keptRows() throws -> Confined<FMResultSet> {
        var kept: FMResultSet?
        queue.inDatabase { db in
            kept = db.executeQuery("SELECT x FROM t ORDER BY x", withArgumentsIn: [])
            #expect(kept?.next() == true)
        }
        return Confined(try #require(kept))
    }

    /// Runs a body on this thread while another one is in a block of the queue, where it reads before and afterwards.
    func whileHeld<Value>(_ body: () throws -> Value) throws -> Value {
        try queue.whileHeld { db in
            let count = try db.value("SELECT count(*) FROM t", as: Int.self)
            #expect(count == 3)
        } body: {
            try body()
        }
    }

    func content() throws -> [Int] {
        try queue.withDatabase { db in try db.rows("SELECT x FROM t ORDER BY x", as: Int.self) }
    }
}

extension FMDatabaseQueue {
    /// Runs a body on this thread while another one is in a block of the queue.
    ///
    /// - Parameter work: what the other one does before and afterwards.
    func whileHeld<Value>(
        _ work: @escaping @Sendable (FMDatabase) throws -> Void, body: () throws -> Value
    ) throws -> Value {
        let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let outcome = Locked<(any Error)?>(nil)
        let end = BackgroundThreads.start {
            do {
                try self.withDatabase { db in
                    try work(db)
                    inside.signal()
                    release.arrives()
                    try work(db)
                }
            } catch {
                outcome.withLock { $0 = error }
                inside.signal()
            }
        }
        inside.arrives()
        let value = Result { try body() }
        release.signal()
        guard end.arrives() else { throw Hanging() }
        if let error = outcome.value { throw error }
        return try value.get()
    }
}
