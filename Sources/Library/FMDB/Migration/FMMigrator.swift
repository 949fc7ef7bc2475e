/// Brings the schema of a database up to date, by steps that run once each, in order.
///
///     var migrator = FMMigrator()
///     migrator.add("create person") { db in
///         try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
///     }
///     migrator.add("add age") { db in
///         try db.execute("ALTER TABLE person ADD COLUMN age INTEGER")
///     }
///     try migrator.migrate(queue)
///
/// Each step is a transaction. If it fails, it is rolled back; earlier steps are kept. The database records its steps in a
/// table, `fm_migration` by default:
///
///     CREATE TABLE fm_migration (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, time REAL NOT NULL)
///
/// `position` starts at 1, `time` is in seconds since 1970. The table is created together with the first step.
///
/// Never change the name, position or content of a step that users may have run; add new steps at the end. See
/// <doc:Migrations>.
///
/// The value may be used on any thread, and by several processes at a time: each step runs once.
public struct FMMigrator: Sendable {
    /// The steps, in order.
    public private(set) var steps: [Step]

    /// The name of the table that records the steps. Independent parts of a program that share a file each need their
    /// own table.
    public let table: String

    /// How long a step waits for another connection's lock, for example of another process that runs the same
    /// migration. After that it fails with ``FMResultCode/busy``. During the migration this timeout is used in place of
    /// ``FMDatabase/maxBusyRetryTimeInterval`` and ``FMDatabaseCoordinator/Configuration/retry``. Opening a connection,
    /// including the switch to WAL mode, is retried for the same time. Each attempt to open waits for the connection's
    /// own `maxBusyRetryTimeInterval`. Default: 5 minutes.
    public var lockTimeout: Duration = .seconds(300)

    /// Whether to accept a database on which a newer program has run all of the steps and more. If false, such a
    /// database is refused with ``FMResultCode/newerDatabase``. Default: false.
    public var acceptsNewerDatabases = false

    /// The closure of ``adopt(_:)``.
    var findAdopted: (@Sendable (FMDatabase) throws -> [String])?

    /// Creates a migrator with steps; more may be added.
    ///
    ///     let migrator = FMMigrator([
    ///         .step("create person") { db in try db.execute("CREATE TABLE person (name TEXT)") },
    ///         .step("index names") { db in try db.execute("CREATE INDEX by_name ON person (name)") },
    ///     ])
    ///
    /// - Parameters:
    ///   - steps: the steps in order; the order must not change later.
    ///   - table: the name of the table that records the steps.
    public init(_ steps: [Step] = [], table: String = "fm_migration") {
        (self.steps, self.table) = (steps, table)
    }

    /// Adds a step at the end. It does not run before ``migrate(_:upTo:)``.
    ///
    /// - Parameters:
    ///   - name: the name in the record, in errors and in reports. It must be unique and must not change.
    ///   - foreignKeys: how the step treats foreign keys.
    ///   - userVersion: see ``Step/userVersion``.
    ///   - body: makes the changes, in a transaction that it must not end. It runs on the thread that migrates, and may
    ///     be called again after a failure.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, userVersion: UInt32? = nil,
        _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) {
        steps.append(.step(name, foreignKeys: foreignKeys, userVersion: userVersion, body))
    }

    /// Adds a step at the end. It does not run before ``migrate(_:upTo:)``.
    ///
    ///     migrator.add(.outsideTransaction("compact") { db in try db.execute("VACUUM") })
    public mutating func add(_ step: Step) {
        steps.append(step)
    }

    /// Sets a closure for databases that have no record of steps. It returns the steps that such a database already
    /// has.
    ///
    ///     migrator.adopt { db in db.tableExists("person") ? ["create person"] : [] }
    ///
    /// It is called while there is no record, and is used in place of ``Step/userVersion``. Its result is recorded
    /// together with the first step that runs.
    ///
    /// - Parameter names: returns the names of the first steps, in order. It must only read, and may be called
    ///   repeatedly. If it throws, the migration fails.
    public mutating func adopt(_ names: @escaping @Sendable (FMDatabase) throws -> [String]) {
        findAdopted = names
    }
}

extension FMMigrator {
    /// How a step treats foreign keys. By default SQLite does not enforce them. See [PRAGMA
    /// foreign_keys](https://sqlite.org/pragma.html#pragma_foreign_keys).
    public enum ForeignKeys: Sendable {
        /// Foreign keys are not enforced during the step, so that dropping a table does not delete rows that reference
        /// it. If the connection otherwise enforces them, the main database is checked before the commit. The step
        /// fails with ``FMResultCode/constraintForeignKey`` if a row references a missing row. See [PRAGMA
        /// foreign_key_check](https://sqlite.org/pragma.html#pragma_foreign_key_check).
        case checkedAtEnd
        /// SQLite enforces foreign keys during the step, even if the connection does not otherwise enforce them.
        case enforced
        /// Foreign keys are neither enforced nor checked. Use this for data that already violates them.
        case unchecked
    }

    /// One change of a database.
    public struct Step: Sendable {
        enum Kind: Sendable {
            case transaction(ForeignKeys)
            case outside
        }

        /// The name of the step in the record.
        public let name: String

        /// The `PRAGMA user_version` of this step, for an app that used `user_version` before this migrator; nil for
        /// none.
        ///
        /// In a database without a record, all steps with a value up to the `user_version` of the database count as
        /// done. If its `user_version` is greater than the value of the last step, the database is newer. The step also
        /// sets `user_version`, so that older programs recognise the schema. Values must be greater than 0 and
        /// increase. A step with a value must not follow one without.
        ///
        /// See [PRAGMA user_version](https://sqlite.org/pragma.html#pragma_user_version).
        public let userVersion: UInt32?

        let kind: Kind
        let body: @Sendable (FMDatabase) throws -> Void

        /// A step that is a transaction.
        ///
        /// - Parameters:
        ///   - name: the name in the record, in errors and in reports. It must be unique and must not change.
        ///   - foreignKeys: how the step treats foreign keys.
        ///   - userVersion: see ``userVersion``.
        ///   - body: makes the changes, in a transaction that it must not end. It runs on the thread that migrates, and
        ///     may be called again after a failure.
        public static func step(
            _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, userVersion: UInt32? = nil,
            _ body: @escaping @Sendable (FMDatabase) throws -> Void
        ) -> Step {
            Step(name: name, userVersion: userVersion, kind: .transaction(foreignKeys), body: body)
        }

        /// A step that runs outside a transaction, for `VACUUM` or `PRAGMA journal_mode` for example.
        ///
        /// It is recorded after it has run. If the process ends in between, the step runs again, and so it does while another connection
        /// holds a lock that it needs. Two processes may run it at the same time; it must be safe to repeat. A failure rolls nothing back.
        ///
        /// - Parameters:
        ///   - name: as for ``step(_:foreignKeys:userVersion:_:)``.
        ///   - userVersion: see ``userVersion``.
        ///   - body: must not leave a transaction open. It runs on the thread that migrates.
        public static func outsideTransaction(
            _ name: String, userVersion: UInt32? = nil, _ body: @escaping @Sendable (FMDatabase) throws -> Void
        ) -> Step {
            Step(name: name, userVersion: userVersion, kind: .outside, body: body)
        }
    }

    /// The result of a migration.
    public struct Report: Sendable {
        /// A step that was run.
        public struct AppliedStep: Sendable {
            /// The name of the step.
            public let name: String
            /// The duration of the step, including its commit and excluding the wait for the lock.
            public let duration: Duration
        }

        /// The steps that were run, in order.
        public let applied: [AppliedStep]

        /// The steps that had already run, including those that another process ran during this call.
        public let alreadyApplied: [String]

        /// The steps of the database that the migrator does not have; empty unless
        /// ``FMMigrator/acceptsNewerDatabases`` is set.
        public let unknown: [String]
    }
}
