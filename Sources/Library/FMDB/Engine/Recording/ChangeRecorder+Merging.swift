import FMDBSQLiteC

/// Adds the changes of an execution to the top layer.
extension ChangeRecorder {
    /// Whether a statement may delete rows that SQLite does not count. SQLite before 3.30 does not count the rows if
    /// all rows of a WITHOUT ROWID table are deleted.
    func hidesDeletions(_ tables: StatementTables) -> Bool {
        sqlite3_libversion_number() < 3_030_000 && tables.writes.values.contains { $0.deletes }
    }

    func merge(_ run: WriteRun, _ tables: StatementTables, asksSchema: Bool) {
        let top = layers.count - 1
        for (table, changes) in run.tables { layers[top].changes.change(table) { $0.formUnion(changes) } }
        let isComplete = Int(run.counted) == run.told && !(run.counted == 0 && hidesDeletions(tables))
        for (table, writes) in tables.writes {
            let isTold = run.tables[table] != nil
            guard isTold || !isComplete && mayHideChanges(of: table, writes, tables, asksSchema) else { continue }
            layers[top].changes.change(table) { changes in
                if !isTold { changes.becomeWhole(writes) }
                // The statement itself did not delete all rows at once, because rows were reported. But a trigger may
                // have done so.
                if !isComplete, writes.deletesInTrigger { changes.deleted.becomeWholeTable() }
                if replaces(table, writes, tables) { changes.deleted.becomeWholeTable() }
            }
            guard writes.updates, run.tables[table].map({ !$0.updated.isEmpty }) ?? false else { continue }
            guard !asksSchema || tables.mayRenumber(table, on: handle) else { continue }
            layers[top].changes.change(table) { $0.updated.becomeWholeTable() }
        }
        if !isComplete, tables.writes.isEmpty, run.tables.isEmpty { layers[top].changes.isUnknown = true }
    }

    /// Whether a REPLACE may have deleted rows, which SQLite does not report.
    func replaces(_ table: TableKey, _ writes: StatementTables.Writes, _ tables: StatementTables) -> Bool {
        (writes.inserts || writes.updates) && (tables.mentionsReplace || (traits?.mayReplace(table) ?? true))
    }

    func mergeSchema(_ tables: StatementTables) {
        let top = layers.count - 1
        layers[top].changes.schemas.formUnion(tables.schemas)
        for (table, writes) in tables.writes { layers[top].changes.change(table) { $0.becomeWhole(writes) } }
        for table in tables.altered { layers[top].changes.change(table) { $0.updated.becomeWholeTable() } }
    }
}
