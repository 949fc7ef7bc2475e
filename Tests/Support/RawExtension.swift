import FMDB
import Foundation
import FMDBSQLiteC

/// Extensions of SQLite for tests: what is linked with them, and a file that every system with a shared SQLite has.
public enum RawExtension {
    /// Makes the function `answer()`, which is 42.
    public static let answer: FMDatabase.ExtensionEntryPoint = { database, _, _ in
        sqlite3_create_function_v2(
            database, "answer", 0, SQLITE_UTF8, nil, { context, _, _ in sqlite3_result_int(context, 42) }, nil, nil, nil
        )
    }

    /// Makes the function `answer()`, and fails then.
    public static let failing: FMDatabase.ExtensionEntryPoint = { database, message, routines in
        _ = RawExtension.answer(database, message, routines)
        message?.pointee = RawExtension.text("the moon is full")
        return SQLITE_FULL
    }

    /// Fails without a message, by a code that none of SQLite's is.
    public static let strange: FMDatabase.ExtensionEntryPoint = { _, _, _ in -7 }

    /// Succeeds as an extension that must stay in memory.
    public static let permanent: FMDatabase.ExtensionEntryPoint = { _, _, _ in 256 }

    /// Asks SQLite by the functions that it gives to extensions, and fails if they are missing or others.
    public static let calling: FMDatabase.ExtensionEntryPoint = { database, _, routines in
        guard let routines else { return SQLITE_NOTFOUND }
        // The 16th is `changes`.
        let changes = UnsafePointer<UnsafeRawPointer?>(routines)[15]
        typealias Changes = @convention(c) (OpaquePointer?) -> Int32
        guard let changes, unsafeBitCast(changes, to: Changes.self)(database) == sqlite3_changes(database) else {
            return SQLITE_MISMATCH
        }
        return SQLITE_OK
    }

    /// Tries to load another extension by an SQL text, and fails by SQLite's answer.
    public static let loading: FMDatabase.ExtensionEntryPoint = { database, message, _ in
        var text: UnsafeMutablePointer<CChar>?
        let code = sqlite3_exec(database, "SELECT load_extension('/none')", nil, nil, &text)
        message?.pointee = text
        return code
    }

    /// The file of the SQLite that is linked; nil if it is a part of the program. Its functions serve as entry points:
    /// `sqlite3_initialize` succeeds.
    public static var libraryPath: String? {
        #if os(Linux)
            // Foundation would read a part of the file, whose length the system does not tell.
            let bytes = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
            let maps = String(decoding: bytes, as: UTF8.self)
            let paths = maps.split(separator: "\n").compactMap { $0.split(separator: " ").last }
            return paths.first { $0.contains("/libsqlite3.so") || $0.contains("/libsqlcipher.so") }.map { String($0) }
        #else
            return nil
        #endif
    }

    private static func text(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let bytes = Array(text.utf8CString)
        guard let memory = sqlite3_malloc(Int32(bytes.count)) else { return nil }
        bytes.withUnsafeBytes {
            memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
        }
        return memory.assumingMemoryBound(to: CChar.self)
    }
}
