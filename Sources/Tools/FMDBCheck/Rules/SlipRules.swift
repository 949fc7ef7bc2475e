#if Checked
    import FMDB

    /// Checks statements that SQLite accepts, but that mean something else than was intended.
    extension UseCheck {
        /// - Parameter start: the number of bytes at the start of the statement that are not part of the source's SQL.
        mutating func checkSlips(_ statement: SQLStatement, behind start: Int = 0) {
            guard ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT"].contains(statement.verb) else { return }
            let shape = StatementShape(QueryToken.split(statement.sql))
            let reader = SlipReader(shape: shape)
            for slip in reader.nullComparisons {
                add(
                    .error, .comparison, at: statement.offset + shape.tokens[slip].range.lowerBound - start,
                    "\(shape.tokens[slip].text) NULL is never true; write IS NULL or IS NOT NULL")
            }
            for slip in reader.assignmentsWithAnd where isColumn(shape.tokens[slip + 1].name, statement) {
                add(
                    .error, .assignment, at: statement.offset + shape.tokens[slip].range.lowerBound - start,
                    "AND combines both sides into one value, so \(shape.tokens[slip + 1].text) is not set; write a comma"
                )
            }
            for (place, isSure) in reader.constantNames {
                reportQuotedName(shape.tokens[place], isSure: isSure, statement, behind: start)
            }
            checkQuotes(reader, statement, behind: start)
        }

        func isColumn(_ name: String, _ statement: SQLStatement) -> Bool {
            schema.tables(in: statement).contains { $0.column(name) != nil }
        }

        /// Reports a name in double quotes that is not a column, which SQLite reads as a string literal. The check compiles the name in
        /// brackets, which SQLite never reads as a string. See [Double-quoted String Literals Are
        /// Accepted](https://sqlite.org/quirks.html#dblquote).
        private mutating func reportQuotedName(
            _ token: QueryToken, isSure: Bool, _ statement: SQLStatement, behind start: Int
        ) {
            guard !token.name.contains("]") else { return }
            let edit = EditedText.Edit(range: token.range, replacement: "[\(token.name)]")
            guard let bracketed = SQLStatement.split(EditedText(statement.sql, [edit]).text).first,
                case .refused(let refusal) = schema.answer(to: bracketed), refusal.rule == .unknownColumn,
                isSure || refusal.message.contains("did you mean")
            else { return }
            add(
                .error, .quotedName, at: statement.offset + token.range.lowerBound - start,
                "\(refusal.message); SQLite reads \(token.text) as a string literal")
        }
    }

    /// Finds likely mistakes from the tokens alone, without the schema.
    struct SlipReader {
        let shape: StatementShape
        var tokens: [QueryToken] { shape.tokens }

        private static let comparisons: Set<String> = ["=", "==", "<>", "!=", "<", ">", "<=", ">="]
        private static let sums: Set<String> = ["+", "-", "*", "/", "||"]
        static let starts: Set<String> = ["WHERE", "AND", "OR", "ON", "NOT", "HAVING", "WHEN"]
        private static let tests: Set<String> = ["IN", "LIKE", "GLOB", "BETWEEN", "IS", "ISNULL", "NOTNULL", "NOT"]

        func token(_ place: Int) -> QueryToken? { tokens.indices.contains(place) ? tokens[place] : nil }

        func isComparison(_ place: Int) -> Bool {
            token(place).map { $0.kind == .sign && SlipReader.comparisons.contains($0.text) } ?? false
        }

        // MARK: NULL

        /// The token indexes of operators that compare with NULL.
        var nullComparisons: [Int] {
            return tokens.indices.filter { place in
                guard isComparison(place), !shape.assignments.contains(place) else { return false }
                return token(place + 1)?.keyword == "NULL"
                    || token(place - 1)?.keyword == "NULL"
                        && token(place - 2)?.keyword != "IS" && token(place - 2)?.keyword != "NOT"
            }
        }

        // MARK: SET

        /// The token indexes of AND in assignments like `SET a = ? AND b = ?`.
        var assignmentsWithAnd: [Int] {
            shape.assignments.compactMap { sign in
                guard let first = token(sign + 1), let and = shape.and(behind: sign), and + 2 < tokens.count,
                    tokens[and + 1].isName, tokens[and + 2].isEqualSign, first.depth == tokens[sign].depth
                else { return nil }
                let operand = tokens[sign + 1..<and]
                let isValue =
                    operand.count == 1
                    && ([.parameter, .string, .number].contains(first.kind) || first.keyword == "NULL")
                    || operand.count == 3 && first.keyword == "EXCLUDED" && token(and + 3)?.keyword == "EXCLUDED"
                let isSum = operand.contains { $0.kind == .sign && SlipReader.sums.contains($0.text) }
                let isCondition = operand.contains { token in
                    token.isKeyword(SlipReader.tests)
                        || token.kind == .sign && SlipReader.comparisons.contains(token.text)
                }
                if first.keyword == "CASE" { return isNumberedCase(operand) ? and : nil }
                return (isValue || isSum) && !isCondition ? and : nil
            }.sorted()
        }

        /// Whether CASE returns a value other than 0 or 1.
        private func isNumberedCase(_ operand: ArraySlice<QueryToken>) -> Bool {
            guard operand.last?.keyword == "END" else { return false }
            var (isResult, isFirst) = (false, false)
            return operand.contains { token in
                defer { isFirst = token.isKeyword(["THEN", "ELSE"]) }
                if token.isKeyword(["WHEN", "THEN", "ELSE"]) { isResult = token.keyword != "WHEN" }
                switch token.kind {
                case .string: return isFirst
                case .number: return isResult && !["0", "1"].contains(token.text)
                default: return isResult && SlipReader.sums.contains(token.text)
                }
            }
        }

        // MARK: Names in double quotes

        /// Names in double quotes that are probably columns. `isSure` is true if a string literal makes no sense in their place.
        var constantNames: [(place: Int, isSure: Bool)] {
            tokens.indices.compactMap { place in
                guard tokens[place].text.hasPrefix("\""), token(place - 1)?.isSign(".") != true,
                    token(place + 1)?.isSign(".") != true
                else { return nil }
                // `ORDER BY "name"`
                let isOrder =
                    token(place - 1)?.keyword == "BY" && token(place - 2)?.isKeyword(["ORDER", "GROUP"]) ?? false
                if isOrder || isTested(place) { return (place, true) }
                return shape.items.contains { $0.expression == place..<place + 1 } ? (place, false) : nil
            }
        }

        /// Whether the token is the operand of a test like `WHERE "name" = ?`.
        private func isTested(_ place: Int) -> Bool {
            guard let before = token(place - 1), before.isKeyword(SlipReader.starts) || before.isSign("("),
                !before.isSign("(") || token(place - 2)?.isKeyword(SlipReader.starts.union(["AND"])) ?? false
            else { return false }
            if token(place + 1)?.isKeyword(SlipReader.tests) ?? false { return true }
            guard isComparison(place + 1), let other = token(place + 2) else { return false }
            return [.parameter, .string, .number].contains(other.kind)
        }
    }

    extension StatementShape {
        /// Returns the token index of the first AND in the value that `SET` assigns after the given equal sign.
        fileprivate func and(behind sign: Int) -> Int? {
            let depth = tokens[sign].depth
            var cases = 0
            for place in sign + 1..<tokens.count {
                let token = tokens[place]
                if token.keyword == "CASE" { cases += 1 }
                if token.keyword == "END" { cases -= 1 }
                guard cases == 0 else { continue }
                if token.depth < depth || token.depth == depth && (token.isSign(",") || token.isSign(";")) {
                    return nil
                }
                if token.depth == depth, token.isKeyword(["WHERE", "FROM", "RETURNING", "ON"]) { return nil }
                if token.depth == depth, token.keyword == "AND" { return place }
            }
            return nil
        }
    }
#endif
