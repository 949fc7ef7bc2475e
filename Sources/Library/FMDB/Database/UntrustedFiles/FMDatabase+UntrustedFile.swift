extension FMDatabase {
    /// How a file from an untrusted source is opened, with ``open(untrusted:flags:vfs:configure:)`` or
    /// ``FMDatabaseCoordinator/Configuration/untrusted``. See <doc:Security>.
    ///
    ///     var restrictions = FMDatabase.Restrictions()
    ///     restrictions.timeLimit = .seconds(2)
    ///     try db.open(untrusted: restrictions)
    ///
    /// These restrictions always apply:
    /// - Views, triggers, CHECK constraints, default values and generated columns of the file cannot call custom
    ///   functions and virtual tables that have side effects (`trusted_schema` off).
    /// - SQL cannot damage the file: neither `PRAGMA writable_schema` nor writes to shadow tables
    ///   (`SQLITE_DBCONFIG_DEFENSIVE`).
    /// - A token in double quotes is an identifier, never a string literal (`SQLITE_DBCONFIG_DQS_DML`, `SQLITE_DBCONFIG_DQS_DDL`).
    /// - Pages are checked as they are read (`PRAGMA cell_size_check`), and the file is not mapped into memory (`PRAGMA
    ///   mmap_size` 0).
    /// - Limits: expressions 200 deep, 50 terms in a compound SELECT, triggers 20 deep, patterns of LIKE 1,000 bytes, 1,000,000
    ///   instructions in a statement. ``FMDatabase/limit(for:value:)`` can change these limits afterwards.
    ///
    /// As for every connection of the library, extensions cannot be loaded. The SQL that the program itself runs can undo
    /// some of this by pragmas: `trusted_schema`, `cell_size_check` and `mmap_size`.
    public struct Restrictions: Sendable {
        /// How a file is checked before it is used.
        public enum Check: Sendable {
            /// The file is not checked.
            case none
            /// The file is checked by [`PRAGMA quick_check`](https://sqlite.org/pragma.html#pragma_quick_check), which reads every page.
            case quick
            /// The file is checked by [`PRAGMA integrity_check`](https://sqlite.org/pragma.html#pragma_integrity_check), which also
            /// compares the indexes with their tables.
            case full
        }

        /// How the file is checked before it is used. Default: `quick`.
        public var check = Check.quick
        /// How long one execution of a statement may spend in SQLite, the check included; nil for no limit. A statement that takes longer
        /// fails with ``FMResultCode/deadlineExceeded``. The app's code between two rows does not count. The time is measured while a
        /// statement runs, not while it is compiled; a wait for a lock counts, but ends after ``FMDatabase/maxBusyRetryTimeInterval``.
        /// Default: 10 seconds.
        public var timeLimit: Duration? = .seconds(10)
        /// The size of the largest value, of the largest row, and of the longest SQL string, in bytes, 1,000 to 1,000,000,000. Larger ones
        /// fail with ``FMResultCode/tooBig``. Default: 16 MiB.
        public var maximumLength = 16 * 1024 * 1024
        /// How many databases may be attached, 0 to 10. `VACUUM` needs one. An attached file is not checked. `ATTACH` does not create a
        /// file, unless the flags have `SQLITE_OPEN_CREATE`. Default: 0.
        public var maximumAttached = 0

        /// Restrictions with the defaults.
        public init() {}
    }

    /// Opens a file from an untrusted source, so that neither its content nor its schema can do harm, and checks it before it is used.
    ///
    ///     try db.open(untrusted: .init())
    ///
    /// The restrictions last until ``close()``. Call this method on the thread that uses the database. See
    /// [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html), [`sqlite3_db_config`](https://sqlite.org/c3ref/db_config.html) and
    /// [`sqlite3_limit`](https://sqlite.org/c3ref/limit.html).
    ///
    /// - Parameters:
    ///   - restrictions: the restrictions.
    ///   - flags: as for ``open(withFlags:vfs:)``; nil for `SQLITE_OPEN_READWRITE`, which does not create a missing file.
    ///   - vfs: the name of a registered file system, nil for the default one.
    ///   - configure: called before the file is read: it may set a key and define functions.
    /// - Throws: what `configure` throws, and `FMError`. `.misuse` if the database is open already. `.corrupt` if the check finds
    ///   something. `.notADatabase` if the file is not a database. `.deadlineExceeded` if the check takes too long. `.cantOpen` if there is
    ///   no file, or if the linked SQLite is older than 3.31. After an error of the check or of `configure` the database is closed.
    public final func open(
        untrusted restrictions: Restrictions, flags: Int32? = nil, vfs: String? = nil,
        configure: (FMDatabase) throws -> Void = { _ in }
    ) throws {
        try attempt { () throws(FMError) in
            guard !isOpen else {
                throw FMError(.misuse, "the database is already open, without restrictions", sql: nil, stage: .open)
            }
        }
        guard open(withFlags: flags ?? Constants.existingFileFlags, vfs: vfs) else { throw openFailure ?? .notOpen() }
        do {
            try restrict(restrictions)
            try configure(self)
            try check(restrictions)
        } catch {
            close()
            openFailure = error as? FMError
            throw error
        }
    }

    /// Restricts an open connection. Call it before the connection reads the file.
    final func restrict(_ restrictions: Restrictions) throws(FMError) {
        try opened().restrict(
            length: Int32(clamping: min(max(1000, restrictions.maximumLength), 1_000_000_000)),
            attached: Int32(clamping: min(max(0, restrictions.maximumAttached), 10)), time: restrictions.timeLimit)
    }

    final func check(_ restrictions: Restrictions) throws(FMError) {
        let pragma: FMSQL
        switch restrictions.check {
        case .none: return
        case .quick: pragma = "PRAGMA quick_check(1)"
        case .full: pragma = "PRAGMA integrity_check(1)"
        }
        let finding = try value(pragma, as: String.self)
        guard finding != "ok" else { return }
        let error = FMError(.corrupt, "the check of the file found: \(finding)", sql: nil, stage: .open)
        logFailure(error)
        throw error
    }

    /// The known defects of the linked SQLite that can lose or falsify data, or that hostile SQL or files can exploit. Any thread may read
    /// it.
    ///
    ///     for advisory in FMDatabase.advisories { logger.warning("\(advisory.name): \(advisory.message)") }
    ///
    /// The list depends on the version number alone, but distributions also fix defects without a new number. The defect "wal-reset" is
    /// also sent as ``FMEvent/advisory(_:)`` by each connection that it affects. See <doc:Security> and
    /// [`sqlite3_libversion_number`](https://sqlite.org/c3ref/libversion.html).
    public static let advisories: [FMEvent.Advisory] = KnownDefect.linked.map { FMEvent.Advisory($0) }
}
