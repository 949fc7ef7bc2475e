#if Macros
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// `@FMNested`: the fields of a type that lies in a column as JSON text, by the names of its coding keys.
    public struct NestedMacro: MemberMacro, ExtensionMacro {
        /// The fields, and what is wrong.
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

        /// The conformance; none while something is wrong.
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
