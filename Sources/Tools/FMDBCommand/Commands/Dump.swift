#if Tool
    import FMDB
    import Foundation

    /// Writes the statements that recreate the database.
    struct Dump {
        let db: FMDatabase
        let sink: ByteSink
        let progress: Progress

        /// - Parameter name: a table, or nil for all tables.
        /// - Returns: the number of rows, and notes for the user about what is left out.
        func run(only name: String?) throws -> (rows: Int, leftOut: [String]) {
            let parts = try db.schema().only(name.map { [$0] } ?? [])
            let tables = parts.tables.filter { !$0.isVirtual }
            let missing = parts.tables.filter(\.isVirtual).map(\.name)
            var leftOut = missing.map {
                "fmdb: the virtual table \($0) was skipped; copy the database with `fmdb backup` to keep it"
            }
            try sink.write("PRAGMA foreign_keys=OFF;\nBEGIN;\n")
            var rows = 0
            for table in tables {
                try sink.write(table.sql + ";\n")
                rows += try writeRows(of: table)
            }
            try writeCounters(of: tables)
            for table in tables { for sql in table.indexes.compactMap(\.sql) { try sink.write(sql + ";\n") } }
            for view in parts.views { try sink.write(view.sql + ";\n") }
            for trigger in parts.triggers {
                guard let table = missing.first(where: { Dump.uses(trigger, $0) }) else {
                    try sink.write(trigger.sql + ";\n")
                    continue
                }
                leftOut.append("fmdb: the trigger \(trigger.name) was skipped, because it uses \(table)")
            }
            if name == nil { try sink.write("PRAGMA user_version=\(try db.pragma(.userVersion));\n") }
            try sink.write("COMMIT;\n")
            return (rows, leftOut)
        }

        private func writeRows(of table: FMSchema.Table) throws -> Int {
            let names = table.columns.filter { !$0.isGenerated && !$0.isHidden }.map(\.name)
            let query: FMSQL = "SELECT \(names.columnList) FROM \(identifier: table.name)"
            let writer = InsertWriter(sink: sink, table: table.name, db: db)
            return try QueryRun(db: db, isWritable: true, progress: progress).run(query, to: writer)
        }

        /// Writes the largest rowids that AUTOINCREMENT has assigned, including those of deleted rows. See
        /// https://sqlite.org/autoinc.html
        private func writeCounters(of tables: [FMSchema.Table]) throws {
            guard try db.tableSchema("sqlite_sequence") != nil else { return }
            let counters = try db.rows("SELECT name, seq FROM sqlite_sequence ORDER BY rowid", as: (String, Int64).self)
            for (name, counter) in counters where tables.contains(where: { $0.name == name }) {
                let text = FMSQL.quoted(text: name)
                try sink.write("DELETE FROM sqlite_sequence WHERE name=\(text);\n")
                try sink.write("INSERT INTO sqlite_sequence(name,seq) VALUES(\(text),\(counter));\n")
            }
        }

        /// Whether a trigger reads or changes the table. True if the table's name follows a keyword such as FROM or INTO in the trigger.
        private static func uses(_ trigger: FMSchema.Trigger, _ table: String) -> Bool {
            let bare = NSRegularExpression.escapedPattern(for: table)
            let quoted = NSRegularExpression.escapedPattern(for: FMSQL.quoted(identifier: table))
            let name = "(\(bare)(?![\\w$])|\(quoted)|\\[\(bare)\\]|`\(bare)`|'\(bare)')"
            let word = "(\\b(into|from|join|on|update(\\s+or\\s+\\w+)?)\\b|,)"
            return trigger.sql.range(
                of: "\(word)\\s*(\"?main\"?\\s*\\.\\s*)?\(name)", options: [.regularExpression, .caseInsensitive])
                != nil
        }
    }
#endif
