#if Checked
    import FMDB

    /// Which part of a query each token belongs to.
    struct SQLClauses {
        /// Whether UNION and the like, or NATURAL, occur.
        private(set) var isCompound = false
        /// Whether there is a query in WITH, or in parentheses behind FROM.
        private(set) var hasInnerQuery = false
        /// Whether GROUP BY or HAVING occur.
        private(set) var hasGroups = false
        /// Where FROM of the outermost query stands.
        private(set) var from: Int?
        /// The columns of the outermost query; empty if `*` is among them.
        private(set) var items: [ArraySlice<SQLToken>] = []
        /// The places of tokens that belong to conditions: WHERE, ON, HAVING, USING, and all within them.
        private(set) var conditionPlaces: [Int] = []
        /// The folded names in conditions.
        private(set) var conditionNames: Set<String> = []

        private let tokens: [SQLToken]

        private enum Part { case list, from, condition, other }

        init(of statement: SQLStatement) {
            tokens = statement.tokens
            var parts: [Part] = [.other]
            for index in tokens.indices {
                let token = tokens[index]
                if token.isSign("(") {
                    parts.append(parts.last ?? .other)
                } else if token.isSign(")") {
                    if parts.count > 1 { parts.removeLast() }
                } else if token.kind == .word {
                    read(token, index, &parts)
                }
                guard parts.last == .condition else { continue }
                conditionPlaces.append(index)
                if token.mayBeName { conditionNames.insert(token.folded) }
            }
            items = Self.items(of: tokens)
        }

        var hasNoConditions: Bool { conditionPlaces.isEmpty }

        private mutating func read(_ word: SQLToken, _ index: Int, _ parts: inout [Part]) {
            if word.isWord("UNION", "EXCEPT", "INTERSECT", "NATURAL") { isCompound = true }
            if word.isWord("WITH") || word.isWord("SELECT", "VALUES") && parts.last == .from { hasInnerQuery = true }
            if word.isWord("GROUP", "HAVING") { hasGroups = true }
            // Within a condition all is a condition, another query, too.
            let isInCondition = parts.count > 1 && parts[parts.count - 2] == .condition
            guard !isInCondition, let part = Self.part(of: word) else { return }
            if part == .from, parts.count == 1, from == nil, word.isWord("FROM") { from = index }
            parts[parts.count - 1] = part
        }

        private static func part(of word: SQLToken) -> Part? {
            if word.isWord("SELECT", "RETURNING") { return .list }
            if word.isWord("FROM", "JOIN", "LEFT", "CROSS", "INNER", "RIGHT", "FULL") { return .from }
            if word.isWord("WHERE", "ON", "HAVING", "USING") { return .condition }
            return word.isWord("GROUP", "ORDER", "LIMIT", "WINDOW", "SET", "UNION", "EXCEPT", "INTERSECT")
                ? .other : nil
        }

        /// The folded alias of the table at a place.
        func alias(behind place: Int) -> String? {
            guard place + 1 < tokens.count else { return nil }
            let next = tokens[place + 1].isWord("AS") ? place + 2 : place + 1
            guard next < tokens.count, tokens[next].mayBeName,
                !tokens[next].isWord("ON", "USING", "WHERE", "LEFT", "JOIN")
            else { return nil }
            return tokens[next].folded
        }

        /// The tokens of the condition of a join: all up to the next join or clause of the same query.
        func condition(ofJoinAt join: Int) -> Range<Int> {
            let rest = tokens[(join + 1)...]
            let end = rest.outerPlaces.first { place in
                tokens[place].isSign(",", ";")
                    || tokens[place].isWord(
                        "JOIN", "LEFT", "CROSS", "INNER", "RIGHT", "FULL", "WHERE", "GROUP", "ORDER", "LIMIT", "WINDOW")
            }
            // Without one, a parenthesis closes the query, or it ends.
            return join..<(end ?? rest.closingPlace)
        }

        /// The places of conditions that leave rows out: all but those of `LEFT JOIN`.
        var filteringPlaces: [Int] {
            let own = tokens.indices.filter { index in
                guard index > 0, tokens[index].isWord("JOIN") else { return false }
                let before = index > 1 && tokens[index - 1].isWord("OUTER") ? index - 2 : index - 1
                return tokens[before].isWord("LEFT")
            }.map { condition(ofJoinAt: $0) }
            return conditionPlaces.filter { place in !own.contains { $0.contains(place) } }
        }

        /// The columns between SELECT and FROM.
        private static func items(of tokens: [SQLToken]) -> [ArraySlice<SQLToken>] {
            guard tokens.first?.isWord("SELECT") == true else { return [] }
            var start = 1
            if tokens.count > 1, tokens[1].isWord("DISTINCT", "ALL") { start = 2 }
            let list = tokens[start...]
            let outer = list.outerPlaces
            let isStar = { (place: Int) in
                tokens[place].isSign("*") && (place == start || tokens[place - 1].isSign(".", ","))
            }
            let end = outer.first { place in
                tokens[place].isSign(";")
                    || tokens[place].isWord("FROM", "WHERE", "ORDER", "LIMIT", "GROUP", "UNION", "EXCEPT", "INTERSECT")
            }
            let own = outer.prefix { $0 < end ?? tokens.endIndex }
            if own.contains(where: isStar) { return [] }
            return tokens[start..<(end ?? tokens.endIndex)].split(at: own.filter { tokens[$0].isSign(",") })
        }
    }
#endif
