#if Checked
    import SwiftSyntax

    /// Reads the stored properties of a type as columns, as the compiler's synthesised decoder does.
    struct PropertyReader {
        let context: ReadingContext
        /// Whether the property attributes of `@FMModel` determine the columns.
        let usesMarks: Bool

        /// Property attributes that are not property wrappers.
        private static let plainAttributes: Set = [
            "available", "objc", "nonobjc", "usableFromInline", "inlinable", "MainActor", "preconcurrency", "_spi",
            "FMKey", "FMUnique", "FMIndexed", "FMIgnored", "FMColumn", "FMCreated", "FMUpdated",
        ]

        /// Returns the properties that are decoded.
        ///
        /// - Parameter keys: the column names of the coding keys by property, or nil if each column has the property's name.
        /// - Returns: nil if the source does not show all properties.
        func properties(of type: any DeclGroupSyntax, keys: [String: String]?) -> [RowType.Property]? {
            var properties: [RowType.Property] = []
            for member in type.memberBlock.members {
                let condition = member.decl.as(IfConfigDeclSyntax.self)
                if condition?.mayStoreProperties ?? member.decl.is(MacroExpansionDeclSyntax.self) { return nil }
                guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isStatic,
                    !variable.modifiers.has("lazy")
                else { continue }
                for (binding, annotation) in variable.annotatedBindings where binding.isStored {
                    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { return nil }
                    guard let property = property(name, binding, annotation, variable, keys) else { continue }
                    properties.append(property)
                }
            }
            return properties
        }

        private func property(
            _ token: TokenSyntax, _ binding: PatternBindingSyntax, _ annotation: TypeSyntax?,
            _ variable: VariableDeclSyntax, _ keys: [String: String]?
        ) -> RowType.Property? {
            let attributes = variable.attributes.compactMap { $0.as(AttributeSyntax.self) }
            // A constant with an initial value is not decoded.
            let isFixed = variable.bindingSpecifier.tokenKind == .keyword(.let) && binding.initializer != nil
            guard !isFixed, !usesMarks || !attributes.contains(where: { $0.name == "FMIgnored" }) else { return nil }
            let name = token.name
            guard var column = keys == nil ? name : keys?[name] else { return nil }
            if usesMarks, let mark = attributes.first(where: { $0.name == "FMColumn" }),
                case .argumentList(let arguments) = mark.arguments, let given = arguments.first, given.label == nil
            {
                guard let text = context.string(given.expression) else { return nil }
                column = text
            }
            let wrapper = attributes.first { $0.name.map { !Self.plainAttributes.contains($0) } ?? true }
            let written = annotation.map { WrittenType($0) }
            let (type, isOptional) =
                wrapper.map { (SwiftType(name: $0.name ?? "_", isOptional: true), true) }
                ?? self.type(written, annotation, binding)
            return RowType.Property(
                name: name, column: column, type: type, isOptional: isOptional, place: context.places.place(of: token))
        }

        /// Returns the type of a property, and whether its column may be missing.
        private func type(
            _ written: WrittenType?, _ annotation: TypeSyntax?, _ binding: PatternBindingSyntax
        ) -> (SwiftType, Bool) {
            let unknown = SwiftType(name: "_", isOptional: true)
            guard let written, let annotation else {
                // Without a written type, the compiler may infer an Optional.
                let literal = binding.initializer.flatMap { WrittenType(literal: $0.value) }
                guard case .named(let name, _) = literal else { return (unknown, true) }
                return (SwiftType(name: name, isOptional: false), false)
            }
            let resolved = context.index.resolved(written)
            let wrapped =
                annotation.as(OptionalTypeSyntax.self)?.wrappedType
                ?? annotation.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
            var isOptional = wrapped != nil || annotation.lastName == "Optional"
            if case .named(_, isOptional: true) = resolved { isOptional = true }
            if let type = context.index.swiftType(written, at: annotation) { return (type, isOptional) }
            // Lists are decoded from JSON and do not accept NULL. This is not known for other types, so they count as accepting NULL.
            let isList = if case .list = resolved { true } else { false }
            let name = (wrapped ?? annotation).trimmedDescription
            return (SwiftType(name: name, isOptional: isOptional || !isList), isOptional)
        }
    }

    extension VariableDeclSyntax {

        /// The bindings with their types: in `var x, y: Int`, both have the type.
        fileprivate var annotatedBindings: [(PatternBindingSyntax, TypeSyntax?)] {
            var type: TypeSyntax?
            let all = bindings.reversed().map { binding -> (PatternBindingSyntax, TypeSyntax?) in
                type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
                return (binding, type)
            }
            return all.reversed()
        }
    }

    extension PatternBindingSyntax {
        /// Whether the property is stored. Property observers do not change that.
        fileprivate var isStored: Bool {
            switch accessorBlock?.accessors {
            case nil: true
            case .getter: false
            case .accessors(let accessors):
                accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
            }
        }
    }

    extension IfConfigDeclSyntax {
        /// Whether the block may contain stored properties.
        fileprivate var mayStoreProperties: Bool {
            declarations.contains { declaration in
                let variable = declaration.as(VariableDeclSyntax.self)
                return declaration.is(IfConfigDeclSyntax.self)
                    || variable?.isStatic == false && variable?.bindings.contains(where: \.isStored) == true
            }
        }
    }
#endif
