import Foundation
import FMDBSQLiteC

/// The tables that a statement may read and write, as the authorizer reports them during compilation. Tables are only
/// added, because the statement may be recompiled.
///
/// See [`sqlite3_set_authorizer`](https://sqlite.org/c3ref/set_authorizer.html).
final class StatementTables {
    /// The possible changes of a table's rows, including those by triggers and foreign keys.
    struct Writes {
        var inserts = false
        var deletes = false
        /// Whether a trigger deletes rows, which may be all.
        var deletesInTrigger = false
        var updates = false
        fileprivate var columns: Set<String> = []
        /// Whether an update may change rowids; nil until this is determined.
        fileprivate var renumbers: Bool?
        /// Whether the update hook does not report some rows; nil until this is determined.
        fileprivate var hidesRows: Bool?
    }

    private(set) var writes: [TableKey: Writes] = [:]
    private(set) var region = TableRegion()
    /// The databases whose schema the statement may change.
    private(set) var schemas: Set<String> = []
    /// The tables that the statement creates, alters or drops.
    private(set) var altered: Set<TableKey> = []
    private(set) var savePoint: (step: SavePointStep, name: String)?
    /// Whether the statement sets a header field of the file that a client may read, such as `user_version`.
    private(set) var setsHeader = false
    /// Whether the statement rewrites the file without changing its content.
    private(set) lazy var isVacuum = text.firstKeyword == "VACUUM"
    /// The SQL of the statement. Must be set before any property that depends on it is read.
    var text: String
    /// Whether no receiver observes what the statement changes, and the value of ``ChangeHub/watches`` when this
    /// was determined. The value is 0 until then.
    var isUnwatched = (answer: false, watches: UInt(0))
    /// The number of the last transaction in which the recorder skipped the statement, because no receiver observes its
    /// tables.
    var passedIn = 0
    private var names: [(schema: ContiguousArray<CChar>, table: ContiguousArray<CChar>)]?
    private(set) lazy var mentionsReplace = Self.text(text, mentions: "replace")
    private(set) lazy var mentionsFail = Self.text(text, mentions: "fail")

    init(_ sql: String = "") {
        text = sql
    }

    /// Whether the statement only writes to tables of the main database and to temporary tables.
    var isPlainWrite: Bool {
        schemas.isEmpty && !setsHeader && savePoint == nil && !writes.isEmpty && !isVacuum
            && writes.keys.allSatisfy { $0.schema == "main" || $0.schema == "temp" }
    }

    /// Whether the statement may write to a table.
    func mayWrite(_ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>) -> Bool {
        let names = names ?? writes.keys.map { ($0.schema.utf8CString, $0.name.utf8CString) }
        self.names = names
        return names.contains { isSame($0.schema, schema) && isSame($0.table, table) }
    }

    private func isSame(_ name: ContiguousArray<CChar>, _ other: UnsafePointer<CChar>) -> Bool {
        name.withUnsafeBufferPointer { strcmp($0.baseAddress ?? other, other) == 0 }
    }

    var changesNothing: Bool { writes.isEmpty && schemas.isEmpty && !setsHeader }

    private static func text(_ text: String, mentions word: String) -> Bool {
        text.foldedAsName.contains(word)
    }

    /// Records an action for which SQLite calls the authorizer.
    ///
    /// - Parameter trigger: the trigger or view that causes the action; nil if the statement itself does.
    func record(_ action: Int32, _ first: String?, _ second: String?, _ schema: String?, _ trigger: String?) {
        isUnwatched.watches = 0
        switch action {
        case SQLITE_READ: region.insert(first ?? "", schema)
        case SQLITE_PRAGMA: recordPragma(first ?? "", second)
        case SQLITE_SAVEPOINT: recordSavePoint(first, second)
        case SQLITE_INSERT: record(first, schema) { $0.inserts = true }
        case SQLITE_DELETE:
            record(first, schema) {
                $0.deletes = true
                if trigger != nil { $0.deletesInTrigger = true }
            }
        case SQLITE_UPDATE:
            record(first, schema) {
                $0.updates = true
                $0.renumbers = nil
                $0.columns.insert(second ?? "")
            }
        case SQLITE_ALTER_TABLE: alter(second, first)
        case SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_VTABLE, SQLITE_DROP_TABLE,
            SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_VTABLE, SQLITE_CREATE_VIEW, SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_VIEW,
            SQLITE_DROP_TEMP_VIEW:
            alter(first, schema)
        default: break
        }
    }

    private func record(_ table: String?, _ schema: String?, _ body: (inout Writes) -> Void) {
        guard let table else { return }
        let schema = schema ?? "main"
        if table == "sqlite_master" || table == "sqlite_temp_master" { schemas.insert(schema) }
        let key = TableKey(schema: schema, name: table)
        guard !key.isInternal else { return }
        if writes[key] == nil { names = nil }
        body(&writes[key, default: Writes()])
        writes[key]?.hidesRows = nil
    }

    private func alter(_ table: String?, _ schema: String?) {
        guard let table else { return }
        altered.insert(TableKey(schema: schema ?? "main", name: table))
        schemas.insert(schema ?? "main")
    }

    private func recordPragma(_ name: String, _ argument: String?) {
        region.insert("sqlite_master", nil)
        guard argument != nil else { return }
        setsHeader = setsHeader || ["user_version", "application_id"].contains(name.foldedAsName)
    }

    private func recordSavePoint(_ step: String?, _ name: String?) {
        guard let name = name?.foldedAsName else { return }
        switch step {
        case "BEGIN": savePoint = (.start, name)
        case "RELEASE": savePoint = (.release, name)
        case "ROLLBACK": savePoint = (.rollback, name)
        default: break
        }
    }

    /// Whether SQLite may change rows of a table without reporting each row.
    ///
    /// - Parameter ask: determines the answer. It is called once for each compilation of the statement.
    func hidesRows(of table: TableKey, _ ask: (TableKey) -> Bool) -> Bool {
        if let answer = writes[table]?.hidesRows { return answer }
        let answer = ask(table)
        writes[table]?.hidesRows = answer
        return answer
    }

    /// Whether an update may have changed rowids. SQLite reports only the new rowids.
    ///
    /// See [`sqlite3_table_column_metadata`](https://sqlite.org/c3ref/table_column_metadata.html).
    func mayRenumber(_ table: TableKey, on handle: OpaquePointer?) -> Bool {
        guard let known = writes[table] else { return true }
        if let answer = known.renumbers { return answer }
        let answer = known.columns.contains { column in
            var isKey: Int32 = 0
            let code = sqlite3_table_column_metadata(
                handle, table.schema, table.name, column, nil, nil, nil, &isKey, nil)
            // The authorizer reports a rowid without a column of its own as "ROWID", which
            // `sqlite3_table_column_metadata` does not always find.
            return column == "ROWID" || code != SQLITE_OK || isKey != 0
        }
        writes[table]?.renumbers = answer
        return answer
    }
}

struct TableRegion: Sendable {
    private(set) var tables: Set<TableKey> = []
    /// The names of tables for which SQLite reported no database.
    private(set) var names: Set<String> = []
    var isEverything = false

    mutating func insert(_ table: String, _ schema: String?) {
        if table.hasPrefix("sqlite_"), !table.hasSuffix("_master") { isEverything = true }
        if let schema { tables.insert(TableKey(schema: schema, name: table)) } else { names.insert(table) }
    }

    mutating func formUnion(_ other: TableRegion) {
        tables.formUnion(other.tables)
        names.formUnion(other.names)
        isEverything = isEverything || other.isEverything
    }
}
