#if Checked
    import FMDB

    /// Checks the SQL of a source file.
    package struct Rules {
        let schema: CheckedSchema
        /// Whether the program sets a date format in FMDB, which then stores dates as text.
        let setsDateFormat: Bool
        private let types: [String: [RowType]]

        package init(schema: CheckedSchema, types: [RowType], setsDateFormat: Bool = false) {
            (self.schema, self.setsDateFormat) = (schema, setsDateFormat)
            self.types = Dictionary(grouping: types, by: \.name)
            schema.learn(types)
        }

        /// Adds the tables that the file's own SQL creates to the schema, and returns the file's findings in source order.
        package func findings(for facts: SourceFacts) -> [FMFinding] {
            schema.learn(from: [facts])
            var findings: [FMFinding] = []
            let reshaped = Set(facts.reshapings.flatMap(\.tables))
            let unsettled = schema.unsettledTables(facts)
            for use in facts.uses {
                var check = UseCheck(use: use, rules: self, reshaped: use.isOfMigration ? reshaped : unsettled)
                check.run()
                findings += check.findings
            }
            for type in facts.types { findings += modelFindings(type) }
            var seen: Set<FMFinding> = []
            return findings.filter { seen.insert($0).inserted }.sorted {
                ($0.place.line, $0.place.column, $0.message) < ($1.place.line, $1.place.column, $1.message)
            }
        }

        /// Returns the type with the given name, or nil if there is none or if several types with this name differ.
        func type(_ name: String) -> RowType? {
            guard let all = types[name], let first = all.first else { return nil }
            return all.allSatisfy { $0.properties == first.properties && $0.table == first.table } ? first : nil
        }

        /// Returns the findings for a model whose table lacks a column.
        private func modelFindings(_ type: RowType) -> [FMFinding] {
            guard let name = type.table, !type.decodesItself, let table = schema.shape.table(name),
                !schema.isUncertain(name)
            else { return [] }
            let columns = table.columns.map(\.name)
            return type.properties.filter { table.column($0.column) == nil }.map { property in
                var message =
                    "table \(table.name) has no column \"\(property.column)\" for \(type.name).\(property.name)"
                if let near = NearestName(to: property.column, in: columns).name {
                    message += " (did you mean \"\(near)\"?)"
                }
                return FMFinding(.warning, .rowType, at: property.place, message + "; upgradeTable would add it")
            }
        }
    }
#endif
