/// Brings the tables of a database up to date, by steps that are run once each, in their order.
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
/// Each step is a transaction. If it fails, nothing of it stays, and the steps before it do. The database keeps a record
/// of the steps that it has, in the table `fm_migration` unless another is named:
///
///     CREATE TABLE fm_migration (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, time REAL NOT NULL)
///
/// `position` counts from 1, `time` is in seconds since 1970. The record is made together with the first step.
///
/// A step that users may have run must keep its name, its place and its content; new ones come at the end. See
/// <doc:Migrations>.
///
/// The value may be used on any thread, and by several processes at a time: each step runs once.
public struct FMMigrator: Sendable {
    /// The steps, in their order.
    public private(set) var steps: [Step]

    /// The name of the table with the record. Parts of a program that share a file, and know nothing of each other, have
    /// one each.
    public let table: String

    /// How long a step waits for a lock of another connection, that of another process for example which is at the same
    /// migration; 5 minutes at first. Then it fails with ``FMResultCode/busy``. It counts in place of
    /// ``FMDatabase/maxBusyRetryTimeInterval``, which is as before afterwards.
    public var lockTimeout: Duration = .seconds(300)

    /// Whether a database is left alone that has all of the steps and further ones, which a newer program has run. Unless
    /// it is set, such a database is refused with ``FMResultCode/newerDatabase``.
    public var acceptsNewerDatabases = false

    /// Finds out what a database without a record has.
    var findAdopted: (@Sendable (FMDatabase) throws -> [String])?

    /// A migrator with its steps, to which others may be added.
    ///
    ///     let migrator = FMMigrator([
    ///         .step("create person") { db in try db.execute("CREATE TABLE person (name TEXT)") },
    ///         .step("index names") { db in try db.execute("CREATE INDEX by_name ON person (name)") },
    ///     ])
    ///
    /// - Parameters:
    ///   - steps: in their order, which must not change later.
    ///   - table: the name of the table with the record.
    public init(_ steps: [Step] = [], table: String = "fm_migration") {
        self.steps = steps
        self.table = table
    }

    /// Adds a step behind the others. It is not run by that.
    ///
    /// - Parameters:
    ///   - name: what the record, errors and reports call it. It must differ from the others, and stay.
    ///   - foreignKeys: how the step treats foreign keys.
    ///   - userVersion: see ``Step/userVersion``.
    ///   - body: makes the changes, within a transaction which it must not end. It may be called again after it failed,
    ///     on the thread that migrates.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, userVersion: UInt32? = nil,
        _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) {
        steps.append(.step(name, foreignKeys: foreignKeys, userVersion: userVersion, body))
    }

    /// Adds a step behind the others. It is not run by that.
    ///
    ///     migrator.add(.outsideTransaction("compact") { db in try db.execute("VACUUM") })
    ///
    /// - Parameter step: a step whose name differs from the others.
    public mutating func add(_ step: Step) {
        steps.append(step)
    }

    /// Says which steps a database has that something other than this migrator has set up.
    ///
    ///     migrator.adopt { db in db.tableExists("person") ? ["create person"] : [] }
    ///
    /// It counts as long as there is no record, and takes the place of ``Step/userVersion``. Its answer becomes the
    /// beginning of the record, together with the first step that runs.
    ///
    /// - Parameter names: answers the first steps' names, in their order; must only read. It may be called repeatedly.
    ///   What it throws ends the migration.
    public mutating func adopt(_ names: @escaping @Sendable (FMDatabase) throws -> [String]) {
        findAdopted = names
    }
}

extension FMMigrator {
    /// How a step treats foreign keys. A connection of which SQLite is not asked otherwise does not enforce any. See
    /// [PRAGMA foreign_keys](https://sqlite.org/pragma.html#pragma_foreign_keys).
    public enum ForeignKeys: Sendable {
        /// They are not enforced during the step, so that a table can be dropped and made anew without its children being
        /// deleted. If the connection enforces them elsewhere, the whole main database is checked before the commit, and
        /// the step fails with ``FMResultCode/constraintForeignKey`` if a row refers to one that is not there. See
        /// [PRAGMA foreign_key_check](https://sqlite.org/pragma.html#pragma_foreign_key_check).
        case checkedAtEnd
        /// They are enforced with each statement, also on a connection that does not enforce them elsewhere.
        case enforced
        /// They are neither enforced nor checked. It is for data that breaks them already.
        case unchecked
    }

    /// One change of a database.
    public struct Step: Sendable {
        enum Kind: Sendable {
            case transaction(ForeignKeys)
            case outside
        }

        /// What the record calls it.
        public let name: String

        /// The number that an app which counted in `PRAGMA user_version` had given it; nil for none.
        ///
        /// A database without a record has all steps up to its `user_version`, and one that is beyond the last number is
        /// a newer one. The step sets `user_version` to its number, so that older programs see how far the database is.
        /// Numbers begin above 0 and rise, and no step with one follows one without.
        ///
        /// See [PRAGMA user_version](https://sqlite.org/pragma.html#pragma_user_version).
        public let userVersion: UInt32?

        let kind: Kind
        let body: @Sendable (FMDatabase) throws -> Void

        /// A step that is a transaction.
        ///
        /// - Parameters:
        ///   - name: what the record, errors and reports call it. It must differ from the others, and stay.
        ///   - foreignKeys: how the step treats foreign keys.
        ///   - userVersion: see ``userVersion``.
        ///   - body: makes the changes, within a transaction which it must not end. It may be called again after it
        ///     failed, on the thread that migrates.
        public static func step(
            _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, userVersion: UInt32? = nil,
            _ body: @escaping @Sendable (FMDatabase) throws -> Void
        ) -> Step {
            Step(name: name, userVersion: userVersion, kind: .transaction(foreignKeys), body: body)
        }

        /// A step for what SQLite refuses within a transaction: `VACUUM`, and `PRAGMA journal_mode` for example.
        ///
        /// It is recorded after it has run. If the process ends in between it runs again, and two processes may run it at
        /// the same time, so it must do no harm when it is repeated. A failure undoes nothing.
        ///
        /// - Parameters:
        ///   - name: what the record, errors and reports call it. It must differ from the others, and stay.
        ///   - userVersion: see ``userVersion``.
        ///   - body: must not leave a transaction open. Called on the thread that migrates.
        public static func outsideTransaction(
            _ name: String, userVersion: UInt32? = nil, _ body: @escaping @Sendable (FMDatabase) throws -> Void
        ) -> Step {
            Step(name: name, userVersion: userVersion, kind: .outside, body: body)
        }
    }

    /// What a migration has done.
    public struct Report: Sendable {
        /// A step that was run.
        public struct AppliedStep: Sendable {
            /// Its name.
            public let name: String
            /// How long it took, its commit included, but not the wait for its lock.
            public let duration: Duration
        }

        /// The steps that were run, in their order.
        public let applied: [AppliedStep]

        /// The steps that were there already, those included that another process has run meanwhile.
        public let alreadyApplied: [String]

        /// The steps of the database that the migrator does not have; empty unless
        /// ``FMMigrator/acceptsNewerDatabases`` is set.
        public let unknown: [String]
    }
}
