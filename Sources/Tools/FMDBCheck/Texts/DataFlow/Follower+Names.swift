#if Checked
    import SwiftSyntax

    extension Follower {
        func texts(_ reference: DeclReferenceExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            let name = reference.baseName.name
            if name == "$0", let closure = reference.closure { return try deeper().texts(parameterOf: closure, kind) }
            guard reference.argumentNames == nil else { throw Unfollowed(.variable) }
            guard let found = scopes.declaration(of: name, at: reference) else {
                return try sharedTexts(ExprSyntax(reference))
            }
            return try deeper().texts(found, at: Syntax(reference), kind)
        }

        /// Returns the possible strings of `Type.name`, `self.name`, `.name` and `Type.case.rawValue`.
        func texts(_ member: MemberAccessExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            let name = member.declName.baseName.name
            guard let base = member.base else {
                guard let found = scopes.member(name, of: kind == .sql ? "FMSQL" : "String") else {
                    throw Unfollowed(.variable)
                }
                return try deeper().texts(found, at: Syntax(member), kind)
            }
            if name == "rawValue", let path = base.path, let found = scopes.declaration(of: path, at: member),
                case .enumCase(let name, let rawValue) = found.kind
            {
                if let rawValue { return try deeper().texts(rawValue, .string) }
                guard isOfStrings(found) else { throw Unfollowed(.variable) }
                return [FollowedText(name.name, at: name.start)]
            }
            guard let path = ExprSyntax(member).path else {
                throw Unfollowed(base.bare.is(FunctionCallExprSyntax.self) ? .call : .variable)
            }
            guard let found = scopes.declaration(of: path, at: member) else {
                return try sharedTexts(ExprSyntax(member))
            }
            return try deeper().texts(found, at: Syntax(member), kind)
        }

        /// Whether the case's enumeration has String raw values.
        private func isOfStrings(_ enumCase: Declaration) -> Bool {
            guard let body = enumCase.scope.as(MemberBlockSyntax.self), let type = SourceIndex.typeName(of: body) else {
                return false
            }
            return (index.bodies[type] ?? []).contains { body in
                body.parent?.as(EnumDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type.names == ["String"]
            }
        }

        private func texts(
            _ declaration: Declaration, at use: Syntax, _ wanted: Kind
        ) throws(Unfollowed) -> [FollowedText] {
            let kind = try Follower.kind(declaration, wanted)
            switch declaration.kind {
            case .stored(let isConstant, let value):
                if let list = declaration.scope.as(CodeBlockItemListSyntax.self), !isConstant || value == nil {
                    return try texts(variable: declaration, in: list, first: value, at: use, kind)
                }
                // A variable that starts as an empty string is not constant, because other code certainly sets it.
                guard let value, isConstant || isUnchanged(declaration) && !value.isEmptyText else {
                    throw Unfollowed(.variable)
                }
                return try texts(value, kind)
            case .computed(let expression): return try texts(expression, kind)
            case .element(let sequence): return try texts(elementsOf: sequence, kind)
            case .closureParameter(let closure): return try texts(parameterOf: closure, kind)
            case .parameter(let parameter, let function):
                var reason = Unfollowed(.variable)
                reason.parameter = (parameter, function)
                throw reason
            case .enumCase, .type, .alias, .other: throw Unfollowed(.variable)
            }
        }

        /// Returns whether a constant is a String or an `FMSQL`, which determines the meaning of its interpolations. Throws for constants
        /// of other types.
        private static func kind(_ declaration: Declaration, _ wanted: Kind) throws(Unfollowed) -> Kind {
            switch declaration.typeName {
            case "FMSQL": return .sql
            case "String", "StaticString", "NSString", "Swift.String": return .string
            case nil:
                if declaration.annotation != nil { throw Unfollowed(.variable) }
                switch declaration.kind {
                case .stored, .computed: return .string
                default: return wanted
                }
            default:
                if declaration.annotation == nil, case .stored = declaration.kind { return wanted }
                throw Unfollowed(.variable)
            }
        }

        /// Whether a member variable always has its initial value.
        private func isUnchanged(_ declaration: Declaration) -> Bool {
            (declaration.isPrivate || declaration.isOnlyAssigned && !others.changes(declaration.name))
                && !index.changedMembers.contains(declaration.name)
                && index.mutations(of: declaration.name, in: 0..<Int.max).isEmpty
        }

        /// Returns the possible strings of all elements of an array, as a loop variable has them in turn.
        func texts(elementsOf sequence: ExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            guard let elements = try elements(of: sequence, kind) else {
                throw Unfollowed(sequence.bare.is(FunctionCallExprSyntax.self) ? .call : .variable)
            }
            var all: [FollowedText] = []
            for (number, element) in elements.enumerated() {
                let turn = FollowedText.Choice(key: "\(sequence.start)", isCondition: false, branch: number)
                all += element.map { $0.chosen(turn) }
            }
            try all.check()
            return all
        }

        /// Returns the possible strings of each element of an array literal, a constant array or a sum of these, or nil for other
        /// expressions.
        func elements(of expression: ExprSyntax, _ kind: Kind) throws(Unfollowed) -> [[FollowedText]]? {
            if let array = array(expression) {
                return try array.elements.map { element throws(Unfollowed) in try texts(element.expression, kind) }
            }
            if let list = sharedList(expression) { return list.map { [$0] } }
            guard let sum = (constant(expression.bare) ?? expression).bare.as(SequenceExprSyntax.self)?.elements else {
                return nil
            }
            var all: [[FollowedText]] = []
            for (number, operand) in sum.enumerated() {
                if number % 2 == 1 {
                    guard operand.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return nil }
                } else {
                    guard let elements = try deeper().elements(of: operand, kind) else { return nil }
                    all += elements
                }
            }
            return all
        }

        func array(_ expression: ExprSyntax) -> ArrayExprSyntax? {
            let bare = expression.bare
            if let array = bare.as(ArrayExprSyntax.self) { return array }
            if let elements = bare.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
                elements.last?.is(TypeExprSyntax.self) == true
            {
                return elements.first?.as(ArrayExprSyntax.self)
            }
            guard let value = constant(bare) else { return nil }
            return (try? deeper())?.array(value)
        }

        /// Returns the expression that initialises a constant, or a variable that never changes.
        func constant(_ expression: ExprSyntax) -> ExprSyntax? {
            guard let path = expression.path, let found = scopes.declaration(of: path, at: expression),
                case .stored(let isConstant, let value?) = found.kind
            else { return nil }
            if isConstant { return value }
            return found.isMember
                ? (isUnchanged(found) ? value : nil) : (scopes.changes(of: found).isEmpty ? value : nil)
        }

        /// Returns the possible strings of the closure parameter in `array.forEach { … }` and similar calls.
        private func texts(parameterOf closure: ClosureExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            guard let call = closure.call?.calledExpression.as(MemberAccessExprSyntax.self),
                ["forEach", "allSatisfy", "contains", "first", "map", "compactMap"].contains(
                    call.declName.baseName.text),
                let base = call.base
            else { throw Unfollowed(.variable) }
            return try texts(elementsOf: base, kind)
        }
    }

    extension ExprSyntax {
        fileprivate var isEmptyText: Bool {
            self.as(StringLiteralExprSyntax.self)?.segments.allSatisfy { $0.trimmedDescription.isEmpty } ?? false
        }
    }

    extension ClosureExprSyntax {
        /// The call to which the closure is passed.
        var call: FunctionCallExprSyntax? {
            if let call = parent?.as(FunctionCallExprSyntax.self) { return call }
            return parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
        }
    }

    extension DeclReferenceExprSyntax {
        fileprivate var closure: ClosureExprSyntax? {
            for (_, outer) in surroundings {
                if let closure = outer.as(ClosureExprSyntax.self) { return closure }
                if outer.is(MemberBlockSyntax.self) { return nil }
            }
            return nil
        }
    }
#endif
