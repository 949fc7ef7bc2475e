#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    struct MomentOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "With a continuous backup: the time of the state, \"2026-11-23 12:00\" or with a zone 2026-11-23T12:00:00Z.",
                valueName: "time"))
        var at: String?

        @Option(help: ArgumentHelp("With a continuous backup: the number of the commit.", valueName: "number"))
        var commit: UInt64?

        func validate() throws {
            guard at == nil || commit == nil else { throw ValidationError("Give either --at or --commit.") }
        }

        func moment() throws -> FMBackup.Moment {
            if let commit { return .commit(commit) }
            guard let at else { return .latest }
            guard let date = Self.date(at) else {
                throw ToolError.usage("--at \"\(at)\" is not a valid time; write 2026-11-23 12:00")
            }
            return .date(date)
        }

        static func date(_ text: String) -> Date? {
            if let date = try? Date(text, strategy: .iso8601) { return date }
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            for format in ["yyyy-MM-dd HH:mm:ss.SSS", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy-MM-dd"] {
                formatter.dateFormat = format
                if let date = formatter.date(from: text) { return date }
            }
            return nil
        }
    }

    func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    struct Restore: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restores a copy, or a state of a continuous backup.",
            text: """
                The restored database is checked before it is used. With --replace, the old database keeps its content until the new content
                is complete, also for programs that have it open.

                EXAMPLES
                  fmdb restore copy.db shop.db --replace
                  fmdb restore /backups/shop shop-noon.db --at "2026-11-23 12:00"
                  fmdb restore /backups/shop shop-42.db --commit 42
                """)

        @Argument(help: "The copy, or the folder of a continuous backup.", completion: .file()) var from: String
        @Argument(help: "The database to write.", completion: .file()) var file: String
        @OptionGroup var moment: MomentOptions
        @Flag(help: "Replace an existing database of that name.") var replace = false
        @Flag(help: "With a damaged backup: restore the last state before the damage.") var acceptLess = false
        @Option(help: "The check of the result: none, quick or full.") var check = CopyCheck.quick
        @Flag(help: "Show no progress and no summary.") var quiet = false
        @OptionGroup var options: DatabaseOptions

        func perform() throws {
            try options.expectApart(from, file)
            try OutputFile.expectNone(file, replaces: replace)
            let progress = Progress("restoring", isQuiet: quiet)
            defer { progress.end() }
            let (summary, unchecked) = try isFolder(from) ? restoreArchive(progress) : restoreCopy(progress)
            progress.end()
            if !quiet { printNote(summary) }
            try CopyCheck.expectAll(unchecked)
        }

        private func restoreCopy(_ progress: Progress) throws -> (summary: String, unchecked: [String]) {
            guard moment.at == nil, moment.commit == nil else {
                throw ToolError.usage(
                    "--at and --commit need the folder of a continuous backup, but \"\(from)\" is a file")
            }
            let opened = OpenedConnections()
            let options = try options.copying(opened, replaces: replace, check)
            let tell = { (state: FMDatabase.BackupProgress) in try progress.step(state.completed, of: state.total) }
            let copy = try opened.during {
                guard FileManager.default.fileExists(atPath: file) else { return try copyAnew(opened, options, tell) }
                do {
                    let db = try self.options.open(file, for: .write)
                    defer { db.close() }
                    opened.add(db.interrupter)
                    return try db.restore(from: from, options, progress: tell)
                } catch let error as FMError where [.corrupt, .notADatabase].contains(error.resultCode.primary) {
                    // SQLite cannot overwrite a damaged database page by page, so a new file replaces it.
                    return try copyAnew(opened, options, tell)
                }
            }
            // An empty source passes every check, but may be a copy whose content was lost.
            let isEmpty = check != .none && FileSize.of(from) == 0
            return (
                "\"\(file)\" has the content of \"\(from)\": \(sizeInWords(copy.bytes)), in \(timeInWords(copy.duration))",
                copy.unchecked + (isEmpty ? ["\"\(from)\" is empty"] : [])
            )
        }

        /// Copies to a new file, which is renamed to its path when it is complete.
        private func copyAnew(
            _ opened: OpenedConnections, _ options: FMDatabase.BackupOptions,
            _ tell: @escaping (FMDatabase.BackupProgress) throws -> Void
        ) throws -> FMDatabase.Backup {
            let db = try self.options.open(from, for: .read)
            defer { db.close() }
            opened.add(db.interrupter)
            return try db.backup(to: file, options, progress: tell)
        }

        private func restoreArchive(_ progress: Progress) throws -> (summary: String, unchecked: [String]) {
            let opened = OpenedConnections()
            var restoring = FMBackup.RestoreOptions()
            restoring.overwrites = replace
            restoring.acceptsLess = acceptLess
            restoring.verification = check.verification
            restoring.configure = try options.preparing(opened)
            let restored = try opened.during {
                try FMBackup(URL(fileURLWithPath: from)).restore(to: file, at: try moment.moment(), restoring) {
                    try progress.step($0.completed, of: $0.total)
                }
            }
            let when = restored.commit.date.formatted(.iso8601)
            return (
                "\"\(file)\" has the state after commit \(restored.commit.number) of \(when), \(sizeInWords(restored.bytes))",
                restored.unchecked
            )
        }
    }

    struct Follow: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keeps a copy up to date with a continuous backup, until Ctrl-C.",
            text: """
                Programs may read the copy at any time. Nothing else may write to it.

                EXAMPLES
                  fmdb follow /backups/shop standby.db
                  fmdb follow /backups/shop standby.db --interval 10
                """)

        @Argument(help: "The folder of the continuous backup.", completion: .file()) var archive: String
        @Argument(help: "The copy.", completion: .file()) var file: String
        @Option(help: ArgumentHelp("How often to check for new commits.", valueName: "seconds")) var interval = 1.0
        @Flag(help: "Exit as soon as the copy has the newest commit.") var once = false
        @Flag(help: "Print each commit as a line of JSON.") var json = false
        @Flag(help: "Do not print commits.") var quiet = false

        func validate() throws {
            guard (0...86_400).contains(interval) else {
                throw ValidationError("--interval must be from 0 to 86400 seconds.")
            }
        }

        private struct Applied: Encodable {
            let commit: UInt64
            let date: Date
        }

        func perform() throws {
            guard isFolder(archive) else { throw ToolError(.noInput, "there is no folder \"\(archive)\"") }
            try InputFiles(folders: [archive]).expectNone(file)
            let backup = FMBackup(URL(fileURLWithPath: archive))
            var following = FMBackup.FollowOptions()
            following.interval = .seconds(max(0.01, interval))
            let last = once ? try newest(backup) : nil
            let (isJSON, isQuiet) = (json, quiet)
            let (wait, current) = AsyncStream.makeStream(of: Void.self)
            do {
                try waiting { [file, following] in
                    let task = Task {
                        defer { current.finish() }
                        try await backup.follow(to: file, following) { event in
                            Self.tell(event, isJSON: isJSON, isQuiet: isQuiet)
                            guard let last, case .applied(let commit) = event, commit.number >= last else { return }
                            current.finish()
                        }
                    }
                    // Waits until the newest commit is applied, an error occurs, or Ctrl-C is pressed.
                    for await _ in wait {}
                    task.cancel()
                    try await task.value
                }
            } catch is CancellationError {
                // Ctrl-C is the normal end of this command, so it is not reported as an interruption.
                Interrupts.shared.reset()
            }
        }

        private func newest(_ backup: FMBackup) throws -> UInt64 {
            guard let last = try backup.timeline().last else {
                throw ToolError(.badData, "\"\(archive)\" has no state that can be restored")
            }
            return last.number
        }

        private static func tell(_ event: FMBackup.FollowEvent, isJSON: Bool, isQuiet: Bool) {
            guard !isQuiet else { return }
            switch event {
            case .applied(let commit):
                guard isJSON else { return printNote("commit \(commit.number) of \(commit.date.formatted(.iso8601))") }
                try? printJSON(Applied(commit: commit.number, date: commit.date), isPretty: false)
            case .failing(let error): printNote("not up to date, will try again: \(error.message)")
            }
        }
    }
#endif
