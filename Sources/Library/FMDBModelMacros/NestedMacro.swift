#if Macros
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// `@FMNested`: generates the fields of a type that is stored as JSON text, with the names of its coding keys.
    public struct NestedMacro: MemberMacro, ExtensionMacro {
        /// Returns the fields, and reports errors in the declaration.
        public static func expansion(
            of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
            conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            guard let type = TypeDeclaration(declaration) else { return [] }
            if let obstacle = type.obstacle(to: "FMNested", context) {
                context.diagnose(obstacle)
                return []
            }
            guard !type.declares("Columns") else { return [] }
            if let collision = type.columnsCollision("FMNested") {
                context.diagnose(collision)
                return []
            }
            return ["\(raw: FieldList(type: type.name.text, access: type.access, fields: fields(of: type)).code)"]
        }

        private static func fields(of type: TypeDeclaration) -> [(StoredProperty, String)] {
            if type.hasUnseenCodingKeys {
                return type.storedProperties.map { ($0, "CodingKeys.\($0.code).stringValue") }
            }
            let keys = type.codingKeys
            return type.storedProperties.compactMap { property in
                (keys.map { $0[property.name] } ?? property.name).map { (property, $0.literal) }
            }
        }

        /// Returns the extension with the conformance, or nothing if the declaration has errors.
        public static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
            in context: some MacroExpansionContext
        ) throws -> [ExtensionDeclSyntax] {
            guard let described = TypeDeclaration(declaration), described.obstacle(to: "FMNested", context) == nil
            else { return [] }
            return [try described.extended(type, by: nil, conformingTo: protocols)]
        }
    }
#endif
