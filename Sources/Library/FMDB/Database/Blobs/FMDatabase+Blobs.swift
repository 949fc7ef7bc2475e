/// Reading and writing values in pieces.
extension FMDatabase {
    /// Opens a blob or text of one row, to read or write it in pieces. See ``FMBlob``.
    ///
    ///     let blob = try db.openBlob(table: "file", column: "content", row: 7)
    ///     let start = try blob.read(at: 0, count: 16)
    ///
    /// See [`sqlite3_blob_open`](https://sqlite.org/c3ref/blob_open.html).
    ///
    /// - Parameters:
    ///   - table: a table with rowids: not a view, a virtual table, a `WITHOUT ROWID` table or a table with generated columns.
    ///   - column: the column. A column of an index or a key can only be read. If the table has a partial index, all of its columns can
    ///     only be read.
    ///   - row: the rowid of the row.
    ///   - schema: "main", "temp" or the name of an attached database. Default: "main".
    ///   - isReadOnly: whether it is only read. Default: true. If it is false, a transaction must be open, and takes the write lock at
    ///     once.
    /// - Returns: the open blob.
    /// - Throws: `FMError`. `.error` if there is no such table, column or row, if the value is NULL or a number, and for the tables and
    ///   columns named above. `.readOnly` for writing in `read` of a pool. `.busy` for a lock. `.misuse` for writing without a transaction,
    ///   and if the database is not open.
    public final func openBlob(
        table: String, column: String, row: Int64, schema: String = "main", isReadOnly: Bool = true
    ) throws(FMError) -> FMBlob {
        let place = BlobColumn(schema: schema, table: table, column: column)
        let connection = try opened(place.text)
        return FMBlob(try connection.openBlob(place, row: row, isReadOnly: isReadOnly), of: self)
    }
}
