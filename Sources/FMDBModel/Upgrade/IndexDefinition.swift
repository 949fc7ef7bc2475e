import FMDB

/// The text of `CREATE INDEX` in parts, as far as SQLite does not report it: expressions, and which rows it is of.
struct IndexDefinition {
    let isUnique: Bool
    /// Columns and expressions, with their collations and orders.
    let terms: [[SQLToken]]
    /// Which rows it is of; empty for all.
    let condition: [SQLToken]

    /// - Returns: nil if the text is not understood.
    init?(_ sql: String) {
        let tokens = SQLToken.split(sql)
        guard tokens.first?.keyword == "CREATE", let place = tokens.firstIndex(where: { $0.kind == .group }) else {
            return nil
        }
        isUnique = tokens[1].keyword == "UNIQUE"
        terms = tokens[place].inner.betweenCommas
        condition = Array(tokens[(place + 1)...].drop { $0.keyword == "WHERE" })
    }

    /// Whether it says the same as another one, once its columns have other names.
    func isSame(as other: IndexDefinition, _ names: ColumnNames) -> Bool {
        isUnique == other.isUnique && condition.folded(names) == other.condition.folded()
            && terms.map { $0.folded(names) } == other.terms.map { $0.folded() }
    }

    /// The index that a model would have for it.
    var wish: TableCreation.Index {
        let rows = condition.isEmpty ? nil : FMSchemaSQL(raw: condition.source)
        let isOfColumns = terms.allSatisfy { $0.count == 1 }
        return TableCreation.Index(
            isUnique: isUnique,
            isOfColumns
                ? FMIndex(terms.map { $0[0].name }, rows)
                : FMIndex(terms: terms.map { FMSchemaSQL(raw: $0.source) }, rows))
    }
}

/// The new names of renamed columns by the old ones, both in small letters.
typealias ColumnNames = [String: String]

extension [SQLToken] {
    /// The words, names and signs, to be compared: names are in small letters, whatever their quotes.
    func folded(_ renames: ColumnNames = [:]) -> [String] {
        let tokens = opened
        return tokens.enumerated().map { index, token in
            guard token.kind == .word || token.kind == .quoted else { return token.string }
            let name = token.name.foldedAsName
            // A function may have the name of a column.
            let isFunction = index + 1 < tokens.count && tokens[index + 1].isSign("(")
            return isFunction ? name : renames[name] ?? name
        }
    }

    /// Whether one of some columns occurs.
    func mention(_ columns: [String]) -> Bool {
        contains { token in columns.contains { token.mentions($0) } }
    }

    /// Without the order of an index behind it.
    var withoutOrder: [SQLToken] { last.map { ["ASC", "DESC"].contains($0.keyword) } == true ? dropLast() : self }
}
