#if Checked
    import SwiftSyntax

    /// Resolves names within one file, by Swift's rules of scope.
    final class Scopes {
        private let index: SourceIndex
        let places: Places
        private var tables: [SyntaxIdentifier: DeclarationTable] = [:]
        private var members: [String: DeclarationTable] = [:]
        private var changes: [String: [SourceIndex.Mutation]] = [:]

        init(_ index: SourceIndex, _ places: Places) {
            self.index = index
            self.places = places
        }

        /// Returns the declaration of a name.
        ///
        /// - Returns: nil if the file does not declare the name.
        func declaration(of name: String, at node: some SyntaxProtocol) -> Declaration? {
            let use = node.start
            for (inner, outer) in node.surroundings {
                if let body = outer.as(MemberBlockSyntax.self) {
                    if let found = SourceIndex.typeName(of: body).flatMap({ member(name, of: $0) }) { return found }
                    continue
                }
                guard let all = table(of: outer, from: inner)?.declarations[name] else { continue }
                // Top-level names are visible in the whole file, other names only after their declaration.
                let isOfFile = outer.parent?.is(SourceFileSyntax.self) ?? false
                let before = all.last { $0.range.upperBound <= use }
                if let found = before ?? (isOfFile ? all.first : nil) { return found }
            }
            return nil
        }

        /// Returns the declaration of a path: `name`, `self.name`, `Type.name`, `Type.Inner.name`.
        func declaration(of path: [String], at node: some SyntaxProtocol) -> Declaration? {
            guard let first = path.first else { return nil }
            if path.count == 1 { return declaration(of: first, at: node) }
            var type = first == "self" || first == "Self" ? typeAround(node) : self.type(first, at: node)
            for (place, name) in path.enumerated().dropFirst() {
                guard let owner = type, let found = member(name, of: owner) else { return nil }
                if place == path.count - 1 { return found }
                type = self.type(found) ?? self.type(ofValue: found, at: node)
            }
            return nil
        }

        /// Returns the qualified name of a value's type if the file declares the type: `person: Person`, `let texts = Texts()`.
        private func type(ofValue declaration: Declaration, at node: some SyntaxProtocol) -> String? {
            if let name = declaration.annotation?.names?.joined(separator: ".") {
                return index.bodies[name] == nil ? nil : name
            }
            guard case .stored(isConstant: true, let value?) = declaration.kind, let name = value.constructedType,
                !name.contains(".")
            else { return nil }
            return self.type(name, at: node)
        }

        /// Returns the member of the type with the given qualified name, or nil.
        func member(_ name: String, of type: String) -> Declaration? {
            if members[type] == nil, let bodies = index.bodies[type] {
                var all = DeclarationTable(Syntax(bodies[0]))
                for body in bodies { for member in body.members { all.add(member.decl) } }
                members[type] = all
            }
            return members[type]?.declarations[name]?.first
        }

        func changes(of variable: Declaration) -> [SourceIndex.Mutation] {
            // The key contains the range, because a guard's name is visible both in its conditions and after it.
            let key = "\(variable.name) \(variable.range)"
            if let known = changes[key] { return known }
            let end = max(variable.range.upperBound, variable.scope.endPosition.utf8Offset)
            let all = index.mutations(of: variable.name, in: variable.range.upperBound..<end).filter { change in
                // A change counts unless another variable with the same name shadows this one.
                let found = declaration(of: variable.name, at: change.node)
                return found == nil || found?.token.id == variable.token.id
            }
            changes[key] = all
            return all
        }

        /// Returns the name token at the declaration of the variable that an expression names; for `$0`, the left brace of its closure.
        func variable(of use: DeclReferenceExprSyntax) -> TokenSyntax? {
            var found = declaration(of: use.baseName.name, at: use)
            // `if let rows` declares a variable with the same name and value, so the outer variable is used.
            while let outer = found, outer.isShorthand { found = declaration(of: outer.name, at: outer.scope) }
            return found?.token
        }

        /// Returns the references to the variable, in source order.
        ///
        /// - Parameter token: the variable's name token at its declaration; for `$0`, the left brace of its closure.
        func uses(of token: TokenSyntax) -> [DeclReferenceExprSyntax] {
            let name = token.tokenKind == .leftBrace ? "$0" : token.name
            guard let all = index.references[name] else { return [] }
            let scope = token.surroundings.lazy.map(\.outer).first { node in
                switch node.kind {
                case .closureExpr, .functionDecl, .initializerDecl, .subscriptDecl: true
                // Declarations in `#if` are visible after `#endif`.
                case .codeBlockItemList, .memberBlockItemList: node.parent?.kind != .ifConfigClause
                default: false
                }
            }
            let end = (scope ?? token.root).endPosition
            let first = all.partitionIndex { $0.position > token.position }
            return all[first...].prefix { $0.position < end }.filter { variable(of: $0)?.id == token.id }
        }

        func typeAround(_ node: some SyntaxProtocol) -> String? {
            node.nearest(.memberBlock)?.as(MemberBlockSyntax.self).flatMap(SourceIndex.typeName)
        }

        private func type(_ name: String, at node: some SyntaxProtocol) -> String? {
            guard let found = declaration(of: name, at: node) else { return index.bodies[name] == nil ? nil : name }
            return type(found) ?? type(ofValue: found, at: node)
        }

        private func type(_ declaration: Declaration, _ depth: Int = 0) -> String? {
            switch declaration.kind {
            case .type(let name): return name
            case .alias(let type):
                guard depth < 8, let names = type.names, let first = names.first else { return nil }
                guard names.count == 1, let found = self.declaration(of: first, at: type),
                    found.name != declaration.name
                else { return names.joined(separator: ".") }
                return self.type(found, depth + 1)
            default: return nil
            }
        }

        // MARK: - Tables

        /// Returns the names that a node declares for one of its children.
        private func table(of node: Syntax, from child: Syntax) -> DeclarationTable? {
            guard Scopes.isScope(node, child) else { return nil }
            if let known = tables[node.id] { return known }
            var table = DeclarationTable(node)
            fill(&table, node)
            tables[node.id] = table
            return table
        }

        private static func isScope(_ node: Syntax, _ child: Syntax) -> Bool {
            switch node.kind {
            case .codeBlockItemList, .closureExpr, .functionDecl, .initializerDecl, .subscriptDecl, .accessorDecl,
                .catchClause, .switchCase:
                return true
            // Bindings of a condition are not visible in `else`.
            case .ifExpr: return child.id != node.as(IfExprSyntax.self)?.elseBody?.id
            case .guardStmt: return child.id != node.as(GuardStmtSyntax.self)?.body.id
            case .whileStmt: return true
            case .forStmt: return child.id != node.as(ForStmtSyntax.self)?.sequence.id
            default: return false
            }
        }

        private func fill(_ table: inout DeclarationTable, _ node: Syntax) {
            let range = node.start..<node.start
            switch node.as(SyntaxEnum.self) {
            case .codeBlockItemList(let list): for item in list { table.add(item) }
            case .closureExpr(let closure): fill(&table, closure)
            case .functionDecl(let function):
                for parameter in function.signature.parameterClause.parameters {
                    add(parameter, .parameter(parameter, function), to: &table)
                }
            case .initializerDecl(let initializer):
                for parameter in initializer.signature.parameterClause.parameters { add(parameter, .other, to: &table) }
            case .subscriptDecl(let declaration):
                for parameter in declaration.parameterClause.parameters { add(parameter, .other, to: &table) }
            case .accessorDecl(let accessor):
                if let name = accessor.parameters?.name { table.add(name, .other, in: range) }
            case .catchClause(let clause): table.add(names: clause.catchItems, in: range)
            case .switchCase(let part): table.add(names: part.label, in: range)
            case .ifExpr(let expression): table.add(expression.conditions, in: range)
            case .guardStmt(let statement): table.add(statement.conditions, in: range)
            case .whileStmt(let statement): table.add(statement.conditions, in: range)
            case .forStmt(let loop):
                let kind = loop.caseKeyword == nil ? Declaration.Kind.element(loop.sequence) : .other
                table.add(loop.pattern, kind, loop.typeAnnotation?.type, in: range)
            default: break
            }
        }

        private func add(
            _ parameter: FunctionParameterSyntax, _ kind: Declaration.Kind, to table: inout DeclarationTable
        ) {
            let start = parameter.start
            table.add(parameter.secondName ?? parameter.firstName, kind, parameter.type, in: start..<start)
        }

        private func fill(_ table: inout DeclarationTable, _ closure: ClosureExprSyntax) {
            let range = closure.start..<closure.start
            for capture in closure.signature?.capture?.items ?? [] {
                guard let value = capture.initializer?.value else { continue }
                table.add(capture.name, .stored(isConstant: true, value: value), in: range)
            }
            for (name, type) in closure.parameters {
                table.add(name, .closureParameter(closure), type, in: range)
            }
        }
    }
#endif
