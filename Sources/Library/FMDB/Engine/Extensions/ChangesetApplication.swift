import Foundation
import FMDBSQLiteC

/// A conflict between a changeset and the database. Valid only while SQLite calls the conflict handler.
///
/// See [`sqlite3changeset_apply`](https://sqlite.org/session/sqlite3changeset_apply.html).
struct ChangesetConflict {
    /// `SQLITE_CHANGESET_DATA` and the other conflict types. The header declares them only with the session extension.
    enum Kind: Int32 {
        case data = 1
        case notFound
        case conflict
        case constraint
        case foreignKey
    }

    /// `SQLITE_CHANGESET_OMIT`, `SQLITE_CHANGESET_REPLACE` and `SQLITE_CHANGESET_ABORT`.
    enum Answer: Int32 {
        case omit
        case replace
        case abort
    }

    struct Change {
        let table: String
        /// `SQLITE_INSERT`, `SQLITE_UPDATE` or `SQLITE_DELETE`.
        let action: Int32
        let old: [FMValue?]
        let new: [FMValue?]
        /// The indexes of the primary key's columns.
        let key: [Int]
        let isIndirect: Bool
    }

    let kind: Kind
    fileprivate let iterator: OpaquePointer

    /// The change that conflicts, or nil for ``Kind/foreignKey``.
    var change: Change? {
        var table: UnsafePointer<CChar>?
        var (count, action, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
        guard kind != .foreignKey,
            fmdb_changeset_op(iterator, &table, &count, &action, &isIndirect) == SQLITE_OK, let table
        else { return nil }
        let none = [FMValue?](repeating: nil, count: Int(count))
        return Change(
            table: String(cString: table), action: action,
            old: action == SQLITE_INSERT ? none : values(count) { fmdb_changeset_old(iterator, $0, $1) },
            new: action == SQLITE_DELETE ? none : values(count) { fmdb_changeset_new(iterator, $0, $1) },
            key: key, isIndirect: isIndirect != 0)
    }

    /// The values of the conflicting row in the database, or nil if SQLite does not report one for this kind of conflict.
    var present: [FMValue]? {
        guard kind == .data || kind == .conflict, let change else { return nil }
        return values(Int32(change.old.count)) { fmdb_changeset_conflict(iterator, $0, $1) }.map { $0 ?? .null }
    }

    /// The number of foreign key violations; 0 for other kinds of conflict.
    var violations: Int {
        var count: Int32 = 0
        guard kind == .foreignKey, fmdb_changeset_fk_conflicts(iterator, &count) == SQLITE_OK else { return 0 }
        return Int(count)
    }

    private var key: [Int] {
        var flags: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        guard fmdb_changeset_pk(iterator, &flags, &count) == SQLITE_OK, let flags else { return [] }
        return (0..<Int(count)).filter { flags[$0] != 0 }
    }

    private func values(
        _ count: Int32, _ call: (Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) -> [FMValue?] {
        (0..<count).map { column in
            var cell: OpaquePointer?
            guard call(column, &cell) == SQLITE_OK, let cell else { return nil }
            return FunctionArgument.value(cell)
        }
    }
}

/// The context of one `sqlite3changeset_apply` call.
private struct ChangesetApplication {
    let connection: Connection
    let wants: (String) -> Bool
    let resolve: (ChangesetConflict) -> ChangesetConflict.Answer

    func run(_ changeset: Data) -> Int32 {
        var application = self
        return withUnsafeMutablePointer(to: &application) { context in
            changeset.withUnsafeBytes { bytes in
                fmdb_changeset_apply(
                    connection.handle, Int32(bytes.count),
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? Constants.noBytes),
                    { context, table in
                        guard let context, let table else { return 0 }
                        let application = context.assumingMemoryBound(to: ChangesetApplication.self).pointee
                        return application.wants(String(cString: table)) ? 1 : 0
                    },
                    { context, kind, iterator in
                        guard let context, let iterator, let kind = ChangesetConflict.Kind(rawValue: kind) else {
                            return ChangesetConflict.Answer.abort.rawValue
                        }
                        let conflict = ChangesetConflict(kind: kind, iterator: iterator)
                        return context.assumingMemoryBound(to: ChangesetApplication.self).pointee.answer(conflict)
                    }, context)
            }
        }
    }

    /// Calls the client's conflict handler. The handler must not use the connection, which is still applying the changeset.
    private func answer(_ conflict: ChangesetConflict) -> Int32 {
        connection.refusingStatements("a conflict handler must not use the database that calls it") {
            resolve(conflict).rawValue
        }
    }
}

extension Connection {
    /// Applies a changeset to the main database. A transaction must be open.
    ///
    /// See [`sqlite3changeset_apply`](https://sqlite.org/session/sqlite3changeset_apply.html).
    ///
    /// - Parameter changeset: a changeset that was validated.
    func apply(
        _ changeset: Data, wants: (String) -> Bool,
        resolve: (ChangesetConflict) -> ChangesetConflict.Answer
    ) throws(FMError) {
        let code = withoutActuallyEscaping(wants) { wants in
            withoutActuallyEscaping(resolve) { resolve in
                let application = ChangesetApplication(connection: self, wants: wants, resolve: resolve)
                return asScript { changeRecorder?.writing { application.run(changeset) } ?? application.run(changeset) }
            }
        }
        recordTransaction(by: ConnectionText.applying, writes: true)
        guard code != SQLITE_OK else { return }
        throw failure(code, of: ConnectionText.applying)
    }

    /// Runs the body with ``StatementList/isRunningScript`` set, because SQLite runs statements of its own meanwhile.
    private func asScript(_ body: () -> Int32) -> Int32 {
        let wasRunning = statements.isRunningScript
        statements.isRunningScript = true
        defer { statements.isRunningScript = wasRunning }
        return activity.showing(ConnectionText.applying, writes: true, during: body)
    }
}
