import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Values that are read and written in pieces.
@Suite struct BlobTests {
    private let folder = TemporaryFolder()
    private let database = FMDatabase.memory()

    init() throws {
        database.executeStatements("CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT, number, content BLOB)")
        try database.execute(
            "INSERT INTO file VALUES (1, 'one', 5, \(Data(0..<100))), (2, 'two', NULL, zeroblob(300000))")
    }

    /// - Parameter isReadOnly: if not, in a transaction.
    private func open(_ row: Int64 = 1, isReadOnly: Bool = true) throws(FMError) -> FMBlob {
        if !isReadOnly, !database.isTransactionOpen { try database.execute("BEGIN") }
        return try database.openBlob(table: "file", column: "content", row: row, isReadOnly: isReadOnly)
    }

    private func content(_ row: Int = 1) throws -> Data {
        try database.value("SELECT content FROM file WHERE id = \(row)", as: Data.self)
    }

    // MARK: Reading and writing

    @Test func piecesAreReadFromWhereTheyAre() throws {
        let blob = try open()
        #expect(blob.count == 100)
        #expect(blob.row == 1)
        #expect(blob.isOpen && blob.isReadOnly)
        #expect(try blob.read(at: 0, count: 100) == Data(0..<100))
        #expect(try blob.read(at: 90, count: 10) == Data(90..<100))
        #expect(try blob.read(at: 100, count: 0).isEmpty)
    }

    @Test func whatIsWrittenIsThere() throws {
        let blob = try open(isReadOnly: false)
        try blob.write(Data([200, 201]), at: 98)
        try blob.write(Data([7]), at: 0)
        try blob.write(Data(), at: 100)
        #expect(try blob.read(at: 97, count: 3) == Data([97, 200, 201]))
        try blob.close()
        #expect(try content() == Data([7]) + Data(1..<98) + Data([200, 201]))
    }

    @Test func textIsReadAndWrittenAsItsBytes() throws {
        try database.execute("BEGIN")
        let blob = try database.openBlob(table: "FILE", column: "Name", row: 2, schema: "MAIN", isReadOnly: false)
        #expect(try blob.read(at: 0, count: 3) == Data("two".utf8))
        try blob.write(Data("T".utf8), at: 0)
        try blob.close()
        #expect(try database.value("SELECT name FROM file WHERE id = 2", as: String.self) == "Two")
    }

    @Test func aBlobGoesFromRowToRow() throws {
        let blob = try open()
        try blob.move(to: 2)
        #expect(blob.row == 2)
        #expect(blob.count == 300_000)
        #expect(try blob.read(at: 299_999, count: 1) == Data([0]))
        let error = thrown { try blob.move(to: 3) }
        #expect(error?.resultCode == .error)
        #expect(error?.message == "no such rowid: 3")
        #expect(blob.count == 0)
        #expect(thrown { try blob.read(at: 0, count: 0) }?.resultCode == .abort)
        #expect(thrown { try blob.move(to: 1) }?.resultCode == .abort)
    }

    @Test func anAttachedDatabaseHasBlobsToo() throws {
        try database.execute("ATTACH ':memory:' AS other")
        try database.execute("CREATE TABLE other.t (b)")
        try database.execute("INSERT INTO other.t VALUES (x'0102')")
        let blob = try database.openBlob(table: "t", column: "b", row: 1, schema: "other")
        #expect(try blob.read(at: 0, count: 2) == Data([1, 2]))
    }

    // MARK: Whole contents

    @Test(arguments: [1, 7, 4096, 65_536, 300_000, Int.max]) func chunksMakeUpTheWhole(size: Int) throws {
        let row: Int64 = size == 1 ? 1 : 2
        try database.execute("UPDATE file SET content = randomblob(300000) WHERE id = 2")
        var whole = Data()
        var sizes: [Int] = []
        try open(row).forEachChunk(size: size) { bytes in
            whole.append(contentsOf: bytes)
            sizes.append(bytes.count)
        }
        #expect(try whole.elementsEqual(content(Int(row))))
        #expect(sizes.dropLast().allSatisfy { $0 == size })
    }

    @Test func anErrorOfTheBodyEndsTheChunks() throws {
        struct Enough: Error {}
        var count = 0
        let blob = try open(2)
        #expect(throws: Enough.self) {
            try blob.forEachChunk(size: 1000) { _ in
                count += 1
                if count == 3 { throw Enough() }
            }
        }
        #expect(count == 3)
        #expect(try blob.read(at: 0, count: 1) == Data([0]))
    }

    @Test func anEmptyBlobHasNoChunks() throws {
        try database.execute("UPDATE file SET content = x'' WHERE id = 1")
        let blob = try open(isReadOnly: false)
        #expect(blob.count == 0)
        try blob.forEachChunk { _ in Issue.record("there is nothing") }
        #expect(try blob.write(contentsOf: []) == 0)
        #expect(thrown { try blob.write(Data([1]), at: 0) }?.resultCode == .range)
    }

    @Test func chunksAreWrittenOneAfterTheOther() throws {
        let blob = try open(isReadOnly: false)
        #expect(try blob.write(contentsOf: [Data([1, 2]), Data(), Data([3])], at: 10) == 3)
        #expect(try blob.read(at: 9, count: 5) == Data([9, 1, 2, 3, 13]))
    }

    @Test func theFirstChunkThatDoesNotFitIsRefused() throws {
        let blob = try open(isReadOnly: false)
        let chunks = [Data([1, 2]), Data([3, 4])]
        #expect(thrown { try blob.write(contentsOf: chunks, at: 97) }?.resultCode == .range)
        #expect(try blob.read(at: 96, count: 4) == Data([96, 1, 2, 99]))
    }

    @Test func aFileIsCopiedInAndOut() throws {
        let (source, target) = (URL(fileURLWithPath: folder.file("in")), URL(fileURLWithPath: folder.file("out")))
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try bytes.write(to: source)
        try Data("old".utf8).write(to: target)
        let blob = try open(2, isReadOnly: false)
        #expect(try blob.copy(from: source) == 300_000)
        try blob.copy(to: target)
        #expect(try Data(contentsOf: target).elementsEqual(bytes))
        try blob.close()
        #expect(try content(2).elementsEqual(bytes))
    }

    @Test func aFileThatCannotBeWrittenWholeStaysAsItWas() throws {
        let target = URL(fileURLWithPath: folder.file("out"))
        try Data("old".utf8).write(to: target)
        let blob = try open(2)
        try database.execute("DELETE FROM file")
        #expect(thrown { try blob.copy(to: target) }?.resultCode == .abort)
        #expect(try Data(contentsOf: target) == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.deletingLastPathComponent().path) == ["out"])
    }

    @Test func aLongFileDoesNotFit() throws {
        let source = URL(fileURLWithPath: folder.file("in"))
        try Data(count: 101).write(to: source)
        let blob = try open(isReadOnly: false)
        #expect(thrown { try blob.copy(from: source) }?.resultCode == .range)
    }

    // MARK: Transactions

    @Test func aRollbackUndoesWhatWasWrittenAndEndsTheBlob() throws {
        struct Undone: Error {}
        var kept: FMBlob?
        #expect(throws: Undone.self) {
            try database.withTransaction {
                kept = try open(isReadOnly: false)
                try kept?.write(Data([9]), at: 0)
                throw Undone()
            }
        }
        #expect(try content().first == 0)
        #expect(thrown { try kept?.write(Data([9]), at: 0) }?.resultCode == .abort)
        #expect(thrown { try kept?.read(at: 0, count: 1) }?.resultCode == .abort)
        try kept?.close()
        #expect(try content().first == 0)
    }

    @Test func aTransactionIsNotCommittedBesideABlobForWriting() throws {
        var kept: FMBlob?
        let error = thrown {
            try database.withTransaction {
                kept = try open(isReadOnly: false)
                try kept?.write(Data([9]), at: 0)
            }
        }
        #expect(error?.resultCode == .busy)
        #expect(error?.message.contains("SQL statements in progress") == true)
        #expect(!database.isTransactionOpen)
        try kept?.close()
        #expect(try content().first == 0)
    }

    @Test func aBlobForReadingOutlivesACommit() throws {
        let blob = try database.withTransaction { try open() }
        #expect(try blob.read(at: 1, count: 1) == Data([1]))
    }

    @Test func writingNeedsATransaction() throws {
        let error = thrown { try database.openBlob(table: "file", column: "content", row: 1, isReadOnly: false) }
        #expect(error?.resultCode == .misuse)
    }

    @Test func anotherSchemaEndsABlob() throws {
        for change in ["CREATE INDEX i ON file (content)", "ALTER TABLE file RENAME TO files"] {
            let blob = try open(isReadOnly: false)
            try blob.write(Data([9]), at: 0)
            try database.execute("\(raw: change)")
            #expect(thrown { try blob.write(Data([8]), at: 0) }?.resultCode == .abort)
            #expect(thrown { try blob.move(to: 2) }?.resultCode == .abort)
            try blob.close()
            try database.execute("ROLLBACK")
        }
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
    }

    @Test func whatBlobsWouldNotKeepTrueIsRefused() throws {
        try database.execute("CREATE TABLE some (id INTEGER PRIMARY KEY, b)")
        try database.execute("INSERT INTO some VALUES (1, x'01')")
        try database.execute("CREATE INDEX few ON some (id) WHERE b = x'01'")
        #expect(try database.openBlob(table: "some", column: "b", row: 1).count == 1)
        try database.execute("BEGIN")
        let partial = thrown { try database.openBlob(table: "some", column: "b", row: 1, isReadOnly: false) }
        #expect(partial?.resultCode == .error && partial?.message.contains("index") == true)
        guard SQLiteVersion.linked >= SQLiteVersion(3, 31) else { return }
        for kind in ["VIRTUAL", "STORED"] {
            try database.execute("DROP TABLE IF EXISTS made")
            try database.execute("CREATE TABLE made (id INTEGER PRIMARY KEY, g AS (length(b)) \(raw: kind), b, c)")
            try database.execute("INSERT INTO made VALUES (1, 'bbbb', 'CCCC')")
            for isReadOnly in [false, true] {
                let error = thrown { try database.openBlob(table: "made", column: "b", row: 1, isReadOnly: isReadOnly) }
                #expect(error?.message.contains("generated columns") == true)
            }
        }
    }
}
