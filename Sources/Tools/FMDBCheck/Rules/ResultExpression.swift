#if Checked
    import FMDB

    /// The expression that computes a result column. Its value has the same type in every row.
    struct ResultExpression {
        private let expressions: Expressions
        private let range: Range<Int>

        private var tokens: [QueryToken] { expressions.shape.tokens }

        /// - Parameter count: the number of result columns.
        /// - Returns: nil if the column's expression is not certain, or if it calls a function that the program may have replaced.
        init?(_ index: Int, of count: Int, _ statement: SQLStatement, _ schema: CheckedSchema) {
            let shape = StatementShape(QueryToken.split(statement.sql).filter { !$0.isSign(";") })
            guard !shape.isCompound, shape.items.count == count, let known = try? QuerySchema(schema, functions: [])
            else { return nil }
            expressions = Expressions(shape: shape, text: statement.sql, schema: known)
            let inner = InnerColumns(of: shape, in: expressions)
            let columns = Set(schema.tables(in: statement).flatMap { $0.columns.map(\.name.foldedAsName) })
            guard let range = inner.source(of: shape.items[index].expression, columns),
                !shape.tokens[range].contains(where: { $0.isName && schema.isAddedFunction($0.name) })
            else { return nil }
            self.range = range
        }

        var source: String { expressions.shape.text(range, of: expressions.text) }

        /// The kind of value that the expression returns, or nil if it depends on columns or is not known.
        var content: ColumnContent? {
            switch expressions.known(range, column: { _ in .unknown }).type {
            case "String": .text
            case "Int", "Int64", "Double", "Bool": .number
            case "Data": .blob
            default: nil
            }
        }

        /// Whether reading the value with the given accessor is certainly a mistake. It is not if the value may be text of digits, which
        /// accessors convert to a number.
        func isSure(for accessor: String) -> Bool {
            switch content {
            case .number: true
            case .text: isNoNumber(range) || accessor == "date" && timeFormat(range) != nil
            case .blob, nil: false
            }
        }
    }

    // MARK: - Values that are not numbers

    extension ResultExpression {
        private static let words = Set(words: "UPPER LOWER TYPEOF GROUP_CONCAT STRING_AGG DATE TIME DATETIME")

        private func isNoNumber(_ range: Range<Int>) -> Bool {
            if let parts = expressions.concatenated(range) { return parts.contains { isNoNumber($0) } }
            guard let first = tokens[range].first else { return false }
            if range.count == 1 { return first.kind == .string && first.text.dropFirst().dropLast().hasNoNumber }
            guard expressions.isOneCall(range) else { return false }
            switch first.keyword {
            case "STRFTIME":
                // A program may read a formatted year or day as a number on purpose.
                guard let format = timeFormat(range) else { return false }
                return format.rest.contains { !$0.isNumber && $0 != "." } || !format.letters.isDisjoint(with: "FRTpP")
            case "PRINTF", "FORMAT": return format(range)?.rest.hasNoNumber ?? false
            default: return Self.words.contains(first.keyword)
            }
        }

        /// Returns the format of `strftime`, or nil if it returns seconds since 1970 or a Julian day.
        private func timeFormat(_ range: Range<Int>) -> TextFormat? {
            guard tokens[range.lowerBound].keyword == "STRFTIME", let format = format(range) else { return nil }
            return format.letters.isDisjoint(with: "sJ") ? format : nil
        }

        /// Returns the first argument of a call, or nil if the argument is not a string literal.
        private func format(_ range: Range<Int>) -> TextFormat? {
            guard range.count > 3, tokens[range.lowerBound + 2].kind == .string,
                tokens[range.lowerBound + 3].isSign(",") || tokens[range.lowerBound + 3].isSign(")")
            else { return nil }
            return TextFormat(tokens[range.lowerBound + 2].text.dropFirst().dropLast())
        }
    }

    /// A format of `strftime` or `printf`: the letters of its directives, and the text around them.
    private struct TextFormat {
        private(set) var letters: Set<Character> = []
        private(set) var rest = ""

        init(_ text: Substring) {
            var isDirective = false
            for character in text {
                if !isDirective, character != "%" { rest.append(character) }
                if isDirective, character.isLetter { letters.insert(character) }
                isDirective = isDirective ? !character.isLetter && character != "%" : character == "%"
            }
        }
    }

    extension StringProtocol {
        /// Whether the text contains a character that cannot occur in a number.
        fileprivate var hasNoNumber: Bool { contains { !"0123456789+-.eE".contains($0) } }
    }

    // MARK: - Queries within the statement

    /// The result columns of common table expressions and of other subqueries in parentheses.
    private struct InnerColumns {
        private let shape: StatementShape
        private let expressions: Expressions
        /// The columns that have an alias, except those whose expression is a column of the same name. `isSure` is false in a compound
        /// query such as UNION.
        private var all: [(name: String, expression: Range<Int>, isSure: Bool)] = []
        /// Whether a column list as in `name (a, b) AS (…)` renames columns.
        private let hasLists: Bool

        init(of shape: StatementShape, in expressions: Expressions) {
            (self.shape, self.expressions) = (shape, expressions)
            let tokens = shape.tokens
            hasLists = tokens.indices.dropFirst().dropLast().contains { place in
                tokens[place].keyword == "AS" && tokens[place - 1].isSign(")")
                    && (tokens[place + 1].isSign("(") || tokens[place + 1].isKeyword(["MATERIALIZED", "NOT"]))
            }
            for place in tokens.indices where tokens[place].keyword == "SELECT" && tokens[place].depth > 0 {
                let depth = tokens[place].depth
                let end = shape.firstClause(StatementShape.compounds, from: place, depth: depth)
                let isSure =
                    tokens[place - 1].isSign("(")
                    && !(end < tokens.count && tokens[end].isKeyword(StatementShape.compounds))
                for item in shape.items(from: place + 1, depth: depth) {
                    guard let name = item.alias.map(folded) else { continue }
                    let isPassedOn =
                        expressions.isColumn(item.expression) && folded(item.expression.upperBound - 1) == name
                    if !isPassedOn { all.append((name, item.expression, isSure)) }
                }
            }
        }

        /// Follows a result column through subqueries to the expression that computes it.
        ///
        /// - Parameter columns: the folded names of the columns of the statement's tables.
        /// - Returns: nil if the column may be a table's, or if several subqueries have a column of this name.
        func source(of range: Range<Int>, _ columns: Set<String>, depth: Int = 0) -> Range<Int>? {
            guard expressions.isColumn(range) else { return range }
            let found = all.filter { $0.name == folded(range.upperBound - 1) }
            guard found.count == 1, found[0].isSure, !hasLists, depth < 8, !columns.contains(found[0].name) else {
                return nil
            }
            return source(of: found[0].expression, columns, depth: depth + 1)
        }

        private func folded(_ place: Int) -> String {
            let token = shape.tokens[place]
            return (token.kind == .string ? String(token.text.dropFirst().dropLast()) : token.name).foldedAsName
        }
    }
#endif
