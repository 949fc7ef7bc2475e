#if Tool
    import FMDB

    /// Makes the statements of an import.
    struct ImportStatements {
        /// The statements for records that have the same columns.
        struct Shape {
            let places: [Int]
            /// Runs first, where SQLite might refuse a new row for what it lacks though the row is there.
            var update: FMSQL?
            var insertion: FMSQL
            /// A key of which nothing is told.
            var missingKey: String?
        }

        let name: String
        let table: FMSchema.Table?
        let keys: [String]
        let conflicts: Importer.Conflicts
        /// Whether each record must have the keys, and not only those of a source that knows one of them.
        let needsKey: Bool

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
            let knowsKey = keys.contains { key in all.contains { $0.columnKey == key.columnKey } }
            if needsKey || knowsKey { shape.missingKey = missingKey(columns) }
            guard conflicts != .reject, !columns.isEmpty else { return shape }
            guard conflicts == .update else {
                shape.insertion = FMSQL(raw: insertion + " ON CONFLICT DO NOTHING")
                return shape
            }
            let changes = columns.filter { !isKey($0) }.map { "\(quoted($0)) = excluded.\(quoted($0))" }
            let action = changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes.joined(separator: ", "))"
            shape.insertion = FMSQL(raw: "\(insertion) ON CONFLICT (\(list(keys))) DO \(action)")
            if isPartial(columns) { shape.update = update(columns) }
            return shape
        }

        private func quoted(_ name: String) -> String { FMSQL.quoted(identifier: name) }

        func missingKey(_ columns: [String]) -> String? {
            keys.first { key in !columns.contains { $0.columnKey == key.columnKey } }
        }

        /// Whether there is a column that the record does not have. A constraint may refuse its default.
        private func isPartial(_ columns: [String]) -> Bool {
            table?.columns.contains { column in
                !column.isGenerated && !columns.contains { $0.columnKey == column.name.columnKey }
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
