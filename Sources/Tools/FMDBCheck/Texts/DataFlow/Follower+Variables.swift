#if Checked
    import SwiftSyntax

    extension Follower {
        /// Returns the possible strings of a local variable at the given use: the last assigned value and the strings appended after that.
        func texts(
            variable: Declaration, in scope: CodeBlockItemListSyntax, first: ExprSyntax?, at use: Syntax, _ kind: Kind
        ) throws(Unfollowed) -> [FollowedText] {
            let changes = scopes.changes(of: variable)
            guard !changes.isEmpty else {
                guard let first,
                    scope.parent?.is(SourceFileSyntax.self) != true || variable.isPrivate || variable.isConstant
                else {
                    throw Unfollowed(.variable)
                }
                return try texts(first, kind)
            }
            let flow = try VariableFlow(follower: self, kind: kind, changes: changes, use: use, scope: Syntax(scope))
            do throws(Unfollowed) {
                return try flow.texts(first: first)
            } catch {
                // This drops `error.parameter`: a parameter that is only a part of the variable's value is not the whole SQL.
                throw Unfollowed(error.reason)
            }
        }
    }

    /// Follows the changes of a local variable, statement by statement, from the last assignment that certainly runs to the use.
    private struct VariableFlow {
        let follower: Follower
        let kind: Follower.Kind
        let changes: [SourceIndex.Mutation]
        let use: Syntax
        /// The statement lists around the use, innermost first.
        let lists: [Syntax]
        /// The loops, closures, functions and `do` statements around the use. Their code may run repeatedly, later, or in part.
        let repeated: [Syntax]

        init(
            follower: Follower, kind: Follower.Kind, changes: [SourceIndex.Mutation], use: Syntax, scope: Syntax
        ) throws(Unfollowed) {
            (self.follower, self.kind, self.changes, self.use) = (follower, kind, changes, use)
            let around = use.surroundings.map(\.outer)
            guard let end = around.firstIndex(where: { $0.id == scope.id }) else { throw Unfollowed(.variable) }
            lists = around[...end].filter { $0.kind == .codeBlockItemList }
            let kinds: Set<SyntaxKind> = [
                .forStmt, .whileStmt, .repeatStmt, .closureExpr, .functionDecl, .accessorDecl, .initializerDecl,
                .doStmt,
            ]
            repeated = around[...end].filter { kinds.contains($0.kind) }
        }

        func texts(first: ExprSyntax?) throws(Unfollowed) -> [FollowedText] {
            let before = changes.before(use.start)
            let start = before.last { change in
                guard case .assign = change.kind, change.node.end <= use.start else { return false }
                return change.list.map { list in lists.contains { $0.id == list.id } } ?? false
            }
            try check(from: start)
            var texts: [FollowedText]
            if let start, case .assign(let elements) = start.kind {
                texts = try follower.deeper().texts(elements, kind)
            } else {
                texts = try first.map { first throws(Unfollowed) in try follower.texts(first, kind) } ?? []
            }
            let begin = start.map { changes.before($0.node.end).endIndex } ?? 0
            try apply(before[begin...], to: &texts)
            guard !texts.isEmpty else { throw Unfollowed(.variable) }
            return texts
        }

        /// Throws if a loop, closure or function around the use can run after a change that follows the use in the source.
        private func check(from start: SourceIndex.Mutation?) throws(Unfollowed) {
            for outer in repeated {
                if let start, outer.contains(start.offset) { return }
                let inside = changes.before(outer.end)[changes.before(outer.start).endIndex...]
                let conflict =
                    switch outer.kind {
                    case .doStmt: inside.contains { !isBefore($0, in: outer) }
                    case .forStmt, .whileStmt, .repeatStmt: !inside.isEmpty
                    default: !changes[changes.before(outer.start).endIndex...].isEmpty
                    }
                if conflict { throw Unfollowed(.variable) }
            }
        }

        /// Whether a change in the body of `do` certainly precedes the use. It does not if the use is in `catch`.
        private func isBefore(_ change: SourceIndex.Mutation, in statement: Syntax) -> Bool {
            guard let body = statement.as(DoStmtSyntax.self)?.body else { return false }
            return body.contains(use.start) || !body.contains(change.offset)
        }

        /// Applies the changes before the use, in source order.
        private func apply(_ changes: ArraySlice<SourceIndex.Mutation>, to texts: inout [FollowedText])
            throws(Unfollowed)
        {
            var rest = changes
            while let change = rest.first {
                guard let item = item(of: change) else { throw Unfollowed(.variable) }
                let group = rest.prefix { item.contains($0.offset) }
                rest = rest.dropFirst(group.count)
                if item.contains(use.start) {
                    // The changes are in other branches of the statement, which do not run together with the branch of the use.
                    guard item.branches != nil else { throw Unfollowed(.variable) }
                    continue
                }
                try apply(Array(group), of: item, to: &texts)
            }
        }

        /// Returns the statement that contains the change and is an element of one of `lists`.
        private func item(of change: SourceIndex.Mutation) -> CodeBlockItemSyntax? {
            for (inner, outer) in change.node.surroundings where lists.contains(where: { $0.id == outer.id }) {
                return inner.as(CodeBlockItemSyntax.self)
            }
            return nil
        }

        private func apply(
            _ changes: [SourceIndex.Mutation], of item: CodeBlockItemSyntax, to texts: inout [FollowedText]
        ) throws(Unfollowed) {
            if changes.count == 1, changes[0].item?.id == item.id {
                switch changes[0].kind {
                case .assign(let elements): texts = try follower.deeper().texts(elements, kind)
                case .append(let elements): try texts.append(try follower.deeper().texts(elements, kind))
                case .unknown: throw Unfollowed(.variable)
                }
                return
            }
            if item.item.is(GuardStmtSyntax.self) {
                let isInBody = changes.allSatisfy {
                    item.item.as(GuardStmtSyntax.self)?.body.contains($0.offset) ?? false
                }
                guard isInBody else { throw Unfollowed(.variable) }
                return
            }
            guard let branches = item.branches else { throw Unfollowed(.variable) }
            try apply(changes, of: branches, at: item, to: &texts)
        }

        /// Applies the changes of branches. Exactly one branch runs.
        private func apply(
            _ changes: [SourceIndex.Mutation], of branches: [CodeBlockItemListSyntax?], at item: CodeBlockItemSyntax,
            to texts: inout [FollowedText]
        ) throws(Unfollowed) {
            let areInside = changes.allSatisfy { change in branches.contains { $0?.contains(change.offset) ?? false } }
            guard areInside else { throw Unfollowed(.variable) }
            var all: [FollowedText] = []
            for (number, list) in branches.enumerated() where list?.leaves != true {
                var branch = texts
                for statement in list ?? [] {
                    let own = changes.filter { statement.contains($0.offset) }
                    if !own.isEmpty { try apply(own, of: statement, to: &branch) }
                }
                let choice = FollowedText.Choice(key: "\(item.start)", isCondition: true, branch: number)
                all += branch.map { $0.chosen(choice) }
            }
            try all.check()
            texts = all
        }
    }

    extension CodeBlockItemSyntax {
        /// The statement lists of the branches of `if` or `switch`. They include nil if it is possible that no branch runs.
        fileprivate var branches: [CodeBlockItemListSyntax?]? {
            var expression: ExprSyntax?
            switch item {
            case .expr(let own): expression = own
            case .stmt(let statement): expression = statement.as(ExpressionStmtSyntax.self)?.expression
            case .decl: return nil
            }
            if let parts = expression?.as(SwitchExprSyntax.self)?.cases {
                let lists = parts.compactMap { $0.as(SwitchCaseSyntax.self)?.statements }
                return lists.count == parts.count ? lists : nil
            }
            guard var branch = expression?.as(IfExprSyntax.self) else { return nil }
            var lists: [CodeBlockItemListSyntax?] = []
            while true {
                lists.append(branch.body.statements)
                switch branch.elseBody {
                case .ifExpr(let other): branch = other
                case .codeBlock(let block): return lists + [block.statements]
                case nil: return lists + [nil]
                }
            }
        }
    }

    extension [SourceIndex.Mutation] {
        fileprivate func before(_ offset: Int) -> ArraySlice<SourceIndex.Mutation> {
            self[..<partitionIndex { $0.offset >= offset }]
        }
    }

    extension SourceIndex.Mutation {
        /// The statement that consists of the change.
        fileprivate var item: CodeBlockItemSyntax? { node.parent?.as(CodeBlockItemSyntax.self) }
        fileprivate var list: Syntax? { item?.parent }
    }

    extension Declaration {
        var isConstant: Bool { if case .stored(isConstant: true, _) = kind { true } else { false } }
    }
#endif
