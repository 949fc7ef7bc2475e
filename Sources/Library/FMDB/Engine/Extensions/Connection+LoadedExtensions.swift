import Foundation
import FMDBSQLiteC

/// The entry point of an extension. Its parameters are the connection, a pointer that receives an error message, and SQLite's
/// `sqlite3_api_routines`.
typealias ExtensionEntry =
    @convention(c) @Sendable (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
    ) -> Int32

/// Run-time loadable and statically linked extensions of SQLite.
extension Connection {
    /// Loads an extension from a file and starts it.
    ///
    /// Loading is enabled only during this call, and only for the C function, so SQL cannot load extensions. See
    /// [`sqlite3_load_extension`](https://sqlite.org/c3ref/load_extension.html).
    func loadExtension(_ path: String, _ entryPoint: String?) throws(FMError) {
        try FMSQLiteFeature.loadExtension.expectAvailable()
        try expectRest()
        let file = try Connection.fileOfExtension(path, entryPoint)
        // This opens the file before SQLite does, for two reasons. SQLite's error names the path with the suffix that it tried last.
        // SQLite unloads an extension that fails to start, but what the extension registered stays: NODELETE keeps the code in memory.
        guard let library = dlopen(file, RTLD_NOW | RTLD_NODELETE) else {
            let reason = dlerror().map { String(cString: $0) } ?? "the OS gives no reason"
            throw FMError(.error, "the extension \(path) cannot be loaded: \(reason)")
        }
        defer { dlclose(library) }
        let option = SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION
        let former = fmdb_db_config_answer(handle, option)
        _ = fmdb_db_config_flag(handle, option, 1)
        var message: UnsafeMutablePointer<CChar>?
        let code = fmdb_load_extension(handle, file, entryPoint, &message)
        _ = fmdb_db_config_flag(handle, option, former)
        defer { sqlite3_free(message) }
        guard code != SQLITE_OK else { return }
        throw failure(code, message, of: "the extension \(path)")
    }

    /// Starts an extension that is linked with the program.
    func startExtension(_ entryPoint: ExtensionEntry) throws(FMError) {
        try expectRest()
        var message: UnsafeMutablePointer<CChar>?
        let code = entryPoint(handle, &message, ExtensionRoutines.shared)
        defer { sqlite3_free(message) }
        guard code != SQLITE_OK, code != Connection.staysLoaded else { return }
        throw failure(code, message, of: "the extension")
    }

    /// `SQLITE_OK_LOAD_PERMANENTLY`, which means success.
    private static let staysLoaded: Int32 = 256

    /// Throws while a statement runs, because the extension may replace functions and modules that the statement uses.
    private func expectRest() throws(FMError) {
        guard !isExecuting, guards.sandbox == nil else {
            throw .misuse("an extension cannot be started while a statement of the database is running")
        }
    }

    private func failure(_ code: Int32, _ message: UnsafeMutablePointer<CChar>?, of name: String) -> FMError {
        // SQLite's error codes are positive, but the entry point may return any number.
        let code = FMResultCode(
            rawValue: code > 0 && code & 0xFF != 0 && code & 0xFF < SQLITE_ROW ? code : SQLITE_ERROR)
        let reason = message.map { String(cString: $0) } ?? Library.message(code.rawValue)
        return FMError(code, "\(name) cannot be started: \(reason)", sql: nil, stage: .other, isSQLites: true)
    }

    /// Returns the path with a slash in it: `dlopen` searches the library directories for a name without one.
    private static func fileOfExtension(_ path: String, _ entryPoint: String?) throws(FMError) -> String {
        guard !path.isEmpty else { throw .misuse("the path of the extension is empty") }
        guard !path.utf8.contains(0) else { throw .misuse("the path of the extension contains a NUL character") }
        if let entryPoint {
            guard !entryPoint.isEmpty else { throw .misuse("the name of the entry point is empty") }
            guard !entryPoint.utf8.contains(0) else {
                throw .misuse("the name of the entry point contains a NUL character")
            }
        }
        let file = path.utf8.contains(UInt8(ascii: "/")) ? path : "./" + path
        for candidate in [file, file + ending] where SystemFiles.exists(candidate) { return candidate }
        throw FMError(.cantOpen, "there is no extension at \(path)")
    }

    /// The file name suffix of extensions, which SQLite also tries.
    private static var ending: String {
        #if canImport(Darwin)
            ".dylib"
        #else
            ".so"
        #endif
    }
}

/// The `sqlite3_api_routines` that SQLite passes to extensions. Extensions compiled for run-time loading call SQLite through them.
private enum ExtensionRoutines {
    /// The routines, or nil if SQLite does not provide them.
    static var shared: OpaquePointer? { OpaquePointer(bitPattern: number) }

    /// The address of the routines. SQLite passes it only to extensions, so an auto-extension runs once on an in-memory database to receive
    /// it.
    private static let number: UInt = {
        guard fmdb_auto_extension(entry) == SQLITE_OK else { return 0 }
        defer { fmdb_cancel_auto_extension(entry) }
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        _ = sqlite3_open_v2(":memory:", &handle, flags, nil)
        sqlite3_close(handle)
        return address.value
    }()

    /// The address that the auto-extension received. Connections opened meanwhile by other threads store the same value.
    private static let address = AtomicWord(0)

    private static let entry: ExtensionEntry = { _, _, routines in
        address.value = UInt(bitPattern: routines)
        return SQLITE_OK
    }
}
