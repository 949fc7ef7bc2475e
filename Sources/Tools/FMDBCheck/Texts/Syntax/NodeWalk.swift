#if Checked
    import SwiftSyntax

    /// Visits the nodes of a tree in source order, without recursion, because a chain of calls is a deep tree.
    struct NodeWalk: Sequence, IteratorProtocol {
        private var pending: [(node: Syntax, depth: Int)]
        /// The depth of the last visited node.
        private(set) var depth = 0

        private let withTokens: Bool

        init(_ root: some SyntaxProtocol, withTokens: Bool = false) {
            (pending, self.withTokens) = ([(Syntax(root), 0)], withTokens)
        }

        mutating func next() -> Syntax? {
            guard let (node, depth) = pending.popLast() else { return nil }
            self.depth = depth
            let count = pending.count
            for child in node.children(viewMode: .sourceAccurate) where withTokens || child.kind != .token {
                pending.append((child, depth + 1))
            }
            pending[count...].reverse()
            return node
        }
    }

    extension SyntaxProtocol {
        /// The ancestors of this node, nearest first, each with its child on the way. Their number is limited, which bounds the time of
        /// lookups in very deep trees.
        var surroundings: some Sequence<(inner: Syntax, outer: Syntax)> {
            sequence(state: (Syntax(self), 2_000)) { state -> (inner: Syntax, outer: Syntax)? in
                guard state.1 > 0, let parent = state.0.parent else { return nil }
                defer { state = (parent, state.1 - 1) }
                return (state.0, parent)
            }
        }

        /// The offset of the node's first character, after white space and comments.
        var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
        /// The offset of the node's end, before white space and comments.
        var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }

        func contains(_ offset: Int) -> Bool { position.utf8Offset <= offset && offset < endPosition.utf8Offset }

        /// Returns the nearest ancestor of one of the kinds, or nil if there is none within the depth limit.
        func nearest(_ kinds: SyntaxKind...) -> Syntax? { surroundings.first { kinds.contains($0.outer.kind) }?.outer }

        /// The nearest enclosing type declaration or extension.
        var nearestType: Syntax? {
            nearest(.structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl)
        }

        /// The operator after an element of a sequence such as `a = b + c`.
        var nextOperator: TokenSyntax? {
            // The last element has no operator. It is excluded first, because finding its next token may recurse too deeply in a long chain
            // of calls.
            guard let list = parent?.as(ExprListSyntax.self), list.last?.id != id else { return nil }
            return nextToken(viewMode: .sourceAccurate)
        }

        /// The nearest enclosing function or closure.
        var nearestBody: Syntax? {
            nearest(.closureExpr, .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .accessorBlock)
        }
    }

    extension TokenSyntax {
        /// The name without backticks.
        var name: String {
            let text = text
            guard text.utf8.count > 2, text.utf8.first == UInt8(ascii: "`") else { return text }
            return String(text.dropFirst().dropLast())
        }
    }

    extension ExprSyntax {
        /// The expression without surrounding `try`, `await`, `!` and parentheses.
        var bare: ExprSyntax {
            var expression = self
            for _ in 0..<256 {
                if let inner = expression.as(TryExprSyntax.self)?.expression {
                    expression = inner
                } else if let inner = expression.as(AwaitExprSyntax.self)?.expression {
                    expression = inner
                } else if let inner = expression.as(ForceUnwrapExprSyntax.self)?.expression {
                    expression = inner
                } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
                    let element = tuple.elements.first, element.label == nil
                {
                    expression = element.expression
                } else {
                    break
                }
            }
            return expression
        }

        /// The names of `a.b?.c!`, or nil for other expressions.
        var path: [String]? {
            var names: [String] = []
            var expression = self
            for _ in 0..<64 {
                if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
                    names.append(member.declName.baseName.name)
                    expression = base
                } else if let chain = expression.as(OptionalChainingExprSyntax.self) {
                    expression = chain.expression
                } else if let unwrap = expression.as(ForceUnwrapExprSyntax.self) {
                    expression = unwrap.expression
                } else {
                    break
                }
            }
            guard let reference = expression.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil else {
                return nil
            }
            names.append(reference.baseName.name)
            return names.reversed()
        }
    }

    extension ClosureExprSyntax {
        /// The names and types of the parameters. If there are none, the left brace represents `$0`.
        var parameters: [(name: TokenSyntax, type: TypeSyntax?)] {
            switch signature?.parameterClause {
            case .simpleInput(let names): names.map { ($0.name, nil) }
            case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName, $0.type) }
            case nil: [(leftBrace, nil)]
            }
        }
    }

    extension FunctionCallExprSyntax {
        var calledName: String? { calledToken?.name }

        var calledToken: TokenSyntax? {
            if let member = calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName }
            return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
        }
    }

    extension Syntax {
        /// Whether a statement is the result of a function: `return`, or the only expression of the body.
        var isResult: Bool {
            if kind == .returnStmt { return true }
            guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
            return list.parent?.parent?.kind == .functionDecl
        }

        /// The unqualified name of a declared or extended type.
        var typeName: String? {
            if let declaration = self.as(ExtensionDeclSyntax.self) {
                guard case .named(let name, _) = WrittenType(declaration.extendedType) else { return nil }
                return name
            }
            return asProtocol((any NamedDeclSyntax).self)?.name.name
        }
    }
#endif
