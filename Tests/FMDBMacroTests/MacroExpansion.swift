#if Macros && (os(Linux) || os(macOS))
    import FMDBModelMacros
    import SwiftDiagnostics
    import SwiftParser
    import SwiftSyntax
    import SwiftSyntaxMacroExpansion

    /// What the macros make of a piece of code.
    struct MacroExpansion {
        /// The code with what was written.
        let code: String
        /// Each problem with the code that it is about: "code: message".
        let problems: [String]
        /// Each change that is offered: "old → new".
        let offers: [String]

        init(_ source: String) {
            let file = Parser.parse(source: source)
            let context = BasicMacroExpansionContext(
                sourceFiles: [file: .init(moduleName: "Client", fullFilePath: "Client.swift")])
            let expanded = file.expand(
                macroSpecs: MacroExpansion.macros,
                contextGenerator: { node in
                    BasicMacroExpansionContext(
                        sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
                })
            code = expanded.trimmedDescription
            problems = context.diagnostics.map { "\($0.node.trimmedDescription): \($0.message)" }
            offers = context.diagnostics.flatMap(\.fixIts).flatMap(\.changes).compactMap { change in
                guard case .replace(let old, let new) = change else { return nil }
                return "\(old.trimmedDescription) → \(new.trimmedDescription)"
            }
        }

        private static let macros: [String: MacroSpec] = [
            "FMModel": MacroSpec(type: ModelMacro.self, conformances: ["FMModel"]),
            "FMNested": MacroSpec(type: NestedMacro.self, conformances: ["FMNested"]),
        ].merging(
            ["FMKey", "FMUnique", "FMIndexed", "FMIgnored", "FMColumn", "FMCreated", "FMUpdated"]
                .map { ($0, MacroSpec(type: PropertyMacro.self)) }
        ) { first, _ in first }
    }
#endif
