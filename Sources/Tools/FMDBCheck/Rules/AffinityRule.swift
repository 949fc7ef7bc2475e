#if Checked
    import FMDB

    /// Checks comparisons of numbers with text. See [Comparison Expressions](https://sqlite.org/datatype3.html#comparison_expressions): if
    /// neither operand has an affinity, SQLite converts nothing, and every number sorts before every TEXT value.
    extension UseCheck {
        /// - Parameter start: the number of bytes at the start of the statement that are not part of the source's SQL.
        mutating func checkComparisons(_ statement: SQLStatement, behind start: Int = 0) {
            let comparisons = SQLComparisons(of: statement)
            // The lookup is cached, because a chain of OR can name the same column many times.
            var known: [String: [SchemaShape.Table]] = [:]
            for (operand, literals, isOrder) in comparisons.found {
                let key = "\(operand.qualifier?.folded ?? "") \(operand.name.folded)"
                let tables = operand.isCall ? [] : known[key] ?? self.tables(having: operand, statement)
                if !operand.isCall { known[key] = tables }
                for literal in literals {
                    let verdict =
                        operand.isCall
                        ? verdict(ofCall: operand.name, literal, isOrder: isOrder)
                        : (isOrder ? nil : notAllowed(operand.name, literal, tables))
                            ?? verdict(operand.name, literal, tables)
                    guard let (severity, message) = verdict else { continue }
                    add(severity, .comparison, at: statement.offset + literal.range.lowerBound - start, message)
                }
            }
            for (operand, function) in comparisons.clocks {
                guard let (severity, message) = verdict(operand, function, statement) else { continue }
                add(severity, .comparison, at: statement.offset + function.range.lowerBound - start, message)
            }
        }

        private typealias Verdict = (FMFinding.Severity, String)

        private func verdict(ofCall function: SQLToken, _ literal: SQLToken, isOrder: Bool) -> Verdict? {
            let isOfText = literal.kind == .string
            let functions = isOfText ? SQLComparisons.numbers : SQLComparisons.texts
            guard functions.contains(function.folded), !schema.isAddedFunction(function.text) else { return nil }
            let (gives, other) = isOfText ? ("a number", "text") : ("text", "number")
            var message = "\(function.folded)() returns \(gives), which is never equal to the \(other) \(literal.text)"
            if isOrder { message += ": a number is less than any text" }
            if !isOfText { message += "; write '\(literal.text)'" }
            if isOfText, literal.name.isNumericText { message += "; write \(literal.name)" }
            return (.error, message)
        }

        /// Reports a value that the column's own CHECK does not allow.
        ///
        /// - Parameter tables: the tables that may own the column, or an empty array if that is not certain.
        private func notAllowed(_ name: SQLToken, _ literal: SQLToken, _ tables: [SchemaShape.Table]) -> Verdict? {
            guard tables.count == 1, let table = tables.first,
                !table.isVirtual, !schema.isUncertain(table.name), let column = table.column(name.name),
                let allowed = table.allowedTexts(of: column),
                !allowed.contains(where: { $0.lowercased() == literal.name.lowercased() })
            else { return nil }
            let near = NearestName(to: literal.name, in: allowed).name.map { "; did you mean '\($0)'?" }
            let hint = near ?? ": its CHECK allows \(allowed.map { "'\($0)'" }.listed)"
            return (.error, "\(table.name).\(column.name) is never equal to \(literal.text)\(hint)")
        }

        /// Reports a numeric column that is compared with a date function, which returns text that is not a number.
        private func verdict(
            _ operand: SQLComparisons.Operand, _ function: SQLToken, _ statement: SQLStatement
        ) -> Verdict? {
            guard !schema.isAddedFunction(function.text),
                let (column, isSure) = numbers(operand.name, tables(having: operand, statement))
            else { return nil }
            let what = isSure ? "holds numbers only" : "is declared as numeric"
            return (
                isSure ? .error : .warning,
                "\(column) \(what), and \(function.folded)() returns text, which sorts after every number; for seconds since 1970 write CAST(strftime('%s', …) AS INTEGER)"
            )
        }

        private func verdict(_ name: SQLToken, _ literal: SQLToken, _ tables: [SchemaShape.Table]) -> Verdict? {
            // An empty string is not reported, because many tables store it for a missing number.
            guard literal.kind == .string, !literal.name.isEmpty, !literal.name.isNumericText,
                let (column, isSure) = numbers(name, tables)
            else { return nil }
            return isSure
                ? (.error, "\(column) holds numbers only, so it is never equal to the string \(literal.text)")
                : (.warning, "\(column) is declared as numeric, and the string \(literal.text) is not a number")
        }

        /// Returns the column's name, and whether it can hold only numbers. Nil if the column may not be numeric.
        private func numbers(
            _ name: SQLToken, _ tables: [SchemaShape.Table]
        ) -> (column: String, isSure: Bool)? {
            guard let first = tables.first else { return nil }
            var isSure = true
            for table in tables {
                guard let column = table.column(name.name), !table.isVirtual, !schema.isUncertain(table.name),
                    column.affinity == .integer || column.affinity == .real
                else { return nil }
                isSure = isSure && (table.isStrict || column.name == table.rowIDAlias)
            }
            return ("\(first.name).\(name.name)", isSure)
        }

        /// Returns the tables that may own the column, or an empty array if that is not certain.
        private func tables(
            having operand: SQLComparisons.Operand, _ statement: SQLStatement
        ) -> [SchemaShape.Table] {
            let isAlias = zip(statement.tokens, statement.tokens.dropFirst()).contains { before, token in
                before.isWord("AS") && token.mayBeName && token.folded == operand.name.folded
            }
            guard !isAlias, !SQLClauses(of: statement).hasInnerQuery,
                !schema.tables(in: statement).contains(where: \.isView)
            else { return [] }
            return schema.tables(having: operand.name.name, of: operand.qualifier?.name, in: statement)
        }
    }

    extension SchemaShape.Table {
        /// Returns the string literals that `CHECK (column IN ('a', 'b'))` allows, or nil if there is no such condition.
        fileprivate func allowedTexts(of column: FMSchema.Column) -> [String]? {
            for condition in checks {
                let tokens = SQLToken.flat(condition)
                guard tokens.count > 4, tokens[0].mayBeName, tokens[0].folded == column.name.foldedAsName,
                    tokens[1].isWord("IN"), tokens[2].isSign("("), tokens[tokens.count - 1].isSign(")")
                else { continue }
                let elements = tokens[3..<(tokens.count - 1)].split(omittingEmptySubsequences: false) { $0.isSign(",") }
                let texts = elements.compactMap { $0.count == 1 && $0.first?.kind == .string ? $0.first?.name : nil }
                if texts.count == elements.count { return texts }
            }
            return nil
        }
    }

    /// Comparisons of a function call or a column with a literal, where each is certainly the whole operand.
    package struct SQLComparisons {
        /// A column, or a function call.
        struct Operand {
            var qualifier: SQLToken?
            let name: SQLToken
            var isCall = false
        }

        /// The operands, the literals they are compared with (several for IN), and whether the operator is `<`, `<=`, `>` or `>=`.
        private(set) var found: [(operand: Operand, literals: [SQLToken], isOrder: Bool)] = []
        /// Columns that are compared with a date or time function, which returns text that is never a number.
        private(set) var clocks: [(column: Operand, function: SQLToken)] = []
        private let tokens: [SQLToken]
        /// The index of the matching parenthesis for each parenthesis.
        private var partners: [Int: Int] = [:]
        /// The equal signs of SET, which are not comparisons.
        private let assignments: Set<Int>

        /// Functions that return a number or NULL.
        package static let numbers: Set<String> = [
            "count", "length", "instr", "abs", "round", "total", "sum", "avg", "unicode", "random", "changes",
            "last_insert_rowid",
            "total_changes", "julianday", "unixepoch", "row_number", "rank", "dense_rank", "json_array_length",
        ]
        /// Functions that return text, a blob or NULL.
        package static let texts: Set<String> = [
            "lower", "upper", "substr", "substring", "trim", "ltrim", "rtrim", "replace", "hex", "quote", "typeof",
            "date", "time", "datetime", "strftime", "group_concat", "printf", "format", "char", "sqlite_version",
        ]

        init(of statement: SQLStatement) {
            tokens = statement.tokens
            let mayAssign = tokens.contains { $0.isWord("SET") }
            assignments = mayAssign ? StatementShape(QueryToken.split(statement.sql)).assignments : []
            var open: [Int] = []
            for index in tokens.indices {
                if tokens[index].isSign("(") { open.append(index) }
                if tokens[index].isSign(")"), let start = open.popLast() {
                    (partners[index], partners[start]) = (start, index)
                }
            }
            for index in tokens.indices where !assignments.contains(index) { look(at: index) }
        }

        private mutating func look(at index: Int) {
            let token = tokens[index]
            let isOrder = token.isSign("<", "<=", ">", ">=")
            let before = isWord(index - 1, "NOT") ? index - 2 : index - 1
            if isOrder || token.isSign("=", "==", "!=", "<>") {
                if isLiteral(index + 1), isEnd(index + 2), let operand = operand(endingAt: index - 1) {
                    found.append((operand, [tokens[index + 1]], isOrder))
                } else if isLiteral(index - 1), isStart(index - 2), let operand = operand(startingAt: index + 1) {
                    found.append((operand, [tokens[index - 1]], isOrder))
                } else if let left = operand(endingAt: index - 1), let right = operand(startingAt: index + 1),
                    left.isCall != right.isCall
                {
                    let (column, function) = left.isCall ? (right, left.name) : (left, right.name)
                    if ["date", "time", "datetime"].contains(function.folded) { clocks.append((column, function)) }
                }
            } else if token.isWord("IN"), isSign(index + 1, "("), let close = partners[index + 1],
                let operand = operand(endingAt: before)
            {
                let elements = tokens[(index + 2)..<close].split { $0.isSign(",") }
                guard elements.allSatisfy({ $0.count == 1 && isLiteral($0.startIndex) }) else { return }
                found.append((operand, elements.compactMap(\.first), false))
            } else if token.isWord("BETWEEN"), isLiteral(index + 1), isWord(index + 2, "AND"), isLiteral(index + 3),
                isEnd(index + 4), let operand = operand(endingAt: before)
            {
                found.append((operand, [tokens[index + 1]], true))
            }
        }

        private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

        private func isWord(_ index: Int, _ word: String) -> Bool { token(index)?.isWord(word) == true }

        private func isSign(_ index: Int, _ sign: String) -> Bool { token(index)?.isSign(sign) == true }

        private func isLiteral(_ index: Int) -> Bool {
            token(index).map { $0.kind == .string || $0.kind == .number } ?? false
        }

        /// Whether an operand may begin after a token.
        private func isStart(_ index: Int) -> Bool {
            guard let token = token(index) else { return false }
            return token.isSign("(", ",")
                || token.isWord(
                    "WHERE", "AND", "OR", "ON", "HAVING", "WHEN", "NOT", "SELECT", "THEN", "CASE", "ELSE", "BY",
                    "DISTINCT")
        }

        /// Whether an operand ends before a token.
        private func isEnd(_ index: Int) -> Bool {
            guard let token = token(index) else { return true }
            return token.isSign(")", ",", ";")
                || token.isWord(
                    "AND", "OR", "THEN", "ELSE", "END", "WHEN", "GROUP", "ORDER", "HAVING", "LIMIT", "UNION", "EXCEPT",
                    "INTERSECT", "ON", "WHERE", "LEFT", "JOIN", "INNER", "CROSS", "AS", "RETURNING", "FROM")
        }

        private func operand(endingAt end: Int) -> Operand? {
            guard let last = token(end) else { return nil }
            if last.isSign(")") {
                guard let open = partners[end], let function = token(open - 1), function.kind == .word,
                    isStart(open - 2)
                else { return nil }
                return Operand(name: function, isCall: true)
            }
            guard last.kind == .word || last.kind == .quoted else { return nil }
            if isSign(end - 1, "."), let qualifier = token(end - 2) {
                return isStart(end - 3) ? Operand(qualifier: qualifier, name: last) : nil
            }
            return isStart(end - 1) ? Operand(name: last) : nil
        }

        private func operand(startingAt start: Int) -> Operand? {
            guard let first = token(start), first.kind == .word || first.kind == .quoted else { return nil }
            if isSign(start + 1, "(") {
                guard first.kind == .word, let close = partners[start + 1], isEnd(close + 1) else { return nil }
                return Operand(name: first, isCall: true)
            }
            if isSign(start + 1, "."), let column = token(start + 2) {
                return isEnd(start + 3) ? Operand(qualifier: first, name: column) : nil
            }
            return isEnd(start + 1) ? Operand(name: first) : nil
        }
    }

    extension String {
        /// Whether SQLite reads the text as a number, with or without surrounding white space.
        var isNumericText: Bool {
            var rest = utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            while let last = rest.last, last == 0x20 || (0x09...0x0D).contains(last) { rest = rest.dropLast() }
            guard let first = rest.first,
                first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
                    || (0x30...0x39).contains(first)
            else { return false }
            let text = String(Substring(rest))
            return Double(text.hasSuffix(".") ? text + "0" : text).map(\.isFinite) ?? false
        }
    }
#endif
