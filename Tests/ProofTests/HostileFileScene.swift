import FMDBModel
import FMDBTestHelpers

/// The files of one database: its own, and those beside it.
struct DatabaseFiles: Sendable {
    /// By what stands behind the path of the database: "", "-wal", "-shm", "-journal".
    var contents: [String: [UInt8]] = [:]

    init(at path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            contents[suffix] = FileManager.default.contents(atPath: path + suffix).map { [UInt8]($0) }
        }
    }

    func write(to path: String) throws {
        for (suffix, content) in contents { try Data(content).write(to: URL(fileURLWithPath: path + suffix)) }
    }

    /// The database as it was when its log or its journal was needed.
    static func valid(_ kind: Kind) throws -> DatabaseFiles {
        let folder = TemporaryFolder()
        let database = FMDatabase.file(folder.file())
        defer { database.close() }
        for setting in kind.settings { _ = database.executeStatements(setting) }
        for text in schema { try database.execute(FMSQL(raw: text)) }
        let rows = (1...60).map { ($0, "name \($0)", String(repeating: "note ", count: $0 * 7), $0) }
        try database.executeMany("INSERT INTO person VALUES (?, ?, ?, ?)", rows)
        if kind.hasDeletions { try database.execute("DELETE FROM person WHERE id % 3 = 0") }
        guard kind == .hotJournal else { return try DatabaseFiles(at: folder.file()) }
        // More pages are changed than are kept, so that the file is written before the commit.
        _ = database.beginTransaction()
        try database.execute("UPDATE person SET note = note || 'more', name = 'other'")
        return try DatabaseFiles(at: folder.file())
    }

    enum Kind: CaseIterable, Sendable {
        case writeAhead, hotJournal, vacuumed, plain

        fileprivate var settings: [String] {
            switch self {
            case .writeAhead: ["PRAGMA page_size = 1024", "PRAGMA journal_mode = WAL"]
            case .hotJournal: ["PRAGMA page_size = 1024", "PRAGMA cache_size = 2", "PRAGMA cache_spill = 1"]
            case .vacuumed: ["PRAGMA page_size = 512", "PRAGMA auto_vacuum = INCREMENTAL"]
            case .plain: ["PRAGMA page_size = 4096"]
            }
        }

        fileprivate var hasDeletions: Bool { self == .vacuumed || self == .plain }
    }

    private static let schema: [String] =
        [
            "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, age INTEGER)",
            "CREATE INDEX by_name ON person (name)", "CREATE INDEX by_age ON person (age) WHERE age > 5",
            "CREATE VIEW old AS SELECT id, name FROM person WHERE age > 30",
            "CREATE TABLE trace (text)",
            "CREATE TRIGGER traces AFTER UPDATE ON person BEGIN INSERT INTO trace VALUES (new.name); END",
            "CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID",
            "INSERT INTO pair VALUES (1, 2), ('x', x'00ff')",
            "CREATE TABLE child (person INTEGER REFERENCES person ON DELETE CASCADE)",
            "INSERT INTO child VALUES (1), (2)",
            "CREATE TABLE fm_migration (name TEXT PRIMARY KEY, applied REAL)",
            "CREATE TABLE jq (pkid INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
            "INSERT INTO jq VALUES (1, 'ann', 7.5)",
            "CREATE TABLE bg (bg_id INTEGER PRIMARY KEY, bg_createTime TEXT, bg_updateTime TEXT, BG_name TEXT, BG_age TEXT)",
            "INSERT INTO bg VALUES (1, '2017-07-19 20:15:00', NULL, 'ann', '7')",
            "CREATE VIRTUAL TABLE words USING fts4 (text)", "INSERT INTO words VALUES ('one two'), ('three')",
        ]
        + (SQLiteVersion.linked >= SQLiteVersion(3, 31)
            ? ["CREATE TABLE sum (a, b, c AS (a + b) STORED, d AS (a || b))", "INSERT INTO sum VALUES (1, 2)"] : [])
        + (SQLiteVersion.linked >= SQLiteVersion(3, 20)
            ? ["CREATE VIRTUAL TABLE five USING fts5 (text)", "INSERT INTO five VALUES ('one two')"] : [])
}

// MARK: - Damage

extension DatabaseFiles {
    /// What an attacker has done to the files.
    enum Damage: CaseIterable, Sendable {
        case bits, length, pages, cells, header, integers, names, freelist, log, journal, index, schema, values
    }

    mutating func damage(_ damage: Damage, _ numbers: inout SeededNumbers) throws {
        switch damage {
        case .bits: contents["", default: []].flipBits(.random(in: 1...30, using: &numbers), &numbers)
        case .length: contents["", default: []].cut(&numbers)
        case .pages: contents["", default: []].exchangePages(&numbers)
        case .cells: contents["", default: []].damagePage(&numbers)
        case .header: contents["", default: []].damageHeader(&numbers)
        case .integers: contents["", default: []].writeLongIntegers(&numbers)
        case .names: contents["", default: []].breakNames(&numbers)
        case .freelist: contents["", default: []].loopFreelist(&numbers)
        case .log: contents["-wal"]?.damageLog(&numbers)
        case .journal: contents["-journal"]?.flipBits(8, &numbers, below: numbers.chance(50) ? 28 : .max)
        case .index: contents["-shm"]?.flipBits(12, &numbers, below: 136)
        case .schema: try rewrite(HostileSchema.statement(&numbers))
        case .values: try rewrite(HostileSchema.value(&numbers))
        }
    }

    /// Changes the database by SQL, as an attacker does who knows SQLite.
    private mutating func rewrite(_ statement: String) throws {
        let folder = TemporaryFolder()
        try write(to: folder.file())
        let database = FMDatabase.file(folder.file())
        defer { database.close() }
        // What SQLite itself refuses is no file that an attacker could send.
        database.executeStatements(
            "PRAGMA synchronous = OFF; PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON; " + statement)
        self = try DatabaseFiles(at: folder.file())
    }
}

/// Rows that no program of good will writes.
enum HostileSchema {
    static func statement(_ numbers: inout SeededNumbers) -> String {
        let nested = String(repeating: "(", count: 200) + "1" + String(repeating: ")", count: 200)
        let texts = [
            "CREATE TABLE person (id, name)", "CREATE TABLE person (a CHECK (\(nested)))",
            "CREATE VIEW old AS SELECT * FROM old",
            "CREATE VIEW old AS SELECT \(nested) AS id", "CREATE TABLE person AS", "create",
            "CREATE TABLE person (id INTEGER",
            "CREATE TABLE t (" + (1...1500).map { "c\($0)" }.joined(separator: ",") + ")",
            "CREATE VIRTUAL TABLE person USING missing (a)",
            "CREATE TABLE person (id INTEGER PRIMARY KEY, name AS (note), note AS (name))",
            "CREATE INDEX by_name ON person (missing)",
            "CREATE TRIGGER traces AFTER UPDATE ON person BEGIN UPDATE person SET age = 1; END",
            "CREATE VIEW old AS SELECT load_extension(''x'') AS id",
            "CREATE TABLE person (id INTEGER PRIMARY KEY) WITHOUT ROWID",
            "CREATE TABLE \"per\"\"son\" (a)",
            "CREATE TABLE person (name TEXT REFERENCES person (name) ON DELETE CASCADE)",
        ]
        let text = numbers.pick(texts)
        let name = numbers.pick(["person", "old", "traces", "by_name", "pair", "jq", "bg", "words", "fm_migration"])
        return numbers.pick([
            "UPDATE sqlite_master SET sql = '\(text)' WHERE name = '\(name)'",
            "UPDATE sqlite_master SET rootpage = \(Int.random(in: -3...40, using: &numbers)) WHERE name = '\(name)'",
            "UPDATE sqlite_master SET rootpage = (SELECT max(rootpage) FROM sqlite_master)",
            "UPDATE sqlite_master SET type = '\(numbers.pick(["view", "index", "trigger", "tabel", ""]))' WHERE name = '\(name)'",
            "UPDATE sqlite_master SET name = '\(numbers.pick(["", "person", "sqlite_x", "a\"b"]))' WHERE name = '\(name)'",
            "UPDATE sqlite_master SET sql = NULL WHERE name = '\(name)'",
            "UPDATE sqlite_master SET tbl_name = x'ff' WHERE name = '\(name)'",
            "INSERT INTO sqlite_master SELECT * FROM sqlite_master", "DELETE FROM sqlite_master WHERE name = '\(name)'",
            "UPDATE sqlite_master SET sql = CAST(x'43524541544520ff00fe' AS TEXT) WHERE name = '\(name)'",
        ])
    }

    static func value(_ numbers: inout SeededNumbers) -> String {
        let value = numbers.pick([
            "'text'", "x'ff00'", "9e999", "-9223372036854775808", "CAST(x'ff80' AS TEXT)", "NULL",
            "'a' || char(0) || 'b'", "1.5", "zeroblob(5000)",
        ])
        return numbers.pick([
            "UPDATE person SET age = \(value)", "UPDATE person SET name = \(value)",
            "UPDATE jq SET age = \(value), name = \(value)",
            "UPDATE bg SET BG_age = \(value), bg_createTime = \(value)",
            "INSERT INTO fm_migration VALUES (\(value), \(value))",
            "UPDATE words_segdir SET root = \(value)", "UPDATE words_content SET c0text = \(value)",
            "UPDATE five_data SET block = \(value)",
            "UPDATE child SET person = \(value)", "PRAGMA user_version = -1", "PRAGMA application_id = 7",
        ])
    }
}
