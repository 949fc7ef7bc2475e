#if Checked
    import SwiftParser
    import SwiftSyntax

    /// A type as written in a source.
    indirect enum WrittenType: Equatable {
        /// The last part of a name, and whether the type is optional.
        case named(String, isOptional: Bool)
        case tuple([WrittenType])
        case list(WrittenType)
        /// Any other type, such as a function, a generic type or a dictionary.
        case other

        init(_ type: TypeSyntax) { self.init(type, depth: 0) }

        private init(_ type: TypeSyntax, depth: Int) {
            self = .other
            guard depth < 50 else { return }
            if let name = type.as(IdentifierTypeSyntax.self) {
                self.init(name.name, name.genericArgumentClause, depth)
            } else if let member = type.as(MemberTypeSyntax.self) {
                self.init(member.name, member.genericArgumentClause, depth)
            } else if let optional = type.as(OptionalTypeSyntax.self) {
                self = WrittenType(optional.wrappedType, depth: depth + 1).optional
            } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                self = WrittenType(optional.wrappedType, depth: depth + 1).optional
            } else if let list = type.as(ArrayTypeSyntax.self) {
                self = .list(WrittenType(list.element, depth: depth + 1))
            } else if let tuple = type.as(TupleTypeSyntax.self) {
                let elements = tuple.elements.map { WrittenType($0.type, depth: depth + 1) }
                self = elements.count == 1 ? elements[0] : .tuple(elements)
            } else if let attributed = type.as(AttributedTypeSyntax.self) {
                self.init(attributed.baseType, depth: depth + 1)
            }
        }

        private init(_ name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?, _ depth: Int) {
            guard let arguments else {
                self = .named(name.name, isOptional: false)
                return
            }
            let types = arguments.arguments.compactMap { Syntax($0.argument).as(TypeSyntax.self) }
            switch (name.text, types.count) {
            case ("Optional", 1): self = WrittenType(types[0], depth: depth + 1).optional
            case ("Array", 1): self = .list(WrittenType(types[0], depth: depth + 1))
            default: self = .other
            }
        }

        /// Parses the type of a metatype expression such as `Int?.self`.
        init?(metatype expression: ExprSyntax) {
            guard let access = expression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self",
                let base = access.base
            else { return nil }
            // The parser has read the type as an expression, so this parses its text again as a type.
            var parser = Parser(base.trimmedDescription)
            let type = TypeSyntax.parse(from: &parser)
            self = type.hasError ? .other : WrittenType(type)
        }

        /// The optional of this type.
        var optional: WrittenType {
            switch self {
            case .named(let name, _): .named(name, isOptional: true)
            case .list(.named("UInt8", isOptional: false)): .named("[UInt8]", isOptional: true)
            default: .other
            }
        }
    }
#endif
