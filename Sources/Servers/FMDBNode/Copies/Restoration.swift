#if Node && os(Linux)
    import FMDB
    import FMDBCluster

    /// Copies a SQLite file into an empty database of a cluster by sending SQL statements.
    struct Restoration {
        /// The maximum size of a transaction. The leader sends it to the other nodes as one log entry.
        private static let maximumRows = 1000
        private static let maximumBytes = 4 << 20

        let source: SourceDatabase
        let target: FMClusterDatabase

        /// - Returns: the number of rows.
        func run() throws -> Int {
            try expectEmpty()
            do {
                try transaction { for sql in source.tables { try execute(sql) } }
                var rows = 0
                for table in source.contents { rows += try copy(table) }
                try transaction { for sql in source.others { try execute(sql) } }
                try copyOwnTables()
                try copyNumbers()
                return rows
            } catch {
                throw NodeError(.failed, "the restore has failed: \(reason(error)). \(empty())")
            }
        }

        private func expectEmpty() throws {
            let names = try target.rows(
                "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' LIMIT 3", as: String.self)
            guard names.isEmpty else {
                throw NodeError(
                    .wrongState,
                    """
                    the database "\(target.configuration.database)" of the cluster is not empty, it has \
                    \(names.joined(separator: ", ")). Nothing was changed. Restore into a new cluster, or under another name \
                    (--database)
                    """)
            }
        }

        /// Runs a transaction without foreign key checks, because the rows of a child table may be copied before those
        /// of its parent.
        private func transaction(_ body: () throws -> Void) throws {
            try target.execute("PRAGMA foreign_keys = OFF")
            try target.withTransaction(.immediate) { try body() }
        }

        private func execute(_ sql: String) throws { try target.execute(FMSQL(raw: sql)) }

        private func copy(_ table: SourceTable) throws -> Int {
            if table.isShadow { try transaction { try target.execute(table.deletion) } }
            let cursor = try source.db.query(table.query)
            defer { cursor.close() }
            var count = 0
            var isAtEnd = false
            while !isAtEnd {
                try transaction {
                    var (rows, bytes) = (0, 0)
                    while rows < Restoration.maximumRows, bytes < Restoration.maximumBytes, !isAtEnd {
                        let batch = try take(table.rowsPerStatement, from: cursor, &isAtEnd)
                        if !batch.isEmpty { try target.execute(table.insertion(of: batch)) }
                        rows += batch.count
                        bytes += batch.reduce(0) { $0 + $1.reduce(0) { $0 + size(of: $1) } }
                    }
                    count += rows
                }
            }
            let arrived = try target.value(table.count, as: Int.self)
            guard arrived == count else {
                throw NodeError(.failed, "the table \(table.name) has \(arrived) rows of \(count)")
            }
            return count
        }

        private func take(_ limit: Int, from cursor: FMResultSet, _ isAtEnd: inout Bool) throws -> [[FMValue]] {
            var rows: [[FMValue]] = []
            var bytes = 0
            while rows.count < limit, bytes < 1 << 20 {
                guard let row = try cursor.nextRow() else {
                    isAtEnd = true
                    break
                }
                rows.append(try row.values())
                bytes += rows[rows.count - 1].reduce(0) { $0 + size(of: $1) }
            }
            return rows
        }

        private func size(of value: FMValue) -> Int {
            switch value {
            case .null, .integer, .real: 8
            case .text(let text): text.utf8.count
            case .blob(let data): data.count
            }
        }

        /// Copies the AUTOINCREMENT counters, and runs ANALYZE if the source has statistics.
        private func copyOwnTables() throws {
            try transaction {
                if source.hasSequence {
                    try target.execute("DELETE FROM sqlite_sequence")
                    for (name, next) in try source.db.rows(
                        "SELECT name, seq FROM sqlite_sequence", as: (String, FMValue).self)
                    {
                        try target.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (\(name), \(next))")
                    }
                }
                if source.hasStatistics { try target.execute("ANALYZE") }
            }
        }

        private func copyNumbers() throws {
            for name in ["user_version", "application_id"] {
                let number = try source.db.value(FMSQL(raw: "PRAGMA \(name)"), as: Int.self)
                if number != 0 { try execute("PRAGMA \(name) = \(number)") }
            }
        }

        /// Removes the restored tables and views, so that another attempt finds an empty database.
        private func empty() -> String {
            do {
                try transaction {
                    for name in source.tableNames.reversed() {
                        try execute("DROP TABLE IF EXISTS \(FMSQL.quoted(identifier: name))")
                    }
                    for name in try target.rows("SELECT name FROM sqlite_master WHERE type = 'view'", as: String.self) {
                        try execute("DROP VIEW \(FMSQL.quoted(identifier: name))")
                    }
                }
                return "The database is empty again"
            } catch {
                return """
                    The database has some of the rows, and could not be emptied (\(reason(error))): drop its tables before \
                    another attempt
                    """
            }
        }
    }
#endif
