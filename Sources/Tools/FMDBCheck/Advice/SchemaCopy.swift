#if Checked
    import FMDB

    /// An in-memory copy of a database's schema and statistics. SQLite plans statements on it, and indexes can be tried in it.
    final class SchemaCopy {
        private let source: FMDatabase
        private let copy = FMDatabase(path: nil)
        let schema: FMSchema
        private(set) var problems: [String] = []
        /// The numbers in the `stat` column of `sqlite_stat1`, by the folded name of the table or index.
        private var statistics: [String: [Int]] = [:]
        private var counted: [String: Int] = [:]
        /// The sizes of groups of rows with equal values, by the folded table name and the columns.
        private var groups: [String: [String: RowGroups]] = [:]

        /// - Parameter additions: functions and collations that the program registers. The copy defines them as stubs.
        init(of path: String, additions: [AddedName]) throws {
            source = try FMDatabase.reading(path)
            copy.logsErrors = false
            guard copy.open() else { throw copy.lastError() }
            for database in [source, copy] { SchemaCopy.add(additions, to: database) }
            schema = try source.schema()
            try copyObjects()
            try copyStatistics()
        }

        var hasStatistics: Bool { !statistics.isEmpty }

        static func add(_ additions: [AddedName], to database: FMDatabase) {
            for addition in additions {
                switch addition.kind {
                case .function, .aggregate:
                    try? database.addFunction(
                        addition.name, argumentCount: addition.argumentCount.map { Int32($0) }, deterministic: true
                    ) { _ in .null }
                case .collation:
                    try? database.addCollation(addition.name) { $0 < $1 ? .orderedAscending : .orderedDescending }
                case .tokenizer, .database, .searchTable, .table, .unknownTables: break
                }
            }
        }

        private func copyObjects() throws {
            // A virtual table creates its own shadow tables.
            let shadows = Set(schema.tables.filter(\.isShadow).map(\.name.foldedAsName))
            let entries = try source.rows(
                "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
                as: (String, String).self)
            for (name, sql) in entries where !shadows.contains(name.foldedAsName) {
                do {
                    try copy.execute(FMSQL(raw: sql))
                } catch {
                    problems.append("\(name) is left out: \(error.message)")
                }
            }
        }

        /// Copies the statistics. See [The sqlite_stat1 Table](https://sqlite.org/fileformat2.html#stat1tab).
        private func copyStatistics() throws {
            guard source.tableExists("sqlite_stat1") else { return }
            let rows = try source.rows(
                "SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl IS NOT NULL", as: (String, String?, String?).self)
            guard !rows.isEmpty else { return }
            // ANALYZE creates the statistics tables, and leaves them empty because the copy has no rows.
            try copy.execute("ANALYZE")
            try copy.execute("DELETE FROM sqlite_stat1")
            for (table, index, stat) in rows {
                try copy.execute("INSERT INTO sqlite_stat1 VALUES (\(table), \(index), \(stat))")
                let numbers = (stat ?? "").split(separator: " ").compactMap { Int($0) }
                statistics[(index ?? table).foldedAsName] = numbers
                if let count = numbers.first {
                    counted[table.foldedAsName] = max(counted[table.foldedAsName] ?? 0, count)
                }
            }
            try copySamples()
            // `ANALYZE sqlite_master` makes SQLite load the copied rows. It writes no statistics.
            try copy.execute("ANALYZE sqlite_master")
        }

        private func copySamples() throws {
            guard source.tableExists("sqlite_stat4"), copy.tableExists("sqlite_stat4") else { return }
            try copy.execute("DELETE FROM sqlite_stat4")
            try source.forEachRow("SELECT tbl, idx, neq, nlt, ndlt, sample FROM sqlite_stat4") { row in
                let values = try (0..<6).map { try row.value(at: $0, as: FMValue.self) }
                try copy.execute(
                    FMSQL(raw: "INSERT INTO sqlite_stat4 VALUES (?, ?, ?, ?, ?, ?)", arguments: FMArguments(values)))
            }
        }
    }

    // MARK: - Plans

    extension SchemaCopy {
        private static let explainable = Set(words: "SELECT VALUES WITH INSERT REPLACE UPDATE DELETE")

        static func explainableStatements(of sql: String) -> [String] {
            SQLToken.split(sql).split { $0.isSign(";") }.compactMap { tokens in
                guard let first = tokens.first, explainable.contains(first.keyword) else { return nil }
                return [SQLToken](tokens).source
            }
        }

        func refusal(of sql: String) -> String {
            do throws(FMError) {
                _ = try copy.statementDescription(of: FMSQL(raw: sql))
                return "it has no plan"
            } catch {
                return error.message
            }
        }

        /// Returns the plan of a statement, with NULL for each parameter.
        ///
        /// - Returns: nil if SQLite refuses it.
        func plan(of sql: String) -> FMQueryPlan? {
            guard let parameters = try? copy.statementDescription(of: FMSQL(raw: sql)).parameters else { return nil }
            let values = FMArguments(parameters.map { _ in FMValue.null })
            return try? copy.queryPlan(of: FMSQL(raw: sql, arguments: values))
        }

        /// Creates the indexes in the copy, runs the body, and drops them.
        ///
        /// - Returns: nil if an index cannot be created.
        func having<Value>(_ indexes: [IndexProposal], _ body: () -> Value?) -> Value? {
            var made: [IndexProposal] = []
            defer { for index in made { _ = try? copy.execute("DROP INDEX \(identifier: index.name)") } }
            for index in indexes {
                guard (try? copy.execute(FMSQL(raw: index.sql))) != nil else { return nil }
                made.append(index)
            }
            return body()
        }
    }

    // MARK: - Numbers of rows

    extension SchemaCopy {
        typealias RowGroups = (average: Double, largest: Int)

        /// Returns the number of rows in a table, from `sqlite_stat1` if it has the table, else counted.
        func rowCount(of table: FMSchema.Table) -> Int {
            let key = table.name.foldedAsName
            if let count = counted[key] { return count }
            let count = (try? source.value("SELECT count(*) FROM \(identifier: table.name)", as: Int.self)) ?? 0
            counted[key] = count
            return count
        }

        /// Groups the table's rows by the given columns, and returns the average and the largest size of a group, counted in the database.
        ///
        /// - Parameter terms: the columns, each with its collation.
        /// - Returns: nil if the database has statistics only, and no rows to count.
        func groups(of table: FMSchema.Table, by terms: [String]) -> RowGroups? {
            let (key, list) = (table.name.foldedAsName, terms.joined(separator: ", "))
            if let known = groups[key]?[list] { return known }
            let sql: FMSQL = """
                SELECT count(*), max(n), sum(n) FROM
                (SELECT count(*) AS n FROM \(identifier: table.name) GROUP BY \(raw: list))
                """
            guard let (count, largest, rows) = try? source.rows(sql, as: (Int, Int?, Int?).self).first,
                count > 0, let largest, let rows
            else { return nil }
            let found = (average: Double(rows) / Double(count), largest: largest)
            groups[key, default: [:]][list] = found
            return found
        }
    }
#endif
