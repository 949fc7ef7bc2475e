#if Checked
    import SwiftSyntax

    /// The part of a block in which a variable that is assigned more than once has the value of one assignment.
    struct Segment {
        private let start: AbsolutePosition
        private let end: AbsolutePosition
        /// The function or closure. In another one the variable may have another value by the time that it runs.
        private let body: SyntaxIdentifier?

        /// - Parameter node: the declaration or the assignment that gives the value.
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
            // One that is nested in a statement may happen or not, or happen before, in a loop.
            let isDirect = next.nearest(.codeBlockItem)?.id == statement.id
            end = isDirect ? statement.endPosition : statement.position
        }

        func contains(_ use: DeclReferenceExprSyntax) -> Bool {
            use.position >= start && use.position < end && use.nearestBody?.id == body
        }
    }

    extension DeclReferenceExprSyntax {
        /// Whether the variable gets another value here, or may.
        var isAssigned: Bool {
            if parent?.kind == .inOutExpr { return true }
            guard let next = nextOperator else { return false }
            return next.tokenKind == .equal && next.parent?.kind == .assignmentExpr
        }
    }

    extension PatternBindingSyntax {
        private var declaration: VariableDeclSyntax? { parent?.parent?.as(VariableDeclSyntax.self) }

        /// Whether it declares a variable of a function or a script, not a property.
        var isLocal: Bool { declaration?.parent?.kind == .codeBlockItem }

        var isConstant: Bool { declaration?.bindingSpecifier.tokenKind == .keyword(.let) }

        var isEmptyAtFirst: Bool { initializer.map { $0.value.is(NilLiteralExprSyntax.self) } ?? true }
    }

    extension TokenSyntax {
        /// Whether a name that is declared keeps its value.
        var isConstant: Bool {
            guard let owner = parent?.parent, parent?.kind == .identifierPattern else { return true }
            if let condition = owner.as(OptionalBindingConditionSyntax.self) {
                return condition.bindingSpecifier.tokenKind == .keyword(.let)
            }
            return owner.as(PatternBindingSyntax.self)?.isConstant ?? false
        }
    }
#endif
