#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// What stands at a property: it says something to `@FMModel` and writes no code itself.
    public struct PropertyMacro: PeerMacro {
        /// Nothing, but it tells where the attribute would have no effect.
        public static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            let name = "'@\(node.simpleName)'"
            guard let variable = declaration.as(VariableDeclSyntax.self) else {
                context.diagnose(Diagnostic("\(name) goes with a stored property", at: node))
                return []
            }
            if let obstacle = variable.obstacle {
                context.diagnose(Diagnostic("\(name) goes with a stored property, and this one \(obstacle)", at: node))
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
