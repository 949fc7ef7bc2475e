import FMDB
import Support
import Testing

/// Databases made and damaged at random. `make repairs` takes 200 of them, and compares with `sqlite3 .dump`.
@Suite struct RepairSweepTests {
    /// So many databases; without the variable a few.
    private static let wanted = ProcessInfo.processInfo.environment["FMDB_REPAIRS"].flatMap { Int($0) }
    private static let firstSeed = ProcessInfo.processInfo.environment["FMDB_REPAIRS_SEED"].flatMap { Int($0) } ?? 1
    private static let hasPageStatistics = FMDatabase.memory().hasModule("dbstat")

    @Test(.enabled(if: hasPageStatistics), arguments: RepairDamage.allCases)
    func everyRowOnWholePagesIsThere(_ damage: RepairDamage) throws {
        var outcome = RepairOutcome()
        var dump = RepairOutcome()
        let count = (Self.wanted ?? 15) / RepairDamage.allCases.count
        for seed in Self.firstSeed..<Self.firstSeed + count {
            let folder = TemporaryFolder()
            var numbers = SeededNumbers(seed * 10 + (RepairDamage.allCases.firstIndex(of: damage) ?? 0))
            var sample = try RepairSample(&numbers, in: folder)
            let damaged = damage.damage(&sample, &numbers).subtracting(sample.pagesInLog)
            try sample.write(to: folder.file("damaged.db"))
            _ = try FMRepair(folder.file("damaged.db")).salvage(to: folder.file("new.db"))
            let found = try RepairOutcome(folder.file("new.db"), sample, damaged: damaged)
            #expect(found.missing == 0 && found.invented == 0, "seed \(seed): \(found.inWords)")
            let check = FMDatabase.file(folder.file("new.db"))
            #expect(try check.value("PRAGMA integrity_check", as: String.self) == "ok")
            outcome = outcome + found
            guard Self.wanted != nil, let path = try folder.dump("damaged.db") else { continue }
            dump = dump + (try RepairOutcome(path, sample, damaged: damaged))
        }
        guard Self.wanted != nil else { return }
        // The figures of `make repairs`.
        print("repairs, \(damage.rawValue), \(count) databases: FMRepair: \(outcome.inWords)")
        if dump.intact > 0 { print("repairs, \(damage.rawValue), \(count) databases: sqlite3 .dump: \(dump.inWords)") }
    }

    @Test(.enabled(if: hasPageStatistics), arguments: 1...3) func ofAWholeFileNothingIsMissed(_ seed: Int) throws {
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

extension FMDatabase {
    fileprivate func hasModule(_ name: String) -> Bool {
        executeUpdate("CREATE VIRTUAL TABLE temp.tried USING \(name)", withArgumentsIn: [])
    }
}

extension TemporaryFolder {
    /// What the shell of SQLite saves of a database.
    ///
    /// - Returns: the path of a new database; nil without a shell.
    fileprivate func dump(_ name: String) throws -> String? {
        #if os(Linux) || os(macOS)
            let shell = "/usr/bin/sqlite3"
            guard FileManager.default.isExecutableFile(atPath: shell) else { return nil }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c",
                "\(shell) '\(name)' '.dump --preserve-rowids' 2>/dev/null | sed 's/^ROLLBACK;.*/COMMIT;/' | \(shell) dumped.db 2>/dev/null",
            ]
            process.currentDirectoryURL = URL(fileURLWithPath: path)
            try process.run()
            process.waitUntilExit()
            return file("dumped.db")
        #else
            return nil
        #endif
    }
}
