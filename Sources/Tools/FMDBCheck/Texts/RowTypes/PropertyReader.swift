#if Checked
    import SwiftSyntax

    /// Reads the stored properties of a type as columns, as the compiler decodes them.
    struct PropertyReader {
        let context: ReadingContext
        /// Whether the attributes of `@FMModel` say what the columns are.
        let usesMarks: Bool

        /// Attributes of properties that are no property wrappers.
        private static let plainAttributes: Set = [
            "available", "objc", "nonobjc", "usableFromInline", "inlinable", "MainActor", "preconcurrency", "_spi",
            "FMKey", "FMUnique", "FMIndexed", "FMIgnored", "FMColumn", "FMCreated", "FMUpdated",
        ]

        /// The properties that are decoded.
        ///
        /// - Parameter keys: the columns of the coding keys; nil if each property has the column of its name.
        /// - Returns: nil if the source does not show them all.
        func properties(of type: any DeclGroupSyntax, keys: [String: String]?) -> [RowType.Property]? {
            var properties: [RowType.Property] = []
            for member in type.memberBlock.members {
                if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                    guard !condition.mayStoreProperties else { return nil }
                } else if let macro = member.decl.as(MacroExpansionDeclSyntax.self) {
                    _ = macro
                    return nil
                }
                guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isStatic, !variable.isLazy
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
            // A constant with a value keeps it.
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

        /// The type of a property, and whether its column may be missing.
        private func type(
            _ written: WrittenType?, _ annotation: TypeSyntax?, _ binding: PatternBindingSyntax
        ) -> (SwiftType, Bool) {
            let unknown = SwiftType(name: "_", isOptional: true)
            guard let written, let annotation else {
                // The compiler may find an Optional where no type is written.
                let literal = binding.initializer.flatMap { WrittenType(literal: $0.value) }
                guard case .named(let name, _) = literal else { return (unknown, true) }
                return (SwiftType(name: name, isOptional: false), false)
            }
            let reader = TypeReader(index: context.index)
            let isOptional = annotation.isOptionalType || reader.resolved(written).isOptional
            if let type = reader.swiftType(written, at: annotation) { return (type, isOptional) }
            // A list and a dictionary are read from a JSON text.
            let name = annotation.withoutOptional.trimmedDescription
            return (SwiftType(name: name, isOptional: isOptional || !reader.resolved(written).isList), isOptional)
        }
    }

    extension WrittenType {
        fileprivate var isOptional: Bool {
            if case .named(_, let isOptional) = self { return isOptional }
            return false
        }

        fileprivate var isList: Bool {
            if case .list = self { return true }
            return false
        }
    }

    extension TypeSyntax {
        /// Whether it is written with `?`, `!` or `Optional`.
        fileprivate var isOptionalType: Bool {
            self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
                || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
                || self.as(MemberTypeSyntax.self)?.name.text == "Optional"
        }

        fileprivate var withoutOptional: TypeSyntax {
            self.as(OptionalTypeSyntax.self)?.wrappedType
                ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? self
        }
    }

    extension VariableDeclSyntax {
        fileprivate var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }

        /// The bindings with their types: in `var x, y: Int` the type belongs to both.
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
        /// Observers leave a property stored.
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
        /// Whether a property may be there or not.
        fileprivate var mayStoreProperties: Bool {
            clauses.contains { clause in
                guard let members = clause.elements?.as(MemberBlockItemListSyntax.self) else {
                    return clause.elements != nil
                }
                return members.contains { member in
                    if member.decl.is(IfConfigDeclSyntax.self) { return true }
                    guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isStatic else {
                        return false
                    }
                    return variable.bindings.contains(where: \.isStored)
                }
            }
        }
    }
#endif
