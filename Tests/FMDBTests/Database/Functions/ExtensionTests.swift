import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("Extensions that are linked")
struct AddedExtensionTests {
    private let db = FMDatabase.memory()

    @Test("an extension adds functions to its connection alone, until that is closed")
    func adding() throws {
        try db.addExtension(RawExtension.answer)
        #expect(try db.value("SELECT answer()", as: Int.self) == 42)
        #expect(throws: FMError.self) { try FMDatabase.memory().value("SELECT answer()", as: Int.self) }
        db.close()
        try #require(db.open())
        #expect(throws: FMError.self) { try db.value("SELECT answer()", as: Int.self) }
    }

    @Test("adding it twice does no harm")
    func twice() throws {
        try db.addExtension(RawExtension.answer)
        try db.addExtension(RawExtension.answer)
        #expect(try db.value("SELECT answer()", as: Int.self) == 42)
    }

    @Test("each connection of a pool has it")
    func pool() throws {
        let folder = TemporaryFolder()
        var configuration = FMDatabasePool.Configuration()
        configuration.configure = { db in try db.addExtension(RawExtension.answer) }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        #expect(try pool.read { db in try db.value("SELECT answer()", as: Int.self) } == 42)
        #expect(try pool.write { db in try db.value("SELECT answer()", as: Int.self) } == 42)
        pool.close()
    }

    @Test("a pool whose extension fails tells why")
    func failingPool() throws {
        let folder = TemporaryFolder()
        var configuration = FMDatabasePool.Configuration()
        configuration.configure = { db in try db.addExtension(RawExtension.failing) }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        let error = thrown { try pool.read { db in try db.value("SELECT 1", as: Int.self) } }
        #expect(error?.resultCode == .full)
        pool.close()
    }

    @Test("a failure has the extension's code and message")
    func failure() {
        let error = thrown { try db.addExtension(RawExtension.failing) }
        #expect(error?.resultCode == .full)
        #expect(error?.message == "the extension cannot be started: the moon is full")
        let strange = thrown { try db.addExtension(RawExtension.strange) }
        #expect(strange?.resultCode == .error)
        #expect(thrown { try db.addExtension(RawExtension.permanent) } == nil)
    }

    #if os(Linux)
        @Test("it gets SQLite's functions")
        func routines() throws {
            try db.addExtension(RawExtension.calling)
            try FMDatabase.memory().addExtension(RawExtension.calling)
        }
    #endif

    @Test("it cannot load another one by an SQL text")
    func loading() {
        let error = thrown { try db.addExtension(RawExtension.loading) }
        #expect(error?.resultCode == .error)
        // An SQLite without the function does not know it.
        #expect(
            error?.message.hasSuffix("not authorized") == true || error?.message.contains("no such function") == true)
    }

    @Test("while a statement runs it is refused")
    func running() throws {
        let errors = ErrorList()
        try db.addFunction("extend", argumentCount: 0) { [unowned db] _ in
            errors.add(thrown { try db.addExtension(RawExtension.answer) })
            errors.add(thrown { try db.loadExtension(at: "none") })
            return 1
        }
        #expect(try db.value("SELECT extend()", as: Int.self) == 1)
        #expect(errors.codes.first == .misuse && errors.codes.count == 2)
        #expect(throws: FMError.self) { try db.value("SELECT answer()", as: Int.self) }
    }

    @Test("between two rows of a result set it is allowed")
    func betweenRows() throws {
        let rows = try db.query("SELECT 1 UNION ALL SELECT 2")
        #expect(try rows.nextRow() != nil)
        try db.addExtension(RawExtension.answer)
        #expect(try rows.nextRow()?.value(at: 0, as: Int.self) == 2)
        rows.close()
    }

    @Test("a closed database is an error")
    func closed() {
        db.close()
        #expect(thrown { try db.addExtension(RawExtension.answer) }?.resultCode == .misuse)
        #expect(thrown { try db.loadExtension(at: "/none") }?.resultCode == .misuse)
    }
}

/// What a function of a test has seen.
private final class ErrorList: @unchecked Sendable {
    // SAFETY: the function runs on the thread of the test.
    private(set) var codes: [FMResultCode] = []

    func add(_ error: FMError?) { codes.append(error?.resultCode ?? .ok) }
}

#if os(Linux)
    @Suite("Extensions that are loaded", .enabled(if: RawExtension.libraryPath != nil))
    struct LoadedExtensionTests {
        private let db = FMDatabase.memory()
        private let folder = TemporaryFolder()
        /// A library whose functions serve as entry points.
        private let library = RawExtension.libraryPath ?? ""

        private func write(_ bytes: Data, _ name: String) throws -> String {
            let path = folder.file(name)
            try bytes.write(to: URL(fileURLWithPath: path))
            return path
        }

        @Test("a library is loaded, again and by several connections")
        func loading() throws {
            try db.loadExtension(at: library, entryPoint: "sqlite3_initialize")
            try db.loadExtension(at: library, entryPoint: "sqlite3_initialize")
            try FMDatabase.memory().loadExtension(at: library, entryPoint: "sqlite3_initialize")
            db.close()
            try #require(db.open())
            try db.loadExtension(at: library, entryPoint: "sqlite3_initialize")
        }

        @Test("SQL cannot load extensions, before and after")
        func sql() throws {
            let sql: FMSQL = "SELECT load_extension(\(library), 'sqlite3_initialize')"
            #expect(thrown { try db.value(sql, as: String?.self) }?.message == "not authorized")
            try db.loadExtension(at: library, entryPoint: "sqlite3_initialize")
            #expect(thrown { try db.value(sql, as: String?.self) }?.message == "not authorized")
            _ = thrown { try db.loadExtension(at: library, entryPoint: "nothing") }
            #expect(thrown { try db.value(sql, as: String?.self) }?.message == "not authorized")
        }

        @Test("a missing file is an error that names it")
        func missing() {
            let error = thrown { try db.loadExtension(at: folder.file("none.so")) }
            #expect(error?.resultCode == .cantOpen)
            #expect(error?.message == "there is no extension at \(folder.file("none.so"))")
            // The system would find this one.
            #expect(thrown { try db.loadExtension(at: "libc.so.6") }?.resultCode == .cantOpen)
        }

        @Test("what is no library is an error with the system's words")
        func noLibrary() throws {
            for (name, bytes) in [
                ("text.so", Data("SELECT 1".utf8)), ("empty.so", Data()),
                ("head.so", Data([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1])),
            ] {
                let path = try write(bytes, name)
                let error = thrown { try db.loadExtension(at: path) }
                #expect(error?.resultCode == .error, "\(name)")
                #expect(error?.message.hasPrefix("the extension \(path) cannot be loaded: ") == true, "\(name)")
                #expect(error?.message.contains(".so.so") == false, "\(name)")
            }
            let parent = URL(fileURLWithPath: folder.file()).deletingLastPathComponent().path
            #expect(thrown { try db.loadExtension(at: parent) }?.resultCode == .error)
        }

        @Test("the ending may be left out")
        func ending() throws {
            let path = try write(Data("no library".utf8), "some.so")
            let error = thrown { try db.loadExtension(at: String(path.dropLast(3))) }
            #expect(error?.resultCode == .error)
        }

        @Test("a wrong entry point is an error with the system's words")
        func entryPoints() {
            let missing = thrown { try db.loadExtension(at: library, entryPoint: "nothing_init") }
            #expect(missing?.resultCode == .error)
            #expect(missing?.message.contains("nothing_init") == true)
            // The library is none that can be loaded.
            #expect(thrown { try db.loadExtension(at: library) }?.message.contains("_init") == true)
            // This one answers 1, which is a failure.
            let failing = thrown { try db.loadExtension(at: library, entryPoint: "sqlite3_threadsafe") }
            #expect(failing?.resultCode == .error)
            #expect(failing?.message.contains("error during initialization") == true)
        }

        @Test("empty texts and NUL are misuse")
        func badTexts() {
            for path in ["", "\0", "\(library)\0", "/tmp/x\0y.so"] {
                #expect(thrown { try db.loadExtension(at: path) }?.resultCode == .misuse, "\(path.debugDescription)")
            }
            for name in ["", "\0", "sqlite3_initialize\0"] {
                let error = thrown { try db.loadExtension(at: library, entryPoint: name) }
                #expect(error?.resultCode == .misuse, "\(name.debugDescription)")
            }
        }

        @Test("a pool loads it for each connection, and tells what fails")
        func pool() throws {
            var configuration = FMDatabasePool.Configuration()
            let library = library
            configuration.configure = { db in try db.loadExtension(at: library, entryPoint: "sqlite3_initialize") }
            let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
            #expect(try pool.read { db in try db.value("SELECT 1", as: Int.self) } == 1)
            pool.close()
            configuration.configure = { db in try db.loadExtension(at: library) }
            let failing = FMDatabasePool(path: folder.file(), configuration: configuration)
            let error = thrown { try failing.read { db in try db.value("SELECT 1", as: Int.self) } }
            #expect(error?.message.contains("_init") == true)
            failing.close()
        }
    }
#else
    @Suite("Extensions that are loaded")
    struct LoadedExtensionTests {
        @Test("Apple's SQLite loads none, and the error says so")
        func notSupported() {
            let error = thrown { try FMDatabase.memory().loadExtension(at: "/none") }
            #expect(error?.extendedCode == .notSupported || error?.resultCode == .cantOpen)
        }
    }
#endif
