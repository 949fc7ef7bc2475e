#if Checked
    /// The parts of a compiled statement that determine the types of its columns and parameters.
    struct StatementShape {
        let tokens: [QueryToken]
        /// The token index of the main verb, such as `SELECT` or `INSERT`, after the common table expressions.
        let verb: Int
        /// The expressions of the result list, or an empty array if the statement has none.
        private(set) var items: [ResultItem] = []
        /// The token indexes of the equal signs of all assignments after `SET`.
        private(set) var assignments: Set<Int> = []
        /// Whether the outermost query is compound: joined by UNION, INTERSECT or EXCEPT.
        let isCompound: Bool

        static let clauses = Set(words: "FROM WHERE GROUP HAVING WINDOW ORDER LIMIT UNION INTERSECT EXCEPT RETURNING")
        static let compounds: Set<String> = ["UNION", "INTERSECT", "EXCEPT"]
        private static let verbs: Set<String> = ["SELECT", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE"]

        init(_ tokens: [QueryToken]) {
            self.tokens = tokens
            let isNested = tokens.first?.keyword == "WITH"
            verb = isNested ? tokens.firstIndex { $0.depth == 0 && $0.isKeyword(StatementShape.verbs) } ?? 0 : 0
            isCompound = tokens.contains { $0.depth == 0 && $0.isKeyword(StatementShape.compounds) }
            items = findItems()
            assignments = findAssignments()
        }

        var verbWord: String { verb < tokens.count ? tokens[verb].keyword : "" }

        /// Returns the SQL of the common table expressions, to put before another statement.
        func prologue(in text: String) -> String {
            verb > 0 ? text.bytes(tokens[0].range.lowerBound..<tokens[verb].range.lowerBound) : ""
        }

        func text(_ range: Range<Int>, of text: String) -> String {
            guard !range.isEmpty else { return "" }
            return text.bytes(tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound)
        }

        /// Returns the index of the first clause keyword at a depth. If there is none, returns the index of the closing parenthesis, or the
        /// end.
        func firstClause(_ words: Set<String>, from start: Int, depth: Int) -> Int {
            var place = start
            while place < tokens.count {
                let token = tokens[place]
                // A closing parenthesis has the depth of its opening one.
                if token.depth < depth || token.depth == depth && token.isSign(";") { return place }
                if token.depth == depth, token.isKeyword(words), !isComparison(place) { return place }
                place += 1
            }
            return tokens.count
        }

        /// Whether the keyword does not begin a clause: the FROM of `IS DISTINCT FROM`, or the name in `x.from`.
        private func isComparison(_ place: Int) -> Bool {
            guard place > 0 else { return false }
            if tokens[place - 1].isSign(".") { return true }
            guard place > 1, tokens[place].keyword == "FROM", tokens[place - 1].keyword == "DISTINCT" else {
                return false
            }
            return tokens[place - 2].isKeyword(["IS", "NOT"])
        }
    }

    // MARK: - Assignments

    extension StatementShape {
        private func findAssignments() -> Set<Int> {
            var found: Set<Int> = []
            for start in tokens.indices where tokens[start].keyword == "SET" {
                let depth = tokens[start].depth
                let end = firstClause(["WHERE", "FROM", "RETURNING", "ORDER", "LIMIT"], from: start + 1, depth: depth)
                var isNext = true
                for place in start + 1..<end where tokens[place].depth == depth {
                    if isNext, tokens[place].isEqualSign {
                        found.insert(place)
                        isNext = false
                    } else if tokens[place].isSign(",") {
                        isNext = true
                    }
                }
            }
            return found
        }
    }

    struct ResultItem {
        /// The tokens of the expression, without the alias.
        let expression: Range<Int>
        /// The token index of the alias, with or without `AS`.
        let alias: Int?
    }

    // MARK: - The list of results

    extension StatementShape {
        private func findItems() -> [ResultItem] {
            guard verb < tokens.count else { return [] }
            let start: Int
            switch verbWord {
            case "SELECT": start = verb + 1
            case "INSERT", "REPLACE", "UPDATE", "DELETE":
                start = firstClause(["RETURNING"], from: verb, depth: 0) + 1
            default: return []
            }
            return items(from: start, depth: 0)
        }

        /// Returns the expressions of the result list that begins at the given token.
        func items(from start: Int, depth: Int) -> [ResultItem] {
            guard start < tokens.count else { return [] }
            let first = tokens[start].isKeyword(["DISTINCT", "ALL"]) ? start + 1 : start
            let end = firstClause(StatementShape.clauses, from: first, depth: depth)
            guard first < end else { return [] }
            let commas = (first..<end).filter { tokens[$0].depth == depth && tokens[$0].isSign(",") }
            return zip([first] + commas.map { $0 + 1 }, commas + [end]).compactMap { $0 < $1 ? item($0..<$1) : nil }
        }

        private func item(_ range: Range<Int>) -> ResultItem {
            let last = range.upperBound - 1
            guard range.count > 1, tokens[last].isName || tokens[last].kind == .string else {
                return ResultItem(expression: range, alias: nil)
            }
            let before = tokens[last - 1]
            if range.count > 2, before.keyword == "AS" {
                return ResultItem(expression: range.lowerBound..<last - 1, alias: last)
            }
            // `x y` has an alias, but `x.y`, `x + y` and `CASE … END` do not.
            let endsValue =
                before.isName || before.kind == .string || before.kind == .number || before.kind == .parameter
                || before.isSign(")")
            let isWord =
                tokens[last].isKeyword(["END", "NULL", "ISNULL", "NOTNULL"])
                || before.isKeyword(StatementShape.operators)
            return endsValue && !isWord
                ? ResultItem(expression: range.lowerBound..<last, alias: last)
                : ResultItem(expression: range, alias: nil)
        }

        static let operators = Set(
            words: "AND OR NOT IS IN LIKE GLOB MATCH REGEXP BETWEEN COLLATE ESCAPE THEN ELSE WHEN CASE FROM")
    }

    extension String {
        /// Returns a part of the string, by byte range in its UTF-8.
        func bytes(_ range: Range<Int>) -> String {
            String(Substring(utf8.prefix(range.upperBound).dropFirst(range.lowerBound)))
        }
    }
#endif
