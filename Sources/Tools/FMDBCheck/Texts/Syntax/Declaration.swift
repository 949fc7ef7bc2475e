#if Checked
    import SwiftSyntax

    /// The declaration of a name.
    struct Declaration {
        indirect enum Kind {
            /// A constant or variable, with its initial value.
            case stored(isConstant: Bool, value: ExprSyntax?)
            /// A property whose getter is one expression.
            case computed(ExprSyntax)
            /// The variable of a loop over a sequence.
            case element(ExprSyntax)
            case parameter(FunctionParameterSyntax, FunctionDeclSyntax)
            case closureParameter(ClosureExprSyntax)
            /// An enumeration's case, with its raw value if it is written.
            case enumCase(name: TokenSyntax, rawValue: ExprSyntax?)
            /// A type, by its qualified name.
            case type(String)
            case alias(TypeSyntax)
            case other
        }

        let name: String
        /// The name token at the declaration; for `$0`, the left brace of its closure.
        let token: TokenSyntax
        let kind: Kind
        var annotation: TypeSyntax?
        /// The range of the declaration. The name is visible after the range.
        let range: Range<Int>
        /// The node in which the name is visible: the statements or members around the declaration.
        let scope: Syntax
        /// The value of an optional binding.
        var unwrapped: ExprSyntax?
        /// Whether no other file can change the variable.
        var isPrivate = true
        /// Whether the value can change only by an assignment to the variable itself, because it is static or belongs to a class. The
        /// property of a structure changes with its value.
        var isOnlyAssigned = false

        /// The name of the type, if it is a simple one.
        var typeName: String? {
            if let names = annotation?.names { return names.joined(separator: ".") }
            guard case .stored(_, let value?) = kind else { return nil }
            return value.constructedType
        }

        var isMember: Bool { scope.is(MemberBlockSyntax.self) }

        /// Whether the declaration is `if let name` or similar, without an initialiser.
        var isShorthand: Bool {
            unwrapped == nil && token.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
        }
    }

    extension ExprSyntax {
        /// The type of `Type(…)`, `try Type(…)!` and `… as Type`.
        var constructedType: String? {
            let bare = bare
            if let call = bare.as(FunctionCallExprSyntax.self), let path = call.calledExpression.path,
                path.last?.first?.isUppercase == true
            {
                return path.joined(separator: ".")
            }
            guard let elements = bare.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
                let type = elements.last?.as(TypeExprSyntax.self)?.type
            else { return nil }
            return type.names?.joined(separator: ".")
        }
    }

    /// The names declared by a statement list, a type's members, or a statement with its own variables.
    struct DeclarationTable {
        private(set) var declarations: [String: [Declaration]] = [:]
        private let scope: Syntax

        init(_ scope: Syntax) { self.scope = scope }

        mutating func add(
            _ token: TokenSyntax, _ kind: Declaration.Kind, _ annotation: TypeSyntax? = nil,
            in range: Range<Int>, unwrapping value: ExprSyntax? = nil, isPrivate: Bool = true,
            isOnlyAssigned: Bool = false
        ) {
            let name = token.tokenKind == .leftBrace ? "$0" : token.name
            let declaration = Declaration(
                name: name, token: token, kind: kind, annotation: annotation, range: range, scope: scope,
                unwrapped: value, isPrivate: isPrivate, isOnlyAssigned: isOnlyAssigned)
            declarations[name, default: []].append(declaration)
        }

        /// Adds the names of a declaration, or those in the branches of an `#if`.
        mutating func add(_ declaration: DeclSyntax) {
            let range = declaration.start..<declaration.end
            if let variable = declaration.as(VariableDeclSyntax.self) {
                for binding in variable.bindings { add(binding, of: variable) }
            } else if let cases = declaration.as(EnumCaseDeclSyntax.self) {
                for element in cases.elements {
                    add(element.name, .enumCase(name: element.name, rawValue: element.rawValue?.value), in: range)
                }
            } else if let alias = declaration.as(TypeAliasDeclSyntax.self) {
                add(alias.name, .alias(alias.initializer.value), in: range)
            } else if let function = declaration.as(FunctionDeclSyntax.self) {
                add(function.name, .other, function.signature.returnClause?.type, in: range)
            } else if let condition = declaration.as(IfConfigDeclSyntax.self) {
                for clause in condition.clauses { add(clause) }
            } else if let group = declaration.asProtocol((any DeclGroupSyntax).self),
                let named = group as? any NamedDeclSyntax, let type = SourceIndex.typeName(of: group.memberBlock)
            {
                add(named.name, .type(type), in: range)
            }
        }

        private mutating func add(_ clause: IfConfigClauseSyntax) {
            switch clause.elements {
            case .statements(let statements): for statement in statements { add(statement) }
            case .decls(let members): for member in members { add(member.decl) }
            default: break
            }
        }

        /// Adds the names that a statement declares for later statements.
        mutating func add(_ statement: CodeBlockItemSyntax) {
            switch statement.item {
            case .decl(let declaration): add(declaration)
            case .stmt(let statement):
                guard let conditions = statement.as(GuardStmtSyntax.self)?.conditions else { return }
                add(conditions, in: statement.start..<statement.end)
            case .expr: break
            }
        }

        /// Adds the names that conditions bind. Each name is visible after its own condition.
        mutating func add(_ conditions: ConditionElementListSyntax, in range: Range<Int>) {
            for condition in conditions {
                let range = range.lowerBound..<max(range.upperBound, condition.end)
                switch condition.condition {
                case .optionalBinding(let binding):
                    add(
                        binding.pattern, .stored(isConstant: true, value: nil), binding.typeAnnotation?.type, in: range,
                        unwrapping: binding.initializer?.value)
                case .matchingPattern(let matching): add(names: matching.pattern, in: range)
                default: break
                }
            }
        }

        /// Adds each name of a pattern, with an unknown value.
        mutating func add(names pattern: some SyntaxProtocol, in range: Range<Int>) {
            for node in NodeWalk(pattern) {
                if let name = node.as(IdentifierPatternSyntax.self)?.identifier { add(name, .other, in: range) }
            }
        }

        mutating func add(
            _ pattern: PatternSyntax, _ kind: Declaration.Kind, _ annotation: TypeSyntax?, in range: Range<Int>,
            unwrapping value: ExprSyntax? = nil
        ) {
            if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier {
                add(name, kind, annotation, in: range, unwrapping: value)
            } else {
                add(names: pattern, in: range)
            }
        }

        private mutating func add(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax) {
            let range = variable.start..<binding.end
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
                return add(names: binding.pattern, in: range)
            }
            let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
            let isPrivate = variable.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
            let kind = binding.kind(isConstant: isConstant)
            add(
                name, kind, binding.typeAnnotation?.type, in: range, isPrivate: isPrivate,
                isOnlyAssigned: variable.isStatic || variable.nearestType?.kind == .classDecl)
        }
    }

    extension PatternBindingSyntax {
        fileprivate func kind(isConstant: Bool) -> Declaration.Kind {
            switch accessorBlock?.accessors {
            case .getter(let statements): return statements.onlyExpression.map { .computed($0) } ?? .other
            case .accessors(let accessors):
                guard let getter = accessors.first(where: { $0.accessorSpecifier.text == "get" }) else {
                    return .stored(isConstant: isConstant, value: initializer?.value)
                }
                return getter.body?.statements.onlyExpression.map { .computed($0) } ?? .other
            case nil: return .stored(isConstant: isConstant, value: initializer?.value)
            }
        }
    }

    extension DeclModifierListSyntax {
        func has(_ word: String) -> Bool { contains { $0.name.text == word } }
    }

    extension VariableDeclSyntax {
        var isStatic: Bool { modifiers.has("static") || modifiers.has("class") }
    }

    extension CodeBlockItemListSyntax {
        /// The expression that the statements evaluate to, if there is no other statement.
        var onlyExpression: ExprSyntax? {
            guard count == 1, let item = first?.item else { return nil }
            switch item {
            case .expr(let expression): return expression
            case .stmt(let statement):
                if let result = statement.as(ReturnStmtSyntax.self) { return result.expression }
                return statement.as(ExpressionStmtSyntax.self)?.expression
            case .decl: return nil
            }
        }
    }
#endif
