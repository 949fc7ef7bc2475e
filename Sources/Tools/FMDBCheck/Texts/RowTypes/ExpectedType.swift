#if Checked
    import SwiftSyntax

    /// The type that an expression gets from its context.
    struct ExpectedType {
        /// The type, or nil if the source does not show it next to the expression.
        private(set) var type: WrittenType?
        /// Whether nil is handled whatever the type: after `try?`, before `??`, or in a condition.
        private(set) var acceptsNil = false
        /// The type of a literal after `??`. It counts only if no variable, parameter or result gives the expression a type.
        private var fallback: WrittenType?
        private let context: ReadingContext

        init(of expression: some ExprSyntaxProtocol, in context: ReadingContext) {
            self.context = context
            var node = Syntax(expression)
            // The limit bounds the time in generated code. Hand-written code has fewer levels.
            for _ in 0..<20 {
                guard let parent = node.parent else { return }
                if let attempt = parent.as(TryExprSyntax.self) {
                    if attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark { acceptsNil = true }
                    node = parent
                } else if parent.kind == .awaitExpr || parent.kind == .forceUnwrapExpr {
                    node = parent
                } else if parent.kind == .labeledExpr, let tuple = parent.parenthesized {
                    node = tuple
                } else if let sequence = parent.parent?.as(SequenceExprSyntax.self) {
                    guard readSequence(sequence, node) else { return }
                    node = Syntax(sequence)
                } else {
                    readOwner(parent, of: node)
                    return
                }
            }
        }

        /// - Returns: whether the nodes around the sequence may show the type.
        private mutating func readSequence(_ sequence: SequenceExprSyntax, _ node: Syntax) -> Bool {
            guard let next = node.nextOperator else {
                readAssignment(sequence, of: node)
                return false
            }
            if next.text == "??" {
                // The limit keeps long sequences from being searched again for each of their elements.
                guard sequence.elements.count <= 9 else { return false }
                let elements = Array(sequence.elements)
                let first = elements[1].is(AssignmentExprSyntax.self) ? 2 : 0
                guard elements[first].id == node.id else { return false }
                acceptsNil = true
                let operators = stride(from: first + 1, to: elements.count, by: 2).map { elements[$0] }
                guard operators.allSatisfy({ $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }) else {
                    return false
                }
                if first == 2 {
                    readAssignment(sequence, of: node)
                    return false
                }
                if elements.count == 3 { fallback = WrittenType(literal: elements[2]) }
                return true
            }
            if next.tokenKind == .keyword(.as), next.parent?.kind == .unresolvedAsExpr, sequence.elements.count == 3,
                let target = sequence.elements.last?.as(TypeExprSyntax.self)
            {
                type = WrittenType(target.type)
            }
            return false
        }

        private mutating func readOwner(_ owner: Syntax, of node: Syntax) {
            if owner.kind == .initializerClause, let variable = owner.parent {
                if let binding = variable.as(PatternBindingSyntax.self) {
                    type = binding.typeAnnotation.map { WrittenType($0.type) } ?? fallback
                } else if let condition = variable.as(OptionalBindingConditionSyntax.self) {
                    acceptsNil = true
                    if let annotation = condition.typeAnnotation { type = WrittenType(annotation.type) }
                }
            } else if let argument = owner.as(LabeledExprSyntax.self) {
                readArgument(argument)
            } else if owner.kind == .returnStmt {
                readResult(of: owner)
            } else if owner.kind == .codeBlockItem, let list = owner.parent?.as(CodeBlockItemListSyntax.self),
                list.count == 1, let body = owner.nearestBody,
                [list.parent?.id, list.parent?.parent?.id].contains(body.id)
            {
                // The only expression of a body is its result.
                readResult(of: owner)
            }
        }

        /// Reads the type of the variable or the property of `self` to which the value is assigned.
        private mutating func readAssignment(_ sequence: SequenceExprSyntax, of value: Syntax) {
            guard sequence.elements.count <= 9, sequence.elements.dropFirst(2).first?.id == value.id,
                let target = sequence.elements.first, target.nextOperator?.tokenKind == .equal, let path = target.path,
                path.count == 1 || path.count == 2 && path[0] == "self",
                let variable = context.scopes.declaration(of: path, at: target), let annotation = variable.annotation
            else { return }
            if variable.isMember {
                // The lookup does not distinguish types with the same name.
                guard let owner = target.nearestType?.typeName, context.index.types(named: owner).count == 1 else {
                    return
                }
            }
            switch variable.kind {
            case .stored, .computed: type = WrittenType(annotation)
            default: return
            }
        }

        /// Reads the type of the initializer's parameter that receives the value, if the file declares the type that is initialized.
        private mutating func readArgument(_ argument: LabeledExprSyntax) {
            guard let label = argument.label?.name, let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
                let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.name
            else { return }
            type = context.index.parameterType(ofInitializersOf: name, label)
        }

        private mutating func readResult(of statement: Syntax) {
            guard let body = statement.nearestBody else { return }
            if let function = body.as(FunctionDeclSyntax.self) {
                set(function.signature.returnClause?.type)
            } else if let closure = body.as(ClosureExprSyntax.self) {
                set(closure.signature?.returnClause?.type)
            } else if body.kind != .initializerDecl, body.kind != .deinitializerDecl,
                let block = body.as(AccessorBlockSyntax.self)
                    ?? body.nearest(.accessorBlock)?.as(AccessorBlockSyntax.self)
            {
                let member = block.parent?.as(SubscriptDeclSyntax.self)
                set(member?.returnClause.type ?? block.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type)
            }
        }

        private mutating func set(_ written: TypeSyntax?) { type = written.map { WrittenType($0) } }
    }

    extension SourceIndex {
        /// Returns the type of a parameter if all initializers with its label agree, including the memberwise one.
        fileprivate func parameterType(ofInitializersOf name: String, _ label: String) -> WrittenType? {
            let types = types(named: name)
            guard types.count == 1, let declaration = types[0].asProtocol((any DeclGroupSyntax).self) else {
                return nil
            }
            let own = declaration.memberBlock.members.map(\.decl)
            let others = extensions(of: name).flatMap(\.memberBlock.members).map(\.decl)
            var found: [WrittenType?] = (own + others).compactMap { $0.as(InitializerDeclSyntax.self) }
                .flatMap(\.signature.parameterClause.parameters)
                .filter { $0.firstName.name == label }
                .map { $0.ellipsis == nil ? WrittenType($0.type) : nil }
            if types[0].kind == .structDecl, !own.contains(where: { $0.is(InitializerDeclSyntax.self) }) {
                let properties = own.compactMap { $0.as(VariableDeclSyntax.self) }.filter { !$0.isStatic }.flatMap(
                    \.bindings)
                for property in properties
                where property.pattern.as(IdentifierPatternSyntax.self)?.identifier.name == label {
                    found.append(property.typeAnnotation.map { WrittenType($0.type) })
                }
            }
            guard let first = found.first, found.allSatisfy({ $0 == first }) else { return nil }
            return first
        }
    }

    extension WrittenType {
        /// Infers the default type of a literal.
        init?(literal expression: ExprSyntax) {
            let names: [SyntaxKind: String] = [
                .integerLiteralExpr: "Int", .floatLiteralExpr: "Double", .booleanLiteralExpr: "Bool",
                .stringLiteralExpr: "String",
            ]
            let sign = expression.as(PrefixOperatorExprSyntax.self)
            let literal = sign?.operator.text == "-" ? sign?.expression : expression
            guard let name = literal.flatMap({ names[$0.kind] }) else { return nil }
            self = .named(name, isOptional: false)
        }
    }

    extension Syntax {
        /// The parentheses around an expression, if this is their only element, or nil for arguments and tuple elements.
        var parenthesized: Syntax? {
            guard let element = self.as(LabeledExprSyntax.self), element.label == nil,
                let tuple = parent?.parent?.as(TupleExprSyntax.self), tuple.elements.count == 1
            else { return nil }
            return Syntax(tuple)
        }
    }
#endif
