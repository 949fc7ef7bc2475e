#if Macros
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// `@FMModel`: what a type says of its properties, as the code of its table.
    ///
    /// A structure gets all of it in an extension, so that it keeps its memberwise initializer; the initializer of a class
    /// cannot stand there.
    public struct ModelMacro: MemberMacro, ExtensionMacro {
        /// The initializer of a class, and what is wrong, which is told here since the compiler asks for it only once.
        public static func expansion(
            of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
            conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            guard let type = TypeDeclaration(declaration) else { return [] }
            let model = ModelDescription(node, type, context)
            model.problems.forEach(context.diagnose)
            guard model.problems.isEmpty, type.isClass else { return [] }
            let code = ModelCode(model: model, name: type.name.text)
            return code.initializer.map { ["\(raw: $0)"] } ?? []
        }

        /// The extension; none while something is wrong.
        public static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
            in context: some MacroExpansionContext
        ) throws -> [ExtensionDeclSyntax] {
            guard let described = TypeDeclaration(declaration) else { return [] }
            let model = ModelDescription(node, described, context)
            guard model.problems.isEmpty else { return [] }
            let code = ModelCode(model: model, name: type.trimmedDescription)
            let initializer = described.isClass ? [] : [code.initializer].compactMap { $0 }
            return [try described.extended(type, by: code.members + initializer, conformingTo: protocols)]
        }
    }

    extension TypeDeclaration {
        /// An extension that may be used where the type may.
        func extended(
            _ type: some TypeSyntaxProtocol, by members: [String], conformingTo protocols: [TypeSyntax]
        ) throws -> ExtensionDeclSyntax {
            let availability = declaration.attributes.all.filter { $0.simpleName == "available" }
                .map { "\($0.trimmedDescription)\n" }.joined()
            let conformance =
                protocols.isEmpty ? "" : ": " + protocols.map(\.trimmedDescription).joined(separator: ", ")
            let body = members.joined(separator: "\n\n").split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            return try ExtensionDeclSyntax(
                "\(raw: availability)extension \(raw: type.trimmedDescription)\(raw: conformance) {\n\(raw: body)\n}")
        }
    }
#endif
