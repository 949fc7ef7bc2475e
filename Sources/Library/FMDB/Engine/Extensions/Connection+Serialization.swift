import Foundation
import FMDBSQLiteC

/// A database's content as bytes.
extension Connection {
    /// Returns the database's content as the bytes of a database file.
    ///
    /// See [`sqlite3_serialize`](https://sqlite.org/c3ref/serialize.html).
    ///
    /// - Returns: nil if the linked SQLite has no `sqlite3_serialize`.
    func serialized(_ schema: String) throws(FMError) -> Data? {
        guard let serialize = SerializationCalls.shared?.serialize else { return nil }
        var size: Int64 = 0
        // SQLite returns a null pointer both for an empty database and for a failure.
        let isEmpty = try? ask("PRAGMA \(FMSQL.quoted(identifier: schema)).page_count") == "0"
        guard let bytes = serialize(handle, schema, &size, 0) else {
            if isEmpty == true { return Data() }
            let code = errorState.code
            throw error(code == SQLITE_OK ? SQLITE_NOMEM : code, sql: nil, stage: .other)
        }
        defer { sqlite3_free(bytes) }
        return Data(bytes: bytes, count: Int(size))
    }

    /// Replaces a database with an in-memory database that has this content.
    ///
    /// See [`sqlite3_deserialize`](https://sqlite.org/c3ref/deserialize.html).
    ///
    /// - Returns: false if the linked SQLite has no `sqlite3_deserialize`.
    func deserialize(_ data: Data, _ schema: String) throws(FMError) -> Bool {
        guard let deserialize = SerializationCalls.shared?.deserialize else { return false }
        guard let copy = sqlite3_malloc64(UInt64(max(1, data.count))) else {
            throw FMError(.noMemory, "there is no memory for \(data.count) bytes", sql: nil, stage: .other)
        }
        data.withUnsafeBytes { if let start = $0.baseAddress { memcpy(copy, start, $0.count) } }
        // An in-memory database cannot be in WAL mode. See "File format version numbers" on https://sqlite.org/fileformat2.html.
        for offset in 18...19 where data.count > offset && copy.load(fromByteOffset: offset, as: UInt8.self) == 2 {
            copy.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
        }
        let size = Int64(data.count)
        // SQLite frees the copy, even if the call fails.
        let code = deserialize(
            handle, schema, copy.assumingMemoryBound(to: UInt8.self), size, size, SerializationCalls.flags)
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
        contentWasReplaced(schema)
        return true
    }
}
