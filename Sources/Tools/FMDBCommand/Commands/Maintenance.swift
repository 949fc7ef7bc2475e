#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    struct Repair: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Recovers the rows of a damaged database into a new one.",
            text: """
                The damaged file is not changed. Rows whose table is uncertain are put into a table lost_and_found. The exit code is 3 if
                something is lost or was not read.

                EXAMPLES
                  fmdb repair damaged.db rescued.db
                  fmdb repair damaged.db rescued.db --behind-damage
                """)

        @Argument(help: "The damaged database.", completion: .file()) var file: String
        @Argument(help: "The new database.", completion: .file()) var to: String
        @Flag(help: "Replace an existing file of that name.") var replace = false
        @Flag(help: "Also recover intact commits after damage in the write-ahead log.") var behindDamage = false
        @Flag(help: "Print JSON.") var json = false
        @Flag(help: "Show no progress.") var quiet = false
        @Option(help: ArgumentHelp("How long to wait for locks of other connections.", valueName: "seconds"))
        var timeout = 5.0

        func validate() throws { try DatabaseOptions.expectTimeout(timeout) }

        private struct Report: Encodable {
            let isWhole: Bool
            let tables: [String: Int]
            let lostAndFound: Int
            let lostPages: Int
            let problems: [String]
            let unread: [String]
            let commitsBehindDamage: Int
        }

        func perform() throws {
            try DatabaseOptions.expectFile(file)
            try InputFiles(databases: [file]).expectNone(to)
            try InputFiles(databases: [to]).expectNone(file)
            try OutputFile.expectNone(to, replaces: replace)
            var repair = FMRepair(file)
            repair.overwrites = replace
            repair.takesCommitsBehindDamage = behindDamage
            repair.busyTimeout = .seconds(timeout)
            let opened = OpenedConnections()
            let written = Locked<String?>(nil)
            let size = FileSize.of(file) ?? 0
            let ticker = Ticker("rescuing", isQuiet: quiet) {
                guard let path = written.value, let own = FileSize.of(path), size > 0 else { return nil }
                return Double(own) / Double(size)
            }
            defer { ticker.end() }
            let report = try opened.during {
                try repair.salvage(to: to) { db in
                    opened.add(db.interrupter)
                    written.withLock { $0 = db.databasePath }
                    try Interrupts.shared.check()
                }
            }
            ticker.end()
            try tell(report)
            if !report.isWhole { throw ToolError(.partly) }
        }

        private func tell(_ report: FMRepair.Report) throws {
            if json {
                let tables = Dictionary(report.tables.map { ($0.name, $0.rows) }, uniquingKeysWith: { $1 })
                return try printJSON(
                    Report(
                        isWhole: report.isWhole, tables: tables, lostAndFound: report.lostAndFound,
                        lostPages: report.lostPages.count,
                        problems: report.problems, unread: report.unread,
                        commitsBehindDamage: report.commitsBehindDamage))
            }
            var lines = report.tables.map { table in
                "\(table.name): \(counted(table.rows, "row"))\(table.isWhole ? "" : ", incomplete: \(counted(table.lostPages, "page")) lost")"
            }
            if let table = report.lostAndFoundTable {
                lines.append("\(table): \(counted(report.lostAndFound, "row")) whose table is uncertain")
            }
            lines += report.problems + report.unread
            if report.commitsBehindDamage > 0, !behindDamage {
                lines.append(
                    "\(counted(report.commitsBehindDamage, "commit")) after the damage can be recovered with --behind-damage"
                )
            }
            lines.append(
                report.isWhole
                    ? "No loss was detected."
                    : report.lostPages.isEmpty
                        ? "Some data could not be read or assigned to its table."
                        : "\(counted(report.lostPages.count, "page")) could not be used.")
            try printLines(lines)
        }
    }

    struct Checkpoint: FileCommand {
        enum Mode: String, CaseIterable, ExpressibleByArgument {
            case passive, full, restart, truncate

            var mode: FMDBCheckpointMode {
                switch self {
                case .passive: .passive
                case .full: .full
                case .restart: .restart
                case .truncate: .truncate
                }
            }
        }

        static let configuration = CommandConfiguration(
            abstract: "Moves the write-ahead log into the database.",
            text: """
                EXAMPLES
                  fmdb checkpoint shop.db
                  fmdb checkpoint shop.db --mode passive --json
                """)

        @Argument(help: "The database.", completion: .file()) var file: String

        @Option(
            help:
                "passive does not wait; full and restart wait for readers and writers; truncate also truncates the log file."
        )
        var mode = Mode.truncate

        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var options: DatabaseOptions

        func perform() throws {
            let db = try options.open(file, for: .write)
            defer { db.close() }
            let size = FileSize.of(file + "-wal") ?? 0
            let ticker = Ticker("checkpoint")
            defer { ticker.end() }
            var (frames, moved): (Int32, Int32) = (-1, -1)
            try Interrupts.shared.during(db.interrupter) {
                try db.checkpoint(mode.mode, name: "main", logFrameCount: &frames, checkpointCount: &moved)
            }
            ticker.end()
            if json { return try printJSON(["frames": frames, "moved": moved]) }
            guard frames >= 0 else { return printNote("\"\(file)\" is not in WAL mode: nothing to do") }
            guard frames > 0 else { return printNote("the write-ahead log of \"\(file)\" is empty: nothing to do") }
            let left = frames > moved ? "; \(grouped(frames - moved)) are still needed by readers" : ""
            printNote(
                "moved \(grouped(moved)) of \(counted(frames, "page")) from the log of \(sizeInWords(size)) into the database\(left)"
            )
        }
    }

    struct Vacuum: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Frees unused space, and defragments the tables.",
            text: """
                It temporarily needs up to twice the size of the database. Ctrl-C leaves the database unchanged.

                EXAMPLES
                  fmdb vacuum shop.db
                  fmdb vacuum shop.db --into compact.db
                """)

        @Argument(help: "The database.", completion: .file()) var file: String

        @Option(
            help: ArgumentHelp("Write a compacted copy, and do not change the database.", valueName: "file"),
            completion: .file())
        var into: String?

        @Flag(help: "Replace an existing file of that name.") var replace = false
        @Flag(help: "Print JSON.") var json = false
        @Flag(help: "Show no progress and no summary.") var quiet = false
        @OptionGroup var options: DatabaseOptions

        func perform() throws {
            if let into {
                try options.expectApart(file, into)
                try OutputFile.expectNone(into, replaces: replace)
            }
            let db = try options.open(file, for: into == nil ? .write : .read)
            defer { db.close() }
            let (before, path) = (FileSize.of(file) ?? 0, file)
            // In the second half of VACUUM, the rollback journal or write-ahead log grows to about the size that the database had before.
            let ticker = Ticker("vacuum", isQuiet: quiet) {
                let written = max(FileSize.of(path + "-journal") ?? 0, FileSize.of(path + "-wal") ?? 0)
                return written > 0 && before > 0 ? 0.5 + Double(written) / Double(before) / 2 : nil
            }
            defer { ticker.end() }
            try Interrupts.shared.during(db.interrupter) {
                if let into {
                    try db.vacuum(into: into, overwrites: replace)
                } else {
                    try db.execute("VACUUM")
                }
            }
            let time = ticker.duration
            db.close()
            ticker.end()
            let after = FileSize.of(into ?? file) ?? 0
            if json { return try printJSON(["bytesBefore": before, "bytesAfter": after]) }
            if !quiet {
                printNote(
                    into.map {
                        "\"\($0)\" has \(sizeInWords(after)), compared with \(sizeInWords(before)) of \"\(file)\", in \(timeInWords(time))"
                    }
                        ?? "\"\(file)\" went from \(sizeInWords(before)) to \(sizeInWords(after)), in \(timeInWords(time))"
                )
            }
        }
    }
#endif
