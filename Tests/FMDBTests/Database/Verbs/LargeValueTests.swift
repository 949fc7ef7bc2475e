import FMDB
import FMDBTestHelpers
import Testing

/// Texts and blobs that are too large to be copied for each execution.
@Suite struct LargeValueTests {
    private let db: FMDatabase

    init() {
        db = FMDatabase.memory()
        db.executeStatements("CREATE TABLE t (id INTEGER PRIMARY KEY, a CHECK (length(a) <> 99999), b)")
    }

    private func bytes(_ byte: UInt8, _ count: Int = 100_000) -> Data { Data(repeating: byte, count: count) }

    #if os(Linux) || os(macOS)
        @Test func noneIsCopiedForAnExecution() async {
            // What SQLite takes is counted for the whole process.
            await #expect(processExitsWith: .success) { try LargeValueTests.expectNoCopies() }
        }
    #endif

    private static func expectNoCopies() throws {
        let size = 8_000_000
        let db = FMDatabase.memory()
        let blob = Data(repeating: 7, count: size)
        let list = [UInt8](repeating: 7, count: size)
        let text = String(repeating: "x", count: size)
        try db.execute("CREATE TABLE t (a)")
        try expectNoCopy(of: size) { try db.value("SELECT length(?)", blob) == size }
        try expectNoCopy(of: size) { try db.value("SELECT length(?)", list) == size }
        try expectNoCopy(of: size) { try db.value("SELECT typeof(?)", text) == "text" }
        try expectNoCopy(of: size) { try db.value("SELECT length(\(blob))", as: Int.self) == size }
        let sql: FMSQL = "DELETE FROM t WHERE length(a) < length(?)"
        try expectNoCopy(of: size) {
            try db.execute(sql, blob)
            return true
        }
        let plain = "DELETE FROM t WHERE length(a) < length(:a)"
        try expectNoCopy(of: size) { db.executeUpdate(plain, withArgumentsIn: [blob]) }
        // An old SQLite copies a text for length() itself.
        guard SQLiteVersion.linked >= SQLiteVersion(3, 20) else { return }
        try expectNoCopy(of: size) { db.executeUpdate(plain, withParameterDictionary: ["a": text]) }
    }

    private static func expectNoCopy(
        of size: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Bool
    ) throws {
        var works = false
        let peak = try SQLiteMemory.peak { works = try body() }
        #expect(works, sourceLocation: sourceLocation)
        #expect(peak < size / 2, sourceLocation: sourceLocation)
    }

    @Test func theyAreStoredAsTheyAre() throws {
        let text = String(repeating: "é", count: 70_000)
        try db.execute("INSERT INTO t VALUES (1, ?, ?)", bytes(1), text)
        try db.execute("INSERT INTO t VALUES (2, ?, ?)", "small", bytes(2)[10..<90_000])
        try db.executeMany("INSERT INTO t VALUES (?, ?, ?)", [(3, bytes(3), text), (4, bytes(4), "small")])
        #expect(try db.value("SELECT a FROM t WHERE id = 1", as: Data.self) == bytes(1))
        #expect(try db.value("SELECT b FROM t WHERE id = 1", as: String.self) == text)
        #expect(try db.value("SELECT b FROM t WHERE id = 2", as: Data.self) == bytes(2, 89_990))
        #expect(try db.value("SELECT a FROM t WHERE id = 3", as: Data.self) == bytes(3))
        #expect(try db.value("SELECT b FROM t WHERE id = 3", as: String.self) == text)
        #expect(try db.value("SELECT a FROM t WHERE id = 4", as: Data.self) == bytes(4))
    }

    @Test func aPreparedStatementKeepsWhatItWasBoundTo() {
        var data = bytes(1)
        let set = db.prepare("SELECT ?")
        #expect(set.bind(with: [data]))
        data[0] = 9
        #expect(set.next())
        #expect(set.data(forColumnIndex: 0) == bytes(1))
        set.close()
    }

    @Test func theCallersMemoryMayGoWhileASetIsOpen() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100_000, alignment: 1)
        memory.initializeMemory(as: UInt8.self, repeating: 1)
        let set = try #require(memory.baseAddress).withMemoryRebound(to: UInt8.self, capacity: 100_000) { start in
            db.executeQuery(
                "SELECT ?", withArgumentsIn: [Data(bytesNoCopy: start, count: 100_000, deallocator: .none)])
        }
        memory.initializeMemory(as: UInt8.self, repeating: 9)
        #expect(set?.next() == true)
        #expect(set?.data(forColumnIndex: 0) == bytes(1))
        memory.deallocate()
        set?.close()
    }

    @Test func noneIsKeptBeyondItsExecution() throws {
        db.shouldCacheStatements = true
        for sql in ["INSERT INTO t (a) VALUES (?)", "INSERT INTO t (b) VALUES (json_no_such(?))"] {
            for size in [100_000, 99_999] {
                let isFreed = Locked(false)
                do {
                    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
                    memory.initializeMemory(as: UInt8.self, repeating: 1, count: size)
                    let data = Data(
                        bytesNoCopy: memory, count: size,
                        deallocator: .custom { memory, _ in
                            memory.deallocate()
                            isFreed.withLock { $0 = true }
                        })
                    _ = try? db.executeUpdate(sql, values: [data])
                    _ = try? db.execute(FMSQL(raw: sql), data)
                }
                #expect(isFreed.value)
            }
        }
    }

    @Test func anExecutionAfterAFailedBindingHasItsOwnValues() throws {
        let sql: FMSQL = "INSERT INTO t (a, b) VALUES (?, ?)"
        #expect(throws: FMError.self) { try db.execute(sql, bytes(1)) }
        #expect(throws: FMError.self) { try db.execute(sql, bytes(1, 99_999), bytes(2)) }
        try db.execute(sql, bytes(3), 4)
        #expect(try db.value("SELECT a FROM t", as: Data.self) == bytes(3))
        #expect(try db.value("SELECT b FROM t", as: Int.self) == 4)
    }
}
