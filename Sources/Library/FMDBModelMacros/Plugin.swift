#if Macros
    import SwiftCompilerPlugin
    import SwiftSyntaxMacros

    @main
    struct Plugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [ModelMacro.self, NestedMacro.self, PropertyMacro.self]
    }
#else
    /// Without the trait no code is written by macros, and swift-syntax is not there.
    @main
    enum Plugin {
        static func main() {}
    }
#endif
