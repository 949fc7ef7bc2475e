import FMDB
import FMDBTestHelpers
import Testing

#if os(Linux) || os(macOS)
    /// A database is closed while objects that a client has made by C functions are open on it. A second freeing would stop
    /// the process, so each test is one of its own.
    @Suite(.enabled(if: SQLiteVersion.hasFTS4)) struct ClosingWithRawObjectsTests {
        private static func tables(_ database: FMDatabase) {
            _ = database.executeStatements(
                """
                CREATE VIRTUAL TABLE f USING fts4(a);
                INSERT INTO f VALUES ('hello'), ('hello you');
                CREATE TABLE t (b);
                INSERT INTO t VALUES (zeroblob(10));
                """)
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 20)))
        func aStatementOverAVirtualTableOutlivesTheClose() async {
            await #expect(processExitsWith: .success) {
                let database = FMDatabase.memory()
                ClosingWithRawObjectsTests.tables(database)
                let raw = try #require(RawObjects.step(database, "SELECT * FROM f WHERE f MATCH 'hello'"))
                #expect(!database.close())
                #expect(RawObjects.step(raw) == 100)
                RawObjects.finalize(raw)
            }
        }

        /// A write after the close tells nobody any more.
        @Test(.enabled(if: SQLiteVersion.hasRowChanges)) func aBlobForWritingOutlivesTheRowChangeHandler() async {
            await #expect(processExitsWith: .success) {
                let database = FMDatabase.memory()
                ClosingWithRawObjectsTests.tables(database)
                try database.execute("DROP TABLE f")
                let told = Locked(0)
                try database.setRowChangeHandler { _ in told.withLock { $0 += 1 } }
                let blob = try #require(RawObjects.openBlob(database, table: "t", column: "b", forWriting: true))
                #expect(!database.close())
                #expect(RawObjects.writeBlob(blob) == 0)
                #expect(RawObjects.closeBlob(blob) == 0)
                #expect(told.value == 0)
            }
        }

        @Test func anOpenBlobOutlivesTheClose() async {
            await #expect(processExitsWith: .success) {
                let database = FMDatabase.memory()
                ClosingWithRawObjectsTests.tables(database)
                try database.execute("DROP TABLE f")
                let blob = try #require(RawObjects.openBlob(database, table: "t", column: "b"))
                #expect(!database.close())
                #expect(RawObjects.closeBlob(blob) == 0)
            }
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 16)))
        func aStatementOverATableValuedFunctionIsFinalised() async {
            await #expect(processExitsWith: .success) {
                let database = FMDatabase.memory()
                try database.execute("CREATE TABLE t (a, b)")
                _ = try #require(RawObjects.step(database, "SELECT * FROM pragma_table_info('t')"))
                #expect(database.close())
            }
        }

        @Test func aBackupGoesOnAfterTheCloseOfItsSource() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                let source = FMDatabase.file(folder.file())
                try source.execute("CREATE TABLE t (b)")
                let target = FMDatabase.memory()
                let backup = try #require(RawObjects.beginBackup(of: source, into: target))
                #expect(!source.close())
                let other = FMDatabase.file(folder.file())
                try other.execute("BEGIN EXCLUSIVE")
                #expect(RawObjects.stepBackup(backup) == 5)
                try other.execute("ROLLBACK")
                #expect(RawObjects.stepBackup(backup) != 5)
                RawObjects.finishBackup(backup)
            }
        }
    }
#endif
