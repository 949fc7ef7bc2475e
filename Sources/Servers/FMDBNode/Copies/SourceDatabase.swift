#if Node && os(Linux)
    import FMDB

    /// The SQLite file to restore.
    struct SourceDatabase {
        let db: FMDatabase
        /// The CREATE TABLE statements, virtual tables last.
        let tables: [String]
        /// The names of the tables that those statements create.
        let tableNames: [String]
        /// The statements that create indexes, views and triggers.
        let others: [String]
        /// The tables whose rows are sent, without SQLite's internal tables.
        let contents: [SourceTable]
        let hasSequence: Bool
        let hasStatistics: Bool

        /// Opens the file and reads all of it once, to find values that a node would reject before anything is sent.
        init(_ path: String) throws {
            guard FileManager.default.fileExists(atPath: path) else {
                throw NodeError(.cannotUse, "there is no file \(path)")
            }
            db = FMDatabase(path: path)
            db.logsErrors = false
            guard db.open(withFlags: 1) else { throw db.lastError() }
            let shadows = try Set(db.rows("SELECT name FROM pragma_table_list WHERE type = 'shadow'", as: String.self))
            let made = try db.rows(
                """
                SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                ORDER BY sql LIKE 'CREATE VIRTUAL%', rowid
                """, as: (String, String).self
            ).filter { !shadows.contains($0.0) }
            tableNames = made.map(\.0)
            tables = made.map(\.1)
            others = try db.rows(
                """
                SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL
                ORDER BY CASE type WHEN 'index' THEN 0 WHEN 'view' THEN 1 ELSE 2 END, rowid
                """, as: String.self)
            let db = db
            contents = try db.rows(
                """
                SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')
                AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC, name
                """, as: (String, String, Bool).self
            ).map { try SourceTable($0, isShadow: $1 == "shadow", withoutRowID: $2, in: db) }
            let own = try db.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite%'", as: String.self)
            hasSequence = own.contains("sqlite_sequence")
            hasStatistics = own.contains("sqlite_stat1")
            try expectSendable()
        }

        private func expectSendable() throws {
            for table in contents {
                try db.forEachRow(table.query) { row in
                    for case .text(let text) in try row.values() where text.utf8.contains(0) {
                        throw NodeError(
                            .wrongState,
                            "the table \(table.name) has a TEXT value with U+0000, where a node would cut it: store it as a BLOB"
                        )
                    }
                }
            }
        }
    }
#endif
