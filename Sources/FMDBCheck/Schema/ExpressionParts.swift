#if Checked
    extension SQLPiece {
        /// Whether it is a keyword of an expression that may have a value although one of its parts is NULL.
        fileprivate var isOfOtherExpression: Bool {
            isWord(
                "AND", "OR", "NOT", "IS", "IN", "LIKE", "GLOB", "MATCH", "REGEXP", "BETWEEN", "COLLATE", "OVER",
                "FILTER", "ISNULL", "NOTNULL", "EXISTS", "CASE", "WHEN", "THEN", "ELSE", "END", "SELECT")
        }
    }

    /// The parts of an expression, as far as its pieces show them.
    extension ArraySlice<SQLPiece> {
        /// The expression of a column of a result, without the name behind it.
        var withoutAlias: ArraySlice<SQLPiece> {
            guard count > 1, let last, last.mayBeName, !last.isWord("END") else { return self }
            let before = self[index(endIndex, offsetBy: -2)]
            if before.isWord("AS") { return dropLast(2) }
            return before.isSign(")") || before.isWord("END", "NULL") ? dropLast() : self
        }

        /// The column that it is: `name` or `table.name`.
        var columnName: (qualifier: SQLPiece?, column: SQLPiece)? {
            guard let last, last.kind == .word || last.kind == .quoted, let first, first.mayBeName else { return nil }
            if count == 1 { return last.isWord("NULL", "TRUE", "FALSE") ? nil : (nil, last) }
            guard count == 3, self[startIndex + 1].isSign(".") else { return nil }
            return (first, last)
        }

        /// What stands between the commas of a call that is the whole expression; nil for another expression.
        var arguments: [ArraySlice<SQLPiece>]? {
            guard count > 2, self[startIndex + 1].isSign("("), last?.isSign(")") == true else { return nil }
            var depth = 0
            var start = startIndex + 2
            var arguments: [ArraySlice<SQLPiece>] = []
            for index in (startIndex + 1)..<endIndex {
                if self[index].isSign("(") { depth += 1 } else if self[index].isSign(")") { depth -= 1 }
                if depth == 0, index < endIndex - 1 { return nil }
                guard depth == 0 || depth == 1 && self[index].isSign(",") else { continue }
                if index > start { arguments.append(self[start..<index]) }
                start = index + 1
            }
            return depth == 0 ? arguments : nil
        }

        /// The operands of `+`, `-`, `*`, `/`, `%` and `||`, or what parentheses hold: if one of them is NULL, all is. Nil for another
        /// expression.
        var operands: [ArraySlice<SQLPiece>]? {
            var depth = 0
            var start = startIndex
            var operands: [ArraySlice<SQLPiece>] = []
            for index in indices {
                let piece = self[index]
                if piece.isSign("(") { depth += 1 } else if piece.isSign(")") { depth -= 1 }
                guard depth == 0, !piece.isSign(")") else { continue }
                if piece.isSign("+", "-", "*", "/", "%", "||") {
                    if index > start { operands.append(self[start..<index]) }
                    start = index + 1
                } else if piece.kind == .sign && !piece.isSign(".") || piece.isOfOtherExpression {
                    return nil
                }
            }
            guard depth == 0 else { return nil }
            if start == startIndex { return inParentheses.map { [$0] } }
            if start < endIndex { operands.append(self[start..<endIndex]) }
            return operands
        }

        private var inParentheses: ArraySlice<SQLPiece>? {
            guard count > 2, first?.isSign("(") == true, last?.isSign(")") == true else { return nil }
            var depth = 0
            for index in indices {
                if self[index].isSign("(") { depth += 1 } else if self[index].isSign(")") { depth -= 1 }
                if depth == 0, index < endIndex - 1 { return nil }
                if depth == 1, self[index].isSign(",") || self[index].isWord("SELECT", "VALUES", "WITH") { return nil }
            }
            return self[(startIndex + 1)..<(endIndex - 1)]
        }

        var isOneCase: Bool {
            guard let end = endOfCase else { return false }
            return end == endIndex - 1
        }

        /// Whether it is one CASE that ends with the expression and has no ELSE of its own.
        var isCaseWithoutElse: Bool {
            var depth = 0
            for index in indices {
                if self[index].isWord("CASE") { depth += 1 }
                if self[index].isWord("ELSE"), depth == 1 { return false }
                if self[index].isWord("END") {
                    depth -= 1
                    if depth == 0 { return index == endIndex - 1 }
                }
            }
            return false
        }

        private var endOfCase: Int? {
            var depth = 0
            for index in indices {
                if self[index].isWord("CASE") { depth += 1 }
                guard self[index].isWord("END") else { continue }
                depth -= 1
                if depth == 0 { return index }
            }
            return nil
        }
    }
#endif
