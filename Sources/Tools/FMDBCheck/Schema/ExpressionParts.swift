#if Checked
    import FMDB

    /// The parts of an expression, found from its tokens. A parenthesised group is one token.
    extension ArraySlice<SQLToken> {
        /// The expression of a result column, without its alias.
        var withoutAlias: ArraySlice<SQLToken> {
            guard count > 1, let last, last.mayBeName, !last.isWord("END") else { return self }
            let before = self[index(endIndex, offsetBy: -2)]
            if before.isWord("AS") { return dropLast(2) }
            return before.kind == .group || before.isWord("END", "NULL") ? dropLast() : self
        }

        /// The column, if the expression is `name` or `table.name`, else nil.
        var columnName: (qualifier: SQLToken?, column: SQLToken)? {
            guard let last, last.kind == .word || last.kind == .quoted, let first, first.mayBeName else { return nil }
            if count == 1 { return last.isWord("NULL", "TRUE", "FALSE") ? nil : (nil, last) }
            guard count == 3, self[startIndex + 1].isSign(".") else { return nil }
            return (first, last)
        }

        /// The arguments, if the whole expression is a call, else nil.
        var arguments: [ArraySlice<SQLToken>]? {
            guard count == 2, let last, last.kind == .group else { return nil }
            return last.inner.split { $0.isSign(",") }
        }

        /// The operands of `+`, `-`, `*`, `/`, `%` and `||`, or the content of parentheses. The expression is NULL if one of these is NULL.
        /// Nil for other expressions.
        var operands: [ArraySlice<SQLToken>]? {
            let isOperator = { (token: SQLToken) in token.isSign("+", "-", "*", "/", "%", "||") }
            // An expression with these keywords may be non-NULL although one of its parts is NULL.
            let isOther = contains { token in
                token.kind == .sign && !token.isSign(".") && !isOperator(token)
                    || token.isWord("AND", "OR", "NOT", "IS", "IN", "LIKE", "GLOB", "MATCH", "REGEXP", "BETWEEN")
                    || token.isWord("COLLATE", "OVER", "FILTER", "ISNULL", "NOTNULL", "EXISTS", "SELECT")
                    || token.isWord("CASE", "WHEN", "THEN", "ELSE", "END")
            }
            if isOther { return nil }
            return contains(where: isOperator) ? split(whereSeparator: isOperator) : inParentheses.map { [$0] }
        }

        private var inParentheses: ArraySlice<SQLToken>? {
            guard count == 1, let group = first, group.kind == .group else { return nil }
            let isOther = group.inner.contains { $0.isSign(",") || $0.isWord("SELECT", "VALUES", "WITH") }
            return isOther ? nil : group.inner[...]
        }

        /// Whether the CASE has an ELSE, or nil if the expression is not a single CASE.
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
