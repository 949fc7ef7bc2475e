#if Checked
    import SwiftSyntax

    extension Follower {
        /// Returns the possible strings of a literal. A String may interpolate constants, and values where SQL allows a value. An `FMSQL`
        /// may interpolate values and SQL.
        func texts(_ literal: StringLiteralExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            let pounds = literal.openingPounds?.text.utf8.count ?? 0
            let segments = Array(literal.segments)
            var all = [FollowedText()]
            for (number, segment) in segments.enumerated() {
                switch segment {
                case .stringSegment(let segment):
                    for index in all.indices { all[index].builder.append(segment, pounds: pounds) }
                case .expressionSegment(let segment):
                    let next = number + 1 < segments.count ? segments[number + 1] : nil
                    guard kind == .sql else {
                        try all.append(try constant(segment, behind: all[0].builder.bytes, next: next))
                        continue
                    }
                    try all.append(try part(segment, at: SQLPlace(all[0].builder.bytes, next: next)))
                }
            }
            return all
        }

        /// Returns the replacement for an interpolation into a String: a constant string or integer, else a value.
        private func constant(
            _ segment: ExpressionSegmentSyntax, behind before: [UInt8], next: StringLiteralSegmentListSyntax.Element?
        ) throws(Unfollowed) -> [FollowedText] {
            guard let only = segment.expressions.first, segment.expressions.count == 1, only.label == nil else {
                throw Unfollowed(.interpolatedString)
            }
            do throws(Unfollowed) {
                return try constant(only.expression)
            } catch {
                guard let hole = ValueHole(behind: before, next: next) else { throw error }
                var text = FollowedText(hole.text, at: segment.backslash.start, isNamed: true)
                // The values are unknown, because the interpolated string may itself contain parameters.
                text.values = .unknown
                if hole.isQuotedValue, mayHaveQuote(only.expression) {
                    text.quotedValues = [unknownValue(only.expression)]
                }
                return [text]
            }
        }

        /// Whether an expression is a String with unknown content: a parameter, or a property or variable without an initial value.
        private func mayHaveQuote(_ expression: ExprSyntax) -> Bool {
            guard let path = expression.bare.path, let found = scopes.declaration(of: path, at: expression),
                ["String", "Substring"].contains(found.typeName)
            else { return false }
            switch found.kind {
            case .parameter(let parameter, let function): return !isAlwaysConstant(parameter, of: function)
            case .stored(_, let value): return value == nil && scopes.changes(of: found).isEmpty
            default: return false
            }
        }

        /// Whether all calls of the function in this file pass a constant for the parameter.
        private func isAlwaysConstant(_ parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax) -> Bool {
            let label = parameter.firstName.text == "_" ? nil : parameter.firstName.name
            let given = (index.callsByName[function.name.name] ?? []).map { call in
                call.arguments.first { $0.label?.text == label }?.expression
            }
            return !given.isEmpty
                && given.allSatisfy {
                    $0.map { (try? deeper().texts($0, .string)) != nil } ?? (parameter.defaultValue != nil)
                }
        }

        private func constant(_ expression: ExprSyntax) throws(Unfollowed) -> [FollowedText] {
            if let number = number(expression) {
                return [FollowedText(String(number.value), at: number.source, isReplacement: true)]
            }
            do throws(Unfollowed) {
                return try deeper().texts(expression, .string)
            } catch {
                throw Unfollowed(.interpolatedString)
            }
        }

        /// Returns the replacement for an interpolation into an `FMSQL`: a value, a raw string, an identifier, or other SQL.
        private func part(_ segment: ExpressionSegmentSyntax, at place: SQLPlace) throws(Unfollowed) -> [FollowedText] {
            guard let only = segment.expressions.first, segment.expressions.count == 1 else { throw Unfollowed(.other) }
            switch only.label?.text {
            case "raw": return try constant(only.expression)
            case "identifier":
                return try constant(only.expression).map { text in
                    var quoted = text
                    quoted.builder = text.builder.quoted(at: only.expression.start)
                    return quoted
                }
            case nil:
                if let sql = try sql(only.expression, at: place) { return sql }
                var text = FollowedText()
                text.values = .listed([givenValue(only.expression)])
                let source = segment.backslash.start
                if place.isBehindIn { text.builder.append("(".utf8, at: source) }
                text.builder.appendValue(at: source)
                if place.isBehindIn { text.builder.append(")".utf8, at: source) }
                return [text]
            default: throw Unfollowed(.other)
            }
        }

        /// Returns the possible strings of interpolated SQL, or nil for a value.
        private func sql(_ expression: ExprSyntax, at place: SQLPlace) throws(Unfollowed) -> [FollowedText]? {
            guard let isSQL = isSQL(expression) else {
                guard place.isForValue else {
                    throw Unfollowed(expression.is(FunctionCallExprSyntax.self) ? .call : .variable)
                }
                return nil
            }
            return try isSQL ? deeper().operand(expression, .sql) : nil
        }

        /// Whether an interpolated expression is SQL and not a value. Nil if the types in the file do not show this.
        private func isSQL(_ expression: ExprSyntax) -> Bool? {
            let bare = expression.bare
            if bare.isLiteral || bare.is(NilLiteralExprSyntax.self) || bare.is(ArrayExprSyntax.self) { return false }
            if let type = bare.constructedType { return type == "FMSQL" }
            if let call = bare.as(FunctionCallExprSyntax.self) { return isSQL(call) }
            guard let path = bare.path, let found = scopes.declaration(of: path, at: bare) else { return nil }
            if found.annotation != nil { return found.typeName == "FMSQL" }
            guard case .stored(_, let value?) = found.kind else { return nil }
            return value.bare.isLiteral ? false : found.typeName.map { $0 == "FMSQL" }
        }

        private func isSQL(_ call: FunctionCallExprSyntax) -> Bool? {
            if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
                member.declName.baseName.text == "joined",
                let path = member.base?.path, let array = scopes.declaration(of: path, at: call)
            {
                return array.annotation?.as(ArrayTypeSyntax.self)?.element.names.map { $0 == ["FMSQL"] }
            }
            guard let path = call.calledExpression.path, let function = scopes.declaration(of: path, at: call) else {
                return nil
            }
            return function.annotation?.names.map { $0 == ["FMSQL"] }
        }

        func number(_ expression: ExprSyntax) -> (value: Int, source: Int)? {
            let bare = expression.bare
            if let literal = bare.as(IntegerLiteralExprSyntax.self) {
                return literal.representedLiteralValue.map { ($0, literal.start) }
            }
            guard let path = bare.path else { return nil }
            if path.count > 1, path.last == "rawValue", let found = scopes.declaration(of: path.dropLast(), at: bare) {
                guard case .enumCase(_, let value?) = found.kind else { return nil }
                return (try? deeper())?.number(value)
            }
            guard let found = scopes.declaration(of: path, at: bare) else {
                guard case .number(let value)? = shared(bare) else { return nil }
                return (value, bare.start)
            }
            guard case .stored(isConstant: true, let value?) = found.kind, ["Int", nil].contains(found.typeName) else {
                return nil
            }
            return (try? deeper())?.number(value)
        }
    }

    extension ExprSyntax {
        var isLiteral: Bool {
            switch kind {
            case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: true
            default: false
            }
        }
    }

    /// The place of an interpolation in SQL.
    private struct SQLPlace {
        /// Whether the keyword IN precedes the interpolation. A list then needs parentheses.
        let isBehindIn: Bool
        let isForValue: Bool

        init(_ before: [UInt8], next: StringLiteralSegmentListSyntax.Element?) {
            let end = before.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
            let last = end > 0 ? before[end - 1] : 0
            let keyword = last.isInSQLWord ? before[..<end].sqlWords.last ?? "" : ""
            isBehindIn = keyword == "IN"
            let touchesWord = end == before.count && !keyword.isEmpty
            var isCutOff = false
            if case .stringSegment(let segment)? = next, let byte = segment.content.text.utf8.first {
                isCutOff = byte.isInSQLWord
            }
            isForValue =
                !touchesWord && !isCutOff
                && (keyword.isEmpty ? SQLPlace.signs.contains(last) : SQLPlace.keywords.contains(keyword))
        }

        private static let signs = Set("=<>+-*/%|&,(~!".utf8)
        /// The keywords after which an expression follows. SELECT is not one: a column may follow it, which can be SQL as well as a value.
        private static let keywords = Set(
            words: """
                AND ATTACH BETWEEN BY CASE ELSE ESCAPE GLOB HAVING IN IS LIKE LIMIT MATCH NOT OFFSET ON OR REGEXP THEN
                WHEN WHERE
                """)
    }
#endif
