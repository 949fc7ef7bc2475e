#if Checked
    import SwiftSyntax

    extension DeclReferenceExprSyntax {
        /// Whether it stands behind a period.
        var isMemberName: Bool {
            parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
        }
    }

    extension SyntaxProtocol {
        /// The nearest node around this one that is of one of some kinds; nil in a tree that is deeper than people write.
        func nearest(_ kinds: SyntaxKind...) -> Syntax? {
            surroundings.first { kinds.contains($0.outer.kind) }?.outer
        }

        /// The declaration of the type, or the extension, that this is a part of.
        var nearestType: Syntax? {
            nearest(.structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl)
        }

        /// The operator behind an element of a sequence such as `a = b + c`.
        var nextOperator: TokenSyntax? {
            // The token behind the last element may be the first of a chain that is too deep for the parser's own recursion.
            guard let list = parent?.as(ExprListSyntax.self), list.last?.id != id else { return nil }
            return nextToken(viewMode: .sourceAccurate)
        }

        /// The function or closure around this node.
        var nearestBody: Syntax? {
            nearest(.closureExpr, .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .accessorBlock)
        }
    }

    extension Syntax {
        /// Whether a statement gives the result of a function: `return`, or the only expression of the body.
        var isResult: Bool {
            if kind == .returnStmt { return true }
            guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
            return list.parent?.parent?.kind == .functionDecl
        }

        /// The name of a declared or extended type, without those around it.
        var typeName: String? {
            if let declaration = self.as(ExtensionDeclSyntax.self) {
                guard case .named(let name, _) = WrittenType(declaration.extendedType) else { return nil }
                return name
            }
            return asProtocol((any NamedDeclSyntax).self)?.name.name
        }
    }
#endif
