import FMDB
import FMDBTestHelpers
import Testing

#if os(Linux)
    /// Large transactions in which a part is undone, on SQLite 3.11 to 3.50.1: a crash lost what was committed afterwards.
    @Suite struct SpilledPagesTests {
        private let folder = TemporaryFolder()

        private func database() throws -> FMDatabase {
            let database = FMDatabase.file(folder.file())
            _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
            try database.execute("CREATE TABLE t (a)")
            try database.execute("CREATE TABLE u (id INTEGER PRIMARY KEY, b)")
            try database.execute("CREATE TABLE v (b UNIQUE)")
            try database.execute("INSERT INTO t VALUES ('first')")
            return database
        }

        /// What a process finds that opens the files as they are at this moment, as after a crash.
        private func rowsAfterCrash() throws -> Int {
            for end in ["", "-wal"] {
                let copy = try ChildProcess("/bin/cp", [folder.file() + end, folder.file("copy.db") + end])
                #expect(copy.wait() == 0)
            }
            let copy = FMDatabase.file(folder.file("copy.db"))
            defer { copy.close() }
            return try copy.value("SELECT count(*) FROM t", as: Int.self)
        }

        private func check(_ database: FMDatabase) throws {
            for _ in 0..<20 { try database.execute("INSERT INTO t VALUES ('later')") }
            #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 22)
            #expect(try rowsAfterCrash() == 22)
            database.close()
        }

        @Test func nothingIsLostAfterASavePointIsUndone() throws {
            let database = try database()
            try database.withTransaction {
                try database.execute("INSERT INTO t VALUES ('kept')")
                try? database.withSavePoint {
                    try database.execute(
                        """
                        WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000)
                        INSERT INTO u SELECT i, randomblob(3900) FROM c
                        """)
                    try database.execute("UPDATE u SET b = randomblob(3900) WHERE id > 1500")
                    throw CancellationError()
                }
            }
            try check(database)
        }

        @Test func nothingIsLostAfterAStatementHasFailed() throws {
            let database = try database()
            try database.withTransaction {
                try database.execute("INSERT INTO t VALUES ('kept')")
                let error = #expect(throws: FMError.self) {
                    try database.execute(
                        """
                        WITH RECURSIVE c (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 8000)
                        INSERT INTO v SELECT printf('%08d', i * 7919 % 8000) || hex(zeroblob(450)) FROM c
                        """)
                }
                #expect(error?.extendedCode == .constraintUnique)
            }
            try check(database)
        }

        @Test func aProgramMayHavePagesWrittenEarlier() throws {
            let database = try database()
            #expect(database.executeStatements("PRAGMA cache_spill = ON"))
            #expect(try database.value("PRAGMA cache_spill", as: Int.self) != 0)
        }
    }
#endif
