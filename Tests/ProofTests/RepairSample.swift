import FMDB
import FMDBTestHelpers

/// A database made at random, of whose every row it is known on which pages it lies.
struct RepairSample {
    /// A row with its rowid, and the pages without which it cannot be read.
    struct Row: Hashable {
        /// nil in a table without rowids.
        let rowID: Int64?
        /// In the order of the record. The column that is the rowid is NULL.
        let values: [FMValue]
    }

    struct Table {
        let name: String
        let isWithoutRowID: Bool
        let columns: [String]
        /// The place of the column that is the rowid.
        let rowIDColumn: Int?
        var rows: [(row: Row, pages: [Int])] = []
    }

    var bytes: [UInt8] = []
    /// nil for a database that is not in WAL mode.
    var log: [UInt8]?
    var pageSize = 0
    var tables: [Table] = []
    /// The pages that lead to others.
    var interiorPages: [Int] = []
    var pageCount: Int { bytes.count / pageSize }

    /// The pages whose newest content is in the log.
    var pagesInLog: Set<Int> {
        guard let log else { return [] }
        return Set(
            stride(from: 32, to: log.count, by: pageSize + 24).map { place in
                log[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            })
    }

    private static let plain = [
        Table(name: "person", isWithoutRowID: false, columns: ["id", "name", "age", "score", "photo"], rowIDColumn: 0),
        Table(name: "note", isWithoutRowID: false, columns: ["title", "body"], rowIDColumn: nil),
        Table(name: "keyed", isWithoutRowID: true, columns: ["a", "b", "c"], rowIDColumn: nil),
        Table(name: "counted", isWithoutRowID: false, columns: ["id", "x"], rowIDColumn: 0),
    ]

    private static let schema = """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT, score REAL, photo BLOB);
        CREATE TABLE note (title TEXT UNIQUE, body TEXT);
        CREATE TABLE keyed (a INT, b TEXT, c, PRIMARY KEY (b, a)) WITHOUT ROWID;
        CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, x);
        CREATE INDEX by_name ON person (name, age);
        CREATE VIEW adult AS SELECT * FROM person WHERE age >= 18;
        CREATE TRIGGER noted AFTER DELETE ON note BEGIN INSERT INTO counted (x) VALUES (OLD.title); END;
        """

    init(_ numbers: inout SeededNumbers, in folder: TemporaryFolder) throws {
        let path = folder.file("sample.db")
        let database = FMDatabase.file(path)
        defer { database.close() }
        pageSize = numbers.pick([512, 1024, 2048, 4096, 8192])
        let encoding = numbers.pick(["UTF-8", "UTF-8", "UTF-16le", "UTF-16be"])
        database.executeStatements(
            """
            PRAGMA page_size = \(pageSize); PRAGMA encoding = '\(encoding)'; PRAGMA synchronous = OFF;
            PRAGMA auto_vacuum = \(numbers.pick([0, 0, 1, 2])); PRAGMA secure_delete = OFF;
            """)
        database.executeStatements(RepairSample.schema)
        let usesLog = numbers.chance(30)
        if usesLog { database.executeStatements("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0") }
        let count = pageSize / 8
        try fill(database, 0..<count, &numbers)
        if numbers.chance(50) { try delete(database, &numbers) }
        if usesLog {
            try database.checkpoint(.truncate)
            try fill(database, count..<count + count / 4, &numbers)
            if numbers.chance(50) { try delete(database, &numbers) }
        }
        for table in RepairSample.plain { tables.append(try RepairSample.read(table, database)) }
        interiorPages = try database.rows("SELECT pageno FROM dbstat WHERE pagetype = 'internal' AND pageno > 1")
        // Another process would see the same.
        bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        if usesLog { log = try Array(Data(contentsOf: URL(fileURLWithPath: path + "-wal"))) }
    }

    func write(to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        if let log { try Data(log).write(to: URL(fileURLWithPath: path + "-wal")) }
    }
}

// MARK: - Rows

extension RepairSample {
    private func fill(_ database: FMDatabase, _ range: Range<Int>, _ numbers: inout SeededNumbers) throws {
        try database.execute("BEGIN")
        for index in range {
            let text = { (most: Int, numbers: inout SeededNumbers) in
                let letters = (0..<Int.random(in: 0...most, using: &numbers)).map { _ in
                    numbers.pick(["a", "ä", "Ω", "z", " "])
                }
                return letters.joined()
            }
            let large = numbers.chance(6) ? Int.random(in: 0...pageSize * 3, using: &numbers) : 30
            let photo = (0..<large).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            try database.execute(
                "INSERT INTO person VALUES (?, ?, ?, ?, ?)", index * 7 - 100, text(20, &numbers),
                numbers.chance(10) ? nil : Int.random(in: -5...90, using: &numbers),
                Double.random(in: -1e6...1e6, using: &numbers), photo)
            try database.execute(
                "INSERT INTO note VALUES (?, ?)", "\(index) " + text(8, &numbers),
                text(numbers.chance(5) ? pageSize * 2 : 40, &numbers))
            try database.execute(
                "INSERT INTO keyed VALUES (?, ?, ?)", index, text(10, &numbers),
                text(numbers.chance(4) ? pageSize : 12, &numbers))
            try database.execute("INSERT INTO counted (x) VALUES (?)", numbers.chance(50) ? text(12, &numbers) : nil)
        }
        try database.execute("COMMIT")
    }

    private func delete(_ database: FMDatabase, _ numbers: inout SeededNumbers) throws {
        let most: Int = try database.value("SELECT max(rowid) FROM note")
        let first = Int.random(in: 0..<most, using: &numbers)
        try database.execute("DELETE FROM note WHERE rowid BETWEEN \(first) AND \(first + most / 4)")
        try database.execute("DELETE FROM person WHERE id BETWEEN \(first) AND \(first + most)")
    }

    /// The rows of a table with their pages, as SQLite tells by `dbstat`.
    private static func read(_ table: Table, _ database: FMDatabase) throws -> Table {
        var table = table
        let pages = try PagesOfRows(table, database).all
        let order = table.isWithoutRowID ? "b, a" : "rowid"
        let key = table.isWithoutRowID ? "NULL" : "rowid"
        var values: [[FMValue]] = []
        let columns = table.isWithoutRowID ? "b, a, c" : table.columns.joined(separator: ", ")
        try database.forEachRow(FMSQL(raw: "SELECT \(key), \(columns) FROM \(table.name) ORDER BY \(order)")) {
            values.append(try $0.values())
        }
        precondition(values.count == pages.count, "dbstat counts \(pages.count) rows, not \(values.count)")
        table.rows = zip(values, pages).map { (table.row($0), $1) }
        return table
    }
}

extension RepairSample.Table {
    /// A row of values behind the rowid.
    func row(_ values: [FMValue]) -> RepairSample.Row {
        var rowID: Int64?
        if case .integer(let found) = values[0] { rowID = found }
        var rest = values.dropFirst().map(\.asStored)
        if let rowIDColumn { rest[rowIDColumn] = .null }
        return RepairSample.Row(rowID: rowID, values: rest)
    }
}

extension FMValue {
    /// A real number that is an integer is stored as one.
    fileprivate var asStored: FMValue {
        if case .real(let real) = self, let integer = Int64(exactly: real) { .integer(integer) } else { self }
    }
}

/// The pages of each row, in the order of the b-tree.
private struct PagesOfRows {
    private struct Page {
        let number: Int
        let isLeaf: Bool
        let cells: Int
    }

    private var pages: [String: Page] = [:]
    private var overflows: [String: [Int]] = [:]
    private let isWithoutRowID: Bool
    private(set) var all: [[Int]] = []

    init(_ table: RepairSample.Table, _ database: FMDatabase) throws {
        isWithoutRowID = table.isWithoutRowID
        let rows = try database.rows(
            "SELECT path, pageno, pagetype, ncell FROM dbstat WHERE name = \(table.name) ORDER BY path",
            as: (String, Int, String, Int).self)
        for (path, number, type, cells) in rows {
            if type == "overflow" {
                overflows[String(path.prefix { $0 != "+" }), default: []].append(number)
            } else {
                pages[path] = Page(number: number, isLeaf: type == "leaf", cells: cells)
            }
        }
        visit("/")
    }

    private mutating func visit(_ path: String) {
        guard let page = pages[path] else { preconditionFailure("dbstat has no page at \(path)") }
        for cell in 0..<page.cells {
            let place = path + hexadecimal(cell)
            if !page.isLeaf { visit(place + "/") }
            if page.isLeaf || isWithoutRowID { all.append([page.number] + (overflows[place] ?? [])) }
        }
        if !page.isLeaf { visit(path + hexadecimal(page.cells) + "/") }
    }

    private func hexadecimal(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
