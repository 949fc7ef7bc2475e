#if Checked
    import FMDB

    extension SQLToken {
        /// Whether it is a keyword of an expression that may have a value although one of its parts is NULL.
        fileprivate var isOfOtherExpression: Bool {
            isWord(
                "AND", "OR", "NOT", "IS", "IN", "LIKE", "GLOB", "MATCH", "REGEXP", "BETWEEN", "COLLATE", "OVER",
                "FILTER", "ISNULL", "NOTNULL", "EXISTS", "CASE", "WHEN", "THEN", "ELSE", "END", "SELECT")
        }
    }

    /// The parts of an expression, as far as its tokens show them.
    extension ArraySlice<SQLToken> {
        /// The expression of a column of a result, without the name behind it.
        var withoutAlias: ArraySlice<SQLToken> {
            guard count > 1, let last, last.mayBeName, !last.isWord("END") else { return self }
            let before = self[index(endIndex, offsetBy: -2)]
            if before.isWord("AS") { return dropLast(2) }
            return before.isSign(")") || before.isWord("END", "NULL") ? dropLast() : self
        }

        /// The column that it is: `name` or `table.name`.
        var columnName: (qualifier: SQLToken?, column: SQLToken)? {
            guard let last, last.kind == .word || last.kind == .quoted, let first, first.mayBeName else { return nil }
            if count == 1 { return last.isWord("NULL", "TRUE", "FALSE") ? nil : (nil, last) }
            guard count == 3, self[startIndex + 1].isSign(".") else { return nil }
            return (first, last)
        }

        /// The places outside of all parentheses, those of the parentheses included, up to one that closes what is around the slice.
        var outerPlaces: [Int] {
            var depth = 0
            var places: [Int] = []
            for index in indices {
                if self[index].isSign(")") { depth -= 1 }
                if depth < 0 { break }
                if depth == 0 { places.append(index) }
                if self[index].isSign("(") { depth += 1 }
            }
            return places
        }

        /// The parts between some of the places.
        func split(at places: [Int]) -> [ArraySlice<SQLToken>] {
            zip([startIndex] + places.map { $0 + 1 }, places + [endIndex]).map { self[$0..<$1] }.filter { !$0.isEmpty }
        }

        /// What stands between the commas of a call that is the whole expression; nil for another expression.
        var arguments: [ArraySlice<SQLToken>]? {
            guard count > 2, self[startIndex + 1].isSign("("), last?.isSign(")") == true,
                outerPlaces == [startIndex, startIndex + 1, endIndex - 1]
            else { return nil }
            let inner = self[(startIndex + 2)..<(endIndex - 1)]
            return inner.split(at: inner.outerPlaces.filter { self[$0].isSign(",") })
        }

        /// The operands of `+`, `-`, `*`, `/`, `%` and `||`, or what parentheses hold: NULL if one of them is. Nil for another expression.
        var operands: [ArraySlice<SQLToken>]? {
            let outer = outerPlaces.filter { !self[$0].isSign("(", ")") }
            let signs = outer.filter { self[$0].isSign("+", "-", "*", "/", "%", "||") }
            let isOther = outer.contains { index in
                let isSign = self[index].kind == .sign && !self[index].isSign(".")
                return isSign && !signs.contains(index) || self[index].isOfOtherExpression
            }
            if isOther { return nil }
            return signs.isEmpty ? inParentheses.map { [$0] } : split(at: signs)
        }

        private var inParentheses: ArraySlice<SQLToken>? {
            guard count > 2, first?.isSign("(") == true, last?.isSign(")") == true,
                outerPlaces == [startIndex, endIndex - 1]
            else { return nil }
            let inner = self[(startIndex + 1)..<(endIndex - 1)]
            let isOther = inner.outerPlaces.contains {
                self[$0].isSign(",") || self[$0].isWord("SELECT", "VALUES", "WITH")
            }
            return isOther ? nil : inner
        }

        /// Whether one CASE is all of it, and has an ELSE of its own; nil if there is more, or no CASE.
        var hasElse: Bool? {
            var (depth, hasElse) = (0, false)
            for index in indices {
                if self[index].isWord("CASE") { depth += 1 }
                if self[index].isWord("ELSE"), depth == 1 { hasElse = true }
                guard self[index].isWord("END") else { continue }
                depth -= 1
                if depth == 0 { return index == endIndex - 1 ? hasElse : nil }
            }
            return nil
        }
    }
#endif
