#if Cluster
    import Foundation

    // SAFETY: each database is used by the thread alone that has its turn.
    /// A database on a cluster for several threads and for tasks: one connection that writes, and one that reads beside it.
    ///
    ///     let queue = FMClusterQueue(FMClusterConfiguration(seeds: ["10.0.0.1:9000", "10.0.0.2:9000"]))
    ///     try await queue.write { db in try db.execute("INSERT INTO person (name) VALUES (\(name))") }
    ///     let names = try await queue.read { db in try db.rows("SELECT name FROM person", as: String.self) }
    ///
    /// All queues of a process that write to the same database take turns, because a second writer would find it locked. The
    /// connections are made when they are needed, and again after a failure. Any thread may call.
    public final class FMClusterQueue: @unchecked Sendable {
        /// How the cluster is reached.
        public let configuration: FMClusterConfiguration
        private let writer: FMClusterDatabase
        private let reader: FMClusterDatabase
        private let writing: Turn
        private let reading = Turn()
        private let threads = DispatchQueue(label: "FMClusterQueue", attributes: .concurrent)

        /// A queue, which makes no connection yet.
        public init(_ configuration: FMClusterConfiguration) {
            self.configuration = configuration
            writer = FMClusterDatabase(configuration)
            reader = FMClusterDatabase(configuration)
            writing = Turn.ofWriters(configuration)
        }

        /// Waits for the blocks that run, and closes the connections. The next call opens them again.
        public func close() {
            for (turn, database) in [(writing, writer), (reading, reader)] {
                guard (try? turn.take(until: .distantFuture)) != nil else { continue }
                database.close()
                turn.giveBack()
            }
        }

        // MARK: On this thread

        /// Runs a block on the connection that writes, outside of a transaction.
        ///
        /// - Returns: what the block returns.
        /// - Throws: what the block throws, and `FMError`: as ``FMClusterDatabase/connect()`` does; `.wouldDeadlock` within a block of
        ///   the queue; `.deadlineExceeded` if others have the connection for longer than twice the timeout of the configuration.
        @discardableResult
        public func withDatabase<Value>(_ body: (FMClusterDatabase) throws -> Value) throws -> Value {
            try use(writer, writing, body)
        }

        /// Runs a block in a transaction. See ``FMClusterDatabase/withTransaction(_:_:)`` and ``withDatabase(_:)-(_)``.
        @discardableResult
        public func withTransaction<Value>(
            _ kind: FMDatabase.TransactionKind = .immediate, _ body: (FMClusterDatabase) throws -> Value
        ) throws -> Value {
            try withDatabase { db in try db.withTransaction(kind) { try body(db) } }
        }

        /// Runs a block in an immediate transaction.
        @discardableResult
        public func write<Value>(_ body: (FMClusterDatabase) throws -> Value) throws -> Value {
            try withTransaction(.immediate, body)
        }

        /// Runs a block in a transaction of the connection that reads, so that all its queries see the same state.
        @discardableResult
        public func read<Value>(_ body: (FMClusterDatabase) throws -> Value) throws -> Value {
            try use(reader, reading) { db in try db.withTransaction(.deferred) { try body(db) } }
        }

        private func use<Value>(
            _ database: FMClusterDatabase, _ turn: Turn, _ body: (FMClusterDatabase) throws -> Value
        ) throws -> Value {
            try turn.take(until: Date(timeIntervalSinceNow: 2 * (configuration.timeout / .seconds(1))))
            defer { turn.giveBack() }
            if !database.isOpen { try database.connect() }
            // A block that has left a transaction open must not hand it on.
            defer { if database.isInTransaction { database.rollback() } }
            return try body(database)
        }

        // MARK: In tasks

        /// Asynchronous form of ``withDatabase(_:)-(_)``; the block runs on a thread of the queue.
        @discardableResult
        public func withDatabase<Value: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Value
        ) async throws -> Value {
            try await onThread { try self.withDatabase(body) }
        }

        /// Asynchronous form of ``withTransaction(_:_:)``.
        @discardableResult
        public func withTransaction<Value: Sendable>(
            _ kind: FMDatabase.TransactionKind = .immediate,
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Value
        ) async throws -> Value {
            try await onThread { try self.withTransaction(kind, body) }
        }

        /// Asynchronous form of ``write(_:)``.
        @discardableResult
        public func write<Value: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Value
        ) async throws -> Value {
            try await withTransaction(.immediate, body)
        }

        /// Asynchronous form of ``read(_:)``.
        @discardableResult
        public func read<Value: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Value
        ) async throws -> Value {
            try await onThread { try self.read(body) }
        }

        private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                threads.async { continuation.resume(with: Result(catching: body)) }
            }
        }
    }

    // MARK: - FMDB's spellings

    extension FMClusterQueue {
        /// Runs a block on the connection that writes. A failure to connect is left to the block's first statement.
        public func inDatabase(_ block: (FMClusterDatabase) -> Void) { try? withDatabase { block($0) } }

        /// As ``inExclusiveTransaction(_:)``.
        public func inTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.exclusive, block)
        }

        /// Runs a block in a transaction that takes its locks when it needs them.
        public func inDeferredTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.deferred, block)
        }

        /// Runs a block in a transaction that may write, unless the block sets `rollback`.
        public func inExclusiveTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.exclusive, block)
        }

        /// Runs a block in a transaction that may write, unless the block sets `rollback`.
        public func inImmediateTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.immediate, block)
        }

        private struct RolledBack: Error {}

        private func run(
            _ kind: FMDatabase.TransactionKind, _ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void
        ) {
            try? withTransaction(kind) { db in
                var rollback = ObjCBool(false)
                block(db, &rollback)
                if rollback.boolValue { throw RolledBack() }
            }
        }
    }
#endif
