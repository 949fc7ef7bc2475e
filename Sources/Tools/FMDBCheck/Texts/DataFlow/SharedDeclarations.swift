#if Checked
    import SwiftSyntax

    /// Collects the constants, raw values and types that a file declares for other files.
    struct SharedDeclarations {
        private let follower: Follower
        private var members: [String: SharedNames.Member] = [:]
        private var types: [String: SharedNames.SharedType] = [:]

        /// - Parameter follower: a follower without access to other files.
        static func names(in tree: SourceFileSyntax, _ follower: Follower) -> SharedNames {
            var reader = SharedDeclarations(follower: follower)
            for item in tree.statements {
                if case .decl(let declaration) = item.item { reader.add(declaration, Owner()) }
            }
            for bodies in follower.index.bodies.values { for body in bodies { reader.add(body) } }
            var names = SharedNames()
            names.members = reader.members.values.sorted { $0.name < $1.name }
            names.types = reader.types
            return names
        }

        private init(follower: Follower) { self.follower = follower }

        private struct Owner {
            var prefix = ""
            var isPublic = false
            /// Whether no subclass can override the members.
            var isFinal = true
            /// The raw type of an enumeration.
            var rawType: String?
        }

        private mutating func add(_ body: MemberBlockSyntax) {
            guard let name = SourceIndex.typeName(of: body), let node = body.parent,
                let group = node.asProtocol((any DeclGroupSyntax).self), !node.isHidden
            else { return }
            let inherited = group.inheritanceClause?.inheritedTypes.compactMap {
                $0.type.names?.joined(separator: ".")
            }
            types[name, default: SharedNames.SharedType()].inherited += inherited ?? []
            if node.is(ProtocolDeclSyntax.self) { types[name]?.isProtocol = true }
            var owner = Owner(prefix: name + ".")
            owner.isPublic = node.is(ExtensionDeclSyntax.self) && group.modifiers.isPublic
            owner.isFinal =
                node.is(StructDeclSyntax.self) || node.is(EnumDeclSyntax.self)
                || group.modifiers.contains { $0.name.text == "final" }
            if node.is(EnumDeclSyntax.self) { owner.rawType = inherited?.first }
            for member in body.members { add(member.decl, owner) }
        }

        private mutating func add(_ declaration: DeclSyntax, _ owner: Owner) {
            if let variable = declaration.as(VariableDeclSyntax.self) {
                guard !variable.modifiers.isPrivate else { return }
                for binding in variable.bindings { add(binding, of: variable, owner) }
            } else if let cases = declaration.as(EnumCaseDeclSyntax.self) {
                guard owner.rawType != nil else { return }
                for element in cases.elements { add(element, owner) }
            } else if let condition = declaration.as(IfConfigDeclSyntax.self) {
                for inner in condition.declarations { add(inner, owner) }
            }
        }

        private mutating func add(
            _ name: String, _ value: SharedNames.Value?, isPublic: Bool, isVariable: Bool = false
        ) {
            // Several declarations with the same name come from branches of `#if`, so the value is not known.
            let isKnown = members[name] != nil
            members[name] = SharedNames.Member(
                name: name, value: isKnown ? nil : value, isPublic: isPublic, isVariable: isVariable)
        }

        private mutating func add(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax, _ owner: Owner) {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name else { return }
            var value: SharedNames.Value?
            let declaration = follower.scopes.declaration(binding, of: variable)
            switch declaration?.kind {
            case .stored(isConstant: _, let expression?)? where declaration?.isConstant == true || variable.isStatic:
                value = follower.value(expression, declaration?.annotation)
            case .computed(let expression)?:
                let words = variable.modifiers
                let isFixed = owner.isFinal || words.has("static") || words.has("final")
                if isFixed, !words.has("override"), !words.has("class") {
                    value = follower.value(expression, declaration?.annotation)
                }
            default: break
            }
            add(
                owner.prefix + name, value, isPublic: owner.isPublic || variable.modifiers.isPublic,
                isVariable: declaration?.isConstant != true)
        }

        private mutating func add(_ element: EnumCaseElementSyntax, _ owner: Owner) {
            guard element.parameterClause == nil else { return }
            add(
                "\(owner.prefix)\(element.name.name).rawValue", follower.rawValue(of: element, in: owner.rawType),
                // A case is as visible as its type. Code that names the type can see the type.
                isPublic: true)
        }
    }

    extension Follower {
        /// Returns the value of a constant, if it is a string, an integer or a list of strings.
        fileprivate func value(_ expression: ExprSyntax, _ annotation: TypeSyntax?) -> SharedNames.Value? {
            if let list = annotation?.as(ArrayTypeSyntax.self) {
                guard list.element.names == ["String"] else { return nil }
                return array(expression).flatMap { strings($0) }
            }
            let type = annotation?.names?.joined(separator: ".")
            guard annotation == nil || type != nil else { return nil }
            if [nil, "Int", "Int32", "Int64"].contains(type), let number = number(expression) {
                return .number(number.value)
            }
            if annotation == nil, let array = array(expression) { return strings(array) }
            guard [nil, "String", "StaticString", "NSString"].contains(type),
                expression.constructedType.map({ $0 == "String" || $0 == "NSString" }) ?? true
            else { return nil }
            return string(expression).map { .text($0) }
        }

        private func strings(_ array: ArrayExprSyntax) -> SharedNames.Value? {
            let all = array.elements.map { string($0.expression) }
            let known = all.compactMap { $0 }
            return known.count == all.count ? .list(known) : nil
        }

        /// Returns the raw value of an enumeration's case, if the file shows it.
        fileprivate func rawValue(of element: EnumCaseElementSyntax, in type: String?) -> SharedNames.Value? {
            if type == "String" {
                guard let value = element.rawValue?.value else { return .text(element.name.name) }
                return string(value).map { .text($0) }
            }
            guard let value = element.rawValue?.value else { return nil }
            return number(value).map { .number($0.value) }
        }
    }

    extension Scopes {
        fileprivate func declaration(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax) -> Declaration? {
            var table = DeclarationTable(Syntax(variable))
            table.add(DeclSyntax(variable))
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name
            return name.flatMap { table.declarations[$0]?.first }
        }
    }

    extension IfConfigDeclSyntax {
        /// The declarations in all branches.
        var declarations: [DeclSyntax] {
            clauses.flatMap { clause -> [DeclSyntax] in
                switch clause.elements {
                case .statements(let statements): statements.compactMap { $0.item.as(DeclSyntax.self) }
                case .decls(let members): members.map(\.decl)
                default: []
                }
            }
        }
    }

    extension SyntaxProtocol {
        /// Whether a node's declarations are hidden from other files: the node or an enclosing type is private, or it is in a function.
        var isHidden: Bool {
            if Syntax(self).asProtocol((any DeclGroupSyntax).self)?.modifiers.isPrivate == true { return true }
            return surroundings.contains { _, outer in
                outer.asProtocol((any DeclGroupSyntax).self)?.modifiers.isPrivate == true
                    || [.codeBlock, .closureExpr, .accessorBlock].contains(outer.kind)
            }
        }
    }

    extension DeclModifierListSyntax {
        var isPrivate: Bool { contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil } }
        var isPublic: Bool { contains { ["public", "open", "package"].contains($0.name.text) } }
    }
#endif
