#if Tool
    import FMDB

    /// Makes the statements of an import.
    struct ImportStatements {
        /// The statements for records that have the same columns.
        struct Shape {
            let places: [Int]
            /// Runs first, where SQLite would refuse a new row for what it lacks though the row is there.
            var update: FMSQL?
            var insertion: FMSQL
            /// A key of which nothing is told.
            var missingKey: String?
        }

        let name: String
        let table: FMSchema.Table?
        let keys: [String]
        let conflicts: Importer.Conflicts

        func isKey(_ name: String) -> Bool { keys.contains { $0.columnKey == name.columnKey } }

        private func list(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }

        func shape(_ places: [Int], of all: [String]) -> Shape {
            let columns = places.map { all[$0] }
            let table = quoted(name)
            let values = columns.map { _ in "?" }.joined(separator: ", ")
            let insertion =
                columns.isEmpty
                ? "INSERT INTO \(table) DEFAULT VALUES" : "INSERT INTO \(table) (\(list(columns))) VALUES (\(values))"
            var shape = Shape(places: places, insertion: FMSQL(raw: insertion))
            guard conflicts != .reject else {
                let knowsKey = keys.contains { key in all.contains { $0.columnKey == key.columnKey } }
                if knowsKey { shape.missingKey = missingKey(columns) }
                return shape
            }
            shape.missingKey = missingKey(columns)
            guard !columns.isEmpty else { return shape }
            let others = columns.filter { !isKey($0) }
            guard conflicts == .update, !others.isEmpty || lacksValues(columns) else {
                shape.insertion = FMSQL(raw: insertion + " ON CONFLICT DO NOTHING")
                return shape
            }
            shape.insertion = FMSQL(
                raw: others.isEmpty
                    ? insertion
                    : "\(insertion) ON CONFLICT (\(list(keys))) DO UPDATE SET \(others.map { "\(quoted($0)) = excluded.\(quoted($0))" }.joined(separator: ", "))"
            )
            if lacksValues(columns) { shape.update = update(columns) }
            return shape
        }

        private func quoted(_ name: String) -> String { FMSQL.quoted(identifier: name) }

        func missingKey(_ columns: [String]) -> String? {
            keys.first { key in !columns.contains { $0.columnKey == key.columnKey } }
        }

        /// Whether a new row would be refused for a column that the record does not have.
        private func lacksValues(_ columns: [String]) -> Bool {
            table?.columns.contains { column in
                column.isNotNull && column.defaultValue == nil && !column.isGenerated
                    && !columns.contains { $0.columnKey == column.name.columnKey }
            } ?? false
        }

        /// Numbered parameters: the values are those of the insertion.
        private func update(_ columns: [String]) -> FMSQL {
            let terms = columns.enumerated().map { (isKey: isKey($1), term: "\(quoted($1)) = ?\($0 + 1)") }
            let others = terms.filter { !$0.isKey }.map(\.term)
            let changes = others.isEmpty ? ["\(quoted(keys[0])) = \(quoted(keys[0]))"] : others
            return FMSQL(
                raw:
                    "UPDATE \(quoted(name)) SET \(changes.joined(separator: ", ")) WHERE \(terms.filter(\.isKey).map(\.term).joined(separator: " AND "))"
            )
        }
    }
#endif
