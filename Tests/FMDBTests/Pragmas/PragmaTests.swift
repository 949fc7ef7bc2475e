import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("Typed pragmas")
struct PragmaTests {
    private let folder = TemporaryFolder()
    private let db: FMDatabase

    init() throws {
        db = FMDatabase.file(folder.file())
        try db.execute("CREATE TABLE t (a)")
    }

    private func refusal(_ body: () throws -> Void) -> FMError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FMError
        }
    }

    @Test("each journal mode can be set and is read", arguments: FMDatabase.JournalMode.allCases)
    func journalModes(_ mode: FMDatabase.JournalMode) throws {
        try db.setPragma(.journalMode, to: mode)
        #expect(try db.pragma(.journalMode) == mode)
        #expect(try db.value("PRAGMA journal_mode", as: String.self) == mode.rawValue.lowercased())
    }

    @Test("words and numbers of choices are set and read")
    func choices() throws {
        for level in FMDatabase.Synchronous.allCases {
            try db.setPragma(.synchronous, to: level)
            #expect(try db.pragma(.synchronous) == level)
        }
        for place in FMDatabase.TemporaryStorage.allCases {
            try db.setPragma(.temporaryStorage, to: place)
            #expect(try db.pragma(.temporaryStorage) == place)
        }
        for mode in [FMDatabase.LockingMode.exclusive, .normal] {
            try db.setPragma(.lockingMode, to: mode)
            #expect(try db.pragma(.lockingMode) == mode)
        }
        let kinds: [FMDatabase.SecureDelete] =
            SQLiteVersion.linked >= SQLiteVersion(3, 20) ? [.on, .fast, .off] : [.on, .off]
        for kind in kinds {
            try db.setPragma(.secureDelete, to: kind)
            #expect(try db.pragma(.secureDelete) == kind)
        }
        #expect(try db.pragma(.encoding) == .utf8)
    }

    @Test func aBusyTimeoutWithoutEndIsTheLongest() throws {
        db.maxBusyRetryTimeInterval = .infinity
        #expect(try db.pragma(.busyTimeout) == Int(Int32.max))
    }

    @Test("flags are set and read")
    func flags() throws {
        let flags: [FMPragma<Bool>] = [
            .foreignKeys, .deferForeignKeys, .recursiveTriggers, .queryOnly, .cellSizeCheck, .automaticIndex,
            .ignoreCheckConstraints, .reverseUnorderedSelects,
        ]
        for flag in flags {
            for value in [true, false] {
                try db.setPragma(flag, to: value)
                #expect(try db.pragma(flag) == value, "\(flag.name)")
            }
        }
        try db.setPragma(.caseSensitiveLike, to: true)
        #expect(try db.value("SELECT 'a' LIKE 'A'", as: Bool.self) == false)
        #expect(refusal { _ = try db.pragma(.caseSensitiveLike) }?.resultCode == .misuse)
    }

    @Test("numbers are set and read")
    func numbers() throws {
        for version in [0, 7, -1, Int(Int32.max), Int(Int32.min)] {
            try db.setPragma(.userVersion, to: version)
            try db.setPragma(.applicationID, to: version)
            #expect(try db.pragma(.userVersion) == version)
            #expect(try db.pragma(.applicationID) == version)
        }
        try db.setPragma(.cacheSize, to: -500)
        #expect(try db.value("PRAGMA cache_size", as: Int.self) == -500)
        try db.setPragma(.journalSizeLimit, to: 5000)
        #expect(try db.pragma(.journalSizeLimit) == 5000)
        try db.setPragma(.maximumPageCount, to: 1000)
        #expect(try db.pragma(.maximumPageCount) == 1000)
        #expect(try db.pragma(.pageCount) == 2)
        #expect(try db.pragma(.freePageCount) == 0)
        let version = try db.pragma(.schemaVersion)
        try db.execute("CREATE TABLE u (a)")
        #expect(try db.pragma(.schemaVersion) == version + 1)
        #expect(try db.pragma(.dataVersion) > 0)
        #expect(try !db.pragma(.compileOptions).isEmpty)
    }

    @Test("a timeout for locks is that of the library")
    func busyTimeout() throws {
        #expect(try db.pragma(.busyTimeout) == 2000)
        try db.setPragma(.busyTimeout, to: 250)
        #expect(db.maxBusyRetryTimeInterval == 0.25)
        #expect(try db.pragma(.busyTimeout) == 250)
        for value in [-1, Int.max] {
            #expect(refusal { try db.setPragma(.busyTimeout, to: value) }?.resultCode == .misuse)
        }
    }

    @Test("the library hears when commits are to run checkpoints")
    func automaticCheckpoints() throws {
        try db.setPragma(.journalMode, to: .wal)
        try db.setPragma(.automaticCheckpoint, to: 17)
        #expect(try db.pragma(.automaticCheckpoint) == 17)
        #expect(try db.value("PRAGMA wal_autocheckpoint", as: Int.self) == 17)
    }

    @Test("what SQLite passes over is an error that says what is in the way")
    func refusals() throws {
        let keys = refusal { try db.withTransaction { try db.setPragma(.foreignKeys, to: true) } }
        #expect(keys?.resultCode == .misuse)
        #expect(keys?.message.contains("foreign_keys of main stays false") == true)
        #expect(keys?.message.contains("transaction") == true)
        #expect(refusal { try db.setPragma(.pageSize, to: 8192) }?.message.contains("VACUUM") == true)
        #expect(refusal { try db.setPragma(.autoVacuum, to: .full) }?.message.contains("VACUUM") == true)
        #expect(refusal { try db.setPragma(.encoding, to: .utf16BigEndian) } != nil)
        #expect(refusal { try db.setPragma(.maximumPageCount, to: 1) }?.resultCode == .misuse)
        let memory = FMDatabase(path: nil)
        try #require(memory.open())
        #expect(refusal { try memory.setPragma(.journalMode, to: .wal) }?.message.contains("stays memory") == true)
        let mode = refusal { try db.withTransaction { try db.setPragma(.journalMode, to: .wal) } }
        #expect(mode != nil)
        #expect(try db.pragma(.journalMode) == .delete)
    }

    @Test("a number that SQLite cannot keep leaves the one that is there")
    func numbersOfMoreThan32Bits() throws {
        for pragma in [FMPragma.userVersion, .applicationID, .cacheSize, .automaticCheckpoint] {
            try db.setPragma(pragma, to: 7)
            for number in [Int(Int32.max) + 1, Int(Int32.min) - 1, 1 << 40] {
                let error = refusal { try db.setPragma(pragma, to: number) }
                #expect(error?.resultCode == .misuse)
                #expect(error?.message == "\(pragma.name) cannot be set to \(number): it has 32 bits")
                #expect(try db.pragma(pragma) == 7)
            }
        }
    }

    @Test("a lock of another connection is told as such")
    func busy() throws {
        try db.setPragma(.journalMode, to: .wal)
        let other = FMDatabase.file(folder.file())
        let rows = try other.query("SELECT 1 FROM sqlite_master")
        _ = try rows.nextRow()
        try db.setPragma(.busyTimeout, to: 0)
        #expect(refusal { try db.setPragma(.journalMode, to: .delete) }?.resultCode == .busy)
        rows.close()
    }

    @Test("a page size and a text encoding are set before there is content")
    func newDatabases() throws {
        let new = FMDatabase(path: nil)
        try #require(new.open())
        try new.setPragma(.pageSize, to: 1024)
        try new.setPragma(.autoVacuum, to: .incremental)
        try new.setPragma(.encoding, to: .utf16LittleEndian)
        try new.execute("CREATE TABLE t (a)")
        #expect(try new.pragma(.pageSize) == 1024)
        #expect(try new.pragma(.autoVacuum) == .incremental)
        #expect(refusal { try new.setPragma(.pageSize, to: 1000) }?.resultCode == .misuse)
    }

    @Test("attached databases have settings of their own")
    func schemas() throws {
        try db.execute("ATTACH ':memory:' AS 'a b'")
        try db.setPragma(.userVersion, to: 9, schema: "a b")
        #expect(try db.pragma(.userVersion, schema: "A B") == 9)
        #expect(try db.pragma(.userVersion) == 0)
        try db.setPragma(.journalMode, to: .persist)
        #expect(try db.pragma(.journalMode, schema: "a b") == .memory)
        #expect(refusal { _ = try db.pragma(.foreignKeys, schema: "a b") }?.resultCode == .misuse)
        #expect(refusal { _ = try db.pragma(.userVersion, schema: "gone") }?.resultCode == .error)
        #expect(refusal { _ = try db.pragma(.userVersion, schema: "a\0") }?.resultCode == .misuse)
    }

    @Test("what can only be read is not set, and nothing is done on a closed database")
    func misuse() throws {
        for pragma in [FMPragma<Int>.pageCount, .freePageCount, .dataVersion, .schemaVersion] {
            #expect(refusal { try db.setPragma(pragma, to: 5) }?.message == "\(pragma.name) can only be read")
        }
        #expect(refusal { try db.setPragma(.compileOptions, to: []) }?.resultCode == .misuse)
        db.close()
        #expect(refusal { try db.setPragma(.foreignKeys, to: true) }?.resultCode == .misuse)
        #expect(refusal { try db.setPragma(.busyTimeout, to: 1) }?.resultCode == .misuse)
        #expect(refusal { _ = try db.pragma(.foreignKeys) }?.resultCode == .misuse)
    }

    @Test("pragmas of newer versions are told to need them")
    func versions() throws {
        for (pragma, version) in [
            (FMPragma<Bool>.trustedSchema, SQLiteVersion(3, 31)), (.legacyAlterTable, SQLiteVersion(3, 26)),
        ] {
            let error = refusal { try db.setPragma(pragma, to: false) }
            #expect((error == nil) == (SQLiteVersion.linked >= version))
            #expect(error == nil || error?.extendedCode == .notSupported)
        }
    }
}
