#if Tool
    import FMDB

    /// Finds missing and superfluous indexes, and declarations that do not do what they seem to.
    struct SchemaAdvice {
        let schema: FMSchema

        func advice() -> [Advice] {
            let tables = schema.tables.filter { !$0.isInternal && !$0.isShadow && !$0.isVirtual }
            let found = tables.flatMap { missingIndexes($0) + duplicateIndexes($0) + nullableKeys($0) }
            let broken = schema.tables.compactMap { table in
                table.problem.map {
                    Advice(
                        .warning, "schema", "The table \(table.name) cannot be used: \($0).",
                        "Open it with the module or function that it needs.")
                }
            }
            let brokenViews = schema.views.compactMap { view in
                view.problem.map {
                    Advice(
                        .warning, "schema", "The view \(view.name) cannot be used: \($0).",
                        "Drop it: DROP VIEW \(quoted(view.name))")
                }
            }
            let all = broken + brokenViews + found
            return all.isEmpty
                ? [.init(.fine, "indexes", "No index is missing for a foreign key, and none is superfluous.")] : all
        }

        private func quoted(_ name: String) -> String { FMSQL.quoted(identifier: name) }

        // MARK: Indexes

        /// Finds foreign keys without an index. Without one, each DELETE in the parent table scans all of this table.
        private func missingIndexes(_ table: FMSchema.Table) -> [Advice] {
            table.foreignKeys.compactMap { key in
                if key.columns.count == 1, key.columns[0].nameKey == table.rowIDAlias?.nameKey { return nil }
                guard !table.indexes.contains(where: { !$0.isPartial && $0.begins(with: key.columns) }) else {
                    return nil
                }
                let name = "\(table.name)_\(key.columns.joined(separator: "_"))"
                let list = FMSQL.list(key.columns)
                return .init(
                    .warning, "indexes",
                    "The foreign key \(table.name)(\(key.columns.joined(separator: ", "))) has no index: each DELETE and each change of a key in \(key.table) reads all of \(table.name).",
                    "CREATE INDEX \(quoted(name)) ON \(quoted(table.name)) (\(list))")
            }
        }

        /// Finds superfluous indexes. An index is superfluous if another index begins with its columns.
        private func duplicateIndexes(_ table: FMSchema.Table) -> [Advice] {
            let indexes = table.indexes
            return indexes.enumerated().compactMap { place, index in
                guard index.origin == .statement, !index.isUnique else { return nil }
                let terms = index.comparedTerms
                let cover = indexes.enumerated().first { otherPlace, other in
                    guard place != otherPlace, other.condition == index.condition else { return false }
                    let others = other.comparedTerms
                    guard others.count >= terms.count, Array(others.prefix(terms.count)) == terms else { return false }
                    // Of two equal indexes, the later one is superfluous.
                    return others.count > terms.count || other.isUnique || other.origin != .statement
                        || otherPlace < place
                }?.element
                guard let cover else { return nil }
                let by =
                    cover.origin == .statement
                    ? "the index \(cover.name)" : "the \(cover.origin == .unique ? "UNIQUE constraint" : "primary key")"
                return .init(
                    .warning, "indexes",
                    "The index \(index.name) on \(table.name) is superfluous: \(by) begins with the same columns.",
                    "DROP INDEX \(quoted(index.name))")
            }
        }

        /// Finds primary keys that may be NULL. See the note on NULL in [PRIMARY
        /// KEY](https://sqlite.org/lang_createtable.html#the_primary_key).
        private func nullableKeys(_ table: FMSchema.Table) -> [Advice] {
            guard table.rowIDAlias == nil, !table.isWithoutRowID, !table.isStrict else { return [] }
            let columns = table.columns.filter { $0.key > 0 && !$0.isNotNull }.map(\.name)
            guard !columns.isEmpty else { return [] }
            return [
                .init(
                    .hint, "schema",
                    "The primary key of \(table.name) may be NULL in several rows: \(columns.joined(separator: ", ")) is not declared NOT NULL.",
                    "Declare it NOT NULL when you recreate the table.")
            ]
        }
    }

    extension FMSchema.Index {
        /// The tokens of the terms. Names are case-folded; literals within expressions are not.
        fileprivate var comparedTerms: [[ExactText]] {
            terms.map { SQLToken.split($0).folded().map { ExactText($0) } }
        }
    }
#endif
