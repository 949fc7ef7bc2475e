import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about damaged files.
@Suite struct RepairArticleTests {
    private let folder = TemporaryFolder()
    private var damaged: String { folder.file("damaged.db") }
    private var rescued: String { folder.file("rescued.db") }

    /// A database whose only table is known by its rows alone.
    private func makeFile(_ sql: String, withoutFirstPage: Bool) throws {
        let database = FMDatabase.file(damaged)
        try database.addFunction("half", argumentCount: 1, deterministic: true) { $0[0] }
        #expect(database.executeStatements(sql))
        database.close()
        guard withoutFirstPage else { return }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: damaged))
        bytes.replaceSubrange(0..<4096, with: Data(count: 4096))
        try bytes.write(to: URL(fileURLWithPath: damaged))
    }

    @Test func rowsAreRescued() throws {
        try makeFile("CREATE TABLE person (name); INSERT INTO person VALUES ('Ann'), ('Bob')", withoutFirstPage: false)
        var output: [String] = []
        func print(_ line: String) { output.append(line) }
        let report = try FMRepair(damaged).salvage(to: rescued)
        for table in report.tables {
            print("\(table.name): \(table.rows) rows, \(table.lostPages) pages lost")
        }
        print("set apart: \(report.lostAndFound) rows; problems: \(report.problems)")
        #expect(output == ["person: 2 rows, 0 pages lost", "set apart: 0 rows; problems: []"])
    }

    @Test func rowsWithoutATableAreListed() throws {
        try makeFile(
            "PRAGMA page_size = 4096; CREATE TABLE person (name, age); INSERT INTO person VALUES ('Ann', 7)",
            withoutFirstPage: true)
        var output: [String] = []
        func print(_ line: String) { output.append(line) }
        let report = try FMRepair(damaged).salvage(to: rescued)
        let db = FMDatabase.file(rescued)
        if let name = report.lostAndFoundTable {
            try db.forEachRow("SELECT rootpgno, id, c0, c1 FROM \(identifier: name) WHERE nfield = 2") { row in
                print("of the tree \(try row.value(at: 0, as: Int.self)): \(try row.values().dropFirst())")
            }
        }
        #expect(output == ["of the tree 2: [1, 'Ann', 7]"])
    }

    @Test func commitsBehindDamageAreTaken() throws {
        try makeFile("CREATE TABLE t (a); INSERT INTO t VALUES (4)", withoutFirstPage: false)
        let second = rescued
        var repair = FMRepair(damaged)
        repair.takesCommitsBehindDamage = true
        let report = try repair.salvage(to: second)
        #expect(report.isWhole && report.commitsBehindDamage == 0)
    }

    @Test func functionsOfTheProgramAreDefined() throws {
        try makeFile(
            "CREATE TABLE t (a); CREATE INDEX i ON t (half(a)); INSERT INTO t VALUES (4)", withoutFirstPage: false)
        let report = try FMRepair(damaged).salvage(to: rescued) { db in
            try db.addFunction("half", argumentCount: 1, deterministic: true) { values in
                guard case .integer(let number) = values[0] else { return .null }
                return .integer(number / 2)
            }
            try db.execute("PRAGMA trusted_schema = ON")
        }
        #expect(report.problems == [])
    }
}
