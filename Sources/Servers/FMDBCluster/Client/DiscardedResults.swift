#if Cluster
    /// What runs blocks on a cluster's database. It has the forms of blocks whose result nobody wants: in an extension of a protocol they
    /// come last, so the compiler takes one only where nothing else fits.
    public protocol FMClusterAccess: AnyObject {}

    extension FMClusterDatabase: FMClusterAccess {}
    extension FMClusterQueue: FMClusterAccess {}

    /// Blocks whose result nobody wants, so that `{ db in try db.execute(…) }` is one within a closure that returns nothing.
    extension FMClusterAccess where Self == FMClusterDatabase {
        /// Runs a body in a transaction, and discards its result. See ``withTransaction(_:_:)``.
        public func withTransaction<Ignored>(
            _ kind: FMDatabase.TransactionKind = .immediate, _ body: () throws -> Ignored
        ) throws {
            let _: Ignored = try withTransaction(kind, body)
        }

        /// Runs a body in a save point, and discards its result. See ``withSavePoint(_:)``.
        public func withSavePoint<Ignored>(_ body: () throws -> Ignored) throws {
            let _: Ignored = try withSavePoint(body)
        }
    }

    extension FMClusterAccess where Self == FMClusterQueue {
        /// Runs a block on the connection that writes, and discards its result.
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

        /// Runs a block in a transaction of a connection that reads, and discards its result.
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
