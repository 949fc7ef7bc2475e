import Foundation
import FMDBSQLiteC

/// Records the changes that a connection makes in one of its databases. Owns an `sqlite3_session`.
///
/// The connection retains the session until the session ends or the connection closes. See
/// [`sqlite3_session`](https://sqlite.org/session/session.html).
final class ChangeSession: EndableSession {
    private unowned let connection: Connection
    private var number = 0
    /// The shadow tables of virtual tables, which are not recorded.
    private let shadows: Set<String>
    /// The SQLite session, or nil after `end()`.
    private var raw: OpaquePointer?

    /// - Parameter tables: the names as the schema spells them; nil for all tables.
    fileprivate init(
        _ raw: OpaquePointer, on connection: Connection, tables: [String]?, shadows: Set<String>
    ) throws(FMError) {
        self.raw = raw
        self.connection = connection
        self.shadows = shadows
        number = connection.openObjects.sessions.add(self)
        try attach(tables)
    }

    private func attach(_ tables: [String]?) throws(FMError) {
        var code = SQLITE_OK
        if let tables {
            for table in tables where code == SQLITE_OK { code = fmdb_session_attach(raw, table) }
        } else {
            followAllTables()
            code = fmdb_session_attach(raw, nil)
        }
        guard code != SQLITE_OK else { return }
        end()
        throw ChangesetCalls.failure(code)
    }

    private func followAllTables() {
        fmdb_session_table_filter(
            raw,
            { context, table in
                guard let context, let table else { return 0 }
                let session = Unmanaged<ChangeSession>.fromOpaque(context).takeUnretainedValue()
                return session.shadows.contains(String(cString: table).foldedAsName) ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns the changes made since the session began.
    ///
    /// See [`sqlite3session_changeset`](https://sqlite.org/session/sqlite3session_changeset.html).
    func changeset() throws(FMError) -> Data {
        guard let raw else { throw .misuse("the database was closed while its changes were recorded") }
        return try connection.making(ConnectionText.recording) { fmdb_session_changeset(raw, $0, $1) }
    }

    /// Records the differences that turn the table in the database `other` into the session's table.
    ///
    /// See [`sqlite3session_diff`](https://sqlite.org/session/sqlite3session_diff.html).
    func compare(_ table: String, with other: String) throws(FMError) {
        guard let raw else { throw .notOpen() }
        var message: UnsafeMutablePointer<CChar>?
        defer { sqlite3_free(message) }
        let code = connection.activity.showing(ConnectionText.comparing, writes: false) {
            fmdb_session_diff(raw, other, table, &message)
        }
        guard code != SQLITE_OK else { return }
        guard code != SQLITE_SCHEMA else {
            throw FMError(.schema, "the database \(other) has no table \(table) with the same columns and key")
        }
        guard let message else { throw connection.failure(code, of: ConnectionText.comparing) }
        throw .sqlites(code, "\(table): \(String(cString: message))", stage: .other)
    }

    /// See [`sqlite3session_delete`](https://sqlite.org/session/sqlite3session_delete.html).
    func end() {
        guard let open = raw.take() else { return }
        connection.openObjects.sessions.remove(number)
        if !connection.isAbandoned { fmdb_session_delete(open) }
    }
}

/// Descriptions that errors and activity show in place of SQL for session calls.
enum ConnectionText {
    static let recording = "-- the recording of a changeset"
    static let comparing = "-- the comparison of two databases"
    static let applying = "-- the application of a changeset"
}

extension Connection {
    /// Starts recording changes.
    ///
    /// See [`sqlite3session_create`](https://sqlite.org/session/sqlite3session_create.html).
    ///
    /// - Parameter tables: case-insensitive names; nil for all tables with a primary key.
    func beginSession(schema: String, tables: [String]?) throws(FMError) -> ChangeSession {
        try FMSQLiteFeature.sessions.expectAvailable()
        try expectNoRowHook()
        let found = try tables?.map { name throws(FMError) in try recordableTable(name, in: schema) }
        try expectToldKeys(found, in: schema)
        let shadows = found == nil ? try shadowTables(of: schema) : []
        var raw: OpaquePointer?
        let code = fmdb_session_create(handle, schema, &raw)
        guard code == SQLITE_OK, let raw else { throw ChangesetCalls.failure(code) }
        return try ChangeSession(raw, on: self, tables: found, shadows: shadows)
    }

    /// Returns the changeset that turns the tables of `source` into those of `target`.
    ///
    /// - Parameter tables: case-insensitive names; nil for all tables with a primary key.
    func difference(from source: String, to target: String, tables: [String]?) throws(FMError) -> Data {
        let session = try beginSession(schema: target, tables: tables)
        defer { session.end() }
        let all = tables == nil ? try ordinaryTables(of: target, haveKey: true) : []
        for table in tables ?? all { try session.compare(try recordableTable(table, in: target), with: source) }
        return try session.changeset()
    }

    /// Runs a call that returns a changeset. The call reads the database, so it can be interrupted, and fails if the
    /// database is locked.
    fileprivate func making(
        _ text: String,
        _ call: (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
    ) throws(FMError) -> Data {
        var code = SQLITE_OK
        let result = Result { () throws(FMError) -> Data in
            try ChangesetCalls.made { count, bytes in
                code = activity.showing(text, writes: false) { call(count, bytes) }
                return code
            }
        }
        guard code & 0xFF == SQLITE_INTERRUPT || code & 0xFF == SQLITE_BUSY else { return try result.get() }
        throw failure(code, of: text)
    }
}
