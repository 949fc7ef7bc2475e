#if Checked
    import SwiftSyntax

    extension DeclReferenceExprSyntax {
        /// Whether it stands behind a period.
        var isMemberName: Bool {
            parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
        }
    }

    extension SyntaxProtocol {
        /// The nearest node around this one that is of a kind.
        func nearest(_ kind: SyntaxKind) -> Syntax? { nearest(where: { $0 == kind }) }

        /// The nearest node around this one whose kind fits; nil in a tree that is deeper than people write.
        func nearest(where fits: (SyntaxKind) -> Bool) -> Syntax? {
            var node = parent
            for _ in 0..<2_000 {
                guard let current = node else { return nil }
                if fits(current.kind) { return current }
                node = current.parent
            }
            return nil
        }

        /// The declaration of the type, or the extension, that this is a part of.
        var nearestType: Syntax? {
            let kinds: [SyntaxKind] = [
                .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl,
            ]
            return nearest(where: kinds.contains)
        }

        /// The operator behind an element of a sequence such as `a = b + c`.
        var nextOperator: TokenSyntax? {
            // The token behind the last element may be the first of a chain that is too deep for the parser's own recursion.
            guard let list = parent?.as(ExprListSyntax.self), list.last?.id != id else { return nil }
            return nextToken(viewMode: .sourceAccurate)
        }

        /// The function or closure around this node.
        var nearestBody: Syntax? {
            let kinds: [SyntaxKind] = [
                .closureExpr, .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .accessorBlock,
            ]
            return nearest(where: kinds.contains)
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
            return asProtocol((any NamedDeclSyntax).self)?.name.text.withoutBackticks
        }
    }

    extension String {
        /// A name as the compiler knows it.
        var withoutBackticks: String {
            utf8.first == UInt8(ascii: "`") && utf8.last == UInt8(ascii: "`") && utf8.count > 2
                ? String(dropFirst().dropLast()) : self
        }
    }
#endif
