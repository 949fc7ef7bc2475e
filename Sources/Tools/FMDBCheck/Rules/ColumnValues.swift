#if Checked
    import FMDB

    /// The literals and bound values in a statement, each with the column that it is assigned to or compared with.
    struct ColumnValues {
        struct Site {
            let kind: GivenValue.Kind
            /// The source of the value, in SQL or in Swift.
            let source: String
            /// The byte offset in the statement, or nil for an argument of the Swift call.
            let offset: Int?
            let place: FMSourcePlace?
            let use: ParameterTypes.Use
            let origin: QuerySchema.Origin

            /// The value as an SQL literal, or nil if the source is not a plain literal.
            var literal: String? {
                if offset != nil { return source }
                let text = source.dropFirst().dropLast()
                if source.hasPrefix("\""), source.hasSuffix("\""), source.count > 1 {
                    return text.contains { "\"\\".contains($0) } ? nil : FMSQL.quoted(text: String(text))
                }
                if source == "true" || source == "false" { return source == "true" ? "1" : "0" }
                let number = source.filter { $0 != "_" }
                return number.isNumericText ? number : nil
            }
        }

        let shape: StatementShape
        private let types: ParameterTypes
        private let given: GivenValues
        private let parameters: [String?]

        init?(_ statement: SQLStatement, _ parameters: [String?], _ given: GivenValues, _ checked: CheckedSchema) {
            var tokens = QueryToken.split(statement.sql)
            while tokens.last?.isSign(";") ?? false { tokens.removeLast() }
            guard let schema = try? QuerySchema(checked, functions: []) else { return nil }
            shape = StatementShape(tokens)
            types = ParameterTypes(
                expressions: Expressions(shape: shape, text: statement.sql, schema: schema),
                scopes: ColumnScopes(shape: shape, text: statement.sql, schema: schema))
            (self.given, self.parameters) = (given, parameters)
        }

        var target: ColumnScopes.Target? { types.scopes.target }

        /// The values whose column and kind are certain, in the order of the statement.
        var sites: [Site] {
            var last = 0
            return shape.tokens.indices.compactMap { index in
                let token = shape.tokens[index]
                guard token.kind == .parameter else {
                    return literalKind(token).flatMap { site(index, $0, token.text, nil) }
                }
                let number = number(of: token, behind: last)
                last = max(last, number)
                guard let value = value(number), value.kind != .unknown else { return nil }
                return site(index, value.kind, value.source, value.place)
            }
        }

        private func site(
            _ index: Int, _ kind: GivenValue.Kind, _ source: String, _ place: FMSourcePlace?
        ) -> Site? {
            // `checkComparisons` checks literals in comparisons.
            let use = place == nil ? types.assigned(at: index) : types.use(at: index)
            guard let use, let origin = use.origin, use.role != .other, kind != .joined || isLone(index, use) else {
                return nil
            }
            let offset = place == nil ? shape.tokens[index].range.lowerBound : nil
            return Site(kind: kind, source: source, offset: offset, place: place, use: use, origin: origin)
        }

        /// Whether a value is the only element of `IN (?)`.
        private func isLone(_ index: Int, _ use: ParameterTypes.Use) -> Bool {
            use.role == .listed && shape.tokens[index - 1].isSign("(") && shape.tokens[index + 1].isSign(")")
        }

        private func literalKind(_ token: QueryToken) -> GivenValue.Kind? {
            switch token.kind {
            case .word: return token.keyword == "NULL" ? .null : nil
            case .string:
                if token.text.first != "'" { return .data }
                let text = String(token.text.dropFirst().dropLast())
                return text.allSatisfy(\.isWhitespace) || text.isNumericText ? .text : .words
            case .number:
                guard let number = Double(token.text) else { return nil }
                return number.rounded() == number ? .integer : .fraction
            case .quoted, .parameter, .sign: return nil
            }
        }

        /// Returns the number, from 1, that SQLite assigns to a parameter. See [Parameters](https://sqlite.org/lang_expr.html#varparam).
        private func number(of token: QueryToken, behind last: Int) -> Int {
            if token.text == "?" { return last + 1 }
            if token.text.hasPrefix("?") { return Int(token.text.dropFirst()) ?? last + 1 }
            return (parameters.firstIndex { $0 == token.text } ?? last) + 1
        }

        private func value(_ number: Int) -> GivenValue? {
            switch given {
            case .listed(let values):
                return values.count == parameters.count && number <= values.count ? values[number - 1] : nil
            case .named(let values):
                guard number <= parameters.count, let name = parameters[number - 1]?.dropFirst() else { return nil }
                return values.last { $0.name == name }?.value
            case .unknown: return nil
            }
        }
    }
#endif
