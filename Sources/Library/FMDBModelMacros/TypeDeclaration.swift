#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// A type to which a macro is attached.
    struct TypeDeclaration {
        let declaration: any DeclGroupSyntax
        let name: TokenSyntax

        init?(_ declaration: some DeclGroupSyntax) {
            guard let named = declaration.asProtocol((any NamedDeclSyntax).self) else { return nil }
            self.declaration = declaration
            name = named.name.trimmed
        }

        var isClass: Bool { declaration.is(ClassDeclSyntax.self) }

        /// The access level of the type.
        var access: Access { Access(declaration.modifiers) }

        var variables: [VariableDeclSyntax] {
            declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        }

        var storedProperties: [StoredProperty] { variables.flatMap(\.storedProperties) }

        /// Returns whether the type declares a member that a model needs. Instance properties with the same name are ignored.
        func declares(_ name: String) -> Bool {
            declaration.memberBlock.members.contains { member in
                if let variable = member.decl.as(VariableDeclSyntax.self) {
                    return variable.belongsToType
                        && variable.bindings.contains { $0.pattern.trimmedDescription.trimmingBackticks == name }
                }
                if let alias = member.decl.as(TypeAliasDeclSyntax.self) { return alias.name.text == name }
                if let function = member.decl.as(FunctionDeclSyntax.self) {
                    return function.name.text == name
                        && function.signature.parameterClause.parameters.first?.firstName.text == "to"
                }
                if let initializer = member.decl.as(InitializerDeclSyntax.self) {
                    return name == "init" && initializer.signature.parameterClause.parameters.count == 1
                        && initializer.signature.parameterClause.parameters.first?.firstName.text == "fmRow"
                }
                return member.decl.as(StructDeclSyntax.self)?.name.text == name
            }
        }

        /// Returns whether the type declares a static property with `let`.
        func declaresConstant(_ name: String) -> Bool {
            variables.contains { variable in
                variable.belongsToType && variable.bindingSpecifier.tokenKind == .keyword(.let)
                    && variable.bindings.contains { $0.pattern.trimmedDescription.trimmingBackticks == name }
            }
        }

        /// The coding key of each property, or nil if the type declares no `CodingKeys`. A property without a key is not
        /// stored.
        var codingKeys: [String: String]? {
            let keys = declaration.memberBlock.members.lazy
                .compactMap { $0.decl.as(EnumDeclSyntax.self) }.first { $0.name.text == "CodingKeys" }
            guard let keys else { return nil }
            var names: [String: String] = [:]
            for element in keys.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }).flatMap(
                \.elements)
            {
                let name = element.name.text.trimmingBackticks
                let literal = element.rawValue?.value.as(StringLiteralExprSyntax.self)
                names[name] = literal?.representedLiteralValue ?? name
            }
            return names
        }

        /// Whether the compiler synthesizes the coding keys or an extension declares them. A macro cannot see either.
        var hasUnseenCodingKeys: Bool {
            let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
            let names = inherited.flatMap { $0.split(separator: "&").map { $0.filter { !$0.isWhitespace } } }
            let isCodable = !Set(names).isDisjoint(with: [
                "Codable", "Encodable", "Decodable", "Swift.Codable", "Swift.Encodable", "Swift.Decodable",
            ])
            return isCodable && codingKeys == nil && !codesItself
        }

        /// Whether the type encodes or decodes itself, so that it does not need an enumeration named `CodingKeys`.
        private var codesItself: Bool {
            declaration.memberBlock.members.contains { member in
                if let alias = member.decl.as(TypeAliasDeclSyntax.self) { return alias.name.text == "CodingKeys" }
                let function = member.decl.as(FunctionDeclSyntax.self)
                let signature = function?.signature ?? member.decl.as(InitializerDeclSyntax.self)?.signature
                let labels = signature?.parameterClause.parameters.map(\.firstName.text) ?? []
                return function == nil ? labels == ["from"] : function?.name.text == "encode" && labels == ["to"]
            }
        }

        /// Returns the error for a property with the name of the generated type `Columns`, or nil.
        func columnsCollision(_ macro: String) -> Diagnostic? {
            storedProperties.first { $0.name == "Columns" }.map {
                Diagnostic(
                    "'Columns' is the name of a type that '@\(macro)' generates: rename the property",
                    at: $0.identifier)
            }
        }

        /// Returns the error for a type to which the macro cannot be applied, or nil.
        func obstacle(to macro: String, _ context: some MacroExpansionContext) -> Diagnostic? {
            if let actor = declaration.attributes.all.first(where: { $0.simpleName == "MainActor" }) {
                return Diagnostic("'@\(macro)' cannot be used with a type that is isolated to an actor", at: actor)
            }
            if let type = declaration.as(ClassDeclSyntax.self) {
                guard !type.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) else {
                    return generics(macro, type.genericParameterClause, context)
                }
                return Diagnostic(
                    "'@\(macro)' can be used only with structures and final classes: a subclass would lose its own properties",
                    at: type.classKeyword,
                    fixIts: [
                        FixIt(
                            "add 'final'", type.classKeyword,
                            type.classKeyword.with(\.tokenKind, .identifier("final class")))
                    ])
            }
            if let type = declaration.as(StructDeclSyntax.self) {
                return generics(macro, type.genericParameterClause, context)
            }
            return Diagnostic(
                "'@\(macro)' can be used only with structures and final classes", at: declaration.introducer)
        }

        private func generics(
            _ macro: String, _ clause: GenericParameterClauseSyntax?, _ context: some MacroExpansionContext
        ) -> Diagnostic? {
            let message = "'@\(macro)' cannot be used with a generic type"
            if let clause { return Diagnostic(message, at: clause) }
            let isWithinGeneric = context.lexicalContext.contains { outer in
                outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
            }
            return isWithinGeneric ? Diagnostic("\(message), or with a type nested in one", at: name) : nil
        }
    }

    /// The access level of a declaration.
    enum Access: Int {
        case file, module, package, everybody

        init(_ modifiers: DeclModifierListSyntax) {
            let names = modifiers.filter { $0.detail == nil }.map(\.name.tokenKind)
            if names.contains(.keyword(.public)) || names.contains(.keyword(.open)) {
                self = .everybody
            } else if names.contains(.keyword(.package)) {
                self = .package
            } else if names.contains(.keyword(.private)) || names.contains(.keyword(.fileprivate)) {
                self = .file
            } else {
                self = .module
            }
        }

        /// Returns the modifier for a member of a type. Members of a file-private type need none.
        func code(within type: Access) -> String {
            switch min(rawValue, type.rawValue) {
            case Access.everybody.rawValue: "public "
            case Access.package.rawValue: "package "
            case Access.file.rawValue where type != .file: "fileprivate "
            default: ""
            }
        }
    }
#endif
