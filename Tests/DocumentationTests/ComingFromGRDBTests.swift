import FMDBModel
import Foundation
import FMDBTestHelpers
import Testing

@Suite("The article “Coming from GRDB”")
struct ComingFromGRDBTests {
    struct Player: Codable, FMModel {
        var id: Int64?
        var name: String
        var score: Int

        struct Columns: FMColumns {
            let name = FMField<Player, String>("name")
            let score = FMField<Player, Int>("score")
        }
    }

    private let folder = TemporaryFolder()

    @Test("a model, a queue and a request")
    func start() throws {
        let path = folder.file()
        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        try queue.createTable(Player.self)
        var arthur = Player(name: "Arthur", score: 100)
        try queue.insert(&arthur)

        let best = Player.all.where { $0.score > 50 }.order(\.score.descending)
        let players = try queue.find(best.limit(10))
        let count = try queue.count(best)
        #expect(count == 1 && players.first?.id == arthur.id)
    }

    /// Makes what GRDB would have made.
    private func oldFile() throws -> FMDatabase {
        let db = FMDatabase.file(folder.file())
        let isMade = db.executeStatements(
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('v1');
            CREATE TABLE player (id BLOB PRIMARY KEY, name TEXT NOT NULL, joined DATETIME);
            INSERT INTO player VALUES (x'0123456789abcdef0123456789abcdef', 'Arthur', '2026-03-01 12:30:00.125');
            """)
        guard isMade else { throw db.lastError() }
        return db
    }

    @Test("the migrations, dates and UUIDs of a file")
    func file() throws {
        let db = try oldFile()
        var migrator = FMMigrator()
        migrator.add("v1") { db in
            try db.execute("CREATE TABLE player (id BLOB PRIMARY KEY, name TEXT NOT NULL, joined DATETIME)")
        }
        migrator.adopt { db in
            guard db.tableExists("grdb_migrations") else { return [] }
            return try db.rows("SELECT identifier FROM grdb_migrations ORDER BY rowid", as: String.self)
        }
        migrator.add("dates and UUIDs") { db in
            try db.execute("UPDATE player SET joined = round((julianday(joined) - 2440587.5) * 86400, 3)")
            try db.execute(
                """
                UPDATE player SET id = substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4)
                    || '-' || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21) WHERE typeof(id) = 'blob'
                """)
        }
        let report = try migrator.migrate(db)
        #expect(report.applied.map(\.name) == ["dates and UUIDs"])
        let id = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
        let joined = try db.value("SELECT joined FROM player WHERE id = \(id)", as: Date.self)
        #expect(abs(joined.timeIntervalSince1970 - 1_772_368_200.125) < 0.0005)
    }

    @Test("a model reads the dates as they are")
    func dates() throws {
        let date = FMDateStorage.iso8601.date(of: .text("2026-03-01 12:30:00.125"))
        #expect(date?.timeIntervalSince1970 == 1_772_368_200.125)
        #expect(try FMDateStorage.iso8601.value(of: #require(date)) == .text("2026-03-01T12:30:00.125Z"))
    }
}
