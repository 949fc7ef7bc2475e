#if Checked
    import FMDB
    import Foundation

    /// Runs queries with and without an index on a temporary copy of a database file.
    final class IndexMeasurement {
        private let folder: URL
        private let database: FMDatabase
        private let schema: FMSchema

        private static let runs = 5
        private static let longest = Duration.seconds(2)

        init(of path: String, _ schema: FMSchema, _ additions: [AddedName]) throws {
            self.schema = schema
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("fmdb-check-\(UUID().uuidString)")
            let copy = folder.appendingPathComponent("copy.db").path
            database = FMDatabase(path: copy)
            database.logsErrors = false
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let source = try FMDatabase.reading(path)
            defer { source.close() }
            try source.backup(to: copy)
            guard database.open() else { throw database.lastError() }
            SchemaCopy.add(additions, to: database)
        }

        deinit {
            database.close()
            try? FileManager.default.removeItem(at: folder)
        }

        func measurement(of statement: FMQueryAdvice.Statement) -> FMQueryAdvice.Measurement {
            do {
                let description = try database.statementDescription(of: FMSQL(raw: statement.sql))
                guard description.isReadOnly else { return .init("it is not a query") }
                guard let values = values(for: statement.sql, description.parameters) else {
                    return .init("a value for one of its parameters is not known")
                }
                let sql = FMSQL(raw: statement.sql, arguments: FMArguments(values))
                let before = try time(sql)
                try database.execute("SAVEPOINT measurement")
                defer {
                    _ = try? database.execute("ROLLBACK TO measurement")
                    _ = try? database.execute("RELEASE measurement")
                }
                for index in statement.indexes { try database.execute(FMSQL(raw: index)) }
                return FMQueryAdvice.Measurement(before: before, after: try time(sql), reason: nil)
            } catch {
                return .init("it failed: \((error as? FMError)?.message ?? "\(error)")")
            }
        }

        /// Returns a value from the middle of the table for each parameter that is compared with a column.
        ///
        /// - Returns: nil if the value for a parameter is not known.
        private func values(for sql: String, _ parameters: [String?]) -> [FMValue]? {
            let names = StatementNames(sql, in: schema)
            var known: [Int: FMValue] = [:]
            for table in schema.tables where !names.names(of: table).isEmpty {
                let terms = StatementTerms(names, of: table)
                for number in terms.limits { known[number] = .integer(20) }
                for (number, column) in terms.parameters where known[number] == nil {
                    known[number] = middle(of: column, in: table)
                }
            }
            let values = parameters.indices.map { parameters[$0] == nil ? known[$0] : nil }
            return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
        }

        private func middle(of column: String, in table: FMSchema.Table) -> FMValue? {
            let name = FMSQL.quoted(identifier: table.name)
            return try? database.value(
                """
                SELECT \(identifier: column) FROM \(raw: name)
                LIMIT 1 OFFSET (SELECT count(*) / 2 FROM \(raw: name))
                """, as: FMValue.self)
        }

        /// Returns the milliseconds that SQLite took in the shortest run.
        private func time(_ sql: FMSQL) throws -> Double {
            let last = Locked(Duration.zero)
            database.eventHandler = { event in
                if case .statementEnded(let run) = event { last.withLock { $0 = run.duration } }
            }
            defer { database.eventHandler = nil }
            var (shortest, spent) = (Duration.seconds(1_000_000), Duration.zero)
            for run in 0...Self.runs where run == 0 || spent < Self.longest {
                try database.forEachRow(sql) { _ in }
                spent += last.value
                shortest = min(shortest, last.value)
            }
            return shortest / .milliseconds(1)
        }
    }

    extension FMQueryAdvice.Measurement {
        fileprivate init(_ reason: String) { self.init(before: nil, after: nil, reason: reason) }
    }
#endif
