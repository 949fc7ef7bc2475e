#if Checked
    import SwiftSyntax

    /// The type that an expression gets from where it stands.
    struct ExpectedType {
        /// nil where the source does not say it next to the expression.
        private(set) var type: WrittenType?
        /// Whether nothing fails for nil, whatever the type is: behind `try?`, before `??`, in a condition.
        private(set) var acceptsNil = false
        /// The type of a literal behind `??`, which another type of a variable or a parameter would change.
        private var fallback: WrittenType?

        init(of expression: some ExprSyntaxProtocol) {
            var node = Syntax(expression)
            // As many as a reader would follow.
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

        /// - Returns: whether what the sequence becomes says more.
        private mutating func readSequence(_ sequence: SequenceExprSyntax, _ node: Syntax) -> Bool {
            guard let next = node.nextOperator else { return false }
            if next.text == "??", sequence.elements.first?.id == node.id {
                acceptsNil = true
                if sequence.elements.count == 3, let last = sequence.elements.last {
                    fallback = WrittenType(literal: last)
                }
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
            } else if owner.kind == .returnStmt {
                readResult(of: owner)
            } else if owner.kind == .codeBlockItem, let list = owner.parent?.as(CodeBlockItemListSyntax.self),
                list.count == 1, let body = list.parent, body.kind != .sourceFile
            {
                // The only expression of a body is its result.
                let owners: [SyntaxKind] = [.functionDecl, .accessorDecl]
                guard
                    body.kind == .accessorBlock || body.kind == .closureExpr
                        || body.parent.map({ owners.contains($0.kind) }) == true
                else { return }
                readResult(of: owner)
            }
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

        private mutating func set(_ written: TypeSyntax?) {
            type = written.map { WrittenType($0) }
        }
    }

    extension WrittenType {
        /// The type that a literal has without other hints.
        init?(literal expression: ExprSyntax) {
            let name: String
            switch expression.kind {
            case .integerLiteralExpr: name = "Int"
            case .floatLiteralExpr: name = "Double"
            case .booleanLiteralExpr: name = "Bool"
            case .stringLiteralExpr: name = "String"
            case .prefixOperatorExpr:
                guard let number = expression.as(PrefixOperatorExprSyntax.self), number.operator.text == "-" else {
                    return nil
                }
                switch number.expression.kind {
                case .integerLiteralExpr: name = "Int"
                case .floatLiteralExpr: name = "Double"
                default: return nil
                }
            default: return nil
            }
            self = .named(name, isOptional: false)
        }
    }

    extension Syntax {
        /// The parentheses around an expression, where this is its element; nil for an argument and for a tuple's element.
        var parenthesized: Syntax? {
            guard let element = self.as(LabeledExprSyntax.self), element.label == nil,
                let tuple = parent?.parent?.as(TupleExprSyntax.self), tuple.elements.count == 1
            else { return nil }
            return Syntax(tuple)
        }
    }
#endif
