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
/// Writing does not change the size: first set the value to `zeroblob(size)`, in an `INSERT` or an `UPDATE`. SQLite writes these zeros to
/// the file without holding them in memory, if all later columns of the row are NULL or a zeroblob, too. A value has at most a billion
/// bytes, see [SQLITE_LIMIT_LENGTH](https://sqlite.org/limits.html).
///
/// The blob expires when a statement changes or deletes the row, the schema changes, or the transaction is rolled back. Each call after
/// that throws `.abort`. Several blobs of one row may be open for writing at the same time.
///
/// An open blob holds a read lock, as a statement does while its rows are read; a blob for writing holds the write lock. While a blob for
/// writing is open, a transaction cannot be committed and a savepoint cannot be released (`.busy`), so close it first.
///
/// Writing runs no trigger and no CHECK, and does not update a full-text table that is synchronized with the table
/// (``FMDatabaseAccess/rebuildSearchTable(_:file:line:)`` does). After an interruption SQLite refuses all statements of the connection
/// until the blob is closed.
///
/// With SQLite before 3.50.2 the pages that a transaction writes, those of a `zeroblob` too, stay in memory until its commit; pages that
/// are read do not. <doc:WriteAheadLog> shows how to release them earlier.
///
/// Asynchronous code reads a value with ``FMDatabaseCoordinator/blobChunks(table:column:row:schema:chunkSize:timeout:file:line:)``; see
/// <doc:LargeValues>.
///
/// A blob closes itself when it is released, when its database is closed, and at the end of the block of a queue or pool in which it was
/// opened. Use it only on the thread that uses the database. It sends no events. Observers of changes receive its writes when they are
/// committed. See [`sqlite3_blob`](https://sqlite.org/c3ref/blob.html).
public final class FMBlob {
    private let blob: OpenBlob
    /// The database, which the blob keeps open; nil after the blob is closed.
    private var database: FMDatabase?

    init(_ blob: OpenBlob, of database: FMDatabase) { (self.blob, self.database) = (blob, database) }

    deinit {
        guard database != nil, let error = blob.close() else { return }
        database?.logFailure(error)
    }

    /// Whether the blob and its database are open.
    public var isOpen: Bool { database != nil && blob.isOpen }

    /// The size in bytes; 0 if the last ``move(to:)`` failed. The size of text depends on the encoding of the database. See
    /// [`sqlite3_blob_bytes`](https://sqlite.org/c3ref/blob_bytes.html).
    public var count: Int { blob.count }

    /// The rowid of the row.
    public var row: Int64 { blob.row }

    /// Whether the blob was opened for reading only.
    public var isReadOnly: Bool { blob.isReadOnly }

    /// Reads bytes from an offset on. See [`sqlite3_blob_read`](https://sqlite.org/c3ref/blob_read.html).
    ///
    /// - Parameters:
    ///   - offset: the offset of the first byte.
    ///   - count: the number of bytes.
    /// - Returns: `count` bytes.
    /// - Throws: `FMError`. `.range` if they are not all within the blob. `.abort` if the blob has expired. `.misuse` if the blob or its
    ///   database is closed, and if another thread is using the connection. `.interrupt` if the access is cancelled or its time is over.
    public func read(at offset: Int, count: Int) throws(FMError) -> Data {
        try checkOpen()
        // The range is checked before the memory is allocated. The read of no bytes throws for a closed or expired blob.
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
    ///   - bytes: the buffer to fill.
    ///   - offset: the offset of the first byte in the blob.
    /// - Throws: `FMError`, as ``read(at:count:)`` does.
    public func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FMError) {
        try checkOpen()
        try blob.read(into: bytes, at: offset)
    }

    /// Overwrites bytes from an offset on. See [`sqlite3_blob_write`](https://sqlite.org/c3ref/blob_write.html).
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - offset: the offset of the first byte in the blob.
    /// - Throws: `FMError`: `.range` if they are not all within the blob, `.readOnly` for a blob that was opened for reading,
    ///   `.full` or `.ioError` for example; otherwise the errors of ``read(at:count:)``.
    public func write(_ data: Data, at offset: Int) throws(FMError) {
        var failure: FMError?
        data.withUnsafeBytes { bytes in
            do throws(FMError) { try write(bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Overwrites bytes with those of a buffer. See the overload with `Data`.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FMError) {
        try checkOpen()
        try blob.write(bytes, at: offset)
    }

    /// Moves to the same column of another row, which is faster than opening another blob. See
    /// [`sqlite3_blob_reopen`](https://sqlite.org/c3ref/blob_reopen.html).
    ///
    /// - Parameter row: the rowid.
    /// - Throws: `FMError`: `.error` if there is no such row, or the value is neither a blob nor text; the blob has expired
    ///   then. Otherwise the errors of ``read(at:count:)``.
    public func move(to row: Int64) throws(FMError) {
        try checkOpen()
        try blob.move(to: row)
    }

    /// Closes the blob. It may be called repeatedly. See [`sqlite3_blob_close`](https://sqlite.org/c3ref/blob_close.html).
    ///
    /// - Throws: `FMError`: outside a transaction, the error of committing the writes, `.busy` for example. The writes are then rolled
    ///   back. The blob is closed in any case.
    public func close() throws(FMError) {
        guard let database = database.take() else { return }
        // The database must stay open during the call.
        let error = withExtendedLifetime(database) { blob.close() }
        if let error { throw error }
    }

    private func checkOpen() throws(FMError) { if database == nil { throw .blobIsClosed() } }
}
