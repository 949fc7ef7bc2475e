import FMDB
import FMDBTestHelpers
import Testing

/// What an error says beyond SQLite's words: which file, which part of a long text, whose refusal.
@Suite struct ErrorReasonTests {
    private let folder = TemporaryFolder()

    private func openFailure(_ path: String, flags: Int32? = nil) throws -> FMError {
        let db = FMDatabase(path: path)
        db.logsErrors = false
        #expect(!(flags.map { db.open(withFlags: $0) } ?? db.open()))
        return try #require(db.lastError() as? FMError)
    }

    private func mode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    // MARK: Opening

    @Test func aMissingFolderIsNamed() throws {
        let error = try openFailure(folder.file("missing/test.db"))
        #expect(error.resultCode == .cantOpen)
        #expect(error.message == "unable to open database file")
        #expect(error.localizedFailureReason == "\(folder.file("missing/test.db")): the folder does not exist")
        #expect("\(error)".hasSuffix("\(folder.file("missing/test.db")): the folder does not exist"))
    }

    @Test func aFolderInPlaceOfAFileIsNamed() throws {
        #expect(try openFailure(folder.path).localizedFailureReason == "\(folder.path): it is a folder")
    }

    @Test func aMissingFileIsNamed() throws {
        let readWrite: Int32 = 2
        let error = try openFailure(folder.file(), flags: readWrite)
        #expect(
            error.localizedFailureReason
                == "\(folder.file()): the file does not exist, and the flags do not allow creating it")
    }

    @Test(.enabled(if: getuid() != 0)) func aMissingPermissionIsNamed() throws {
        try Data().write(to: URL(fileURLWithPath: folder.file()))
        try mode(0, of: folder.file())
        #expect(try openFailure(folder.file()).localizedFailureReason == "\(folder.file()): permission denied")
    }

    #if os(Linux) || os(macOS)
        @Test func tooManyOpenFilesAreNamed() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                let db = FMDatabase(path: folder.file())
                db.logsErrors = false
                // Until no file can be opened any more.
                while open("/dev/null", O_RDONLY) >= 0 {}
                #expect(!db.open())
                let reason = (db.lastError() as? FMError)?.localizedFailureReason
                #expect(reason == "\(folder.file()): too many files are open")
            }
        }
    #endif

    // MARK: Writing

    @Test func aWriteOfADatabaseOpenedForReadingSaysSo() throws {
        try FMDatabase.file(folder.file()).execute("CREATE TABLE t (a)")
        let db = FMDatabase(path: folder.file())
        let readOnly: Int32 = 1
        #expect(db.open(withFlags: readOnly))
        let error = thrown { try db.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.message == "attempt to write a readonly database")
        #expect(error?.localizedFailureReason == "\(folder.file()): it was opened read-only")
    }

    @Test func aWriteWithinAReadPointsToWrite() throws {
        let pool = FMDatabasePool(path: folder.file())
        try pool.write { try $0.execute("CREATE TABLE t (a)") }
        let error = thrown { try pool.read { try $0.execute("INSERT INTO t VALUES (1)") } }
        #expect(error?.resultCode == .readOnly)
        #expect(error?.localizedFailureReason == "`read` uses a read-only connection; use `write`")
    }

    @Test func aQueryOnlyConnectionSaysSo() throws {
        let db = FMDatabase.file(folder.file())
        try db.execute("CREATE TABLE t (a)")
        _ = try db.execute("PRAGMA query_only = 1")
        let error = thrown { try db.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.localizedFailureReason?.hasPrefix("PRAGMA query_only is on") == true)
    }

    @Test(.enabled(if: getuid() != 0)) func aFolderThatCannotBeWrittenIsNamed() throws {
        try FMDatabase.file(folder.file()).execute("CREATE TABLE t (a)")
        try mode(0o555, of: folder.path)
        defer { try? mode(0o755, of: folder.path) }
        let error = thrown { try FMDatabase.file(folder.file()).execute("INSERT INTO t VALUES (1)") }
        #expect(error?.localizedFailureReason?.contains("the folder \(folder.path) cannot be written") == true)
    }

    // MARK: Long texts

    @Test func aLongTextIsCutAndSaysSo() throws {
        let sql = "INSERT INTO nowhere VALUES (" + String(repeating: "?, ", count: 10_000) + "?)"
        let error = try #require(thrown { try FMDatabase.memory().execute(FMSQL(raw: sql)) })
        let text = try #require(error.sql)
        #expect(text.hasPrefix("INSERT INTO nowhere VALUES (?, ?"))
        #expect(text.utf8.count < 2500)
        #expect(text.hasSuffix("bytes omitted]"))
        #expect("\(error)".utf8.count < 3000)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38)))
    func ofALongTextThePartAroundTheFaultIsKept() throws {
        let filler = String(repeating: "é, ", count: 10_000)
        let sql = "SELECT /* \(filler) */ 1 WHERE nonsense /* \(filler) */"
        let error = try #require(thrown { try FMDatabase.memory().execute(FMSQL(raw: sql)) })
        let (text, offset) = try (#require(error.sql), #require(error.offset))
        #expect(text.utf8.dropFirst(offset).starts(with: "nonsense".utf8))
        #expect(text.utf8.count < 2500)
        #expect(text.hasPrefix("["))
        #expect(text.hasSuffix("bytes omitted]"))
        #expect(!text.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test func aTextOfOrdinaryLengthIsWhole() throws {
        let sql = "SELECT " + String(repeating: "1, ", count: 600) + "nonsense"
        #expect(thrown { try FMDatabase.memory().execute(FMSQL(raw: sql)) }?.sql == sql)
    }

    @Test func aLongTokenIsCutInTheMessage() throws {
        let sql = "SELECT '" + String(repeating: "x", count: 300_000)
        let error = try #require(thrown { try FMDatabase.memory().execute(FMSQL(raw: sql)) })
        #expect(error.message.hasPrefix("unrecognized token"))
        #expect(error.message.utf8.count < 2500)
    }

    @Test func theTextOfAHolderIsCutToo() throws {
        let (holder, db) = (FMDatabase.file(folder.file()), FMDatabase.file(folder.file()))
        db.maxBusyRetryTimeInterval = 0
        try holder.execute("CREATE TABLE t (a)")
        #expect(holder.executeStatements("BEGIN; INSERT INTO t VALUES ('" + String(repeating: "x", count: 9000) + "')"))
        let error = thrown { try db.execute("DELETE FROM t") }
        let text = try #require(error?.contention?.holders.first?.sql)
        #expect(text.utf8.count < 2500)
    }

    // MARK: Whose refusal it is

    @Test func aRefusalOfTheLibraryIsNotCalledSQLites() throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        let nested = thrown { try queue.withDatabase { _ in try queue.withDatabase { _ in } } }
        #expect(nested.map { "\($0)".hasPrefix("FMDB error 21 (wouldDeadlock): ") } == true)
        let late = thrown { try queue.withDatabase(timeout: .zero) { _ in } }
        #expect(late.map { "\($0)".hasPrefix("FMDB error 9 (deadlineExceeded): ") } == true)
        let closed = thrown { try FMDatabase(path: nil).execute("SELECT 1") }
        #expect(closed.map { "\($0)".hasPrefix("FMDB error 21: the database is not open") } == true)
    }

    // MARK: Values

    @Test func aTextOfAnotherFormIsSaidToBeSo() throws {
        struct Item: Decodable { var id: UUID }
        let db = FMDatabase.memory()
        let value = thrown { try db.value("SELECT 's3cr3t' AS id", as: UUID.self) }
        #expect(value?.message == "column id: the text is not a valid UUID")
        let row = thrown { try db.rows("SELECT 's3cr3t' AS id", as: Item.self) }
        #expect(row?.message == "column id: the text is not a valid UUID")
        let number = thrown { try db.value("SELECT 300 AS level", as: Int8.self) }
        #expect(number?.message == "column level: the integer is out of the range of Int8")
        let kind = thrown { try db.value("SELECT 1.5 AS id", as: UUID.self) }
        #expect(kind?.message == "column id: expected UUID, found real")
    }

    @Test func aTypeThatCannotBeEncodedShowsTheCauseWithoutValues() {
        struct Point: Encodable {
            let secret = "s3cr3t"
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(
                    self, .init(codingPath: [], debugDescription: "S3CR3T has no form"))
            }
        }
        struct Picky: Encodable {
            func encode(to encoder: any Encoder) throws { throw Regret() }
        }
        let error = thrown { try FMValue(encoding: Point()) }
        #expect(error?.message == "Point cannot be encoded: a value of type Point is invalid")
        let secret = thrown { try FMValue(encoding: [Double.nan]) }
        #expect(
            secret?.message
                == "JSON text can contain only finite numbers (use an optional and nil): a value of type Double, at Index 0, is invalid"
        )
        let keyed = thrown { try FMValue(encoding: ["s3cr3t": [1, .infinity]]) }
        #expect(
            keyed?.message
                == "JSON text can contain only finite numbers (use an optional and nil): a value of type Double, at ….Index 1, is invalid"
        )
        let likeAList = thrown { try FMValue(encoding: ["Index s3cr3t": Double.nan]) }
        #expect(
            likeAList?.message
                == "JSON text can contain only finite numbers (use an optional and nil): a value of type Double, at …, is invalid"
        )
        let numbered = thrown { try FMValue(encoding: [4711: [Double.nan]]) }
        #expect(
            numbered?.message
                == "JSON text can contain only finite numbers (use an optional and nil): a value of type Double, at ….Index 0, is invalid"
        )
        let other = thrown { try FMValue(encoding: Picky()) }
        #expect(other?.message == "Picky cannot be encoded: it threw Regret")
    }

    // MARK: Out of memory

    #if os(Linux) || os(macOS)
        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
        func aValueForWhichThereIsNoMemoryIsNotNull() async {
            await #expect(processExitsWith: .success) {
                let db = FMDatabase.memory()
                _ = try db.execute("PRAGMA encoding = 'UTF-16le'")
                try db.execute("CREATE TABLE t (a)")
                try db.execute("INSERT INTO t VALUES (?)", String(repeating: "x", count: 3_000_000))
                let other = FMDatabase.memory()
                let rows = try db.query("SELECT a, a AS b, a AS c FROM t")
                let row = try #require(try rows.nextRow())
                // It counts at once, also for its own answer.
                _ = try? other.execute("PRAGMA hard_heap_limit = 1")
                let text = thrown { try row.value("a", as: String.self) }
                #expect(text?.resultCode == .noMemory)
                let optional = thrown { try row.value("b", as: String?.self) }
                #expect(optional?.resultCode == .noMemory)
                let any = thrown { try row.value("c", as: FMValue.self) }
                #expect(any?.resultCode == .noMemory)
            }
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
        func aWholeRowForWhichThereIsNoMemoryIsAnError() async {
            await #expect(processExitsWith: .success) {
                let db = FMDatabase.memory()
                _ = try db.execute("PRAGMA encoding = 'UTF-16le'")
                try db.execute("CREATE TABLE t (a)")
                try db.execute("INSERT INTO t VALUES (?)", String(repeating: "x", count: 3_000_000))
                let other = FMDatabase.memory()
                let rows = try db.query("SELECT a, a AS b, a AS c FROM t")
                let row = try #require(try rows.nextRow())
                // It counts at once, also for its own answer.
                _ = try? other.execute("PRAGMA hard_heap_limit = 1")
                #expect(thrown { try row.dictionary() }?.resultCode == .noMemory)
            }
        }
    #endif
}
