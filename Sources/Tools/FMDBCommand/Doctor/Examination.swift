#if Tool
    import FMDB
    import Foundation

    struct Examination {
        let db: FMDatabase
        let path: String
        /// Whether the check skips comparing indexes with their tables.
        let isQuick: Bool
        let openForWriting: () throws -> FMDatabase

        func run() throws -> [Advice] {
            var advice = try file()
            advice += try integrity()
            advice += try log()
            advice += try locks()
            advice += try room()
            let schema = try db.schema()
            advice += SchemaAdvice(schema: schema).advice()
            advice += try settings(schema)
            return advice + defects()
        }

        // MARK: File

        private func file() throws -> [Advice] {
            let size = sizeInWords(FileSize.of(path) ?? 0)
            let pages = try db.pragma(.pageCount)
            let pageSize = try db.pragma(.pageSize)
            let mode = try journalMode()
            var advice = [
                Advice(
                    .fine, "file",
                    "\(path): \(size), \(counted(pages, "page")) of \(pageSize) bytes, journal mode \(mode.uppercased())."
                )
            ]
            var facts = stat()
            guard stat(path, &facts) == 0 else { return advice }
            if facts.st_nlink > 1 {
                advice.append(
                    .init(
                        .warning, "file",
                        "The file has \(facts.st_nlink) hard links: programs that open it by different names do not see each other's locks.",
                        "Always open it by the same name, and remove the other links. See https://sqlite.org/howtocorrupt.html"
                    ))
            }
            if facts.st_mode & 0o002 != 0 {
                advice.append(
                    .init(
                        .warning, "file", "Every user of the machine may write to the file.",
                        "chmod o-w \(shellQuoted(path))"))
            }
            return advice
        }

        private func journalMode() throws -> String { try db.value("PRAGMA journal_mode", as: String.self) }

        // MARK: Integrity

        private func integrity() throws -> [Advice] {
            let checked = try CheckedFile(db, isQuick: isQuick, openForWriting)
            let left = checked.unchecked.map { Advice(.unchecked, "integrity", "Not checked: \($0)") }
            let problems = checked.findings.map { Advice(.problem, "integrity", "\($0.message).", action($0.kind)) }
            guard problems.isEmpty, left.isEmpty else { return problems + left }
            let depth =
                isQuick ? "The pages are intact" : "Pages, indexes, constraints and foreign keys are intact"
            return [.init(.fine, "integrity", "\(depth), checked in \(timeInWords(checked.duration)).")]
        }

        private func action(_ kind: FMDatabase.Finding.Kind) -> String {
            switch kind {
            case .index(let name): "REINDEX \(FMSQL.quoted(identifier: name)), then look again."
            case .foreignKey(let table, let row, let parent):
                "Delete the row\(row.map { " with the rowid \($0)" } ?? "") of \(table), or insert the row of \(parent) that it references."
            case .fullText(let table):
                "INSERT INTO \(FMSQL.quoted(identifier: table))(\(FMSQL.quoted(identifier: table))) VALUES('rebuild')"
            case .row(let table, let row): "Correct the row\(row.map { " with the rowid \($0)" } ?? "") of \(table)."
            case .page, .other: Examination.rescue(path)
            }
        }

        /// Returns the recommended action for damaged pages.
        static func rescue(_ path: String) -> String {
            "Copy the file first. Restore a backup, or rescue the rows: fmdb repair \(shellQuoted(path)) rescued.db"
        }

        // MARK: Log

        private func log() throws -> [Advice] {
            let isWriteAhead = try journalMode() == "wal"
            let log = FileSize.of(path + "-wal") ?? 0
            var advice: [Advice] = []
            func warn(_ text: String, _ action: String) { advice.append(.init(.warning, "log", text, action)) }
            if isWriteAhead {
                let text = log == 0 ? "The write-ahead log is empty." : "The write-ahead log takes \(sizeInWords(log))."
                if log > 64 << 20, log > max(FileSize.of(path) ?? 0, 1) / 4 {
                    warn(
                        "\(text) A long log slows reads. A read transaction that never ends keeps the log from being emptied.",
                        "fmdb checkpoint \(shellQuoted(path)) --mode truncate")
                } else {
                    advice.append(.init(.fine, "log", text))
                }
            } else if log > 0 {
                warn(
                    "There is a write-ahead log of \(sizeInWords(log)), but the database is in another journal mode.",
                    "Do not delete it before you know which database it belongs to.")
            }
            if let journal = FileSize.of(path + "-journal"), journal > 0, try db.lockHolders().isEmpty,
                hasHeader(path + "-journal")
            {
                warn(
                    "There is a rollback journal of \(sizeInWords(journal)): a program ended during a transaction.",
                    "Keep it next to the file: the next program that opens the database uses it to roll the transaction back."
                )
            }
            return advice.isEmpty ? [.init(.fine, "log", "No transaction was left unfinished.")] : advice
        }

        /// Whether a rollback journal has a header, and so may be hot. In PERSIST mode, SQLite zeroes the header when the transaction ends.
        private func hasHeader(_ path: String) -> Bool {
            guard let file = FileHandle(forReadingAtPath: path) else { return false }
            defer { try? file.close() }
            return ((try? file.read(upToCount: 8)) ?? nil)?.first == 0xD9
        }

        // MARK: Locks

        private func locks() throws -> [Advice] {
            let holders = try db.lockHolders()
            guard !holders.isEmpty else { return [.init(.fine, "locks", "No other process holds a lock.")] }
            return holders.map { lock, holder in
                let process = holder.processID.map { "Process \($0)" } ?? "An unknown process"
                let name = process + (holder.command.map { " (\($0))" } ?? "")
                let wait = "Wait for it; ps -fp \(holder.processID ?? 0) shows more."
                let told: (doing: String, action: String?) =
                    switch lock {
                    case .write: ("holds the write lock: others can read but not write", wait)
                    case .exclusive: ("holds an exclusive lock: no other connection can read or write", wait)
                    case .read: ("is reading", nil)
                    case .checkpoint: ("is running a checkpoint", nil)
                    default: ("is recovering the write-ahead log", nil)
                    }
                return .init(.hint, "locks", "\(name) \(told.doing).", told.action)
            }
        }

        // MARK: Room

        private func room() throws -> [Advice] {
            let (pages, free) = (try db.pragma(.pageCount), try db.pragma(.freePageCount))
            let share = pages > 0 ? free * 100 / pages : 0
            let freeSize = Int64(free) * Int64(try db.pragma(.pageSize))
            var advice = [
                share >= 25 && freeSize > 1 << 20
                    ? Advice(
                        .warning, "room", "\(share) % of the pages are free, \(sizeInWords(freeSize)).",
                        "fmdb vacuum \(shellQuoted(path)) returns them to the file system.")
                    : .init(.fine, "room", "\(share) % of the pages are free.")
            ]
            guard FMSQLiteFeature.dbstat.isAvailable, pages > 0 else { return advice }
            let rows = try db.rows(
                "SELECT name, pgsize, unused FROM dbstat WHERE aggregate = TRUE ORDER BY pgsize DESC LIMIT 3",
                as: (String, Int64, Int64).self)
            for (name, size, unused) in rows where size > 0 {
                advice.append(
                    unused * 100 / size >= 50 && unused > 1 << 20
                        ? .init(
                            .hint, "room",
                            "\(name): \(sizeInWords(size)), of which \(unused * 100 / size) % are unused within its pages.",
                            "fmdb vacuum \(shellQuoted(path)) packs them.")
                        : .init(.fine, "room", "\(name): \(sizeInWords(size))."))
            }
            return advice
        }

        // MARK: Settings

        private func settings(_ schema: FMSchema) throws -> [Advice] {
            var advice: [Advice] = []
            func hint(_ text: String, _ action: String) { advice.append(.init(.hint, "settings", text, action)) }
            let (pages, pageSize) = (try db.pragma(.pageCount), try db.pragma(.pageSize))
            if pageSize < 4096, pages > 1000 {
                hint(
                    "Pages of \(pageSize) bytes are small for today's disks.",
                    "PRAGMA page_size = 4096, then VACUUM. If the journal mode is WAL, leave WAL mode first.")
            }
            if try db.pragma(.autoVacuum) == .full {
                hint(
                    "auto_vacuum = FULL moves pages in every transaction, and scatters tables over the file.",
                    "PRAGMA auto_vacuum = NONE, then VACUUM.")
            }
            if try db.pragma(.encoding) != .utf8 {
                hint(
                    "Text is stored as UTF-16. Each program that uses UTF-8 converts it.",
                    "Export it as SQL, and import that into a new database.")
            }
            if schema.tables.contains(where: { !$0.foreignKeys.isEmpty }), try !db.pragma(.foreignKeys) {
                hint(
                    "Foreign keys are declared, but SQLite enforces them only on connections that ask for it.",
                    "Run PRAGMA foreign_keys = ON on each connection.")
            }
            let hasIndexes = schema.indexes.contains { $0.origin == .statement }
            if hasIndexes, schema.table("sqlite_stat1") == nil, pages > 500 {
                hint(
                    "SQLite has no statistics, so it guesses which index is best.",
                    "Run ANALYZE, or run PRAGMA optimize before each program closes the database.")
            }
            return advice.isEmpty ? [.init(.fine, "settings", "No risky setting.")] : advice
        }

        // MARK: Defects

        private func defects() -> [Advice] {
            let version = FMDatabase.sqliteLibVersion()
            guard !FMDatabase.advisories.isEmpty else {
                return [.init(.fine, "defects", "SQLite \(version) has none of the defects that FMDB checks for.")]
            }
            return FMDatabase.advisories.map {
                .init(.hint, "defects", "SQLite \(version), \($0.name): \($0.message)", $0.page)
            }
        }
    }

    struct CheckedFile {
        let findings: [FMDatabase.Finding]
        var unchecked: [String]
        let duration: Duration

        /// - Parameter db: a read-only connection. If it cannot check everything, for example FTS tables, the check is repeated on a
        ///   writable connection.
        init(_ db: FMDatabase, isQuick: Bool, _ openForWriting: () throws -> FMDatabase) throws {
            var options = FMDatabase.IntegrityOptions()
            options.depth = isQuick ? .quick : .full
            var report = try db.integrity(options)
            if !report.unchecked.isEmpty, let writer = try? openForWriting() {
                defer { writer.close() }
                report = try writer.integrity(options)
            }
            (findings, unchecked, duration) = (report.findings, report.unchecked, report.duration)
            // An empty file counts as unchecked, because the content of the database may have been lost.
            if try db.pragma(.pageCount) == 0 { unchecked.append("pages: the file is empty") }
        }
    }
#endif
