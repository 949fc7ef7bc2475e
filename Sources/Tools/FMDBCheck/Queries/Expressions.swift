#if Checked
    import FMDB

    /// Infers the types of a statement's expressions.
    struct Expressions {
        let shape: StatementShape
        let text: String
        let schema: QuerySchema

        /// Returns the type of a column, a literal or a known call, or `.unknown` for other expressions.
        ///
        /// - Parameter column: returns the type of a column that is in scope.
        func known(_ range: Range<Int>, column: (Range<Int>) -> QuerySchema.Known) -> QuerySchema.Known {
            let tokens = shape.tokens[range]
            guard let first = tokens.first, let last = tokens.last else { return .unknown }
            if isColumn(range) { return column(range) }
            if tokens.count == 1 { return literal(first) }
            if let parts = concatenated(range) { return QuerySchema.Known(type: "String", null: ofAll(parts, column)) }
            if first.isKeyword(["EXISTS"]), last.isSign(")"), isOneCall(range) {
                return QuerySchema.Known(type: "Bool", null: .never)
            }
            guard tokens.count > 2, first.isName, shape.tokens[range.lowerBound + 1].isSign("(") else {
                return .unknown
            }
            if let known = windowFunction(range) { return known }
            guard isOneCall(range) else { return .unknown }
            let arguments = arguments(ofCall: range)
            return call(first.name.asKeyword, arguments, column)
        }

        /// Whether the tokens are a column: `x`, `t.x` or `s.t.x`.
        func isColumn(_ range: Range<Int>) -> Bool {
            guard range.count % 2 == 1, range.count <= 5 else { return false }
            return zip(range, 0...).allSatisfy { place, index in
                let token = shape.tokens[place]
                guard index % 2 == 0 else { return token.isSign(".") }
                return token.isName && !token.isKeyword(Expressions.constants)
            }
        }

        /// Returns the operands if the whole expression is `x || y`, else nil. No binary operator binds more tightly than `||`.
        func concatenated(_ range: Range<Int>) -> [Range<Int>]? {
            let tokens = shape.tokens
            let depth = tokens[range.lowerBound].depth
            let own = range.filter { tokens[$0].depth == depth }
            let signs = own.filter { tokens[$0].isSign("||") }
            let isAll = own.allSatisfy { place in
                let token = tokens[place]
                return token.kind == .sign
                    ? ["||", "(", ")", "."].contains(token.text) : !token.isKeyword(StatementShape.operators)
            }
            guard !signs.isEmpty, isAll else { return nil }
            return zip([range.lowerBound] + signs.map { $0 + 1 }, signs + [range.upperBound]).map { $0..<max($0, $1) }
        }

        private static let constants = Set(words: "NULL TRUE FALSE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP")

        private func literal(_ token: QueryToken) -> QuerySchema.Known {
            switch token.kind {
            case .string: return QuerySchema.Known(type: token.text.first == "'" ? "String" : "Data", null: .never)
            case .number:
                let isHexadecimal = token.text.lowercased().hasPrefix("0x")
                let isReal = !isHexadecimal && token.text.contains { ".eE".contains($0) }
                return QuerySchema.Known(type: isReal ? "Double" : "Int", null: .never)
            case .word where token.isKeyword(["TRUE", "FALSE"]): return QuerySchema.Known(type: "Bool", null: .never)
            case .word where token.isKeyword(["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"]):
                return QuerySchema.Known(type: "String", null: .never)
            default: return .unknown
            }
        }

        /// Whether the parenthesis that opens after the first token is closed by the last token.
        func isOneCall(_ range: Range<Int>) -> Bool {
            let depth = shape.tokens[range.lowerBound].depth
            let close = range.dropFirst(2).first { shape.tokens[$0].depth == depth && shape.tokens[$0].isSign(")") }
            return close == range.upperBound - 1
        }

        private func arguments(ofCall range: Range<Int>) -> [Range<Int>] {
            let depth = shape.tokens[range.lowerBound].depth + 1
            var (first, last) = (range.lowerBound + 2, range.upperBound - 1)
            if first < last, shape.tokens[first].isKeyword(["DISTINCT"]) { first += 1 }
            let order = (first..<max(first, last)).first {
                shape.tokens[$0].depth == depth && shape.tokens[$0].isKeyword(["ORDER"])
            }
            last = max(first, order ?? last)
            let commas = (first..<last).filter { shape.tokens[$0].depth == depth && shape.tokens[$0].isSign(",") }
            return zip([first] + commas.map { $0 + 1 }, commas + [last]).map { $0..<max($0, $1) }
        }
    }

    // MARK: - Functions

    extension Expressions {
        /// String functions that return text, and NULL if an argument is NULL.
        private static let texts = Set(words: "LOWER UPPER TRIM LTRIM RTRIM SUBSTR SUBSTRING REPLACE")

        /// Returns the type of a function's result. Only functions whose result type does not depend on unknown arguments are listed.
        private func call(
            _ name: String, _ arguments: [Range<Int>], _ column: (Range<Int>) -> QuerySchema.Known
        ) -> QuerySchema.Known {
            if let type = schema.function(name) {
                return QuerySchema.Known(type: type.name, null: type.isOptional ? .possible : .never)
            }
            let first = arguments.first.map { known($0, column: column) } ?? .unknown
            switch name {
            case "COUNT", "CHANGES", "TOTAL_CHANGES": return QuerySchema.Known(type: "Int", null: .never)
            case "LAST_INSERT_ROWID": return QuerySchema.Known(type: "Int64", null: .never)
            case "TOTAL": return QuerySchema.Known(type: "Double", null: .never)
            case "TYPEOF", "QUOTE", "HEX", "SQLITE_VERSION": return QuerySchema.Known(type: "String", null: .never)
            case "DATE", "TIME", "DATETIME", "STRFTIME", "PRINTF", "FORMAT":
                return QuerySchema.Known(type: "String", null: .unknown)
            case "UNICODE", "UNIXEPOCH": return QuerySchema.Known(type: "Int", null: .unknown)
            case "JULIANDAY": return QuerySchema.Known(type: "Double", null: .unknown)
            case "AVG": return QuerySchema.Known(type: "Double", null: .possible)
            case "GROUP_CONCAT", "STRING_AGG": return QuerySchema.Known(type: "String", null: .possible)
            case "SUM" where ["Int", "Int64", "Double"].contains(first.type):
                return QuerySchema.Known(type: first.type, null: .possible)
            case "MIN" where arguments.count == 1, "MAX" where arguments.count == 1:
                return QuerySchema.Known(type: first.type, null: .possible, reason: first.reason)
            case "LENGTH", "OCTET_LENGTH", "INSTR":
                return QuerySchema.Known(type: "Int", null: ofAll(arguments, column))
            case "ABS" where ["Int", "Int64", "Double"].contains(first.type): return first
            case "ROUND": return QuerySchema.Known(type: "Double", null: ofAll(arguments, column))
            case "COALESCE", "IFNULL": return coalesced(arguments.map { known($0, column: column) })
            case "CAST": return cast(arguments, column)
            case _ where Expressions.texts.contains(name):
                return QuerySchema.Known(type: "String", null: ofAll(arguments, column))
            default: return .unknown
            }
        }

        /// Returns the nullability of a function that returns NULL if and only if an argument is NULL.
        private func ofAll(
            _ arguments: [Range<Int>], _ column: (Range<Int>) -> QuerySchema.Known
        ) -> QuerySchema.Nullability {
            let all = arguments.map { known($0, column: column).null }
            if all.contains(.possible) { return .possible }
            return all.allSatisfy { $0 == .never } ? .never : .unknown
        }

        private func coalesced(_ values: [QuerySchema.Known]) -> QuerySchema.Known {
            let types = Set(values.map(\.type))
            // `Int` is the type of an integer literal, `Int64` that of a rowid.
            let type = types.count == 1 ? types.first ?? nil : types == ["Int", "Int64"] ? "Int64" : nil
            return QuerySchema.Known(type: type, null: values.contains { $0.null == .never } ? .never : .unknown)
        }

        /// Returns the type of `CAST(x AS TEXT)` and other casts.
        private func cast(
            _ arguments: [Range<Int>], _ column: (Range<Int>) -> QuerySchema.Known
        ) -> QuerySchema.Known {
            guard let whole = arguments.first, arguments.count == 1 else { return .unknown }
            let depth = shape.tokens[whole.lowerBound].depth
            guard let mark = whole.last(where: { shape.tokens[$0].depth == depth && shape.tokens[$0].keyword == "AS" }),
                mark > whole.lowerBound, mark + 1 < whole.upperBound
            else { return .unknown }
            let type = shape.text(mark + 1..<whole.upperBound, of: text)
            // A cast returns numbers, text or blobs, but neither dates nor UUIDs.
            let storage = ["Int", "Int64", "Double", "String", "Data"]
            guard let swift = QuerySchema.Known.type(ofDeclared: type), storage.contains(swift) else { return .unknown }
            return QuerySchema.Known(type: swift, null: known(whole.lowerBound..<mark, column: column).null)
        }

        /// Returns the type of a window function call such as `count(*) OVER (…)`, or nil if the tokens are not one.
        private func windowFunction(_ range: Range<Int>) -> QuerySchema.Known? {
            let tokens = shape.tokens
            let depth = tokens[range.lowerBound].depth
            guard let over = range.first(where: { tokens[$0].depth == depth && tokens[$0].keyword == "OVER" }) else {
                return nil
            }
            let isWhole = (over + 1..<range.upperBound).allSatisfy { place in
                tokens[place].depth > depth || tokens[place].isSign("(") || tokens[place].isSign(")")
                    || place == over + 1
            }
            let counts: Set = ["ROW_NUMBER", "RANK", "DENSE_RANK", "NTILE", "COUNT"]
            guard isWhole, counts.contains(tokens[range.lowerBound].name.asKeyword) else { return .unknown }
            return QuerySchema.Known(type: "Int", null: .never)
        }
    }
#endif
