import FMDB
import FMDBTestHelpers
import Testing

/// Files that cannot be used fully, because they are on a medium that cannot be written, or are of a newer program: each cell of the
/// table in the article about errors.
@Suite struct ForeignFileTests {
    @Test(arguments: ForeignFile.allCases, ForeignFileCall.all) func theAnswerIsThatOfTheArticle(
        _ file: ForeignFile, _ call: ForeignFileCall
    ) throws {
        guard call.isSupported else { return }
        let folder = TemporaryFolder()
        try file.make(folder.file())
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
        let answer: String
        do {
            answer = try call.body(file, folder)
        } catch let error as FMError {
            answer = "`.\(ForeignFileTable.name(of: error))`"
        }
        #expect(answer == ForeignFileTable.answer(file, call))
        let isWritten = answer == "works" && call.writes
        if !isWritten { #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == before) }
    }

    @Test func theArticleHasEachCall() {
        #expect(ForeignFileTable.rows.keys.sorted() == ForeignFileCall.all.map { "`\($0.testDescription)`" }.sorted())
    }
}

/// What is the matter with a file. The columns of the table, in their order.
enum ForeignFile: CaseIterable, Sendable {
    /// Opened as one that nobody changes: no file can be made beside it.
    case medium
    /// The same, in WAL mode.
    case mediumWithLog
    /// Its header has a version for writing that this SQLite does not know.
    case newerToWrite
    /// Its header has a version for reading that this SQLite does not know.
    case newerToRead
    /// Its schema has a statement that this SQLite does not understand.
    case newerSchema
    /// A newer version of the application has run migrations that this one does not know.
    case newerApplication

    func make(_ path: String) throws {
        let database = FMDatabase.file(path)
        defer { database.close() }
        try FMMigrator([.step("one") { try $0.execute("CREATE TABLE t (x)") }]).migrate(database)
        try database.execute("INSERT INTO t VALUES (1), (2)")
        switch self {
        case .medium, .newerToWrite, .newerToRead: break
        case .mediumWithLog: _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        case .newerSchema:
            database.executeStatements(
                """
                CREATE TABLE u (x); PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = 'CREATE TABLE u (x) IN THE FUTURE' WHERE name = 'u';
                """)
        case .newerApplication:
            try FMMigrator([.step("one") { _ in }, .step("two") { try $0.execute("CREATE TABLE u (x)") }])
                .migrate(database)
        }
        database.close()
        if self == .newerToWrite { try patch(path, at: 18) }
        if self == .newerToRead { try patch(path, at: 19) }
    }

    private func patch(_ path: String, at offset: UInt64) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data([3]))
        try file.close()
    }

    /// How the file is opened.
    var flags: Int32 { isMedium ? 0x1 | 0x40 : 0x2 }  // SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, SQLITE_OPEN_READWRITE

    func path(_ path: String) -> String { isMedium ? "file:\(path)?immutable=1" : path }

    private var isMedium: Bool { self == .medium || self == .mediumWithLog }
}

/// One call on such a file.
struct ForeignFileCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var writes = false
    var isSupported = true
    let body: @Sendable (ForeignFile, TemporaryFolder) throws -> String

    /// A call of an open database.
    private init(
        _ name: String, writes: Bool = false, isSupported: Bool = true,
        _ call: @escaping @Sendable (FMDatabase, TemporaryFolder) throws -> String?
    ) {
        (testDescription, self.writes, self.isSupported) = (name, writes, isSupported)
        body = { file, folder in
            let database = SilentDatabase(path: file.path(folder.file()))
            guard database.open(withFlags: file.flags) else { throw database.lastError() }
            defer { database.close() }
            return try call(database, folder) ?? "works"
        }
    }

    /// A call of a pool.
    private init(
        pool name: String, writes: Bool = false, _ log: FMDatabasePool.WriteAheadLog? = nil,
        _ call: @escaping @Sendable (FMDatabasePool, TemporaryFolder) throws -> Any
    ) {
        (testDescription, self.writes) = (name, writes)
        body = { file, folder in
            var configuration = FMDatabasePool.Configuration()
            configuration.flags = file.flags
            configuration.writeAheadLog = log
            let pool = FMDatabasePool(path: file.path(folder.file()), configuration: configuration)
            defer { pool.close() }
            _ = try call(pool, folder)
            return "works"
        }
    }

    static let all = [
        ForeignFileCall("open(withFlags:)") { _, _ in nil },
        ForeignFileCall("rows(_:as:)") { database, _ in
            try database.rows("SELECT x FROM t", as: Int.self) == [1, 2] ? nil : "other rows"
        },
        ForeignFileCall("execute(_:)", writes: true) { database, _ in
            try database.execute("INSERT INTO t VALUES (3)")
            return nil
        },
        ForeignFileCall("withTransaction(_:_:)", writes: true) { database, _ in
            try database.withTransaction { try database.execute("DELETE FROM t") }
            return nil
        },
        ForeignFileCall("backup(to:_:progress:)") { database, folder in
            try database.backup(to: folder.file("copy.db"))
            return nil
        },
        ForeignFileCall("vacuum(into:overwrites:)", isSupported: SQLiteVersion.linked >= SQLiteVersion(3, 27)) {
            try $0.vacuum(into: $1.file("copy.db"))
            return nil
        },
        ForeignFileCall("serialized(schema:)", isSupported: !SQLiteVersion.hasCodec) { database, _ in
            try database.serialized().isEmpty ? "no bytes" : nil
        },
        ForeignFileCall("integrity(_:)") { database, _ in
            try database.integrity().isHealthy ? nil : "reported"
        },
        ForeignFileCall("restore(from:_:progress:)", writes: true) { database, folder in
            let other = FMDatabase.file(folder.file("other.db"))
            try other.execute("CREATE TABLE o (x)")
            other.close()
            try database.restore(from: folder.file("other.db"))
            return nil
        },
        ForeignFileCall("checkpoint(_:)") { database, _ in
            try database.checkpoint(.passive)
            return nil
        },
        ForeignFileCall("migrate(_:upTo:)") { database, _ in
            try FMMigrator([.step("one") { _ in }]).migrate(database)
            return nil
        },
        // Its writer puts the file into WAL mode.
        ForeignFileCall(pool: "FMDatabasePool.read(_:)", writes: true) { pool, _ in
            try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        },
        ForeignFileCall(pool: "FMDatabasePool.write(_:)", writes: true) { pool, _ in
            try pool.write { try $0.execute("INSERT INTO t VALUES (3)") }
        },
        ForeignFileCall(pool: "FMDatabasePool.backup(to:_:progress:)") { pool, folder in
            try pool.backup(to: folder.file("copy.db"))
        },
        ForeignFileCall(pool: "FMDatabasePool, writeAheadLog", writes: true, .init()) { pool, _ in
            try pool.write { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        },
    ]
}

/// The table in the article.
enum ForeignFileTable {
    static func answer(_ file: ForeignFile, _ call: ForeignFileCall) -> String {
        guard let column = ForeignFile.allCases.firstIndex(of: file) else { return "no column" }
        let row = rows["`\(call.testDescription)`"] ?? []
        return row.indices.contains(column) ? row[column] : "no row"
    }

    static let rows: [String: [String]] = {
        let article = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Library/FMDB/FMDB.docc/Errors.md")
        let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
        let section = text.components(separatedBy: "### Files that cannot be used fully").last ?? ""
        let table = section.components(separatedBy: "\n### ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
        let cells = table.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        return Dictionary(cells.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
    }()

    private static let names: [FMResultCode: String] = [
        .readOnly: "readOnly", .notADatabase: "notADatabase", .corrupt: "corrupt", .error: "error",
        .newerDatabase: "newerDatabase", .cantOpen: "cantOpen", .misuse: "misuse", .busy: "busy",
    ]

    static func name(of error: FMError) -> String {
        names[error.extendedCode] ?? names[error.resultCode] ?? "\(error.extendedCode.rawValue) \(error.message)"
    }
}
