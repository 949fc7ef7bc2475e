#if Cluster
    // SAFETY: a database is used alone by the thread that has its turn.
    /// A database on a cluster for several threads and for tasks, with one write connection and a few read connections.
    ///
    ///     let queue = FMClusterQueue(FMClusterConfiguration(seeds: ["10.0.0.1:9000", "10.0.0.2:9000"]))
    ///     try await queue.write { db in try db.execute("INSERT INTO person (name) VALUES (\(name))") }
    ///     let names = try await queue.read { db in try db.rows("SELECT name FROM person", as: String.self) }
    ///
    /// All queues of a process that write to the same database take turns, because a second writer would find it locked. Connections are
    /// opened when they are needed, and reopened after a failure. Any thread may use the queue. A transaction or result set that a block
    /// leaves open ends with the block.
    ///
    /// A call waits for its turn at most three times as long as ``FMClusterConfiguration/timeout``. A waiting task occupies no thread, and
    /// its block runs on a thread of the library. When the task is cancelled, the asynchronous call throws `CancellationError`. It stops
    /// waiting for a query, and rolls a transaction back. It still waits for the result of a commit that was sent.
    public final class FMClusterQueue: @unchecked Sendable {
        /// The configuration of the cluster and the client.
        public let configuration: FMClusterConfiguration
        private let writer: FMClusterDatabase
        private let readers: [FMClusterDatabase]
        private let writing: WriterTurn.Holder
        private let reading: TurnLending

        /// Creates a queue without opening a connection.
        public init(_ configuration: FMClusterConfiguration) {
            self.configuration = configuration
            let count = min(max(configuration.readers, 1), 64)
            writer = FMClusterDatabase(configuration)
            readers = (0..<count).map { _ in FMClusterDatabase(configuration) }
            writing = WriterTurn.of(configuration)
            reading = TurnLending(limit: count, name: "the connections that read the cluster")
        }

        private var waitLimit: ContinuousClock.Instant { .now.advanced(by: configuration.timeout * 3) }

        /// Waits for running blocks, and closes each connection when its block has ended. The next call reopens the connection.
        public func close() {
            try? writing.turns.lend(until: .now.advanced(by: .seconds(86_400))) { _ in _ = writer.close() }
            for _ in readers {
                try? reading.lend(until: .now.advanced(by: .seconds(86_400))) { slot in _ = readers[slot].close() }
            }
        }

        // MARK: On this thread

        /// Runs a block on the write connection, outside of a transaction.
        ///
        /// - Returns: what the block returns.
        /// - Throws: what the block throws, and `FMError`, as ``FMClusterDatabase/connect()`` does. `.wouldDeadlock` within a block of
        ///   the queue. `.deadlineExceeded` if other calls hold the connection for too long. `.misuse` on an event loop of SwiftNIO.
        @discardableResult
        public func withDatabase<Value: Sendable>(_ body: (FMClusterDatabase) throws -> Value) throws -> Value {
            try NodeConnection.expectThread()
            return try writing.turns.lend(until: waitLimit) { _ in try use(writer, nil, body) }
        }

        /// Runs a block in a transaction. See ``FMClusterDatabase/withTransaction(_:_:)`` and `withDatabase(_:)`.
        @discardableResult
        public func withTransaction<Value: Sendable>(
            _ kind: FMDatabase.TransactionKind = .immediate, _ body: (FMClusterDatabase) throws -> Value
        ) throws -> Value {
            try withDatabase { db in try db.withTransaction(kind) { try body(db) } }
        }

        /// Runs a block in an immediate transaction.
        @discardableResult
        public func write<Value: Sendable>(_ body: (FMClusterDatabase) throws -> Value) throws -> Value {
            try withTransaction(.immediate, body)
        }

        /// Runs a block in a transaction on a read connection, so that all its queries see the same state.
        ///
        /// - Throws: the errors of `withDatabase(_:)`; `.readOnly` for a statement that writes.
        @discardableResult
        public func read<Value: Sendable>(_ body: (FMClusterDatabase) throws -> Value) throws -> Value {
            try NodeConnection.expectThread()
            return try reading.lend(until: waitLimit) { slot in try read(slot, nil, body) }
        }

        /// Runs one query. A single query sees one state without a transaction.
        func query<Value: Sendable>(_ body: (FMClusterDatabase) throws -> Value) throws -> Value {
            try NodeConnection.expectThread()
            return try reading.lend(until: waitLimit) { slot in try use(readers[slot], nil, isReadOnly: true, body) }
        }

        /// Asynchronous form of `query`.
        func query<Value: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Value
        ) async throws -> Value {
            try await reading.lend(until: waitLimit) { slot, token in
                try self.use(self.readers[slot], token, isReadOnly: true, body)
            }
        }

        private func read<Value>(
            _ slot: Int, _ token: CancellationToken?, _ body: (FMClusterDatabase) throws -> Value
        ) throws -> Value {
            try use(readers[slot], token, isReadOnly: true) { db in try db.withTransaction(.deferred) { try body(db) } }
        }

        private func use<Value>(
            _ database: FMClusterDatabase, _ token: CancellationToken?, isReadOnly: Bool = false,
            _ body: (FMClusterDatabase) throws -> Value
        ) throws -> Value {
            database.beginAccess(token, isReadOnly: isReadOnly)
            defer { database.endAccess() }
            if !database.isOpen { try database.connect() }
            return try body(database)
        }

        // MARK: In tasks

        /// Asynchronous form of `withDatabase(_:)`. The block runs on a thread of the library.
        ///
        /// - Throws: the errors of the synchronous form, and `CancellationError`.
        @discardableResult
        public func withDatabase<Value: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Value
        ) async throws -> Value {
            try await writing.turns.lend(until: waitLimit) { _, token in try self.use(self.writer, token, body) }
        }

        /// Asynchronous form of `withTransaction(_:_:)`.
        ///
        /// - Throws: the errors of the synchronous form, and `CancellationError`, in which case the transaction is rolled back.
        @discardableResult
        public func withTransaction<Value: Sendable>(
            _ kind: FMDatabase.TransactionKind = .immediate,
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Value
        ) async throws -> Value {
            try await withDatabase { db in try db.withTransaction(kind) { try body(db) } }
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
            try await reading.lend(until: waitLimit) { slot, token in try self.read(slot, token, body) }
        }
    }

    // MARK: - FMDB's spellings

    extension FMClusterQueue {
        /// Runs a block on the write connection. If it cannot be opened, the block receives a closed database, whose statements fail with
        /// the reason. A call within a block of the queue crashes the program, because it would wait for itself.
        public func inDatabase(_ block: (FMClusterDatabase) -> Void) {
            var hasRun = false
            do {
                try withDatabase { db in
                    hasRun = true
                    block(db)
                }
            } catch {
                guard !hasRun else { return }
                let error = error as? FMError ?? FMError(.cantOpen, "\(error)")
                if error.extendedCode == .wouldDeadlock { fatalError("FMDB: \(error)") }
                let closed = FMClusterDatabase(configuration)
                closed.refusal = error
                block(closed)
            }
        }

        /// Does the same as ``inExclusiveTransaction(_:)``.
        public func inTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.exclusive, block)
        }

        /// Runs a block in a transaction that acquires locks when it needs them.
        public func inDeferredTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.deferred, block)
        }

        /// Runs a block in a transaction that may write, and commits it unless the block sets `rollback`. The block always runs: if the
        /// transaction cannot begin, each of its statements fails.
        public func inExclusiveTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.exclusive, block)
        }

        /// Runs a block in a transaction that may write, and commits it unless the block sets `rollback`.
        public func inImmediateTransaction(_ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
            run(.immediate, block)
        }

        /// Runs a block in a savepoint, and rolls its changes back if the block sets the flag.
        ///
        /// - Returns: nil, or the error from beginning or ending the savepoint. If the savepoint cannot begin, the block does not run.
        @discardableResult
        public func inSavePoint(
            _ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void
        ) -> (any Error)? {
            var failure: (any Error)?
            inDatabase { db in failure = db.inSavePoint { block(db, $0) } }
            return failure
        }

        private func run(
            _ kind: FMDatabase.TransactionKind, _ block: (FMClusterDatabase, UnsafeMutablePointer<ObjCBool>) -> Void
        ) {
            inDatabase { db in
                var rollback = ObjCBool(false)
                do throws(FMError) {
                    try db.run("BEGIN \(kind.rawValue)", FMArguments())
                } catch {
                    // The block runs, but its statements fail. Without a transaction, each would be committed by itself.
                    db.refusal = db.refusal ?? error
                    block(db, &rollback)
                    db.refusal = nil
                    return
                }
                block(db, &rollback)
                _ = rollback.boolValue ? db.rollback() : db.commit()
            }
        }
    }
#endif
