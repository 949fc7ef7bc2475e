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
        /// How the copy is checked before it gets its name; of a restore, the file before it is read. Default: `quick`.
        public var verification = Verification.quick
        /// Whether an existing file is replaced. Default: false.
        public var overwrites = false
        /// What is copied: "main" or the name of an attached database. Default: "main".
        public var schema = "main"
        /// How often a copy may begin again because another connection has written, before it keeps others from writing until it
        /// is complete. In WAL mode a copy never begins again. Default: 3.
        public var maximumRestarts = 3
        /// Sets the key of an encrypted database, or defines functions. It is called with the database of the copy, before that is written
        /// and before it is checked; for a restore, with that of the file. Default: nil; a queue or pool uses the `configure` of its
        /// configuration for the key then.
        public var configure: (@Sendable (FMDatabase) throws -> Void)?

        /// Options with the defaults.
        public init() {}
    }

    /// How far a copy has come.
    public struct BackupProgress: Sendable {
        /// The number of pages that have been copied. It falls when a copy begins again.
        public let completed: Int
        /// The number of pages that are still to be copied.
        public let remaining: Int
        /// The number of pages of the source, which may change as long as others write.
        public var total: Int { completed + remaining }
    }

    /// What a copy has done.
    public struct Backup: Sendable {
        /// The path of the file: absolute, without symbolic links. Of a restore, that which was passed.
        public let path: String
        /// The number of pages that the copy has.
        public let pages: Int
        /// Its size in bytes.
        public let bytes: Int64
        /// How long it took, the check and the wait for the disk included.
        public let duration: Duration
        /// How often it began again because another connection had written.
        public let restarts: Int
        /// The check that has been passed. `none` if the options ask for none, and if SQLite cannot run it here, because an index
        /// needs a function or collation that the copy's connection does not have.
        public let verification: BackupOptions.Verification
        /// What the check that the options ask for could not check, or SQLite does not read of the source, each with the reason.
        public let unchecked: [String]
    }
}
