import Foundation

extension FMDatabase {
    /// The content of a database as bytes: those that its file would have.
    ///
    ///     let data = try db.serialized()
    ///
    /// They are all in memory at once; for a large database see ``backup(to:_:progress:)``. See
    /// [`sqlite3_serialize`](https://sqlite.org/c3ref/serialize.html). On the thread that uses the database.
    ///
    /// - Parameter schema: "main" or the name of an attached database.
    /// - Returns: the bytes; none of an empty database.
    /// - Throws: `FMError`: `.misuse` within a write transaction of this database; `.notSupported` if the linked SQLite does not have the function; `.noMemory`; SQLite's code if the
    ///   database cannot be read.
    public final func serialized(schema: String = "main") throws(FMError) -> Data {
        let connection = try opened()
        guard !connection.isChanging else {
            throw .misuse("the database cannot be serialised within its own write transaction: commit first")
        }
        guard let data = try connection.serialized(schema) else { throw FMSQLiteFeature.serialization.missing() }
        return data
    }

    /// Replaces a database by one in memory that has the content of some bytes.
    ///
    ///     let copy = FMDatabase(path: nil)
    ///     copy.open()
    ///     try copy.deserialize(data)
    ///
    /// The file of a database is not changed: this connection leaves it. SQLite looks at the bytes only when they are first used; open
    /// untrusted ones with care, see <doc:Security>. See [`sqlite3_deserialize`](https://sqlite.org/c3ref/deserialize.html). On the thread
    /// that uses the database.
    ///
    /// - Parameters:
    ///   - data: the bytes of ``serialized(schema:)``, or of a database file without a WAL beside it; none for an empty database.
    ///   - schema: "main" or the name of an attached database.
    /// - Throws: `FMError`: `.misuse` within a transaction or while rows are read; `.notSupported` if the linked SQLite does not
    ///   have the function; `.noMemory`.
    public final func deserialize(_ data: Data, schema: String = "main") throws(FMError) {
        let connection = try opened()
        guard !isTransactionOpen, !connection.hasActiveStatement else {
            throw .misuse("the content of a database cannot be replaced within a transaction, or while rows are read")
        }
        guard try connection.deserialize(data, schema) else { throw FMSQLiteFeature.serialization.missing() }
    }
}
