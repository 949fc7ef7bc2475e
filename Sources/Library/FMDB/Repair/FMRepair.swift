/// Copies the rows of a damaged database into a new database. See <doc:Repair>.
///
///     let report = try FMRepair("damaged.db").salvage(to: "rescued.db")
///     print(report.tables.map { "\($0.name): \($0.rows) rows" }, report.lostAndFound)
///
/// The damaged file is never changed, and SQLite does not open it. A copy of the file is read page by page, without SQLite, which damage
/// could mislead. No SQL from the file runs before its rows are in the new database. See [Database File
/// Format](https://sqlite.org/fileformat2.html).
public struct FMRepair: Sendable {
    /// The path of the damaged file.
    public let path: String
    /// The name of the registered file system that reads the damaged file; nil for the default one.
    public let vfs: String?
    /// How long to wait for the locks of other connections on the damaged file. Default: 2 seconds.
    public var busyTimeout: Duration = .seconds(2)
    /// Whether a file at the path of the new database is replaced. Default: false.
    public var overwrites = false
    /// Whether complete commits that follow damage in the `-wal` are included. The transactions between them are missing, so pages may not
    /// fit together. Rescue without these commits first, and compare. Default: false.
    public var takesCommitsBehindDamage = false

    /// Creates the repair of a damaged file. The file is not opened yet.
    ///
    /// - Parameters:
    ///   - path: the path of the database file. Its `-wal` and its `-journal` in the same folder are read, too.
    ///   - vfs: the name of a registered file system, nil for the default one.
    public init(_ path: String, vfs: String? = nil) { (self.path, self.vfs) = (path, vfs) }

    /// Writes what can be read of the damaged file into a new database.
    ///
    /// The commits in the `-wal` are included, and an unfinished transaction in a `-journal` is undone. Rows of intact pages go into their
    /// tables. Rows that cannot be restored with certainty go into a table `lost_and_found`, which is created if there is such a row. The
    /// new file gets its name when it is complete.
    ///
    /// It runs on the calling thread, and takes about as long as copying the file and inserting all rows. The folder of the new file needs
    /// space for a copy of the damaged file and for the new file. While the damaged file is being copied, a lock keeps other connections
    /// from committing. In WAL mode there is no such lock, so do not write meanwhile.
    ///
    /// - Parameters:
    ///   - target: the path of the new database.
    ///   - configure: called with the new database before its tables are created: it may define functions that indexes and generated
    ///     columns need. Such functions are used only after `PRAGMA trusted_schema = ON`. It may be called twice.
    /// - Returns: what was found, and what was not.
    /// - Throws: `FMError`. `.notADatabase` if no page of a database is found, as in an encrypted file. `.cantOpen` if there is no file.
    ///   `.busy` if it is locked for longer than ``busyTimeout``. `.misuse` if the new file exists and ``overwrites`` is false. `.full` and
    ///   `.ioError` if the new file cannot be written. After an error there is no new file.
    @discardableResult
    public func salvage(
        to target: String, configure: @escaping (FMDatabase) throws -> Void = { _ in }
    ) throws(FMError) -> Report {
        let file = try PartialFile(for: target, like: nil, vfsOf: nil)
        defer { file.discard() }
        guard FileIdentity(path: path).map({ $0 != FileIdentity(path: file.target) }) ?? true else {
            throw .misuse("the rows of a damaged file cannot be written to that file itself")
        }
        try file.expectPublishable(overwrites: overwrites)
        do {
            let report = try write(to: file.path, configure)
            try file.publish(overwrites: overwrites)
            return report
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.error, "the rows of \"\(path)\" could not be rescued", cause: error)
        }
    }

    private func write(to partial: String, _ configure: @escaping (FMDatabase) throws -> Void) throws -> Report {
        let damaged = try DamagedFile(copying: path, vfs: vfs, to: partial + "-copy", busyTimeout: busyTimeout)
        guard let pages = damaged.pages(takesAll: takesCommitsBehindDamage) else {
            throw FMError(.notADatabase, "no page of a database is found in \"\(path)\"; it may be encrypted")
        }
        let salvage = Salvage(pages, path: partial, configure)
        salvage.report.unreadableBytes = damaged.unreadableBytes
        salvage.report.unread = damaged.unread
        salvage.report.commitsBehindDamage = damaged.commitsBehindDamage
        return try salvage.run()
    }
}

extension FMRepair {
    /// The result of a ``FMRepair``.
    public struct Report: Sendable, Equatable {
        /// One table of the damaged file.
        public struct Table: Sendable, Equatable {
            /// The name of the table.
            public let name: String
            /// The number of its rows in the new database.
            public internal(set) var rows = 0
            /// The number of these rows that were on pages that the table no longer refers to.
            public internal(set) var rowsFoundApart = 0
            /// The number of its rows that the new table refused, because of a constraint for example. They are in `lost_and_found`.
            public internal(set) var rowsSetAside = 0
            /// The number of its rows that are partly lost. Their remaining values are in `lost_and_found`.
            public internal(set) var rowsInPart = 0
            /// The number of its pages that are missing or damaged. The number of rows on them is unknown.
            public internal(set) var lostPages = 0
            /// Whether the table is complete, as far as can be detected.
            public var isWhole: Bool { lostPages == 0 && rowsInPart == 0 && rowsSetAside == 0 }
        }

        /// The tables, in the order of the schema: without virtual tables, but with their shadow tables.
        public internal(set) var tables: [Table] = []
        /// The number of rows in the table ``lostAndFoundTable``.
        public internal(set) var lostAndFound = 0
        /// The name of the table for rows whose original table is uncertain; nil if there are none. `rootpgno` is the highest known page of
        /// the tree, and `pgno` the page of the row. `nfield` is the number of values, `id` the rowid; `c0` and so on are the values.
        public internal(set) var lostAndFoundTable: String?
        /// The numbers of the pages that are missing or damaged, or whose use is unknown.
        public internal(set) var lostPages: [Int] = []
        /// The number of bytes of the damaged file that could not be read from the disk.
        public internal(set) var unreadableBytes = 0
        /// The parts of the file that were not read or are inconsistent, each with the reason. Examples are commits in the `-wal` that
        /// follow damage, a damaged journal, pages beyond the end of the file, and the list of free pages.
        public internal(set) var unread: [String] = []
        /// The number of complete commits that follow damage in the `-wal`. With ``FMRepair/takesCommitsBehindDamage`` they are in the new
        /// database.
        public internal(set) var commitsBehindDamage = 0
        /// Whether all tables are known. If not, rows of the unknown ones are in `lost_and_found`.
        public internal(set) var isSchemaWhole = true
        /// The tables, indexes, views, triggers and virtual tables that could not be created in the new database, each with the reason.
        public internal(set) var problems: [String] = []
        /// Whether everything was read, and nothing is missing, as far as can be detected. Wrong values in the right form cannot be
        /// detected.
        public var isWhole: Bool {
            isSchemaWhole && lostPages.isEmpty && problems.isEmpty && unread.isEmpty && unreadableBytes == 0
                && lostAndFound == 0
                && tables.allSatisfy(\.isWhole)
        }
    }
}
