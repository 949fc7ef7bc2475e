#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// The macros for properties. `@FMModel` reads them; they generate no code themselves.
    public struct PropertyMacro: PeerMacro {
        /// Returns nothing, but reports an attribute that has no effect.
        public static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            let name = "'@\(node.simpleName)'"
            guard let variable = declaration.as(VariableDeclSyntax.self) else {
                context.diagnose(Diagnostic("\(name) needs a stored property", at: node))
                return []
            }
            if let obstacle = variable.obstacle {
                context.diagnose(Diagnostic("\(name) needs a stored property, and this one \(obstacle)", at: node))
                return []
            }
            let outer = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)
            if outer?.attributes.all.contains(where: { $0.simpleName == "FMModel" }) != true {
                context.diagnose(Diagnostic("\(name) has an effect only in a type with '@FMModel'", at: node))
            }
            return []
        }
    }
#endif
