#if Checked
    import SwiftSyntax

    /// Reads the number, names and kinds of the values that a call passes.
    extension Follower {
        /// Returns the values of an array: a literal, a sum of literals, nil, or a constant with such a value.
        func list(_ expression: ExprSyntax) -> GivenValues {
            let bare = expression.bare
            if bare.is(NilLiteralExprSyntax.self) { return .listed([]) }
            if let array = bare.as(ArrayExprSyntax.self) {
                return .listed(array.elements.map { givenValue($0.expression) })
            }
            if let elements = bare.as(SequenceExprSyntax.self)?.elements { return sum(Array(elements)) }
            return constant(bare).flatMap { try? deeper().list($0) } ?? .unknown
        }

        private func sum(_ elements: [ExprSyntax]) -> GivenValues {
            var values: [GivenValue] = []
            var rest = elements[...]
            while let element = rest.popFirst() {
                guard case .listed(let own) = list(element) else { return .unknown }
                values += own
                while rest.first?.is(UnresolvedAsExprSyntax.self) == true { rest = rest.dropFirst(2) }
                guard let sign = rest.popFirst() else { return .listed(values) }
                guard sign.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return .unknown }
            }
            return .unknown
        }

        /// Returns the values of a dictionary, by name.
        func dictionary(_ expression: ExprSyntax) -> GivenValues {
            let bare = expression.bare
            if let sequence = bare.as(SequenceExprSyntax.self)?.elements, sequence.count == 3,
                let first = sequence.first, sequence.last?.is(TypeExprSyntax.self) == true
            {
                return dictionary(first)
            }
            if bare.is(NilLiteralExprSyntax.self) { return .named([]) }
            if let literal = bare.as(DictionaryExprSyntax.self) { return names(literal) }
            return constant(bare).flatMap { try? deeper().dictionary($0) } ?? .unknown
        }

        private func names(_ literal: DictionaryExprSyntax) -> GivenValues {
            guard case .elements(let elements) = literal.content else { return .named([]) }
            var names: [NamedValue] = []
            for element in elements {
                guard let texts = try? texts(element.key, .string), texts.count == 1, let text = texts.first
                else { return .unknown }
                names.append(
                    NamedValue(
                        name: text.builder.string, place: scopes.places.place(of: element.key),
                        value: givenValue(element.value)))
            }
            return .named(names)
        }

        /// Returns the values of `FMArguments`: an array or dictionary literal, or a call of the initializer.
        func arguments(_ expression: ExprSyntax) -> GivenValues {
            let bare = expression.bare
            if let call = bare.as(FunctionCallExprSyntax.self), call.calledExpression.path == ["FMArguments"] {
                guard let first = call.arguments.first else { return .listed([]) }
                return call.arguments.count == 1 && first.label == nil ? arguments(first.expression) : .unknown
            }
            if bare.is(DictionaryExprSyntax.self) { return dictionary(bare) }
            if bare.is(ArrayExprSyntax.self) || bare.is(SequenceExprSyntax.self) { return list(bare) }
            return constant(bare).flatMap { try? deeper().arguments($0) } ?? .unknown
        }

        /// Returns the values of each row of `executeMany`: a tuple, an array, a dictionary, or one value.
        func rows(_ expression: ExprSyntax) -> GivenValues {
            if let array = array(expression) {
                let rows = array.elements.map { row($0.expression) }
                guard let first = rows.first else { return .unknown }
                guard rows.allSatisfy({ $0.isLike(first) }) else { return .unknown }
                return rows.count == 1 ? first : first.unknown
            }
            guard let call = expression.bare.as(FunctionCallExprSyntax.self) else { return rows(ofType: expression) }
            if call.calledExpression.path == ["zip"] {
                return .listed(call.arguments.map { unknownValue($0.expression) })
            }
            guard
                ["map", "compactMap"].contains(
                    call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text),
                let row = call.trailingClosure?.statements.onlyExpression, let tuple = row.as(TupleExprSyntax.self),
                tuple.elements.count > 1
            else { return .unknown }
            return .listed(tuple.elements.map { unknownValue($0.expression) })
        }

        /// Returns the values of each row if the type of a variable or parameter, such as `[(Int, String)]`, gives the number of values.
        private func rows(ofType expression: ExprSyntax) -> GivenValues {
            guard let path = expression.bare.path,
                let type = scopes.declaration(of: path, at: expression)?.annotation,
                case .list(let element) = WrittenType(type)
            else { return .unknown }
            switch element {
            case .tuple(let elements): return .listed(elements.map { _ in unknownValue(expression) })
            case .named(let name, _):
                return SourceIndex.isColumnType(name) ? .listed([unknownValue(expression)]) : .unknown
            default: return .unknown
            }
        }

        private func row(_ expression: ExprSyntax) -> GivenValues {
            if let tuple = expression.as(TupleExprSyntax.self) {
                return .listed(tuple.elements.map { givenValue($0.expression) })
            }
            switch expression.bare.kind {
            case .arrayExpr: return list(expression)
            case .dictionaryExpr: return dictionary(expression)
            case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr:
                return .listed([givenValue(expression)])
            default: return .unknown
            }
        }
    }

    extension GivenValues {
        fileprivate var unknown: GivenValues {
            switch self {
            case .listed(let values): .listed(values.map(\.unknown))
            case .named(let values):
                .named(values.map { NamedValue(name: $0.name, place: $0.place, value: $0.value.unknown) })
            case .unknown: .unknown
            }
        }

        /// Whether two rows have the same number or names of values.
        fileprivate func isLike(_ other: GivenValues) -> Bool {
            switch (self, other) {
            case (.listed(let first), .listed(let second)): first.count == second.count
            case (.named(let first), .named(let second)): Set(first.map(\.name)) == Set(second.map(\.name))
            default: false
            }
        }
    }
#endif
