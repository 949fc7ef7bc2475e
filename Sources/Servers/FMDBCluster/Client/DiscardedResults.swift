#if Cluster
    /// A type that runs blocks on a cluster's database. Extensions of this protocol add the overloads that discard a block's result. The
    /// compiler ranks these overloads last, so it uses one of them only if no other overload fits.
    public protocol FMClusterAccess: AnyObject {}

    extension FMClusterDatabase: FMClusterAccess {}
    extension FMClusterQueue: FMClusterAccess {}

    /// Overloads that discard the block's result. They allow `{ db in try db.execute(…) }` within a closure that returns nothing.
    extension FMClusterAccess where Self == FMClusterDatabase {
        /// Runs a body in a transaction, and discards its result. See ``withTransaction(_:_:)``.
        public func withTransaction<Ignored>(
            _ kind: FMDatabase.TransactionKind = .immediate, _ body: () throws -> Ignored
        ) throws {
            let _: Ignored = try withTransaction(kind, body)
        }

        /// Runs a body in a savepoint, and discards its result. See ``withSavePoint(_:)``.
        public func withSavePoint<Ignored>(_ body: () throws -> Ignored) throws {
            let _: Ignored = try withSavePoint(body)
        }
    }

    extension FMClusterAccess where Self == FMClusterQueue {
        /// Runs a block on the write connection, and discards its result.
        public func withDatabase<Ignored>(_ body: (FMClusterDatabase) throws -> Ignored) throws {
            let _: Void = try withDatabase { db in _ = try body(db) }
        }

        /// Runs a block in a transaction, and discards its result.
        public func withTransaction<Ignored>(
            _ kind: FMDatabase.TransactionKind = .immediate, _ body: (FMClusterDatabase) throws -> Ignored
        ) throws {
            let _: Void = try withTransaction(kind) { db in _ = try body(db) }
        }

        /// Runs a block in an immediate transaction, and discards its result.
        public func write<Ignored>(_ body: (FMClusterDatabase) throws -> Ignored) throws {
            let _: Void = try write { db in _ = try body(db) }
        }

        /// Runs a block in a transaction on a read connection, and discards its result.
        public func read<Ignored>(_ body: (FMClusterDatabase) throws -> Ignored) throws {
            let _: Void = try read { db in _ = try body(db) }
        }

        /// Asynchronous form that discards the block's result.
        public func read<Ignored: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Ignored
        ) async throws {
            let _: Ignored = try await read(body)
        }

        /// Asynchronous form that discards the block's result.
        public func withDatabase<Ignored: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Ignored
        ) async throws {
            let _: Ignored = try await withDatabase(body)
        }

        /// Asynchronous form that discards the block's result.
        public func withTransaction<Ignored: Sendable>(
            _ kind: FMDatabase.TransactionKind = .immediate,
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Ignored
        ) async throws {
            let _: Ignored = try await withTransaction(kind, body)
        }

        /// Asynchronous form that discards the block's result.
        public func write<Ignored: Sendable>(
            _ body: @escaping @Sendable (FMClusterDatabase) throws -> Ignored
        ) async throws {
            let _: Ignored = try await write(body)
        }
    }
#endif
