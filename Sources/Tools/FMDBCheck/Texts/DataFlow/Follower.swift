#if Checked
    import SwiftSyntax

    /// Finds the strings that an expression can evaluate to. Follows names and calls to their declarations.
    struct Follower {
        /// The expected type of the expression, which determines the meaning of an interpolation.
        enum Kind {
            case string, sql
        }

        let scopes: Scopes
        let index: SourceIndex
        let others: OtherFiles
        /// The number of names and calls between the original expression and the current one.
        var depth = 0

        /// Returns a follower for the next level of depth. Throws if the limit is reached.
        func deeper() throws(Unfollowed) -> Follower {
            var next = self
            next.depth += 1
            guard next.depth <= 32 else { throw Unfollowed(.variable) }
            return next
        }

        func texts(_ expression: ExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            let expression = expression.bare
            switch expression.as(ExprSyntaxEnum.self) {
            case .stringLiteralExpr(let literal): return try texts(literal, kind)
            case .sequenceExpr(let sequence): return try texts(Array(sequence.elements)[...], kind)
            case .declReferenceExpr(let reference): return try texts(reference, kind)
            case .memberAccessExpr(let member): return try texts(member, kind)
            case .functionCallExpr(let call): return try deeper().texts(call, kind)
            case .ifExpr(let branches): return try deeper().texts(branches, kind)
            case .switchExpr(let branches): return try deeper().texts(branches, kind)
            case .subscriptCallExpr: throw Unfollowed(.variable)
            default: throw Unfollowed(.other)
            }
        }

        /// Returns the content of a String literal without interpolated values, or of a constant with such a literal, else nil.
        func string(_ expression: ExprSyntax) -> String? {
            guard let texts = try? texts(expression, .string), texts.count == 1, let text = texts.first,
                case .listed([]) = text.values
            else { return nil }
            return text.builder.string
        }

        /// Returns the possible strings of a sequence of operands and operators, in source order.
        func texts(_ elements: ArraySlice<ExprSyntax>, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            if let sign = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
                return try deeper().texts(choiceAt: sign, elements, kind)
            }
            var rest = elements
            guard let first = rest.popFirst() else { throw Unfollowed(.other) }
            guard !rest.isEmpty else { return try texts(first, kind) }
            let isSQL = rest.last?.as(TypeExprSyntax.self)?.type.names == ["FMSQL"] && rest.count == 2
            var all = try operand(first, isSQL ? .sql : kind)
            while let sign = rest.popFirst() {
                guard let next = rest.popFirst() else { throw Unfollowed(.other) }
                if sign.is(UnresolvedAsExprSyntax.self) { continue }
                guard sign.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { throw Unfollowed(.other) }
                try all.append(try operand(next, kind))
            }
            return all
        }

        /// Returns the possible strings of an operand. Drops `error.parameter`: a function forwards SQL only if a parameter is the whole
        /// SQL.
        func operand(_ expression: ExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            do throws(Unfollowed) {
                return try texts(expression, kind)
            } catch {
                throw Unfollowed(error.reason)
            }
        }

        // MARK: - Choices

        private func texts(
            choiceAt sign: Int, _ elements: ArraySlice<ExprSyntax>, _ kind: Kind
        ) throws(Unfollowed) -> [FollowedText] {
            guard let ternary = elements[sign].as(UnresolvedTernaryExprSyntax.self) else { throw Unfollowed(.other) }
            let condition = elements[..<sign].map(\.trimmedDescription).joined(separator: " ")
            return try choices(
                condition, [try operand(ternary.thenExpression, kind), try texts(elements[(sign + 1)...], kind)])
        }

        private func texts(_ branches: IfExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            let condition = branches.conditions.trimmedDescription
            guard let then = branches.body.statements.onlyExpression else { throw Unfollowed(.other) }
            let otherwise: [FollowedText]
            switch branches.elseBody {
            case .ifExpr(let next): otherwise = try deeper().texts(next, kind)
            case .codeBlock(let block):
                guard let only = block.statements.onlyExpression else { throw Unfollowed(.other) }
                otherwise = try texts(only, kind)
            case nil: throw Unfollowed(.other)
            }
            return try choices(condition, [try texts(then, kind), otherwise])
        }

        private func texts(_ branches: SwitchExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            var all: [[FollowedText]] = []
            for part in branches.cases {
                guard let part = part.as(SwitchCaseSyntax.self) else { throw Unfollowed(.other) }
                guard let only = part.statements.onlyExpression else {
                    if part.statements.leaves { continue }
                    throw Unfollowed(.other)
                }
                if only.leaves { continue }
                all.append(try texts(only, kind))
            }
            return try choices(branches.subject.trimmedDescription, all)
        }

        /// Marks each string with the branch that it comes from. Strings that depend on a condition already keep that mark, such as those
        /// of an `else if`.
        private func choices(_ condition: String, _ branches: [[FollowedText]]) throws(Unfollowed) -> [FollowedText] {
            var all: [FollowedText] = []
            for (number, texts) in branches.enumerated() {
                let choice = FollowedText.Choice(key: condition, isCondition: true, branch: number)
                all += texts.map { $0.choices.contains(where: \.isCondition) ? $0 : $0.chosen(choice) }
            }
            try all.check()
            return all
        }
    }

    extension CodeBlockItemListSyntax {
        /// Whether the last statement leaves the function or the loop.
        var leaves: Bool {
            switch last?.item {
            case .stmt(let statement):
                switch statement.kind {
                case .returnStmt, .throwStmt, .breakStmt, .continueStmt: return true
                default: return false
                }
            case .expr(let expression): return expression.leaves
            default: return false
            }
        }
    }

    extension ExprSyntax {
        /// Whether the expression is a call that never returns.
        var leaves: Bool {
            guard let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self)
            else { return false }
            return ["fatalError", "preconditionFailure", "abort", "exit"].contains(name.baseName.text)
        }
    }

    /// The data about a source file that is needed while its calls are read.
    package struct ReadingContext {
        package let places: Places
        let index: SourceIndex
        let scopes: Scopes
        let follower: Follower
        let others: OtherFiles

        init(_ tree: SourceFileSyntax, _ places: Places, _ others: OtherFiles) {
            (self.places, self.others) = (places, others)
            index = SourceIndex(tree)
            scopes = Scopes(index, places)
            follower = Follower(scopes: scopes, index: index, others: others)
        }

        /// Returns the content of a String literal without interpolated values, or of a constant with such a literal, else nil.
        package func string(_ expression: ExprSyntax) -> String? { follower.string(expression) }

        /// Returns the value of an integer literal, or of a constant with such a literal, else nil.
        package func integer(_ expression: ExprSyntax) -> Int? { follower.number(expression)?.value }
    }
#endif
