import Foundation

/// A blob or text of one row, read and written in pieces, without being in memory as a whole.
///
///     try db.withTransaction {
///         try db.execute("INSERT INTO file (name, content) VALUES (\(name), zeroblob(\(size)))")
///         let blob = try db.openBlob(table: "file", column: "content", row: db.lastInsertRowId, isReadOnly: false)
///         try blob.copy(from: url)
///         try blob.close()
///     }
///
/// Writing changes no size: make the value as long as it is to be by `zeroblob(size)`, in an `INSERT` or an `UPDATE`.
/// SQLite makes the zeros in the file, not in memory, if no later column of the row has a value other than NULL or such
/// zeros. A value has a billion bytes at most, see [SQLITE_LIMIT_LENGTH](https://sqlite.org/limits.html).
///
/// The blob expires when a statement changes or deletes the row, the schema changes, or the transaction is rolled back: each further call
/// throws `.abort`. Several blobs of one row may be written side by side.
///
/// An open blob holds a read lock, and one for writing the write lock, as a statement in the middle of its rows does. One for
/// writing keeps a transaction from being committed and a save point from being released (`.busy`), so close it before.
///
/// Writing runs no trigger and no CHECK, and does not update a full-text table that follows the table
/// (``FMDatabaseAccess/rebuildSearchTable(_:file:line:)`` does). After an interruption SQLite refuses all statements of the connection
/// until the blob is closed.
///
/// With SQLite before 3.50.2 the pages that a transaction writes stay in memory until its commit, those of a `zeroblob` too;
/// what is read does not. <doc:WriteAheadLog> shows how to let them go earlier.
///
/// Asynchronous code reads it by ``FMDatabaseCoordinator/blobChunks(table:column:row:schema:chunkSize:timeout:file:line:)``; see
/// <doc:LargeValues>.
///
/// It closes itself when it is released, when its database is closed, and at the end of the block of a queue or pool in which it was
/// opened. Use it only on the thread that uses the database. It sends no events. Observers of changes get what it has written when that is
/// committed. See [`sqlite3_blob`](https://sqlite.org/c3ref/blob.html).
public final class FMBlob {
    private let blob: OpenBlob
    /// It is kept open as long as the blob is; nil once closed.
    private var database: FMDatabase?

    init(_ blob: OpenBlob, of database: FMDatabase) { (self.blob, self.database) = (blob, database) }

    deinit {
        guard database != nil, let error = blob.close() else { return }
        database?.logFailure(error)
    }

    /// Whether neither the blob nor its database was closed.
    public var isOpen: Bool { database != nil && blob.isOpen }

    /// The size in bytes, for text in the encoding of the database; 0 if the last ``move(to:)`` failed. See
    /// [`sqlite3_blob_bytes`](https://sqlite.org/c3ref/blob_bytes.html).
    public var count: Int { blob.count }

    /// The rowid of the row.
    public var row: Int64 { blob.row }

    /// Whether it cannot be written.
    public var isReadOnly: Bool { blob.isReadOnly }

    /// Reads some bytes. See [`sqlite3_blob_read`](https://sqlite.org/c3ref/blob_read.html).
    ///
    /// - Parameters:
    ///   - offset: where they begin, in bytes.
    ///   - count: how many.
    /// - Returns: so many bytes.
    /// - Throws: `FMError`. `.range` if they are not all within the blob. `.abort` if it has expired. `.misuse` if it or the database is
    ///   closed, and if another thread has the connection. `.interrupt` if the access is cancelled or its time is over.
    public func read(at offset: Int, count: Int) throws(FMError) -> Data {
        try checkOpen()
        // Before memory is allocated for it; a closed or expired blob is noticed before.
        guard offset >= 0, count >= 0, count <= self.count else {
            try blob.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0), at: 0)
            let message =
                "a range of \(count.of("byte")) at \(offset) is not within the \(self.count.of("byte")) of the blob"
            throw FMError(.range, message, sql: nil, stage: .step)
        }
        var data = Data(count: count)
        var failure: FMError?
        data.withUnsafeMutableBytes { bytes in
            do throws(FMError) { try read(into: bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
        return data
    }

    /// Reads as many bytes as a buffer holds. See [`sqlite3_blob_read`](https://sqlite.org/c3ref/blob_read.html).
    ///
    /// - Parameters:
    ///   - bytes: is filled.
    ///   - offset: where they begin in the blob, in bytes.
    /// - Throws: `FMError`, as ``read(at:count:)`` does.
    public func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FMError) {
        try checkOpen()
        try blob.read(into: bytes, at: offset)
    }

    /// Writes bytes over those that are there. See [`sqlite3_blob_write`](https://sqlite.org/c3ref/blob_write.html).
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - offset: where the first one goes, in bytes.
    /// - Throws: `FMError`: `.range` if they are not all within the blob, `.readOnly` for a blob that was opened for reading,
    ///   `.full` or `.ioError` for example; otherwise as ``read(at:count:)`` does.
    public func write(_ data: Data, at offset: Int) throws(FMError) {
        var failure: FMError?
        data.withUnsafeBytes { bytes in
            do throws(FMError) { try write(bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes the bytes of a buffer over those that are there. See the form with `Data`.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FMError) {
        try checkOpen()
        try blob.write(bytes, at: offset)
    }

    /// Goes to the same column of another row, which is faster than to open another blob. See
    /// [`sqlite3_blob_reopen`](https://sqlite.org/c3ref/blob_reopen.html).
    ///
    /// - Parameter row: the rowid.
    /// - Throws: `FMError`: `.error` if there is no such row, or the value is neither a blob nor text; the blob has expired
    ///   then. Otherwise as ``read(at:count:)`` does.
    public func move(to row: Int64) throws(FMError) {
        try checkOpen()
        try blob.move(to: row)
    }

    /// Closes the blob. It may be called repeatedly. See [`sqlite3_blob_close`](https://sqlite.org/c3ref/blob_close.html).
    ///
    /// - Throws: `FMError`: outside of a transaction, why what was written could not be committed, `.busy` for example; it is
    ///   rolled back then, and the blob is closed.
    public func close() throws(FMError) {
        guard let database = database.take() else { return }
        // Nobody else may close the database meanwhile.
        let error = withExtendedLifetime(database) { blob.close() }
        if let error { throw error }
    }

    private func checkOpen() throws(FMError) { if database == nil { throw .blobIsClosed() } }
}
