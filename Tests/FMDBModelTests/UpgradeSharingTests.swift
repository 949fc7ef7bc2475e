import FMDBModel
import Support
import Testing

@Suite struct UpgradeSharingTests {
    private static func fill(_ path: String) throws {
        let db = FMDatabase.file(path)
        defer { db.close() }
        _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        try db.withTransaction {
            try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER)")
            try db.execute("CREATE TABLE child (t INTEGER REFERENCES t ON DELETE CASCADE)")
            for number in 1...300 {
                try db.execute("INSERT INTO t VALUES (\(number), \("name \(number)"), \(number))")
                try db.execute("INSERT INTO child VALUES (\(number))")
            }
        }
    }

    @Test func severalConnectionsUpgradeATableOnce() throws {
        let folder = TemporaryFolder()
        let path = folder.file()
        try UpgradeSharingTests.fill(path)
        let reports = Locked<[FMUpgradeReport]>([])
        let failures = Locked<[String]>([])

        let areBack = BackgroundThreads.run(4) { _ in
            let db = FMDatabase.file(path)
            db.maxBusyRetryTimeInterval = 30
            do {
                let report = try db.upgradeTable(
                    to: shape(
                        [.id, .required("name"), .text("size"), .text("new")],
                        options: FMTableOptions(unique: [["name"]])))
                reports.withLock { $0.append(report) }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
            db.close()
        }

        #expect(areBack)
        #expect(failures.value == [])
        #expect(reports.value.filter(\.isRebuilt).count == 1)
        #expect(reports.value.filter(\.isEmpty).count == 3)
        let db = FMDatabase.file(path)
        #expect(try db.value("SELECT count(*) FROM t JOIN child ON child.t = id WHERE size = CAST(id AS TEXT)") == 300)
        #expect(try db.faults() == [])
    }

    @Test func severalConnectionsMakeATableOnce() throws {
        let folder = TemporaryFolder()
        let path = folder.file()
        let made = Locked(0)

        let areBack = BackgroundThreads.run(4) { _ in
            let db = FMDatabase.file(path)
            db.maxBusyRetryTimeInterval = 30
            if let report = try? db.createTable(Item.self), report.isCreated { made.withLock { $0 += 1 } }
            db.close()
        }

        #expect(areBack)
        #expect(made.value == 1)
    }

    private struct Item: Codable, FMModel {
        var id: Int64?
        var name: String
    }

    #if os(Linux)
        private static let kills = ProcessInfo.processInfo.environment["FMDB_KILLS"].flatMap(Int.init) ?? 5

        @Test func aKilledProcessLeavesTheTableWhole() throws {
            let folder = TemporaryFolder()
            let path = folder.file()
            try UpgradeSharingTests.fill(path)
            for _ in 0..<UpgradeSharingTests.kills {
                #expect(try onBackgroundThread { try upgradeAndKill(path) } > 0)

                let db = FMDatabase.file(path)
                #expect(try db.faults() == [])
                #expect(
                    try db.value("SELECT count(*) FROM t WHERE name = 'name ' || id AND CAST(size AS INTEGER) = id")
                        == 300)
                #expect(try db.value("SELECT count(DISTINCT typeof(size)) FROM t") == 1)
                #expect(try db.value("SELECT count(*) FROM child") == 300)
                let tables = try db.rows(
                    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1", as: String.self)
                #expect(tables == ["child", "t"])
                db.close()
            }
        }
    #endif
}

#if os(Linux)
    /// Starts the process that upgrades to and fro, and kills it after some upgrades, mostly in the midst of one.
    ///
    /// - Returns: how many it has reported.
    private func upgradeAndKill(_ path: String) throws -> Int {
        let upgrader = try ChildProcess("TableUpgrader", [path])
        let limit = Int.random(in: 1...20)
        var lines = 0
        while lines < limit, upgrader.readLine() != nil { lines += 1 }
        usleep(UInt32.random(in: 0...3000))
        upgrader.kill()
        return lines
    }
#endif
