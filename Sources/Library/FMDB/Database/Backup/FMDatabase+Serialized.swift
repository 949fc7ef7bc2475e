import Foundation

extension FMDatabase {
    /// Returns the content of a database as the bytes of a database file.
    ///
    ///     let data = try db.serialized()
    ///
    /// All bytes are in memory at once; for a large database see ``backup(to:_:progress:)``. See
    /// [`sqlite3_serialize`](https://sqlite.org/c3ref/serialize.html). Call it on the thread that uses the database.
    ///
    /// - Parameter schema: "main" or the name of an attached database.
    /// - Returns: the bytes; none for an empty database.
    /// - Throws: `FMError`: `.misuse` within a write transaction of this database; `.notSupported` if the linked SQLite lacks the function;
    ///   `.noMemory`; SQLite's code if the database cannot be read.
    public final func serialized(schema: String = "main") throws(FMError) -> Data {
        let connection = try opened()
        guard !connection.isChanging else {
            throw .misuse("the database cannot be serialised within its own write transaction: commit first")
        }
        guard let data = try connection.serialized(schema) else { throw FMSQLiteFeature.serialization.missing() }
        return data
    }

    /// Replaces the connection's database with one in memory, whose content is the given bytes.
    ///
    ///     let copy = FMDatabase(path: nil)
    ///     copy.open()
    ///     try copy.deserialize(data)
    ///
    /// The previous database's file is not changed: the connection only closes it. SQLite reads the bytes only at their first use. Be
    /// careful with untrusted bytes, see <doc:Security>. See [`sqlite3_deserialize`](https://sqlite.org/c3ref/deserialize.html). Call it on
    /// the thread that uses the database.
    ///
    /// - Parameters:
    ///   - data: the bytes of ``serialized(schema:)``, or of a database file that has no WAL; none for an empty database.
    ///   - schema: "main" or the name of an attached database.
    /// - Throws: `FMError`: `.misuse` within a transaction or while rows are read; `.notSupported` if the linked SQLite lacks the function;
    ///   `.noMemory`.
    public final func deserialize(_ data: Data, schema: String = "main") throws(FMError) {
        let connection = try opened()
        guard !isTransactionOpen, !connection.hasActiveStatement else {
            throw .misuse("the content of a database cannot be replaced within a transaction, or while rows are read")
        }
        guard try connection.deserialize(data, schema) else { throw FMSQLiteFeature.serialization.missing() }
    }
}
