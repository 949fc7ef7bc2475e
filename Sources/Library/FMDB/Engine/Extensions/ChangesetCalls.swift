import Foundation
import FMDBSQLiteC

/// Session extension calls that need no connection.
///
/// See [The Session Extension](https://sqlite.org/session.html).
enum ChangesetCalls {
    /// Returns the changeset that undoes a changeset.
    ///
    /// See [`sqlite3changeset_invert`](https://sqlite.org/session/sqlite3changeset_invert.html).
    ///
    /// - Parameter changeset: a changeset that was validated.
    static func inverted(_ changeset: Data) throws(FMError) -> Data {
        try FMSQLiteFeature.sessions.expectAvailable()
        return try made { count, bytes in
            changeset.withUnsafeBytes {
                fmdb_changeset_invert(Int32($0.count), $0.baseAddress ?? Constants.noBytes, count, bytes)
            }
        }
    }

    /// Copies and frees the bytes that a call allocates.
    static func made(
        _ call: (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
    ) throws(FMError) -> Data {
        var count: Int32 = 0
        var bytes: UnsafeMutableRawPointer?
        let code = call(&count, &bytes)
        defer { sqlite3_free(bytes) }
        guard code == SQLITE_OK else { throw failure(code) }
        guard let bytes, count > 0 else { return Data() }
        return Data(bytes: bytes, count: Int(count))
    }

    static func failure(_ code: Int32) -> FMError {
        let message = "a table of the changesets does not have the same columns and primary key as before"
        return .sqlites(code, code == SQLITE_SCHEMA ? message : nil, stage: .other)
    }
}

/// Combines several changesets into one. Owns an `sqlite3_changegroup`.
///
/// See [`sqlite3_changegroup`](https://sqlite.org/session/changegroup.html).
final class ChangeGroup {
    private let raw: OpaquePointer

    init() throws(FMError) {
        try FMSQLiteFeature.sessions.expectAvailable()
        var raw: OpaquePointer?
        let code = fmdb_changegroup_new(&raw)
        guard code == SQLITE_OK, let raw else { throw ChangesetCalls.failure(code) }
        self.raw = raw
    }

    deinit { fmdb_changegroup_delete(raw) }

    /// Adds the next changeset. Changesets must be added in the order in which their changes were made.
    ///
    /// - Parameter changeset: a changeset that was validated.
    func add(_ changeset: Data) throws(FMError) {
        // SQLite reads one byte past the end of a patchset that ends with a deletion.
        let padded = changeset + [0]
        let code = padded.withUnsafeBytes { bytes in
            fmdb_changegroup_add(
                raw, Int32(changeset.count), UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? Constants.noBytes))
        }
        guard code == SQLITE_OK else { throw ChangesetCalls.failure(code) }
    }

    func changeset() throws(FMError) -> Data {
        try ChangesetCalls.made { fmdb_changegroup_output(raw, $0, $1) }
    }
}
