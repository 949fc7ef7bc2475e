#if Macros
    import SwiftSyntax

    struct StoredProperty {
        let declaration: VariableDeclSyntax
        let identifier: TokenSyntax
        /// nil where it is not written.
        let type: TypeSyntax?
        private let initializer: InitializerClauseSyntax?

        /// As it stands in code, maybe between backticks.
        var code: String { identifier.text }
        var name: String { identifier.text.trimmingBackticks }
        var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
        var marks: [Mark] { declaration.attributes.all.compactMap(Mark.init) }

        func mark(_ kind: Mark.Kind) -> Mark? { marks.first { $0.kind == kind } }

        /// Whether it has a value before an initializer gives it one.
        var hasValue: Bool {
            initializer != nil || !isConstant && type.map { $0.isOptionalSugar } == true
        }

        /// Whether it holds no date, judged by the spelling of its type.
        var isPlain: Bool {
            guard let type else { return false }
            let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
            return ["Bool", "Int", "Int32", "Int64", "UInt", "Double", "Float", "String", "Data", "UUID", "URL"]
                .contains(wrapped.trimmedDescription)
        }

        /// Whether it is certainly no date, judged by the spelling of its type or value.
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

        /// The initial value, if it is a literal, which is the same each time.
        var firstValue: ExprSyntax? {
            guard let value = initializer?.value else { return nil }
            return value.isLiteral ? value : nil
        }

        /// Whether only its own type can access it.
        var isPrivate: Bool {
            declaration.modifiers.contains { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
        }

        /// Whether another attribute, a property wrapper's for example, may give it a value.
        var isWrapped: Bool { declaration.attributes.all.contains { Mark($0) == nil } }

        /// A constant with a value, which no initializer can change.
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

        /// Why it is not stored in each instance, nil if it is.
        var obstacle: String? {
            if belongsToType { return "belongs to the type" }
            if modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) { return "is lazy" }
            return bindings.contains { $0.isStored } ? nil : "is computed"
        }

        /// In `var x, y: Int` the type belongs to both.
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
        /// Observers leave a property stored.
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
        /// Whether it is a literal, a case of an enumeration after a point, or a list of such.
        fileprivate var isLiteral: Bool {
            if let list = self.as(ArrayExprSyntax.self) { return list.elements.allSatisfy { $0.expression.isLiteral } }
            if let prefixed = self.as(PrefixOperatorExprSyntax.self) { return prefixed.expression.isLiteral }
            if let member = self.as(MemberAccessExprSyntax.self) {
                // A static property may be computed.
                return member.base == nil && member.declName.baseName.text != "now"
            }
            if let text = self.as(StringLiteralExprSyntax.self) { return text.representedLiteralValue != nil }
            return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
                || self.is(BooleanLiteralExprSyntax.self)
        }
    }

    extension TypeSyntax {
        /// Written with `?` or `!`, which makes a variable nil at first.
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

        /// Whether it means the same at another place in the type.
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
