import FMDB
import FMDBTestHelpers
import Testing

/// Databases made and damaged at random. `make repairs` takes 200 of them, and compares with `sqlite3 .dump`.
@Suite struct RepairSweepTests {
    /// So many databases; without the variable a few.
    private static let wanted = ProcessInfo.processInfo.environment["FMDB_REPAIRS"].flatMap { Int($0) }
    private static let firstSeed = ProcessInfo.processInfo.environment["FMDB_REPAIRS_SEED"].flatMap { Int($0) } ?? 1

    @Test(.enabled(if: SQLiteVersion.hasPageStatistics), arguments: RepairDamage.allCases)
    func everyRowOnWholePagesIsThere(_ damage: RepairDamage) throws {
        var outcome = RepairOutcome()
        var shells: [String: RepairOutcome] = [:]
        let kinds = RepairDamage.allCases
        let seeds = (Self.firstSeed..<Self.firstSeed + (Self.wanted ?? 12)).filter { kinds[$0 % kinds.count] == damage }
        for seed in seeds {
            let folder = TemporaryFolder()
            var numbers = SeededNumbers(seed)
            var sample = try RepairSample(&numbers, in: folder)
            let damaged = damage.damage(&sample, &numbers).subtracting(sample.pagesInLog)
            try sample.write(to: folder.file("damaged.db"))
            _ = try FMRepair(folder.file("damaged.db")).salvage(to: folder.file("new.db"))
            let found = try RepairOutcome(folder.file("new.db"), sample, damaged: damaged)
            #expect(found.missing == 0 && found.invented == 0, "seed \(seed): \(found.inWords)")
            let check = FMDatabase.file(folder.file("new.db"))
            #expect(try check.value("PRAGMA integrity_check", as: String.self) == "ok")
            outcome = outcome + found
            guard Self.wanted != nil else { continue }
            for (name, shell, command) in Self.shells {
                guard let path = try folder.saved("damaged.db", by: shell, command) else { continue }
                let saved = try RepairOutcome(path, sample, damaged: damaged)
                shells[name] = (shells[name] ?? RepairOutcome()) + saved
            }
        }
        guard Self.wanted != nil else { return }
        // The figures of `make repairs`.
        print("repairs, \(damage.rawValue), \(seeds.count) databases: FMRepair: \(outcome.inWords)")
        for (name, outcome) in shells.sorted(by: { $0.key < $1.key }) {
            print("repairs, \(damage.rawValue), \(seeds.count) databases: \(name): \(outcome.inWords)")
        }
    }

    /// What the rescue is compared with. Debian's shell has no `.recover`: another one is named by the variable.
    private static let shells =
        [("sqlite3 .dump", "/usr/bin/sqlite3", ".dump --preserve-rowids")]
        + (ProcessInfo.processInfo.environment["FMDB_RECOVER_SHELL"].map { [("sqlite3 .recover", $0, ".recover")] }
            ?? [])

    @Test(.enabled(if: SQLiteVersion.hasPageStatistics), arguments: 1...3) func ofAWholeFileNothingIsMissed(_ seed: Int)
        throws
    {
        let folder = TemporaryFolder()
        var numbers = SeededNumbers(seed)
        let sample = try RepairSample(&numbers, in: folder)
        try sample.write(to: folder.file("whole.db"))
        let report = try FMRepair(folder.file("whole.db")).salvage(to: folder.file("new.db"))
        #expect(report.isWhole, "\(report)")
        let found = try RepairOutcome(folder.file("new.db"), sample, damaged: [])
        #expect(found.inTable == found.intact && found.invented == 0)
    }
}

extension TemporaryFolder {
    /// What the shell of SQLite saves of a database.
    ///
    /// - Returns: the path of a new database; nil without a shell.
    fileprivate func saved(_ name: String, by shell: String, _ command: String) throws -> String? {
        #if os(Linux)
            guard FileManager.default.isExecutableFile(atPath: shell) else { return nil }
            try copyDatabase(name)
            let saving = """
                cd "$1"; rm -f saved.db
                "$2" shown.db "$3" 2>/dev/null | sed 's/^ROLLBACK;.*/COMMIT;/' | "$2" saved.db >/dev/null 2>&1
                """
            try ChildProcess("/bin/sh", ["-c", saving, "sh", path, shell, command]).wait()
            return file("saved.db")
        #else
            return nil
        #endif
    }

    /// The shell changes the log of what it opens.
    private func copyDatabase(_ name: String) throws {
        for ending in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: file("shown.db") + ending)
            guard FileManager.default.fileExists(atPath: file(name) + ending) else { continue }
            try FileManager.default.copyItem(atPath: file(name) + ending, toPath: file("shown.db") + ending)
        }
    }
}
