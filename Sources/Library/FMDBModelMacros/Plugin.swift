#if Macros
    import SwiftCompilerPlugin
    import SwiftSyntaxMacros

    @main
    struct Plugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [ModelMacro.self, NestedMacro.self, PropertyMacro.self]
    }
#else
    /// An empty plugin. Without the trait `Macros`, swift-syntax is not available and there are no macros.
    @main
    enum Plugin {
        static func main() {}
    }
#endif
