/// The parts of a `CREATE INDEX` statement that SQLite does not report: expressions, and the condition of a partial index.
package struct IndexDefinition: Sendable {
    package let isUnique: Bool
    /// Columns and expressions, with their collations and orders.
    package let terms: [[SQLToken]]
    /// The condition of a partial index; empty for all rows.
    package let condition: [SQLToken]

    /// - Returns: nil if the statement cannot be parsed.
    package init?(_ sql: String) {
        let tokens = SQLToken.split(sql)
        guard tokens.first?.keyword == "CREATE", let place = tokens.firstIndex(where: { $0.kind == .group }) else {
            return nil
        }
        isUnique = tokens[1].keyword == "UNIQUE"
        terms = tokens[place].inner.betweenCommas
        condition = Array(tokens[(place + 1)...].drop { $0.keyword == "WHERE" })
    }
}

extension [SQLToken] {
    /// Returns the tokens as strings, for comparisons. Names are in lower case and without quotes.
    ///
    /// - Parameter renames: the new names of renamed columns by their old names, both in lower case.
    package func folded(_ renames: [String: String] = [:]) -> [String] {
        let tokens = opened
        return tokens.enumerated().map { index, token in
            guard [.word, .quoted, .number, .blob].contains(token.kind) else { return token.text }
            let name = token.name.foldedAsName
            // A function may have the same name as a renamed column.
            let isFunction = index + 1 < tokens.count && tokens[index + 1].isSign("(")
            return isFunction ? name : renames[name] ?? name
        }
    }

    /// Returns whether one of the given columns occurs in the tokens.
    package func mention(_ columns: [String]) -> Bool { contains { token in columns.contains { token.mentions($0) } } }

    package var withoutOrder: [SQLToken] {
        last.map { ["ASC", "DESC"].contains($0.keyword) } == true ? dropLast() : self
    }
}
