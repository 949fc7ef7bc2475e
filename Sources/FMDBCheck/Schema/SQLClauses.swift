#if Checked
    import FMDB

    /// Which part of a query each piece belongs to.
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
        private(set) var items: [ArraySlice<SQLPiece>] = []
        /// The places of pieces that belong to conditions: WHERE, ON, HAVING, USING, and all within them.
        private(set) var conditionPlaces: [Int] = []
        /// The folded names in conditions.
        private(set) var conditionNames: Set<String> = []

        private let pieces: [SQLPiece]

        private enum Part { case list, from, condition, other }

        init(of statement: SQLStatement) {
            pieces = statement.pieces
            var parts: [Part] = [.other]
            for index in pieces.indices {
                let piece = pieces[index]
                if piece.isSign("(") {
                    parts.append(parts.last ?? .other)
                } else if piece.isSign(")") {
                    if parts.count > 1 { parts.removeLast() }
                } else if piece.kind == .word {
                    read(piece, index, &parts)
                }
                guard parts.last == .condition else { continue }
                conditionPlaces.append(index)
                if piece.mayBeName { conditionNames.insert(piece.folded) }
            }
            items = Self.items(of: pieces)
        }

        var hasNoConditions: Bool { conditionPlaces.isEmpty }

        private mutating func read(_ word: SQLPiece, _ index: Int, _ parts: inout [Part]) {
            if word.isWord("UNION", "EXCEPT", "INTERSECT", "NATURAL") { isCompound = true }
            if word.isWord("WITH") || word.isWord("SELECT", "VALUES") && parts.last == .from { hasInnerQuery = true }
            if word.isWord("GROUP", "HAVING") { hasGroups = true }
            // Within a condition all is a condition, another query, too.
            let isInCondition = parts.count > 1 && parts[parts.count - 2] == .condition
            guard !isInCondition, let part = Self.part(of: word) else { return }
            if part == .from, parts.count == 1, from == nil, word.isWord("FROM") { from = index }
            parts[parts.count - 1] = part
        }

        private static func part(of word: SQLPiece) -> Part? {
            if word.isWord("SELECT", "RETURNING") { return .list }
            if word.isWord("FROM", "JOIN", "LEFT", "CROSS", "INNER", "RIGHT", "FULL") { return .from }
            if word.isWord("WHERE", "ON", "HAVING", "USING") { return .condition }
            return word.isWord("GROUP", "ORDER", "LIMIT", "WINDOW", "SET", "UNION", "EXCEPT", "INTERSECT")
                ? .other : nil
        }

        /// The folded alias of the table at a place.
        func alias(behind place: Int) -> String? {
            guard place + 1 < pieces.count else { return nil }
            let next = pieces[place + 1].isWord("AS") ? place + 2 : place + 1
            guard next < pieces.count, pieces[next].mayBeName,
                !pieces[next].isWord("ON", "USING", "WHERE", "LEFT", "JOIN")
            else { return nil }
            return pieces[next].folded
        }

        /// The pieces of the condition of a join: all up to the next join or clause of the same query.
        func condition(ofJoinAt join: Int) -> Range<Int> {
            let rest = pieces[(join + 1)...]
            let end = rest.outerPlaces.first { place in
                pieces[place].isSign(",", ";")
                    || pieces[place].isWord(
                        "JOIN", "LEFT", "CROSS", "INNER", "RIGHT", "FULL", "WHERE", "GROUP", "ORDER", "LIMIT", "WINDOW")
            }
            // Without one, a parenthesis closes the query, or it ends.
            return join..<(end ?? rest.closingPlace)
        }

        /// The places of conditions that leave rows out: all but those of `LEFT JOIN`.
        var filteringPlaces: [Int] {
            let own = pieces.indices.filter { index in
                guard index > 0, pieces[index].isWord("JOIN") else { return false }
                let before = index > 1 && pieces[index - 1].isWord("OUTER") ? index - 2 : index - 1
                return pieces[before].isWord("LEFT")
            }.map { condition(ofJoinAt: $0) }
            return conditionPlaces.filter { place in !own.contains { $0.contains(place) } }
        }

        /// The columns between SELECT and FROM.
        private static func items(of pieces: [SQLPiece]) -> [ArraySlice<SQLPiece>] {
            guard pieces.first?.isWord("SELECT") == true else { return [] }
            var start = 1
            if pieces.count > 1, pieces[1].isWord("DISTINCT", "ALL") { start = 2 }
            let list = pieces[start...]
            let outer = list.outerPlaces
            let isStar = { (place: Int) in
                pieces[place].isSign("*") && (place == start || pieces[place - 1].isSign(".", ","))
            }
            let end = outer.first { place in
                pieces[place].isSign(";")
                    || pieces[place].isWord("FROM", "WHERE", "ORDER", "LIMIT", "GROUP", "UNION", "EXCEPT", "INTERSECT")
            }
            let own = outer.prefix { $0 < end ?? pieces.endIndex }
            if own.contains(where: isStar) { return [] }
            return pieces[start..<(end ?? pieces.endIndex)].split(at: own.filter { pieces[$0].isSign(",") })
        }
    }
#endif
