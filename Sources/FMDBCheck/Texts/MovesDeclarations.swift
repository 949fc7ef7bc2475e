#if Checked
    import SwiftSyntax

    /// Reads what a file declares that has FMDB's types.
    final class MovesDeclarations: SyntaxVisitor {
        private(set) var found = MoveDeclarations()
        /// The names of the enclosing types and extensions.
        private var enclosing: [String] = []

        init() { super.init(viewMode: .sourceAccurate) }

        private func enter(_ name: String?) -> SyntaxVisitorContinueKind {
            enclosing.append(name ?? "")
            return .visitChildren
        }

        private var isOfFMDB: Bool {
            enclosing.last.map { MoveDeclarations.classes.contains($0) || found.subclasses[$0] != nil } ?? false
        }

        private func note(member name: String) {
            if let type = enclosing.last { found.members[type, default: []].insert(name) }
        }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
            let superclass = node.inheritanceClause?.inheritedTypes.first?.type.moveName
            if let superclass, MoveDeclarations.classes.contains(superclass) {
                found.subclasses[node.name.text] = superclass
            }
            return enter(node.name.text)
        }

        override func visitPost(_ node: ClassDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = node.extendedType.moveName
            if let name, MoveDeclarations.classes.contains(name) {
                found.conformances.formUnion(
                    node.inheritanceClause?.inheritedTypes.compactMap { $0.type.moveName } ?? [])
            }
            return enter(name)
        }

        override func visitPost(_ node: ExtensionDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }

        override func visitPost(_ node: ProtocolDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }

        override func visitPost(_ node: StructDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }

        override func visitPost(_ node: EnumDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = node.name.text
            note(member: name)
            note(name, node.signature.returnClause?.type)
            for parameter in node.signature.parameterClause.parameters {
                guard let closure = parameter.type.closureType else { continue }
                let types = closure.parameters.map { $0.type.moveName.flatMap(Self.fmdbClass) }
                guard types.contains(where: { $0 != nil }) else { continue }
                if isOfFMDB { found.memberClosures[name] = types } else { found.closures[name] = types }
            }
            // Declarations within are local.
            return .skipChildren
        }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            for binding in node.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
                note(member: name)
                if let type = binding.typeAnnotation?.type {
                    note(name, type)
                } else if let made = binding.initializer?.value.madeClass, MoveDeclarations.classes.contains(made) {
                    found.types[name] = made
                }
            }
            return .skipChildren
        }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

        private func note(_ name: String, _ type: TypeSyntax?) {
            guard let type else { return }
            if let known = type.moveName.flatMap(Self.fmdbClass) {
                found.types[name] = known
            } else {
                found.others.insert(name)
            }
        }

        private static func fmdbClass(_ name: String) -> String? {
            MoveDeclarations.classes.contains(name) ? name : nil
        }
    }

    extension TypeSyntax {
        /// The name of a type, without `?`, `!`, attributes and parentheses; nil for others.
        var moveName: String? {
            if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
            if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
            if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.moveName }
            if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType.moveName }
            if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.moveName }
            guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 else { return nil }
            return tuple.elements.first?.type.moveName
        }

        /// The type of a closure, also behind `?` and attributes.
        var closureType: FunctionTypeSyntax? {
            if let type = self.as(FunctionTypeSyntax.self) { return type }
            if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.closureType }
            if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.closureType }
            guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 else { return nil }
            return tuple.elements.first?.type.closureType
        }
    }

    extension ExprSyntax {
        /// What is within `try`, `await`, `!`, `?` and parentheses.
        var unwrapped: ExprSyntax {
            var expression = bare
            while let inner = expression.as(OptionalChainingExprSyntax.self)?.expression { expression = inner.bare }
            return expression
        }

        /// The name of the type that `Name(…)` or `Name.init(…)` makes; nil for another expression.
        var madeClass: String? {
            guard let call = unwrapped.as(FunctionCallExprSyntax.self) else { return nil }
            if let name = call.calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
            if member.declName.baseName.text == "init" {
                return member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
            }
            // `FMDB.FMDatabase(…)`
            return member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "FMDB"
                ? member.declName.baseName.text : nil
        }
    }
#endif
