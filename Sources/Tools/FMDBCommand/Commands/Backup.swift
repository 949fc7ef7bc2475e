#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    enum CopyCheck: String, CaseIterable, ExpressibleByArgument {
        case none, quick, full

        var verification: FMDatabase.BackupOptions.Verification {
            self == .none ? .none : self == .quick ? .quick : .full
        }

        /// Throws if a check could not run. Such a check does not count as passed.
        static func expectAll(_ unchecked: [String]) throws {
            guard !unchecked.isEmpty else { return }
            throw ToolError(.partly, "done, but not fully checked: \(unchecked.joined(separator: "; "))")
        }
    }

    struct Backup: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copies a database while others use it, once or continuously.",
            text: """
                The copy gets its name once it is complete, checked and on disk. With --continuous, each commit is stored in a folder until
                Ctrl-C. `fmdb restore` restores any of these commits, and `fmdb follow` keeps a copy up to date.

                EXAMPLES
                  fmdb backup shop.db copy.db
                  fmdb backup shop.db /backups/shop.db --replace --check full
                  fmdb backup shop.db /backups/shop --continuous --keep 7
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Argument(help: "The copy; with --continuous, a folder.", completion: .file()) var to: String
        @Flag(help: "Replace an existing file of that name.") var replace = false
        @Option(help: "The check of the copy: none, quick or full.") var check = CopyCheck.quick

        @Flag(help: "Store each commit in a folder, until Ctrl-C. The database is put into WAL mode.")
        var continuous = false

        @Option(help: ArgumentHelp("With --continuous: for how long commits are kept.", valueName: "days"))
        var keep: Double?

        @Option(
            help: ArgumentHelp(
                "With --continuous: the time between two snapshots of the whole database.", valueName: "hours"))
        var snapshotEvery = 24.0

        @Flag(help: "Show no progress and no summary.") var quiet = false
        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard keep.map({ $0 > 0 && $0 <= 36_500 }) ?? true else {
                throw ValidationError("--keep must be more than 0 and at most 36500 days.")
            }
            guard snapshotEvery > 0, snapshotEvery <= 8784 else {
                throw ValidationError("--snapshot-every must be more than 0 and at most 8784 hours.")
            }
        }

        func perform() throws {
            try options.expectApart(file, to)
            guard !continuous else { return try backUpContinuously() }
            try OutputFile.expectNone(to, replaces: replace)
            let db = try options.open(file, for: .read)
            defer { db.close() }
            let progress = Progress("copying", isQuiet: quiet)
            defer { progress.end() }
            let opened = OpenedConnections()
            opened.add(db.interrupter)
            let copy = try opened.during {
                try db.backup(to: to, try options.copying(opened, replaces: replace, check)) { state in
                    try progress.step(state.completed, of: state.total)
                }
            }
            progress.end()
            let checked = copy.unchecked.isEmpty ? "checked: \(check.rawValue)" : "not fully checked"
            if !quiet {
                printNote(
                    "\"\(to)\" has a copy of \"\(file)\": \(sizeInWords(copy.bytes)), \(checked), in \(timeInWords(copy.duration))"
                )
            }
            try CopyCheck.expectAll(copy.unchecked)
        }

        private func backUpContinuously() throws {
            try DatabaseOptions.expectFile(file)
            var configuration = FMDatabaseQueue.Configuration()
            configuration.flags = DatabaseOptions.Access.write.rawValue
            configuration.busyTimeout = .seconds(options.timeout)
            configuration.configure = try options.keySetter()
            let isQuiet = quiet
            configuration.backup = .init(
                to: .folder(URL(fileURLWithPath: to)), snapshotEvery: .seconds(snapshotEvery * 3600),
                keep: keep.map { .seconds($0 * 86400) }
            ) { event in
                if !isQuiet { printNote(Self.words(event)) }
            }
            let queue = try FMDatabaseQueue(path: file, configuration: configuration)
            if !quiet { printNote("storing the commits of \"\(file)\" in \"\(to)\", until Ctrl-C") }
            Interrupts.shared.waitForSignal()
            queue.close()
            // Ctrl-C is the normal end of this command, so it is not reported as an interruption.
            Interrupts.shared.reset()
        }

        private static func words(_ event: FMDatabaseCoordinator.ContinuousBackup.Event) -> String {
            switch event {
            case .shipped(let commits, let bytes, let last):
                "stored \(counted(commits, "commit")), \(sizeInWords(Int64(bytes))), up to number \(last)"
            case .failing(let error, let pause): "failing, next try in \(timeInWords(pause)): \(error.message)"
            case .recovered: "stored the pending commits"
            case .snapshot(let commit, let bytes):
                "stored the whole database at commit \(commit), \(sizeInWords(bytes))"
            case .newGeneration(let name, let reason): "began the generation \(name), because of \(reason)"
            case .maintenanceFailed(let error): "old commits could not be removed: \(error.message)"
            case .fellBehind(let bytes):
                "fell behind by \(sizeInWords(bytes)); the backup continues with the next snapshot of the whole database"
            }
        }
    }
#endif
