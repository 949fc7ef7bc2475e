/// Undoes the changes of one transaction. The undo is recorded as a step too, which redoes the changes.
struct UndoRun {
    private let db: FMDatabase
    private let step: LoggedStep
    private let layouts: RowLayouts

    /// Undoes or redoes the next transaction.
    ///
    /// - Returns: false if there is none.
    static func next(of history: UndoHistory, _ purpose: LoggedStep.Purpose, on db: FMDatabase) throws -> Bool {
        let connection = try db.opened()
        return try connection.withoutTriggers { hasForeignKeys in
            try db.withTransaction(.immediate) {
                // This transaction keeps other connections from committing, but one of them may not have reported its
                // last commit yet.
                guard connection.undoLog?.waitForOthers() ?? true else {
                    throw FMError(
                        .busy, "nothing can be undone: a connection has not yet reported what it has committed")
                }
                guard let step = history.next(purpose) else { return false }
                guard let layouts = step.layouts, connection.schemaVersion == layouts.version else {
                    let reason = "the schema was changed"
                    history.clear(because: reason)
                    throw FMError(.schema, "nothing can be undone: \(reason)")
                }
                try expectNoTemporaryTrigger(of: step, on: db)
                guard let log = connection.undoLog else {
                    throw FMError.misuse("the changes of this connection are not recorded")
                }
                log.serve(purpose, of: step.order)
                try UndoRun(db: db, step: step, layouts: layouts).run(connection, hasForeignKeys)
                return true
            }
        }
    }

    /// Throws if a table of the step has a temporary trigger: since 3.35 SQLite runs these even if triggers are
    /// disabled.
    private static func expectNoTemporaryTrigger(of step: LoggedStep, on db: FMDatabase) throws(FMError) {
        let tables = Set(step.changes.map(\.table.foldedAsName))
        let triggers = try db.rows(
            "SELECT name, tbl_name FROM sqlite_temp_master WHERE type = 'trigger'", as: (String, String).self)
        guard let trigger = triggers.first(where: { tables.contains($0.1.foldedAsName) }) else { return }
        throw FMError(
            .misuse,
            "the transaction cannot be undone while the table \(trigger.1) has the temporary trigger \(trigger.0); drop the trigger"
        )
    }

    private func run(_ connection: Connection, _ hasForeignKeys: Bool) throws {
        // If another connection has committed since the step, its rows may reference rows that this undo removes.
        let isAlone = step.witness != nil && step.witness == CommitWitness(connection)
        let asksKeys = !isAlone && hasForeignKeys
        let before = asksKeys ? try violations() : 0
        for change in step.changes.reversed() { try undo(change) }
        guard asksKeys, try violations() > before else { return }
        throw FMError(.abort, "the transaction cannot be undone: foreign keys would be violated")
    }

    private func violations() throws(FMError) -> Int {
        try db.value("SELECT count(*) FROM pragma_foreign_key_check", as: Int.self)
    }

    private func undo(_ change: RowChange) throws(FMError) {
        let statement: UndoStatement?
        switch layouts.role(of: change.table) {
        case .table(let layout): statement = UndoStatement(change, layout, isText: false)
        case .text(let layout): statement = UndoStatement(change, layout, isText: true)
        default: throw FMError(.internal, "internal error: the table \(change.table) cannot be undone")
        }
        guard let statement else { return }
        guard try db.execute(statement.sql) == 1 else {
            throw FMError(
                .abort,
                "the transaction cannot be undone: a row of the table \(change.table) was changed by another connection"
            )
        }
    }
}

/// The SQL statement that undoes the change of one row.
private struct UndoStatement {
    private var text = ""
    private var arguments = FMArguments()
    private let layout: RowLayout

    var sql: FMSQL { FMSQL(raw: text, arguments: arguments) }

    /// Creates the statement, or returns nil if there is nothing to undo.
    ///
    /// - Parameter isText: whether the row is stored text of a full-text table; its first value is the rowid.
    init?(_ change: RowChange, _ layout: RowLayout, isText: Bool) {
        self.layout = layout
        let old = isText ? Array(change.old.dropFirst()) : change.old
        let new = isText ? Array(change.new.dropFirst()) : change.new
        switch change.action {
        case .insertion:
            text = "DELETE FROM \(layout.table) WHERE "
            find(change.newRow, new, comparing: written)
        case .deletion: insert(change.oldRow, old)
        case .update:
            let changed = written.filter { column in
                change.blobColumn.map { $0 == column } ?? change.changes(isText ? column + 1 : column)
            }
            let renumbers = change.oldRow != change.newRow && isRowid
            guard renumbers || !changed.isEmpty else { return nil }
            text = "UPDATE OR ABORT \(layout.table) SET "
            set(changed, old, row: renumbers ? change.oldRow : nil)
            text += " WHERE "
            find(change.newRow, new, comparing: change.blobColumn == nil ? changed : [])
        }
    }

    /// The columns that can be written: all except generated columns.
    private var written: [Int] { layout.columns.indices.filter { !layout.columns[$0].isGenerated } }

    private var isRowid: Bool {
        if case .rowid = layout.key { true } else { false }
    }

    /// Appends a condition that is true for the row only if the row still has the values that the step left.
    private mutating func find(_ row: Int64, _ values: [FMValue?], comparing columns: [Int]) {
        var terms: [String] = []
        switch layout.key {
        case .rowid(let name):
            terms.append("\(name) = ?")
            arguments.append(row)
        case .columns(let key):
            // This comparison uses the key's own collation, so that SQLite finds the row through the key's index.
            for column in key { terms.append(term(column, values, "=")) }
            for column in key where !columns.contains(column) { terms.append(term(column, values)) }
        }
        for column in columns { terms.append(term(column, values)) }
        // Groups keep the expression below SQLite's depth limit.
        let groups = stride(from: 0, to: terms.count, by: 100).map { terms[$0..<min($0 + 100, terms.count)] }
        text += groups.map { "(" + $0.joined(separator: " AND ") + ")" }.joined(separator: " AND ")
    }

    private mutating func term(_ column: Int, _ values: [FMValue?], _ comparison: String? = nil) -> String {
        guard column < values.count, let value = values[column] else { return "1" }
        arguments.append(value)
        return "\(layout.columns[column].name) \(comparison.map { "\($0) ?" } ?? "IS ? COLLATE BINARY")"
    }

    private mutating func set(_ columns: [Int], _ values: [FMValue?], row: Int64?) {
        var assignments: [String] = []
        if case .rowid(let name) = layout.key, let row {
            assignments.append("\(name) = ?")
            arguments.append(row)
        }
        for column in columns {
            let (name, standard) = (layout.columns[column].name, layout.columns[column].standard)
            if let value = values[column] {
                assignments.append("\(name) = ?")
                arguments.append(value)
            } else {
                assignments.append("\(name) = \(standard.map { "(\($0))" } ?? "NULL")")
            }
        }
        text += assignments.joined(separator: ", ")
    }

    /// Creates the statement that inserts a row again. Columns for which the row stored no value are left out and get
    /// their default.
    private mutating func insert(_ row: Int64, _ values: [FMValue?]) {
        var names: [String] = []
        if case .rowid(let name) = layout.key {
            names.append(name)
            arguments.append(row)
        }
        for column in written {
            guard column < values.count, let value = values[column] else { continue }
            names.append(layout.columns[column].name)
            arguments.append(value)
        }
        let places = [String](repeating: "?", count: names.count).joined(separator: ", ")
        text = "INSERT OR ABORT INTO \(layout.table) (\(names.joined(separator: ", "))) VALUES (\(places))"
    }
}
