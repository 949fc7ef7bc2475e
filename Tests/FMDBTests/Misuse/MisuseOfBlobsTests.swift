import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Blobs that cannot be opened, and those that are used when or where they must not be.
@Suite struct MisuseOfBlobsTests {
    private static func stage(isWriting: Bool = false) throws -> FMDatabase {
        let database = FMDatabase.memory()
        let isStaged = database.executeStatements(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, b, missing, number, keyed);
            CREATE INDEX i ON t (keyed);
            CREATE TABLE parent (k BLOB PRIMARY KEY);
            CREATE TABLE child (k BLOB REFERENCES parent);
            CREATE TABLE w (k BLOB PRIMARY KEY, b) WITHOUT ROWID;
            CREATE VIEW v AS SELECT b FROM t;
            INSERT INTO t VALUES (1, x'00010203', NULL, 5, x'01'), (2, x'04', NULL, 1.5, x'02');
            INSERT INTO parent VALUES (x'01');
            INSERT INTO child VALUES (x'01');
            INSERT INTO w VALUES (x'01', x'02');
            """)
        try #require(isStaged)
        if isWriting { try database.execute("BEGIN") }
        return database
    }

    // MARK: Opening

    /// What cannot be opened, and what is said of it.
    static let unopened: [(table: String, column: String, row: Int64, isReadOnly: Bool, message: String)] = [
        ("none", "b", 1, true, "no such table"),
        ("t", "none", 1, true, "no such column"),
        ("t", "b", 3, true, "no such rowid: 3"),
        ("t", "b", .max, true, "no such rowid"),
        ("t", "b", .min, true, "no such rowid"),
        ("t", "missing", 1, true, "cannot open value of type null"),
        ("t", "number", 1, true, "cannot open value of type integer"),
        ("t", "number", 2, true, "cannot open value of type real"),
        ("t", "keyed", 1, false, "cannot open indexed column for writing"),
        ("parent", "k", 1, false, "cannot open"),
        ("w", "b", 1, true, "cannot open table without rowid"),
        ("v", "b", 1, true, "cannot open view"),
        ("", "", 0, true, "no such table"),
    ]

    @Test(arguments: unopened.indices) func whatCannotBeOpenedIsTold(index: Int) throws {
        let database = try MisuseOfBlobsTests.stage(isWriting: true)
        let wrong = MisuseOfBlobsTests.unopened[index]
        let error = thrown {
            try database.openBlob(
                table: wrong.table, column: wrong.column, row: wrong.row, isReadOnly: wrong.isReadOnly)
        }
        #expect(error?.resultCode == .error)
        #expect(error?.message.hasPrefix(wrong.message) == true, "\(error?.message ?? "")")
        #expect(error?.sql?.contains("\(wrong.table).\(wrong.column)") == true)
        #expect(database.close())
    }

    @Test func aColumnOfAForeignKeyIsOnlyRead() throws {
        let database = try MisuseOfBlobsTests.stage()
        try database.execute("PRAGMA foreign_keys = ON")
        try database.execute("BEGIN")
        let error = thrown { try database.openBlob(table: "child", column: "k", row: 1, isReadOnly: false) }
        #expect(error?.message == "cannot open foreign key column for writing")
        #expect(try database.openBlob(table: "child", column: "k", row: 1).count == 1)
    }

    @Test(arguments: ["table", "column", "schema"]) func aNameWithANulCharacterIsRefused(place: String) throws {
        let database = try MisuseOfBlobsTests.stage()
        let error = thrown {
            try database.openBlob(
                table: place == "table" ? "t\0x" : "t", column: place == "column" ? "b\0x" : "b", row: 1,
                schema: place == "schema" ? "main\0x" : "main")
        }
        #expect(error?.resultCode == .misuse)
    }

    @Test func aDatabaseThatIsNotOpenHasNoBlobs() throws {
        let database = FMDatabase(path: nil)
        #expect(thrown { try database.openBlob(table: "t", column: "b", row: 1) }?.resultCode == .misuse)
    }

    @Test func aFileThatIsOpenedForReadingHasNoBlobForWriting() throws {
        let folder = TemporaryFolder()
        let writer = FMDatabase.file(folder.file())
        try writer.execute("CREATE TABLE t (b)")
        try writer.execute("INSERT INTO t VALUES (x'00')")
        let reader = FMDatabase(path: folder.file())
        reader.logsErrors = false
        #expect(reader.open(withFlags: 1))
        try reader.execute("BEGIN")
        let error = thrown { try reader.openBlob(table: "t", column: "b", row: 1, isReadOnly: false) }
        #expect(error?.resultCode == .readOnly)
        #expect(try reader.openBlob(table: "t", column: "b", row: 1).count == 1)
    }

    // MARK: Sizes

    @Test(arguments: [
        (-1, 1), (0, -1), (0, 5), (4, 1), (5, 0), (.max, 1), (1, .max), (.max, .max), (.min, 1), (0, .min),
    ])
    func whatIsNotWithinTheBlobIsRefused(offset: Int, count: Int) throws {
        let blob = try MisuseOfBlobsTests.stage(isWriting: true)
            .openBlob(table: "t", column: "b", row: 1, isReadOnly: false)
        #expect(thrown { try blob.read(at: offset, count: count) }?.resultCode == .range)
        if (0...8).contains(count) {
            #expect(thrown { try blob.write(Data(count: count), at: offset) }?.resultCode == .range)
            #expect(thrown { try blob.write(contentsOf: [Data(count: count)], at: offset) }?.resultCode == .range)
        }
        #expect(try blob.read(at: 0, count: 4) == Data([0, 1, 2, 3]))
    }

    @Test(arguments: [0, -1, Int.min]) func aChunkHasABytesAtLeast(size: Int) throws {
        let blob = try MisuseOfBlobsTests.stage(isWriting: true)
            .openBlob(table: "t", column: "b", row: 1, isReadOnly: false)
        #expect(thrown { try blob.forEachChunk(size: size) { _ in } }?.resultCode == .range)
        #expect(thrown { try blob.copy(from: FileHandle.nullDevice, size: size) }?.resultCode == .range)
    }

    // MARK: States

    /// What keeps a blob from being used.
    enum Loss: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case closed, databaseClosed, rowUpdated, rowDeleted, rolledBack, emptied

        var testDescription: String { rawValue }

        func happens(to blob: FMBlob, of database: FMDatabase) throws {
            switch self {
            case .closed: try blob.close()
            case .databaseClosed: #expect(database.close())
            case .rowUpdated: try database.execute("UPDATE t SET number = 9 WHERE id = 1")
            case .rowDeleted: try database.execute("DELETE FROM t WHERE id = 1")
            case .rolledBack: try database.execute("ROLLBACK")
            case .emptied: try database.execute("DELETE FROM t")
            }
        }

        var code: FMResultCode { self == .closed || self == .databaseClosed ? .misuse : .abort }
    }

    @Test(arguments: Loss.allCases, [false, true])
    func eachCallOfALostBlobIsRefused(_ loss: Loss, _ isReadOnly: Bool) throws {
        let database = try MisuseOfBlobsTests.stage(isWriting: !isReadOnly || loss == .rolledBack)
        if loss == .rolledBack {
            // A blob that only reads, in a transaction that does so, too, is not concerned.
            try database.execute("UPDATE t SET number = 8")
        }
        let blob = try database.openBlob(table: "t", column: "b", row: 1, isReadOnly: isReadOnly)
        try loss.happens(to: blob, of: database)
        // Where SQLite lets it go on, the row is as it was.
        if loss == .rolledBack, isReadOnly, (try? blob.read(at: 0, count: 1)) == Data([0]) { return }
        for _ in 1...2 {
            #expect(thrown { try blob.read(at: 0, count: 1) }?.resultCode == loss.code)
            #expect(thrown { try blob.read(at: 0, count: 9) }?.resultCode == loss.code)
            #expect(thrown { try blob.forEachChunk { _ in } }?.resultCode == loss.code)
            let refusal = thrown { try blob.write(Data([1]), at: 0) }?.resultCode
            #expect(refusal == (isReadOnly && loss.code == .abort ? .readOnly : loss.code))
            #expect(thrown { try blob.move(to: 2) }?.resultCode == loss.code)
        }
        #expect(blob.isOpen == (loss.code == .abort))
        try blob.close()
        try blob.close()
        #expect(!blob.isOpen)
        if database.isOpen { #expect(database.close()) }
    }

    @Test func aBlobForReadingIsNotWritten() throws {
        let blob = try MisuseOfBlobsTests.stage().openBlob(table: "t", column: "b", row: 1)
        #expect(thrown { try blob.write(Data([1]), at: 0) }?.resultCode == .readOnly)
        #expect(try blob.read(at: 0, count: 1) == Data([0]))
    }

    @Test func aBlobKeepsItsDatabaseOpenAndMayOutliveIt() throws {
        let blob = try { try MisuseOfBlobsTests.stage().openBlob(table: "t", column: "b", row: 1) }()
        #expect(try blob.read(at: 0, count: 1) == Data([0]))
        try blob.close()
        #expect(thrown { try blob.read(at: 0, count: 1) }?.resultCode == .misuse)
    }

    @Test func aBlobThatIsReleasedIsClosed() throws {
        let database = try MisuseOfBlobsTests.stage()
        try database.withTransaction {
            for _ in 1...3 { _ = try database.openBlob(table: "t", column: "b", row: 1, isReadOnly: false).count }
            // A blob for writing that is open would keep it from being committed.
            try database.execute("DELETE FROM t")
        }
        #expect(database.close())
    }

    @Test func aBlobThatIsClosedWithinItsChunksEndsThem() throws {
        let blob = try MisuseOfBlobsTests.stage().openBlob(table: "t", column: "b", row: 1)
        var count = 0
        let error = thrown {
            try blob.forEachChunk(size: 1) { _ in
                count += 1
                try blob.close()
            }
        }
        #expect(error?.resultCode == .misuse)
        #expect(count == 1)
    }

    @Test func anEventHandlerMayNotUseIt() throws {
        let database = try MisuseOfBlobsTests.stage()
        nonisolated(unsafe) let blob = try database.openBlob(table: "t", column: "b", row: 1)
        nonisolated(unsafe) var codes: [FMResultCode?] = []
        database.eventHandler = { _ in codes.append(thrown { try blob.read(at: 0, count: 1) }?.resultCode) }
        try database.execute("CREATE TABLE u (x)")
        database.eventHandler = nil
        #expect(!codes.isEmpty)
        #expect(codes.allSatisfy { $0 == .misuse })
        #expect(try blob.read(at: 0, count: 1) == Data([0]))
    }

    @Test func aFunctionMayReadItWhileItsStatementRuns() throws {
        let database = try MisuseOfBlobsTests.stage()
        nonisolated(unsafe) let blob = try database.openBlob(table: "t", column: "b", row: 1)
        try database.addFunction("size", argumentCount: 0) { _ in .blob(try blob.read(at: 2, count: 2)) }
        #expect(try database.value("SELECT size()", as: Data.self) == Data([2, 3]))
    }
}
