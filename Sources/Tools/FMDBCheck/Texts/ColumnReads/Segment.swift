#if Checked
    import SwiftSyntax

    /// The part of a block in which a variable with several assignments has the value of one of them.
    struct Segment {
        private let start: AbsolutePosition
        private let end: AbsolutePosition
        /// The enclosing function or closure. Uses in an inner closure are excluded, because the variable may have another value when the
        /// closure runs.
        private let body: SyntaxIdentifier?

        /// - Parameter node: the declaration or assignment that sets the value.
        init?(after node: Syntax, of uses: [DeclReferenceExprSyntax]) {
            guard let item = node.nearest(.codeBlockItem), let block = item.parent else { return nil }
            start = node.endPosition
            body = node.nearestBody?.id
            let position = node.position
            let range = block.position..<block.endPosition
            let next = uses.first { $0.isAssigned && $0.position > position && range.contains($0.position) }
            guard let next else {
                end = block.endPosition
                return
            }
            var statement = Syntax(next)
            while let parent = statement.parent, parent.id != block.id { statement = parent }
            // If the next assignment is nested in another statement, the segment ends before that statement. The assignment may not run, or
            // in a loop may run before the use.
            let isDirect = next.nearest(.codeBlockItem)?.id == statement.id
            end = isDirect ? statement.endPosition : statement.position
        }

        func contains(_ use: DeclReferenceExprSyntax) -> Bool {
            use.position >= start && use.position < end && use.nearestBody?.id == body
        }
    }

    extension DeclReferenceExprSyntax {
        /// Whether the expression assigns the variable, or passes it as `inout`.
        var isAssigned: Bool {
            if parent?.kind == .inOutExpr { return true }
            guard let next = nextOperator else { return false }
            return next.tokenKind == .equal && next.parent?.kind == .assignmentExpr
        }
    }

    extension PatternBindingSyntax {
        private var declaration: VariableDeclSyntax? { parent?.parent?.as(VariableDeclSyntax.self) }

        /// Whether the binding declares a local or top-level variable, not a property.
        var isLocal: Bool { declaration?.parent?.kind == .codeBlockItem }

        var isConstant: Bool { declaration?.bindingSpecifier.tokenKind == .keyword(.let) }

        var isEmptyAtFirst: Bool { initializer.map { $0.value.is(NilLiteralExprSyntax.self) } ?? true }
    }

    extension TokenSyntax {
        /// Whether the declared name is a constant.
        var isConstant: Bool {
            guard let owner = parent?.parent, parent?.kind == .identifierPattern else { return true }
            if let condition = owner.as(OptionalBindingConditionSyntax.self) {
                return condition.bindingSpecifier.tokenKind == .keyword(.let)
            }
            return owner.as(PatternBindingSyntax.self)?.isConstant ?? false
        }
    }
#endif
