#if Macros
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// `@FMModel`: generates the code of a model's table from the type's properties.
    ///
    /// The code is generated inside the type, so that names resolve as they do there. Only the initializer of a structure is in
    /// an extension, so that the structure keeps its memberwise initializer.
    public struct ModelMacro: MemberMacro, ExtensionMacro {
        /// Returns the members, and reports errors in the declaration.
        public static func expansion(
            of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
            conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            guard let type = TypeDeclaration(declaration) else { return [] }
            let model = ModelDescription(node, type, context)
            model.problems.forEach(context.diagnose)
            guard model.problems.isEmpty else { return [] }
            let code = ModelCode(model: model)
            return (code.members + (type.isClass ? [code.initializer] : []).compactMap { $0 }).map { "\(raw: $0)" }
        }

        /// Returns the extension with the conformance, or nothing if the declaration has errors.
        public static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
            in context: some MacroExpansionContext
        ) throws -> [ExtensionDeclSyntax] {
            guard let described = TypeDeclaration(declaration) else { return [] }
            let model = ModelDescription(node, described, context)
            guard model.problems.isEmpty else { return [] }
            let initializer = described.isClass ? nil : ModelCode(model: model).initializer.map { "nonisolated \($0)" }
            return [try described.extended(type, by: initializer, conformingTo: protocols)]
        }
    }

    extension TypeDeclaration {
        /// The modifier of the conformance. With default isolation to the main actor, an extension is isolated even if its type
        /// is nonisolated.
        #if compiler(>=6.2)
            private static let isolation = "nonisolated "
        #else
            private static let isolation = ""
        #endif

        /// Returns an extension with the same availability as the type.
        func extended(
            _ type: some TypeSyntaxProtocol, by member: String?, conformingTo protocols: [TypeSyntax]
        ) throws -> ExtensionDeclSyntax {
            let availability = declaration.attributes.all.filter { $0.simpleName == "available" }
                .map { "\($0.trimmedDescription)\n" }.joined()
            let conformances = protocols.map { TypeDeclaration.isolation + $0.trimmedDescription }
            let conformance = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
            let body = (member ?? "").split(separator: "\n").map { "    \($0)\n" }.joined()
            return try ExtensionDeclSyntax(
                "\(raw: availability)extension \(raw: type.trimmedDescription)\(raw: conformance) {\n\(raw: body)}")
        }
    }
#endif
