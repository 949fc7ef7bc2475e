import FMDBSQLiteC

/// Which values a blob goes through: those of one column.
struct BlobColumn {
    let schema: String
    let table: String
    let column: String

    /// A pragma that asks the database of something.
    func pragma(_ name: String) -> String { "PRAGMA \(FMSQL.quoted(identifier: schema)).\(name)" }

    /// What errors show in place of an SQL text.
    var text: String { "-- the blob \(schema).\(table).\(column)" }
}

/// One value of one row, read and written in place. It owns a `sqlite3_blob`.
///
/// The connection keeps it until one of them is closed. See [`sqlite3_blob`](https://sqlite.org/c3ref/blob.html).
final class OpenBlob: OpenObject {
    let column: BlobColumn
    let isReadOnly: Bool
    private(set) var row: Int64
    /// The size in bytes, as long as the row stays as it is.
    private(set) var count = 0
    /// Whether SQLite has said that the row is no longer what it was.
    private(set) var isExpired = false
    private let connection: Connection
    private var number = 0
    /// The tables and indexes that SQLite knew when it was opened.
    private let schemaVersion: String?
    /// The connection's number of them when SQLite was last asked. Others cannot change what this connection sees while the blob,
    /// which is a statement that has begun, is open.
    private var schemaEdition: Int
    /// nil once closed.
    private var raw: OpaquePointer?
    /// The table by the names that SQLite's update hook has for it, once asked for.
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
            // SQLite's update hook is not told.
            if let recorder = connection.changeRecorder { recorder.wrote(to: row, of: key(by: recorder)) }
        }
    }

    /// Goes to the same column of another row.
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

    /// Closes it on the thread that uses the connection, else when the turn of the thread that has it ends.
    ///
    /// See [`sqlite3_blob_close`](https://sqlite.org/c3ref/blob_close.html).
    ///
    /// - Returns: nil, or why what was written could not be committed.
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
        // In autocommit mode the last to close commits, which may have to wait for a lock.
        let code = connection.activity.showing(column.text, writes: !isReadOnly) { sqlite3_blob_close(open) }
        // One that has expired says so again.
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
            // What was rolled back just now may have closed it.
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

    /// SQLite looks for indexes and generated columns, which it would not keep true, only when a blob is opened.
    private func expectSameSchema() throws(FMError) {
        let edition = connection.transactions.schemaEdition
        guard edition != schemaEdition else { return }
        guard try connection.schemaVersion(for: column) != schemaVersion else {
            schemaEdition = edition
            return
        }
        isExpired = true
        throw FMError(
            .abort, "the schema was changed after the blob was opened; open it anew", sql: column.text, stage: .step)
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
            code, "the row of the blob was changed or deleted, or its transaction was rolled back; open the blob anew",
            sql: column.text, stage: .step)
    }
}

extension FMError {
    /// A use of a blob that was closed, or whose database was.
    static func blobIsClosed(_ text: String? = nil) -> FMError {
        FMError(.misuse, "the blob is closed", sql: text, stage: .step)
    }
}

// MARK: - Connections

extension Connection {
    /// Opens the value of a row.
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
                    .misuse, "a blob is opened for writing within a transaction, which commits what it writes",
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

    /// SQLite takes one column for another where some are generated, and keeps neither these nor the indexes of some rows true.
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
        let reason = hasGenerated ? "generated columns" : "an index over some of its rows"
        throw FMError(
            .error, "the table \(column.table) has \(reason), which blobs would not keep true", sql: column.text,
            stage: .prepare)
    }

    /// The columns of the blobs that were opened after so many others and are open.
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
