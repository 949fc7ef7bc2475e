import Foundation
import FMDBSQLiteC

/// What starts an extension: it gets the connection, a place for a message, and SQLite's functions.
typealias ExtensionEntry =
    @convention(c) @Sendable (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
    ) -> Int32

/// Extensions of SQLite, whose code becomes a part of the process.
extension Connection {
    /// Loads an extension from a file, and starts it.
    ///
    /// SQL texts cannot load others meanwhile: only the function of C is switched on, for the time of the call. See
    /// [`sqlite3_load_extension`](https://sqlite.org/c3ref/load_extension.html).
    func loadExtension(_ path: String, _ entryPoint: String?) throws(FMError) {
        try FMSQLiteFeature.loadExtension.expectAvailable()
        try expectRest()
        let file = try Connection.fileOfExtension(path, entryPoint)
        // SQLite names the file that it tried last, with an ending; and it unloads an extension that fails to start, though what that
        // has registered stays. So the file is opened here first, to stay in memory.
        guard let library = dlopen(file, RTLD_NOW | RTLD_NODELETE) else {
            let reason = dlerror().map { String(cString: $0) } ?? "the system does not say why"
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

    /// `SQLITE_OK_LOAD_PERMANENTLY`: a success.
    private static let staysLoaded: Int32 = 256

    /// An extension registers functions and modules, which a running statement may be using.
    private func expectRest() throws(FMError) {
        guard !isExecuting, guards.sandbox == nil else {
            throw .misuse("an extension cannot be started while a statement of the database is running")
        }
    }

    private func failure(_ code: Int32, _ message: UnsafeMutablePointer<CChar>?, of name: String) -> FMError {
        // SQLite's codes are positive; the entry point may answer anything.
        let code = FMResultCode(
            rawValue: code > 0 && code & 0xFF != 0 && code & 0xFF < SQLITE_ROW ? code : SQLITE_ERROR)
        let reason = message.map { String(cString: $0) } ?? Library.message(code.rawValue)
        return FMError(code, "\(name) cannot be started: \(reason)", sql: nil, stage: .other, isSQLites: true)
    }

    /// The path as the system takes it for that of a file: a name alone would be looked for where the system keeps its libraries.
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
        for candidate in [file, file + ending] where access(candidate, F_OK) == 0 { return candidate }
        throw FMError(.cantOpen, "there is no extension at \(path)")
    }

    /// What SQLite, too, appends to a path without it.
    private static var ending: String {
        #if canImport(Darwin)
            ".dylib"
        #else
            ".so"
        #endif
    }
}

/// SQLite's functions as it gives them to extensions, which those call that are not compiled for being linked.
private enum ExtensionRoutines {
    /// nil where SQLite does not give them.
    static var shared: OpaquePointer? { OpaquePointer(bitPattern: number) }

    /// SQLite shows them to extensions alone; so an extension of the library's own is started once, on a database in memory.
    private static let number: UInt = {
        guard fmdb_auto_extension(entry) == SQLITE_OK else { return 0 }
        defer { fmdb_cancel_auto_extension(entry) }
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        _ = sqlite3_open_v2(":memory:", &handle, flags, nil)
        sqlite3_close(handle)
        return address.value
    }()

    /// Connections of other threads store the same.
    private static let address = AtomicWord(0)

    private static let entry: ExtensionEntry = { _, _, routines in
        address.value = UInt(bitPattern: routines)
        return SQLITE_OK
    }
}
