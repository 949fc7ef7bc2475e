#if Checked
    import FMDB

    /// The clauses of a query, found from its tokens.
    struct SQLClauses {
        /// Whether the query has UNION, EXCEPT, INTERSECT or NATURAL.
        private(set) var isCompound = false
        /// Whether the query has WITH, or a subquery in FROM.
        private(set) var hasInnerQuery = false
        /// Whether the query has GROUP BY or HAVING.
        private(set) var hasGroups = false
        /// The token after FROM in the outermost query.
        private(set) var source: SQLToken?
        /// The result expressions of the outermost query, or an empty array if one is `*`.
        private(set) var items: [ArraySlice<SQLToken>] = []
        /// Whether the query has none of WHERE, ON, HAVING and USING.
        private(set) var hasNoConditions = true
        /// The indexes of tokens in conditions that filter rows: all conditions except those of `LEFT JOIN`.
        private(set) var filteringPlaces: [Int] = []
        /// The folded names of the words in conditions.
        private(set) var conditionNames: Set<String> = []

        private let tokens: [SQLToken]

        private enum Part { case list, from, condition, other }

        init(of statement: SQLStatement) {
            tokens = statement.tokens
            var parts: [Part] = [.other]
            // For the top level and each open parenthesis, whether the current token follows LEFT JOIN and its table's conditions have not
            // ended.
            var isLeftJoin = [false]
            for (index, token) in tokens.enumerated() {
                if token.isSign("(") {
                    parts.append(parts.last ?? .other)
                    isLeftJoin.append(false)
                } else if token.isSign(")"), parts.count > 1 {
                    parts.removeLast()
                    isLeftJoin.removeLast()
                } else if token.kind == .word {
                    read(token, index, &parts)
                }
                if token.isSign(",", ";") || token.isWord("WHERE", "GROUP", "ORDER", "LIMIT", "WINDOW")
                    || token.isWord("JOIN", "LEFT", "CROSS", "INNER", "RIGHT", "FULL")
                {
                    isLeftJoin[isLeftJoin.count - 1] = self.isLeftJoin(at: index)
                }
                guard parts.last == .condition else { continue }
                hasNoConditions = false
                if !isLeftJoin.contains(true) { filteringPlaces.append(index) }
                if token.mayBeName { conditionNames.insert(token.folded) }
            }
            items = Self.items(of: SQLToken.split(statement.sql))
        }

        func isLeftJoin(at place: Int) -> Bool {
            guard place > 1, tokens[place].isWord("JOIN") else { return false }
            return tokens[tokens[place - 1].isWord("OUTER") ? place - 2 : place - 1].isWord("LEFT")
        }

        private mutating func read(_ word: SQLToken, _ index: Int, _ parts: inout [Part]) {
            if word.isWord("UNION", "EXCEPT", "INTERSECT", "NATURAL") { isCompound = true }
            if word.isWord("WITH") || word.isWord("SELECT", "VALUES") && parts.last == .from { hasInnerQuery = true }
            if word.isWord("GROUP", "HAVING") { hasGroups = true }
            // Everything inside a condition, even a subquery, is part of the condition.
            let isInCondition = parts.count > 1 && parts[parts.count - 2] == .condition
            guard !isInCondition, let part = Self.part(of: word) else { return }
            if part == .from, parts.count == 1, source == nil, word.isWord("FROM") {
                source = tokens.dropFirst(index + 1).first
            }
            parts[parts.count - 1] = part
        }

        private static func part(of word: SQLToken) -> Part? {
            if word.isWord("SELECT", "RETURNING") { return .list }
            if word.isWord("FROM", "JOIN", "LEFT", "CROSS", "INNER", "RIGHT", "FULL") { return .from }
            if word.isWord("WHERE", "ON", "HAVING", "USING") { return .condition }
            return word.isWord("GROUP", "ORDER", "LIMIT", "WINDOW", "SET", "UNION", "EXCEPT", "INTERSECT")
                ? .other : nil
        }

        /// Returns the folded alias of the table at the given token index, or nil if it has none.
        func alias(behind place: Int) -> String? {
            guard place + 1 < tokens.count else { return nil }
            let next = tokens[place + 1].isWord("AS") ? place + 2 : place + 1
            guard next < tokens.count, tokens[next].mayBeName,
                !tokens[next].isWord("ON", "USING", "WHERE", "LEFT", "JOIN")
            else { return nil }
            return tokens[next].folded
        }

        /// Returns the expressions between SELECT and FROM.
        private static func items(of tokens: [SQLToken]) -> [ArraySlice<SQLToken>] {
            guard tokens.first?.isWord("SELECT") == true else { return [] }
            let list = tokens.dropFirst(tokens.count > 1 && tokens[1].isWord("DISTINCT", "ALL") ? 2 : 1).prefix {
                !$0.isSign(";")
                    && !$0.isWord("FROM", "WHERE", "ORDER", "LIMIT", "GROUP", "UNION", "EXCEPT", "INTERSECT")
            }
            let items = list.split { $0.isSign(",") }
            return items.contains { $0.last?.isSign("*") == true } ? [] : items
        }
    }
#endif
