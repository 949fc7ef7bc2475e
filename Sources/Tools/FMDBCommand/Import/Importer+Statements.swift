#if Tool
    import FMDB

    extension Importer {
        /// The statements for records that have the same columns.
        struct Shape {
            let places: [Int]
            /// The UPDATE that runs before the INSERT if the record lacks columns. The INSERT alone could fail for a row that exists,
            /// because a constraint rejects a missing column's default.
            var update: FMSQL?
            var insertion: FMSQL
            /// A key column that the record lacks, or nil.
            var missingKey: String?
        }

        func isKey(_ name: String) -> Bool { keys.contains { $0.nameKey == name.nameKey } }

        func shape(_ places: [Int]) -> Shape {
            let (name, all) = (options.table, reader.columns)
            let columns = places.map { all[$0] }
            let values = columns.map { _ in "?" }.joined(separator: ", ")
            let insertion: FMSQL =
                columns.isEmpty
                ? "INSERT INTO \(identifier: name) DEFAULT VALUES"
                : "INSERT INTO \(identifier: name) (\(columns.columnList)) VALUES (\(raw: values))"
            var shape = Shape(places: places, insertion: insertion)
            let knowsKey = keys.contains { key in all.contains { $0.nameKey == key.nameKey } }
            if needsKey || knowsKey { shape.missingKey = missingKey(columns) }
            guard options.conflicts != .reject, !columns.isEmpty else { return shape }
            guard options.conflicts == .update else {
                shape.insertion += " ON CONFLICT DO NOTHING"
                return shape
            }
            let changes = columns.filter { !isKey($0) }.map {
                "\(identifier: $0) = excluded.\(identifier: $0)" as FMSQL
            }
            let action: FMSQL = changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes.joined(separator: ", "))"
            shape.insertion += " ON CONFLICT (\(keys.columnList)) DO \(action)"
            if isPartial(columns) { shape.update = update(columns) }
            return shape
        }

        func missingKey(_ columns: [String]) -> String? {
            keys.first { key in !columns.contains { $0.nameKey == key.nameKey } }
        }

        /// Whether the table has a column that the record lacks and that is not generated.
        private func isPartial(_ columns: [String]) -> Bool {
            table?.columns.contains { column in
                !column.isGenerated && !columns.contains { $0.nameKey == column.name.nameKey }
            } ?? false
        }

        /// Returns the UPDATE. Its parameters are numbered, so it takes the same values as the INSERT.
        private func update(_ columns: [String]) -> FMSQL {
            let terms = columns.enumerated().map {
                (isKey: isKey($1), term: "\(identifier: $1) = ?\(raw: String($0 + 1))" as FMSQL)
            }
            let others = terms.filter { !$0.isKey }.map(\.term)
            let changes = others.isEmpty ? ["\(identifier: keys[0]) = \(identifier: keys[0])"] : others
            let condition = terms.filter(\.isKey).map(\.term).joined(separator: " AND ")
            return "UPDATE \(identifier: options.table) SET \(changes.joined(separator: ", ")) WHERE \(condition)"
        }
    }
#endif
