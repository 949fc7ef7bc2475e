#if Checked
    import SwiftSyntax

    /// Infers which expressions have FMDB's classes, as far as the project's sources show it.
    struct MoveTypes {
        let scopes: Scopes
        let declarations: MoveDeclarations

        /// The types of the arguments that FMDB's calls pass to their closures.
        private static let closures: [String: [String?]] = [
            "inDatabase": ["FMDatabase"], "inTransaction": ["FMDatabase", nil],
            "inDeferredTransaction": ["FMDatabase", nil], "inExclusiveTransaction": ["FMDatabase", nil],
            "inImmediateTransaction": ["FMDatabase", nil],
        ]
        /// Functions of Swift's libraries that a project may also declare for its own types.
        private static let common = Set(
            words: """
                map compactMap flatMap filter forEach reduce first last contains sorted sort min max allSatisfy prefix drop
                async sync withLock asyncAfter perform sink
                """)
        /// The result types of FMDB's calls.
        private static let results: [String: String] = [
            "executeQuery": "FMResultSet", "getSchema": "FMResultSet", "getTableSchema": "FMResultSet",
            "prepare": "FMResultSet", "parentDB": "FMDatabase",
        ]

        /// Returns the type of a member's receiver: the object's class, or the class itself for a class member.
        func receiver(_ base: ExprSyntax) -> String? {
            let name = base.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text
            return name.flatMap(declarations.fmdbClass) ?? type(of: base)
        }

        /// If the type around the node is, inherits from or extends one of FMDB's classes, returns that class, else nil.
        func enclosingClass(of node: some SyntaxProtocol) -> String? {
            guard let type = node.nearestType else { return nil }
            if let extended = type.as(ExtensionDeclSyntax.self)?.extendedType { return known(extended) }
            return type.as(ClassDeclSyntax.self).flatMap { declarations.fmdbClass($0.name.text) }
        }

        private func known(_ type: TypeSyntax) -> String? { type.lastName.flatMap(declarations.fmdbClass) }

        private func type(of expression: ExprSyntax, _ depth: Int = 0) -> String? {
            // The limit saves time in a chain of thousands of calls, where each call would follow the rest of the chain again.
            guard depth < 32 else { return nil }
            let bare = expression.unwrapped
            if let name = bare.as(DeclReferenceExprSyntax.self) { return type(of: name.baseName.name, at: name, depth) }
            if let made = bare.madeClass, let known = declarations.fmdbClass(made) { return known }
            if let call = bare.as(FunctionCallExprSyntax.self) { return resultType(of: call, depth) }
            if let member = bare.as(MemberAccessExprSyntax.self) { return memberType(of: member, depth) }
            if let cast = bare.as(AsExprSyntax.self) { return known(cast.type) }
            guard let sequence = bare.as(SequenceExprSyntax.self) else { return nil }
            let elements = Array(sequence.elements)
            guard elements.count > 2 else { return nil }
            if elements[1].is(UnresolvedAsExprSyntax.self) {
                return elements[2].as(TypeExprSyntax.self).flatMap { known($0.type) }
            }
            let isDefault = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
            return isDefault ? type(of: elements[0], depth + 1) : nil
        }

        private func resultType(of call: FunctionCallExprSyntax, _ depth: Int) -> String? {
            guard let name = call.calledName else { return nil }
            if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                let base = member.base.flatMap { type(of: $0, depth + 1) }
                if let result = Self.results[name], base == "FMDatabase" || name == "executeQuery" { return result }
            } else if name == "executeQuery", enclosingClass(of: call) == "FMDatabase" {
                return Self.results[name]
            }
            return declarations.type(of: name)
        }

        private func memberType(of member: MemberAccessExprSyntax, _ depth: Int) -> String? {
            let name = member.declName.baseName.name
            let base = member.base.flatMap { type(of: $0, depth + 1) }
            if base == "FMResultSet" {
                return name == "parentDB" ? "FMDatabase" : name == "statement" ? "FMStatement" : nil
            }
            // For a property of another FMDB class, the type is known only if the project declares the property.
            return base == nil || declarations.isOwn(name) ? declarations.type(of: name) : nil
        }
    }

    // MARK: - Names

    extension MoveTypes {
        private func type(of name: String, at node: some SyntaxProtocol, _ depth: Int) -> String? {
            if name == "self" { return enclosingClass(of: node) }
            if name.hasPrefix("$") { return implicitParameter(Int(name.dropFirst()) ?? 0, around: node, depth) }
            // Members are looked up in the declarations of all files, because another file may declare them.
            guard let found = scopes.declaration(of: name, at: node), !found.isMember else {
                return declarations.type(of: name)
            }
            if let annotation = found.annotation { return known(annotation) }
            switch found.kind {
            case .stored(_, let value):
                if let value = value ?? found.unwrapped { return type(of: value, depth + 1) }
                // `if let db` has no value, and unwraps the outer variable with the same name.
                return type(of: name, at: found.scope, depth)
            case .closureParameter(let closure): return parameter(name, of: closure, depth)
            default: return declarations.type(of: name)
            }
        }

        private func parameter(_ name: String, of closure: ClosureExprSyntax, _ depth: Int) -> String? {
            let place = closure.parameters.firstIndex { $0.name.name == name }
            let types = parameters(of: closure, depth)
            return place.flatMap { $0 < types.count ? types[$0] : nil }
        }

        private func implicitParameter(_ place: Int, around node: some SyntaxProtocol, _ depth: Int) -> String? {
            for (_, outer) in node.surroundings {
                guard let closure = outer.as(ClosureExprSyntax.self), closure.signature?.parameterClause == nil else {
                    continue
                }
                let known = parameters(of: closure, depth)
                if place < known.count { return known[place] }
            }
            return nil
        }

        /// Whether the name is an argument that FMDB passes to a closure. False if the project also declares a function with the called
        /// function's name, because that may pass an optional.
        func isArgumentOfBlock(_ name: DeclReferenceExprSyntax) -> Bool {
            guard let found = scopes.declaration(of: name.baseName.name, at: name), found.annotation == nil,
                case .closureParameter(let closure) = found.kind,
                let function = call(of: closure)?.calledName, Self.closures[function] != nil
            else { return false }
            return !declarations.declares(function) && parameter(found.name, of: closure, 0) != nil
        }

        private func call(of closure: ClosureExprSyntax) -> FunctionCallExprSyntax? {
            closure.call ?? closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
        }

        /// Returns the types of the arguments that a function passes to its closure.
        private func parameters(of closure: ClosureExprSyntax, _ depth: Int) -> [String?] {
            guard let call = call(of: closure), let name = call.calledName else { return [] }
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
            let object = member.map { $0.base.flatMap { type(of: $0, depth + 1) } } ?? enclosingClass(of: call)
            return Self.closures[name] ?? (object == nil ? nil : declarations.memberClosures[name])
                ?? (Self.common.contains(name) ? nil : declarations.closures[name]) ?? []
        }
    }

    extension ExprSyntax {
        /// The expression inside `try`, `await`, `!`, `?` and parentheses.
        var unwrapped: ExprSyntax {
            var expression = bare
            while let inner = expression.as(OptionalChainingExprSyntax.self)?.expression { expression = inner.bare }
            return expression
        }

        /// The name of the type that `Name(…)` or `Name.init(…)` creates, or nil for other expressions.
        var madeClass: String? {
            guard let call = unwrapped.as(FunctionCallExprSyntax.self) else { return nil }
            if let name = call.calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
            let (name, base) = (
                member.declName.baseName.text, member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
            )
            // `FMDB.FMDatabase(…)`
            return name == "init" ? base : base == "FMDB" ? name : nil
        }
    }
#endif
