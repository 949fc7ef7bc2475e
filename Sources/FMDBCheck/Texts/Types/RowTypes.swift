#if Checked
    import SwiftSyntax

    /// The types of a file that rows are decoded into, and its models.
    package struct RowTypes {
        /// The structures and classes that are `Decodable` or models, by the declarations of this file.
        ///
        /// A type that another file makes to decode itself is listed, too: as one of which nothing is known. So of two
        /// types with one name neither can be relied on unless the other is in another scope.
        package static func types(in context: ReadingContext) -> [RowType] {
            let types = context.index.allTypes.compactMap { RowTypeReader($0, context)?.type }
            let declared = Set(context.index.allTypes.compactMap(\.typeName))
            return types
                + context.index.extendedNames.filter { !declared.contains($0) }.compactMap { name in
                    let extensions = context.index.extensions(of: name)
                    guard let place = extensions.first(where: \.decodes)?.extendedType else { return nil }
                    return RowType(
                        name: name, place: context.places.place(of: place), properties: [], decodesItself: true,
                        table: nil)
                }
        }

        /// The name in `RowType` of the type that a name means at a place.
        ///
        /// - Returns: the name itself unless the file has several types of it; nil if none of them is visible.
        static func name(_ name: String, seenFrom node: some SyntaxProtocol, in context: ReadingContext) -> String? {
            let types = context.index.types(named: name)
            guard types.count > 1 else { return name }
            var around: Set<SyntaxIdentifier> = []
            var outer = node.parent
            while let current = outer, around.count < 2_000 {
                around.insert(current.id)
                outer = current.parent
            }
            // A declaration is an item of the list that sees it.
            let visible = types.compactMap { type in
                type.parent?.parent.flatMap { around.contains($0.id) ? (type: type, depth: $0.position) : nil }
            }
            return visible.max { $0.depth < $1.depth }.map { self.name(of: $0.type, name, in: context) }
        }

        /// The name of a declared type: with its line where the file has several of one name.
        static func name(of type: Syntax, _ name: String, in context: ReadingContext) -> String {
            guard context.index.types(named: name).count > 1 else { return name }
            return "\(name) (line \(context.places.place(of: type).line))"
        }
    }

    extension ExtensionDeclSyntax {
        /// Whether it may give its type another way to be made from a row or a column.
        fileprivate var decodes: Bool {
            let names = inheritanceClause?.inheritedTypes.flatMap { $0.type.composedNames } ?? []
            return !Set(names).isDisjoint(with: ["Decodable", "Codable", "FMValueConvertible"])
                || memberBlock.members.contains { $0.decl.as(InitializerDeclSyntax.self)?.isDecoder == true }
        }
    }

    extension InitializerDeclSyntax {
        /// Whether it is `init(from:)`.
        var isDecoder: Bool {
            let parameters = signature.parameterClause.parameters
            return parameters.count == 1 && parameters.first?.firstName.text == "from"
        }
    }

    extension TypeSyntax {
        /// The names of the protocols in `A & B`.
        var composedNames: [String] {
            if let composition = self.as(CompositionTypeSyntax.self) {
                return composition.elements.compactMap { $0.type.simpleName }
            }
            return simpleName.map { [$0] } ?? []
        }

        /// The last part of a name; nil for any other type.
        private var simpleName: String? {
            if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.simpleName }
            if case .named(let name, _) = WrittenType(self) { return name }
            return nil
        }
    }
#endif
