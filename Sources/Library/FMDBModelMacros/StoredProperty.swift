#if Macros
    import SwiftSyntax

    struct StoredProperty {
        let declaration: VariableDeclSyntax
        let identifier: TokenSyntax
        /// The declared type, or nil if the declaration has no type annotation.
        let type: TypeSyntax?
        private let initializer: InitializerClauseSyntax?

        /// The name as written in code, possibly with backticks.
        var code: String { identifier.text }
        var name: String { identifier.text.trimmingBackticks }
        var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
        var marks: [Mark] { declaration.attributes.all.compactMap(Mark.init) }

        func mark(_ kind: Mark.Kind) -> Mark? { marks.first { $0.kind == kind } }

        /// Whether the property has a value before an initializer sets it.
        var hasValue: Bool {
            initializer != nil || !isConstant && type.map { $0.isOptionalSugar } == true
        }

        /// Whether the written type is one of the common types that hold no date.
        var isPlain: Bool {
            guard let type else { return false }
            let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
            return ["Bool", "Int", "Int32", "Int64", "UInt", "Double", "Float", "String", "Data", "UUID", "URL"]
                .contains(wrapped.trimmedDescription)
        }

        /// Whether the property certainly is not a date, judging from the written type or value.
        var isNoDate: Bool {
            guard let type else {
                guard let value = initializer?.value else { return false }
                let literals: [any ExprSyntaxProtocol.Type] = [
                    StringLiteralExprSyntax.self, IntegerLiteralExprSyntax.self, FloatLiteralExprSyntax.self,
                    BooleanLiteralExprSyntax.self, ArrayExprSyntax.self, DictionaryExprSyntax.self,
                ]
                return literals.contains { value.is($0) }
            }
            let wrapped = type.unwrapped
            if wrapped.is(ArrayTypeSyntax.self) || wrapped.is(DictionaryTypeSyntax.self) { return true }
            let others = [
                "String", "Substring", "Bool", "Double", "Float", "Decimal", "Data", "UUID", "URL", "TimeInterval",
            ]
            let name = wrapped.trimmedDescription
            return others.contains(name) || name.wholeMatch(of: /U?Int(8|16|32|64)?/) != nil
        }

        /// The initial value if it is a literal, which is the same for each row, or nil.
        var firstValue: ExprSyntax? {
            guard let value = initializer?.value else { return nil }
            return value.isLiteral ? value : nil
        }

        /// Whether only the declaring type can access the property.
        var isPrivate: Bool {
            declaration.modifiers.contains { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
        }

        /// Whether another attribute, such as a property wrapper, may set the value.
        var isWrapped: Bool { declaration.attributes.all.contains { Mark($0) == nil } }

        /// Whether the property is a constant with a value, which no initializer can change.
        var isFixed: Bool { isConstant && initializer != nil }

        init?(_ binding: PatternBindingSyntax, of declaration: VariableDeclSyntax, type: TypeSyntax?) {
            guard binding.isStored, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
            self.declaration = declaration
            identifier = pattern.identifier
            self.type = type
            initializer = binding.initializer
        }
    }

    extension VariableDeclSyntax {
        var belongsToType: Bool {
            modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
        }

        /// The reason why the property is not stored in each instance, or nil if it is.
        var obstacle: String? {
            if belongsToType { return "belongs to the type" }
            if modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) { return "is lazy" }
            return bindings.contains { $0.isStored } ? nil : "is computed"
        }

        /// The stored properties of the declaration. In `var x, y: Int`, both properties have the type.
        var storedProperties: [StoredProperty] {
            guard obstacle == nil else { return [] }
            var type: TypeSyntax?
            let properties = bindings.reversed().map { binding in
                type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
                return StoredProperty(binding, of: self, type: type)
            }
            return properties.reversed().compactMap { $0 }
        }
    }

    extension PatternBindingSyntax {
        /// Whether the property is stored. `willSet` and `didSet` do not make it computed.
        var isStored: Bool {
            switch accessorBlock?.accessors {
            case nil: true
            case .getter: false
            case .accessors(let accessors):
                accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
            }
        }
    }

    extension ExprSyntax {
        /// Whether the expression is a literal, an implicit member such as `.draft`, or an array of these.
        fileprivate var isLiteral: Bool {
            if let list = self.as(ArrayExprSyntax.self) { return list.elements.allSatisfy { $0.expression.isLiteral } }
            if let prefixed = self.as(PrefixOperatorExprSyntax.self) { return prefixed.expression.isLiteral }
            if let member = self.as(MemberAccessExprSyntax.self) {
                // `.now` is a static property that changes, not an enumeration case.
                return member.base == nil && member.declName.baseName.text != "now"
            }
            if let text = self.as(StringLiteralExprSyntax.self) { return text.representedLiteralValue != nil }
            return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
                || self.is(BooleanLiteralExprSyntax.self)
        }
    }

    extension TypeSyntax {
        /// Whether the type is written with `?` or `!`, which initializes a variable to nil.
        var isOptionalSugar: Bool {
            self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        }

        var unwrapped: TypeSyntax {
            if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.unwrapped }
            if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                return optional.wrappedType.unwrapped
            }
            return self
        }

        var isOptional: Bool {
            let name = self.as(IdentifierTypeSyntax.self)?.name ?? self.as(MemberTypeSyntax.self)?.name
            return isOptionalSugar || name?.text == "Optional"
        }

        /// Whether the type means the same when it is repeated inside `Columns`.
        var canBeRepeated: Bool {
            !self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
                && !tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.Self) }
        }
    }

    extension String {
        var trimmingBackticks: String {
            hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
        }
    }
#endif
