#if Macros
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// `@FMNested`: the fields of a type that lies in a column as JSON text, by the names of its coding keys.
    public struct NestedMacro: ExtensionMacro {
        /// The extension; none while something is wrong.
        public static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
            in context: some MacroExpansionContext
        ) throws -> [ExtensionDeclSyntax] {
            guard let described = TypeDeclaration(declaration) else { return [] }
            if let obstacle = described.obstacle(to: "FMNested", context) {
                context.diagnose(obstacle)
                return []
            }
            let keys = described.codingKeys
            let fields = described.storedProperties.compactMap { property in
                (keys.map { $0[property.name] } ?? property.name).map { (property, $0) }
            }
            let columns = FieldList(type: type.trimmedDescription, access: described.access, fields: fields).code
            let members = described.declares("Columns") ? [] : [columns]
            return [try described.extended(type, by: members, conformingTo: protocols)]
        }
    }
#endif
