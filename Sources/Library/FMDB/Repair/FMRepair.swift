/// Brings the rows of a damaged database into a new one. See <doc:Repair>.
///
///     let report = try FMRepair("damaged.db").salvage(to: "rescued.db")
///     print(report.tables.map { "\($0.name): \($0.rows) rows" }, report.lostAndFound)
///
/// The damaged file is never changed, and SQLite does not open it. A copy is read page by page, so that damage cannot mislead SQLite. No
/// SQL of the file runs before its rows are safe. See [Database File Format](https://sqlite.org/fileformat2.html).
public struct FMRepair: Sendable {
    /// The path of the damaged file.
    public let path: String
    /// The name of the registered file system that reads the damaged file; nil for the default one.
    public let vfs: String?
    /// How long to wait for the locks of other connections on the damaged file. Default: 2 seconds.
    public var busyTimeout: Duration = .seconds(2)
    /// Whether a file at the path of the new database is replaced. Default: false.
    public var overwrites = false
    /// Whether commits in the `-wal` count that lie behind damage, and of which each page is there. The transactions between are
    /// missing, so pages may not fit together: rescue without them first, and compare. Default: false.
    public var takesCommitsBehindDamage = false

    /// Names a damaged file. It is not opened yet.
    ///
    /// - Parameters:
    ///   - path: the path of the database file. Its `-wal` and its `-journal` are read too, if they are beside it.
    ///   - vfs: the name of a registered file system, nil for the default one.
    public init(_ path: String, vfs: String? = nil) { (self.path, self.vfs) = (path, vfs) }

    /// Writes what can be read of the damaged file into a new database.
    ///
    /// The commits in the `-wal` count, and a transaction that a `-journal` shows to be unfinished is undone. Rows of pages that are
    /// whole get into their tables. What cannot be put back with certainty gets into a table `lost_and_found`, which is made if
    /// there is such a row. The new file gets its name when it is whole.
    ///
    /// It takes about as long as to copy the file and to insert all rows, on the calling thread. The folder of the new file needs room for
    /// both. While it copies, it holds a lock that keeps others from committing. In WAL mode there is no such lock, so do not write
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - target: the path of the new database.
    ///   - configure: called with the new database before its tables are made: it may define functions that indexes and generated
    ///     columns need. Such functions are used only after `PRAGMA trusted_schema = ON`. It may be called twice.
    /// - Returns: what was found, and what was not.
    /// - Throws: `FMError`. `.notADatabase` if no page of a database is found, as in an encrypted file. `.cantOpen` if there is no file.
    ///   `.busy` if it is locked for longer than ``busyTimeout``. `.misuse` if the new file exists and ``overwrites`` is false. `.full` and
    ///   `.ioError` if the new file cannot be written. There is no new file then.
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
    /// What a ``FMRepair`` has found.
    public struct Report: Sendable, Equatable {
        /// One table of the damaged file.
        public struct Table: Sendable, Equatable {
            /// The name of the table.
            public let name: String
            /// The number of its rows in the new database.
            public internal(set) var rows = 0
            /// How many of them lay on pages that the table no longer led to.
            public internal(set) var rowsFoundApart = 0
            /// The number of its rows that the new table refused, because of a constraint for example. They are in `lost_and_found`.
            public internal(set) var rowsSetAside = 0
            /// The number of its rows of which a part is lost. What is left of them is in `lost_and_found`.
            public internal(set) var rowsInPart = 0
            /// How many of its pages are missing or damaged. How many rows they had is not known.
            public internal(set) var lostPages = 0
            /// Whether nothing of it is missing, as far as can be seen.
            public var isWhole: Bool { lostPages == 0 && rowsInPart == 0 && rowsSetAside == 0 }
        }

        /// The tables, in the order of the schema, without virtual tables and with what lies behind these.
        public internal(set) var tables: [Table] = []
        /// The number of rows in the table ``lostAndFoundTable``.
        public internal(set) var lostAndFound = 0
        /// The name of the table for rows of which the table is not certain; nil if there are none. `rootpgno` and `pgno` are the highest
        /// page known of the tree, and the page of the row. `nfield` is the number of values, `id` the rowid; `c0` and so on are the
        /// values.
        public internal(set) var lostAndFoundTable: String?
        /// The numbers of the pages that are missing or damaged, or of which the use is unknown.
        public internal(set) var lostPages: [Int] = []
        /// The bytes of the damaged file that the disk did not give.
        public internal(set) var unreadableBytes = 0
        /// What of the file was not read, or does not agree, with the reason. Examples are commits in the `-wal` behind damage, a damaged
        /// journal, pages beyond the end of the file, and the list of free pages.
        public internal(set) var unread: [String] = []
        /// How many whole commits lie behind damage in the `-wal`. With ``FMRepair/takesCommitsBehindDamage`` they are in the new database.
        public internal(set) var commitsBehindDamage = 0
        /// Whether all tables are known. If not, rows of the unknown ones are in `lost_and_found`.
        public internal(set) var isSchemaWhole = true
        /// What could not be made in the new database, with the reason: tables, indexes, views, triggers, virtual tables.
        public internal(set) var problems: [String] = []
        /// Whether all was read, and nothing is missing, as far as can be seen. Wrong values in the right form cannot be detected.
        public var isWhole: Bool {
            isSchemaWhole && lostPages.isEmpty && problems.isEmpty && unread.isEmpty && unreadableBytes == 0
                && lostAndFound == 0
                && tables.allSatisfy(\.isWhole)
        }
    }
}
