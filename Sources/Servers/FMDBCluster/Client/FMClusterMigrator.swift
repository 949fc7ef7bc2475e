#if Cluster
    /// Updates the schema of a cluster's database in steps. Each step runs once, in order, as with `FMMigrator` for a file. The same table
    /// records the steps, so a database that was restored from a file runs only the steps that its file did not have.
    ///
    ///     var migrator = FMClusterMigrator()
    ///     migrator.add("create person") { db in
    ///         try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    ///     }
    ///     try migrator.migrate(queue)
    ///
    /// Each step and its record are one transaction. If it is unknown whether a step was committed, the next call of `migrate` finds out.
    public struct FMClusterMigrator: Sendable {
        private struct Step: Sendable {
            let name: String
            let body: @Sendable (FMClusterDatabase) throws -> Void
        }

        private var steps: [Step] = []

        /// The name of the table that records the steps.
        public let table: String

        /// Creates a migrator without steps.
        public init(table: String = "fm_migration") { self.table = table }

        /// Adds a step at the end.
        ///
        /// - Parameters:
        ///   - name: the recorded name of the step. It must be unique and must not change.
        ///   - body: makes the changes, in a transaction that it must not end.
        public mutating func add(_ name: String, _ body: @escaping @Sendable (FMClusterDatabase) throws -> Void) {
            steps.append(Step(name: name, body: body))
        }

        /// Runs the pending steps, on this thread.
        ///
        /// - Returns: the names of the steps that ran.
        /// - Throws: `FMError`: `.misuse` if names occur twice; `.newerDatabase`; `.migrationMismatch` if the record has other steps;
        ///   and what a step throws, which is then rolled back. Earlier steps are kept.
        @discardableResult
        public func migrate(_ queue: FMClusterQueue) throws -> [String] {
            guard Set(steps.map(\.name)).count == steps.count else {
                throw FMError(.misuse, "two steps of the migration have the same name")
            }
            return try queue.withDatabase { db in try steps.indices.compactMap { try run($0, on: db) } }
        }

        /// Asynchronous form of ``migrate(_:)-(FMClusterQueue)``.
        @discardableResult
        public func migrate(_ queue: FMClusterQueue) async throws -> [String] {
            let migrator = self
            return try await queue.withDatabase { db in
                try migrator.steps.indices.compactMap { try migrator.run($0, on: db) }
            }
        }

        /// - Returns: the name of the step, or nil if it has run before.
        private func run(_ index: Int, on db: FMClusterDatabase) throws -> String? {
            try db.withTransaction {
                let record: FMSQL = "\(identifier: table)"
                try db.execute(
                    """
                    CREATE TABLE IF NOT EXISTS \(record) (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, time REAL NOT NULL)
                    """)
                let done = try db.rows("SELECT name FROM \(record) ORDER BY position", as: String.self)
                try FMMigrator.expect(done, toBegin: steps.map(\.name))
                guard index >= done.count else { return nil }
                try steps[index].body(db)
                let time = Date().timeIntervalSince1970
                try db.execute("INSERT INTO \(record) VALUES (\(index + 1), \(steps[index].name), \(time))")
                return steps[index].name
            }
        }
    }
#endif
