extension FMDatabase {
    /// How a database is copied into a file, or restored from one. See <doc:Backups>.
    ///
    ///     var options = FMDatabase.BackupOptions()
    ///     options.overwrites = true
    ///     options.pause = .milliseconds(5)
    ///     try db.backup(to: path, options)
    public struct BackupOptions: Sendable {
        /// How a copy is checked before it gets its name.
        public typealias Verification = Restrictions.Check

        /// How many pages are copied between two reports of progress, and before the copy can be cancelled. Default: 256.
        public var pagesPerStep = 256
        /// How long to wait after each step, to leave the disk to others. Default: zero.
        public var pause: Duration = .zero
        /// How long to wait for a lock of another connection before the copy fails with `.busy`. Default: 5 seconds.
        public var busyTimeout: Duration = .seconds(5)
        /// How the copy is checked before it gets its name. A restore checks the file before it copies from it. Default: `quick`.
        public var verification = Verification.quick
        /// Whether an existing file is replaced. Default: false.
        public var overwrites = false
        /// What is copied: "main" or the name of an attached database. Default: "main".
        public var schema = "main"
        /// How often a copy may restart because another connection has written. After that it keeps others from writing until it is
        /// complete. In WAL mode a copy never restarts. Default: 3.
        public var maximumRestarts = 3
        /// Sets the key of an encrypted database, or defines functions. A backup calls it with the database of the copy, before the copy is
        /// written and again before it is checked. A restore calls it with the database of the file. Default: nil. Then a queue or pool
        /// sets the key with the `configure` of its configuration.
        public var configure: (@Sendable (FMDatabase) throws -> Void)?

        /// Options with the defaults.
        public init() {}
    }

    /// The progress of a copy.
    public struct BackupProgress: Sendable {
        /// The number of pages that have been copied. It falls when a copy restarts.
        public let completed: Int
        /// The number of pages that are still to be copied.
        public let remaining: Int
        /// The number of pages of the source, which may change while others write.
        public var total: Int { completed + remaining }
    }

    /// The result of a copy or a restore.
    public struct Backup: Sendable {
        /// The path of the file: absolute, without symbolic links. For a restore, the path as it was passed.
        public let path: String
        /// The number of pages in the copy.
        public let pages: Int
        /// The size of the copy in bytes.
        public let bytes: Int64
        /// The duration, including the check and the wait for the disk.
        public let duration: Duration
        /// How often the copy restarted because another connection had written.
        public let restarts: Int
        /// The check that passed. `none` if the options request none, or if SQLite cannot run it because an index needs a function or
        /// collation that the copy's connection lacks.
        public let verification: BackupOptions.Verification
        /// The parts that the requested check could not check, or that SQLite does not read from the source, each with the reason.
        public let unchecked: [String]
    }
}
