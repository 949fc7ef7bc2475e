import FMDBSQLiteC

/// The column whose values a blob handle reads and writes.
struct BlobColumn {
    let schema: String
    let table: String
    let column: String

    /// Returns the SQL of a pragma on the column's database.
    func pragma(_ name: String) -> String { "PRAGMA \(FMSQL.quoted(identifier: schema)).\(name)" }

    /// A description that errors and activity show in place of SQL.
    var text: String { "-- the blob \(schema).\(table).\(column)" }
}

/// One value of one row, read and written in place. Owns a `sqlite3_blob`.
///
/// The connection retains the blob until one of the two is closed. See [`sqlite3_blob`](https://sqlite.org/c3ref/blob.html).
final class OpenBlob: ClosableBlob {
    let column: BlobColumn
    let isReadOnly: Bool
    private(set) var row: Int64
    /// The size in bytes. Valid until the row changes.
    private(set) var count = 0
    /// Whether the handle has expired because its row or the schema changed.
    private(set) var isExpired = false
    private let connection: Connection
    private var number = 0
    /// The database's `schema_version` when the blob was opened.
    private let schemaVersion: String?
    /// The connection's `schemaEdition` when `schema_version` was last read. An open blob is a running statement, so other connections
    /// cannot change the schema that this connection sees.
    private var schemaEdition: Int
    /// The SQLite handle, or nil after it is closed.
    private var raw: OpaquePointer?
    /// The schema and table names as SQLite's update hook spells them, or nil until they are first needed.
    private var knownKey: TableKey?

    fileprivate init(
        _ raw: OpaquePointer, _ column: BlobColumn, row: Int64, isReadOnly: Bool, of connection: Connection,
        _ schemaVersion: String?
    ) {
        self.schemaVersion = schemaVersion
        schemaEdition = connection.transactions.schemaEdition
        self.raw = raw
        self.column = column
        self.row = row
        self.isReadOnly = isReadOnly
        self.connection = connection
        count = Int(sqlite3_blob_bytes(raw))
        number = connection.openObjects.blobs.add(self)
    }

    var isOpen: Bool { raw != nil }
    var text: String { column.text }
}

// MARK: - Calls

extension OpenBlob {
    /// Reads some bytes.
    ///
    /// See [`sqlite3_blob_read`](https://sqlite.org/c3ref/blob_read.html).
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FMError) {
        try use(writes: false) { raw throws(FMError) in
            try expect(offset, bytes.count)
            guard bytes.count > 0 else { return }
            try check(sqlite3_blob_read(raw, bytes.baseAddress, Int32(bytes.count), Int32(offset)))
        }
    }

    /// Writes some bytes.
    ///
    /// See [`sqlite3_blob_write`](https://sqlite.org/c3ref/blob_write.html).
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FMError) {
        try use(writes: true) { raw throws(FMError) in
            guard !isReadOnly else {
                throw FMError(.readOnly, "the blob was opened for reading only", sql: column.text, stage: .step)
            }
            try expect(offset, bytes.count)
            guard bytes.count > 0 else { return }
            try expectSameSchema()
            try check(sqlite3_blob_write(raw, bytes.baseAddress, Int32(bytes.count), Int32(offset)))
            connection.recordTransaction(writes: true, column)
            // SQLite does not call the update hook for blob writes.
            if let recorder = connection.changeRecorder { recorder.wrote(to: row, of: key(by: recorder)) }
        }
    }

    /// Moves to the same column of another row.
    ///
    /// See [`sqlite3_blob_reopen`](https://sqlite.org/c3ref/blob_reopen.html).
    func move(to row: Int64) throws(FMError) {
        try use(writes: false) { raw throws(FMError) in
            guard !isExpired else { throw expired(.abort) }
            try expectSameSchema()
            let code = connection.activity.showing(column.text, writes: false) { sqlite3_blob_reopen(raw, row) }
            guard code == SQLITE_OK else {
                isExpired = true
                count = 0
                throw connection.failure(code, of: column)
            }
            self.row = row
            count = Int(sqlite3_blob_bytes(raw))
        }
    }

    /// Closes the blob. If another thread uses the connection, the blob is closed when that thread's access ends.
    ///
    /// See [`sqlite3_blob_close`](https://sqlite.org/c3ref/blob_close.html).
    ///
    /// - Returns: the error if the written bytes could not be committed, else nil.
    @discardableResult
    func close() -> FMError? {
        switch connection.ownership?.tryAcquire() ?? .holder {
        case .holder: return shut()
        case .refused:
            connection.ownership?.postpone { self.close() }
            return nil
        case .acquired:
            defer { connection.ownership?.leave() }
            return shut()
        }
    }

    func shut() -> FMError? {
        guard let open = raw.take() else { return nil }
        connection.openObjects.blobs.remove(number)
        guard !connection.isAbandoned else { return nil }
        // In autocommit mode, closing the last statement or blob commits, which may wait for a lock.
        let code = connection.activity.showing(column.text, writes: !isReadOnly) { sqlite3_blob_close(open) }
        // Closing an expired blob returns SQLITE_ABORT again, which is not an error here.
        let error = code == SQLITE_OK || code & 0xFF == SQLITE_ABORT ? nil : connection.failure(code, of: column)
        connection.recordTransaction(writes: !isReadOnly, column)
        connection.changeRecorder?.conclude()
        if connection.hasEventHandler { connection.emitWaits(column.text) }
        return error
    }

    private func use(writes: Bool, _ body: (OpaquePointer) throws(FMError) -> Void) throws(FMError) {
        try connection.withOwnership(column.text) { () throws(FMError) in
            guard raw != nil else { throw .blobIsClosed(column.text) }
            try connection.admitBlob(writes: writes, column)
            // A rollback in `admitBlob` may have closed the blob.
            guard let raw else { throw .blobIsClosed(column.text) }
            if let recorder = connection.changeRecorder, recorder.isTracking { recorder.read(key(by: recorder)) }
            try body(raw)
        }
    }

    private func key(by recorder: ChangeRecorder) -> TableKey {
        let key = knownKey ?? recorder.key(of: column.table, in: column.schema)
        knownKey = key
        return key
    }

    private func expect(_ offset: Int, _ length: Int) throws(FMError) {
        guard !isExpired else { throw expired(.abort) }
        guard offset < 0 || offset > count || length > count - offset else { return }
        throw FMError(
            .range, "a range of \(length.of("byte")) at \(offset) is not within the \(count.of("byte")) of the blob",
            sql: column.text, stage: .step)
    }

    /// Throws if the schema has changed since the blob was opened.
    ///
    /// Indexes and generated columns are checked for only when a blob is opened. A write after a schema change could leave new ones
    /// outdated.
    private func expectSameSchema() throws(FMError) {
        let edition = connection.transactions.schemaEdition
        guard edition != schemaEdition else { return }
        guard try connection.schemaVersion(for: column) != schemaVersion else {
            schemaEdition = edition
            return
        }
        isExpired = true
        throw FMError(
            .abort, "the schema was changed after the blob was opened; open it again", sql: column.text, stage: .step)
    }

    private func check(_ code: Int32) throws(FMError) {
        guard code != SQLITE_OK else { return }
        guard code & 0xFF != SQLITE_ABORT else {
            isExpired = true
            throw expired(FMResultCode(rawValue: code))
        }
        throw connection.failure(code, of: column)
    }

    private func expired(_ code: FMResultCode) -> FMError {
        FMError(
            code, "the row of the blob was changed or deleted, or its transaction was rolled back; open the blob again",
            sql: column.text, stage: .step)
    }
}

extension FMError {
    /// The error for using a blob after the blob or its database was closed.
    static func blobIsClosed(_ text: String? = nil) -> FMError {
        FMError(.misuse, "the blob is closed", sql: text, stage: .step)
    }
}

// MARK: - Connections

extension Connection {
    /// Opens a blob handle for one row's value.
    ///
    /// See [`sqlite3_blob_open`](https://sqlite.org/c3ref/blob_open.html).
    func openBlob(_ column: BlobColumn, row: Int64, isReadOnly: Bool) throws(FMError) -> OpenBlob {
        try withOwnership(column.text) { () throws(FMError) in
            for name in [column.schema, column.table, column.column] where name.utf8.contains(0) {
                throw FMError(
                    .misuse, "the name of a blob's column contains a NUL character", sql: nil, stage: .prepare)
            }
            try admitBlob(writes: !isReadOnly, column)
            if !isReadOnly, !isTransactionOpen {
                throw FMError(
                    .misuse, "to open a blob for writing, first begin a transaction: it commits what the blob writes",
                    sql: column.text, stage: .prepare)
            }
            let version = try schemaVersion(for: column)
            try expectPlain(column, isReadOnly: isReadOnly)
            defer { if hasEventHandler { emitWaits(column.text) } }
            var raw: OpaquePointer?
            let code = activity.showing(column.text, writes: !isReadOnly) {
                sqlite3_blob_open(handle, column.schema, column.table, column.column, row, isReadOnly ? 0 : 1, &raw)
            }
            guard code == SQLITE_OK, let raw else {
                let error = failure(code, of: column)
                sqlite3_blob_close(raw)
                throw error
            }
            recordTransaction(writes: !isReadOnly, column)
            return OpenBlob(raw, column, row: row, isReadOnly: isReadOnly, of: self, version)
        }
    }

    /// See [PRAGMA schema_version](https://sqlite.org/pragma.html#pragma_schema_version).
    fileprivate func schemaVersion(for column: BlobColumn) throws(FMError) -> String? {
        do {
            return try ask(column.pragma("schema_version"))
        } catch {
            throw failure(error.code, of: column)
        }
    }

    /// Throws for tables on which SQLite's blob handles go wrong.
    ///
    /// In a table with generated columns, SQLite may open the wrong column. A blob write updates neither generated columns nor partial
    /// indexes.
    private func expectPlain(_ column: BlobColumn, isReadOnly: Bool) throws(FMError) {
        let table = FMSQL.quoted(identifier: column.table)
        var (hasGenerated, hasPartial) = (false, false)
        if Library.isAtLeast(3_031_000) {
            let code = run(column.pragma("table_xinfo(\(table))")) { row in
                if sqlite3_column_int(row, 6) > 1 { hasGenerated = true }
            }
            guard code == SQLITE_DONE else { throw failure(code, of: column) }
        }
        if !isReadOnly {
            let code = run(column.pragma("index_list(\(table))")) { row in
                if sqlite3_column_int(row, 4) != 0 { hasPartial = true }
            }
            guard code == SQLITE_DONE else { throw failure(code, of: column) }
        }
        guard hasGenerated || hasPartial else { return }
        let reason =
            hasGenerated
            ? "generated columns, so blobs in it cannot be opened" : "a partial index, so blobs in it are read-only"
        throw FMError(
            .error, "the table \(column.table) has \(reason)", sql: column.text,
            stage: .prepare)
    }

    /// Returns the columns of the open blobs that were opened after the blob with this number, in the order of opening.
    func blobsOpen(after number: Int) -> [String] {
        openObjects.blobs.all.filter { $0.key > number }.sorted { $0.key < $1.key }.map { $0.value.text }
    }

    var hasBlobs: Bool { !openObjects.blobs.isEmpty }

    /// Throws if a blob may not be used now.
    fileprivate func admitBlob(writes: Bool, _ column: BlobColumn) throws(FMError) {
        guard handle != nil else { throw .notOpen(column.text) }
        if let refusal { throw refusal }
        if isRollbackPending { rollBackIfPending() }
        if isRollbackPending { throw .rollbackPending(column.text) }
        if isEmitting { throw .usedByHandler(column.text) }
        if let token, let reason = token.reason {
            token.strike()
            throw .stopped(reason, sql: column.text)
        }
        if refusesSuspendedBlob(writes: writes) { throw .suspended(column.text) }
    }

    fileprivate func failure(_ code: Int32, of column: BlobColumn) -> FMError { failure(code, of: column.text) }

    fileprivate func recordTransaction(writes: Bool, _ column: BlobColumn) {
        if hasTransactionChanged(writes: writes) { recordTransaction(by: column.text, writes: writes) }
    }
}
