#if Macros
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// `@FMModel`: what a type says of its properties, as the code of its table.
    ///
    /// The code stands within the type, where each name means what it means there. Only the initializer of a structure
    /// stands in the extension, so that it keeps the memberwise one.
    public struct ModelMacro: MemberMacro, ExtensionMacro {
        /// The members, and what is wrong.
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

        /// The conformance; none while something is wrong.
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
        /// Where all code belongs to the main actor unless it says otherwise, an extension would too, even that of a type
        /// that does not.
        #if compiler(>=6.2)
            private static let isolation = "nonisolated "
        #else
            private static let isolation = ""
        #endif

        /// An extension that may be used where the type may.
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
