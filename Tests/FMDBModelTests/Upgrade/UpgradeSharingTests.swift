import FMDBModel
import FMDBTestHelpers
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
}
