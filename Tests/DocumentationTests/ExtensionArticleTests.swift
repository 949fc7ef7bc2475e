import FMDB
import Foundation
import FMDBTestHelpers
import Testing

#if os(Linux)
    /// The file that `make sqlite-vec` fetches.
    private let fetched = ProcessInfo.processInfo.environment["FMDB_SQLITE_VEC"]

    @Suite(
        "The article “Extensions”, with sqlite-vec",
        .enabled(if: fetched != nil, "needs the library that `make sqlite-vec` fetches"))
    struct VectorArticleTests {
        private let db = FMDatabase.memory()
        private let folder = TemporaryFolder()
        private let library = fetched ?? ""

        @Test("it is loaded")
        func loading() throws {
            try db.loadExtension(at: library)
            let version = try db.value("SELECT vec_version()", as: String.self)
            #expect(version.hasPrefix("v"))
        }

        @Test("each connection of a pool loads it")
        func pool() throws {
            let (path, library) = (folder.file(), library)
            var configuration = FMDatabasePool.Configuration()
            configuration.configure = { db in try db.loadExtension(at: library) }
            let pool = FMDatabasePool(path: path, configuration: configuration)
            let length: FMSQL = "SELECT vec_length('[1, 2, 3]')"
            #expect(try pool.write { db in try db.value(length, as: Int.self) } == 3)
            #expect(try pool.read { db in try db.value(length, as: Int.self) } == 3)
            pool.close()
        }

        @Test("the nearest neighbours are found")
        func neighbours() throws {
            try db.loadExtension(at: library)
            let passages: [(String, [Float])] = [
                ("The cat sleeps.", [0.9, 0.1, 0]), ("A kitten dreams.", [0.8, 0.2, 0.1]),
                ("The ship sails.", [0, 0.1, 0.9]),
            ]
            let question: [Float] = [1, 0, 0]
            func blob(_ vector: [Float]) -> Data { vector.withUnsafeBytes { Data($0) } }

            try db.execute("CREATE VIRTUAL TABLE passage USING vec0(meaning float[3])")
            try db.execute("CREATE TABLE text (id INTEGER PRIMARY KEY, body TEXT)")
            try db.withTransaction {
                for (id, (body, vector)) in passages.enumerated() {
                    try db.execute("INSERT INTO text VALUES (\(id), \(body))")
                    try db.execute("INSERT INTO passage (rowid, meaning) VALUES (\(id), \(blob(vector)))")
                }
            }
            let nearest = try db.rows(
                """
                SELECT body, distance FROM passage JOIN text ON text.id = passage.rowid
                WHERE meaning MATCH \(blob(question)) AND k = 2 ORDER BY distance
                """, as: (String, Double).self)
            for (body, distance) in nearest { print(body, distance) }
            #expect(nearest.map(\.0) == ["The cat sleeps.", "A kitten dreams."])
            #expect(nearest.allSatisfy { $0.1 > 0 && $0.1 < 0.5 })
        }

        @Test("a vector of another length is an error of the extension's")
        func wrongLength() throws {
            try db.loadExtension(at: library)
            try db.execute("CREATE VIRTUAL TABLE passage USING vec0(meaning float[3])")
            let error = thrown { try db.execute("INSERT INTO passage (rowid, meaning) VALUES (1, '[1, 2]')") }
            #expect(error?.resultCode == .error)
            #expect(error?.message.contains("3 dimensions") == true)
        }

        @Test("its entry point can be named, and a wrong one is an error")
        func entryPoint() throws {
            try db.loadExtension(at: library, entryPoint: "sqlite3_vec_init")
            #expect(try db.value("SELECT vec_length('[1, 2]')", as: Int.self) == 2)
            let other = FMDatabase.memory()
            #expect(thrown { try other.loadExtension(at: library, entryPoint: "vec") }?.resultCode == .error)
            #expect(thrown { try other.value("SELECT vec_version()", as: String.self) }?.resultCode == .error)
        }
    }
#endif

@Suite("The article “Extensions”")
struct ExtensionArticleTests {
    @Test("a queue adds what is linked")
    func linked() throws {
        let folder = TemporaryFolder()
        let path = folder.file()
        let sqlite3_vec_init = RawExtension.answer
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in try db.addExtension(sqlite3_vec_init) }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        #expect(try queue.withDatabase { db in try db.value("SELECT answer()", as: Int.self) } == 42)
        queue.close()
    }
}
