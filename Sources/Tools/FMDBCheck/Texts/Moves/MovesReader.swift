#if Checked
    import SwiftParser
    import SwiftSyntax

    /// Reads the uses of FMDB in a Swift source.
    package struct MovesReader {
        private let tree: SourceFileSyntax
        private let scopes: Scopes
        /// The declarations in the file that other files of the project may use.
        package let declarations: MoveDeclarations

        /// Invalid Swift code is skipped.
        package init(_ source: String, file: String) {
            tree = Parser.parse(source: source)
            scopes = Scopes(SourceIndex(tree), Places(of: source, file: file))
            declarations = MoveDeclarations(in: tree)
        }

        /// - Parameters:
        ///   - declarations: the declarations of all files of the project.
        ///   - names: functions and properties to report even if the receiver's type is not known.
        ///   - words: other names to report with their places.
        package func facts(_ declarations: MoveDeclarations, names: Set<String>, words: Set<String>) -> MoveFacts {
            var collector = MoveCollector(types: MoveTypes(scopes: scopes, declarations: declarations), names: names)
            for node in NodeWalk(tree) { collector.read(node) }
            var facts = collector.facts
            for token in tree.tokens(viewMode: .sourceAccurate) {
                let text = token.text
                guard words.contains(text) || text.hasPrefix("SQLITE_") || text.hasPrefix("sqlite3_") else { continue }
                switch token.tokenKind {
                case .identifier, .keyword:
                    facts.names.append(MoveName(name: text, place: scopes.places.place(of: token)))
                default: break
                }
            }
            // The walk visits `b()` before `a()` in `a()?.b()`, so the calls are sorted.
            facts.calls.sort { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
            return facts
        }
    }

    /// Collects the calls, subclasses and imports of a file.
    private struct MoveCollector {
        let types: MoveTypes
        let names: Set<String>
        var facts = MoveFacts()

        mutating func read(_ node: Syntax) {
            switch node.as(SyntaxEnum.self) {
            case .functionCallExpr(let call): add(call)
            case .memberAccessExpr(let member): add(member)
            case .classDecl(let type): add(type)
            case .importDecl(let statement):
                guard let module = statement.path.first?.name.text else { return }
                facts.imports[module, default: []].append(statement.bytes)
            default: break
            }
        }

        private func place(_ node: some SyntaxProtocol) -> FMSourcePlace { types.scopes.places.place(of: node) }

        // MARK: Calls

        private mutating func add(_ call: FunctionCallExprSyntax) {
            let called = call.calledExpression
            let member = called.as(MemberAccessExprSyntax.self)
            if let made = ExprSyntax(call).madeClass, let known = types.declarations.fmdbClass(made) {
                // An initialiser of a subclass in the project is not FMDB's.
                if known == made {
                    add(ExprSyntax(call), made, on: made, member.map { Syntax($0.declName) } ?? Syntax(called))
                }
            } else if let member {
                guard let base = member.base else { return }
                let (name, receiver) = (member.declName.baseName.text, types.receiver(base))
                if receiver != nil || names.contains(name) {
                    add(ExprSyntax(call), name, on: receiver, member.declName)
                }
            } else if let name = called.as(DeclReferenceExprSyntax.self)?.baseName.text, names.contains(name),
                let own = types.enclosingClass(of: call)
            {
                add(ExprSyntax(call), name, on: own, called)
            }
        }

        private mutating func add(_ member: MemberAccessExprSyntax) {
            if member.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == member.id { return }
            guard let receiver = member.base.flatMap({ types.receiver($0) }) else { return }
            add(ExprSyntax(member), member.declName.baseName.text, on: receiver, member.declName)
        }

        private mutating func add(
            _ use: ExprSyntax, _ name: String, on receiver: String?, _ node: some SyntaxProtocol
        ) {
            let call = use.as(FunctionCallExprSyntax.self)
            let trailing = (call?.trailingClosure == nil ? 0 : 1) + (call?.additionalTrailingClosures.count ?? 0)
            // Only the first token of each argument is stored, because a closure may be as long as the file.
            let words = call?.arguments.map { $0.expression.firstToken(viewMode: .sourceAccurate)?.text ?? "" }
            facts.calls.append(
                MoveCall(
                    name: name, labels: call?.arguments.map { $0.label?.text ?? "_" }, trailingClosures: trailing,
                    receiver: receiver, ending: ending(of: use), isTried: isTried(use), arguments: words ?? [],
                    isAssigned: call == nil && isAssigned(use), place: place(node),
                    unwrapping: unwrapping((call?.calledExpression ?? use).as(MemberAccessExprSyntax.self)?.base)))
        }

        /// Returns how an argument of a block is unwrapped: `db?` or `db!`.
        private func unwrapping(_ object: ExprSyntax?) -> MoveCall.Ending {
            let chained = object?.as(OptionalChainingExprSyntax.self)?.expression
            guard
                let name = (chained ?? object?.as(ForceUnwrapExprSyntax.self)?.expression)?.as(
                    DeclReferenceExprSyntax.self),
                types.isArgumentOfBlock(name)
            else { return .other }
            return chained == nil ? .forced : .unwrapped
        }

        private func ending(of use: ExprSyntax) -> MoveCall.Ending {
            for (_, parent) in use.surroundings {
                if parent.is(OptionalChainingExprSyntax.self) { return .unwrapped }
                if parent.is(ForceUnwrapExprSyntax.self) { return .forced }
                if let attempt = parent.as(TryExprSyntax.self) {
                    // `try?` turns any result into an optional.
                    if attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark { return .other }
                } else {
                    let isBinding = parent.is(InitializerClauseSyntax.self)
                    return isBinding && parent.parent?.is(OptionalBindingConditionSyntax.self) == true
                        ? .unwrapped : .other
                }
            }
            return .other
        }

        private func isTried(_ use: ExprSyntax) -> Bool {
            for (inner, parent) in use.surroundings {
                if parent.is(TryExprSyntax.self) { return true }
                if parent.is(ClosureExprSyntax.self) || parent.is(CodeBlockItemSyntax.self) { return false }
                if let list = parent.as(ExprListSyntax.self), parent.parent?.is(SequenceExprSyntax.self) == true {
                    // In `try a() + b()`, the `try` also covers `b()`.
                    let former = list.prefix { $0.id != inner.id }
                    if former.contains(where: { $0.is(TryExprSyntax.self) }) { return true }
                }
            }
            return false
        }

        private func isAssigned(_ member: ExprSyntax) -> Bool {
            guard let list = member.parent?.as(ExprListSyntax.self), list.first?.id == member.id else { return false }
            return list.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        }

        // MARK: Subclasses

        private mutating func add(_ node: ClassDeclSyntax) {
            guard let clause = node.inheritanceClause else { return }
            let members: [MoveSubclass.Member] = node.memberBlock.members.compactMap { item in
                if let function = item.decl.as(FunctionDeclSyntax.self) {
                    return member(
                        function.name.text, function.signature.parameterClause, function.modifiers, function.name)
                }
                if let initialiser = item.decl.as(InitializerDeclSyntax.self) {
                    return member(
                        "init", initialiser.signature.parameterClause, initialiser.modifiers, initialiser.initKeyword)
                }
                guard let variable = item.decl.as(VariableDeclSyntax.self), variable.modifiers.has("override"),
                    let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
                else { return nil }
                return member(name.text, nil, variable.modifiers, name)
            }
            facts.subclasses.append(
                MoveSubclass(
                    name: node.name.text, inherited: clause.inheritedTypes.map(\.type.trimmedDescription),
                    members: members, place: place(node.name)))
        }

        private func member(
            _ name: String, _ parameters: FunctionParameterClauseSyntax?, _ modifiers: DeclModifierListSyntax,
            _ node: some SyntaxProtocol
        ) -> MoveSubclass.Member {
            let labels = parameters.map { "(\($0.parameters.map { "\($0.firstName.text):" }.joined()))" } ?? ""
            return MoveSubclass.Member(
                spelling: name + labels, isOverride: modifiers.has("override"), isRequired: modifiers.has("required"),
                isConvenience: modifiers.has("convenience"), place: place(node))
        }
    }

    // MARK: - Declarations

    extension MoveDeclarations {
        fileprivate init(in tree: SourceFileSyntax) {
            self.init()
            for statement in tree.statements {
                if case .decl(let declaration) = statement.item { add(declaration, of: "") }
            }
        }

        /// - Parameter owner: the name of the enclosing type or extension.
        private mutating func add(_ declaration: DeclSyntax, of owner: String) {
            if let function = declaration.as(FunctionDeclSyntax.self) {
                add(function, of: owner)
            } else if let variable = declaration.as(VariableDeclSyntax.self) {
                for binding in variable.bindings { add(binding, of: owner) }
            } else if let condition = declaration.as(IfConfigDeclSyntax.self) {
                for inner in condition.declarations { add(inner, of: owner) }
            } else if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
                let inherited = group.inheritanceClause?.inheritedTypes.map(\.type.lastName) ?? []
                let extended = declaration.as(ExtensionDeclSyntax.self)?.extendedType.lastName
                let name = extended ?? (group as? any NamedDeclSyntax)?.name.text ?? ""
                if extended == nil, owner.isEmpty, !group.modifiers.has("private"), !group.modifiers.has("fileprivate")
                {
                    ownTypes.insert(name)
                }
                if let extended, Self.classes.contains(extended) { conformances.formUnion(inherited.compactMap { $0 }) }
                if declaration.is(ClassDeclSyntax.self), let superclass = inherited.first ?? nil,
                    Self.classes.contains(superclass)
                {
                    subclasses[name] = superclass
                }
                for member in group.memberBlock.members { add(member.decl, of: name) }
            }
        }

        private mutating func add(_ function: FunctionDeclSyntax, of owner: String) {
            let name = function.name.text
            members[owner, default: []].insert(name)
            add(name, function.signature.returnClause?.type)
            for parameter in function.signature.parameterClause.parameters {
                guard let closure = parameter.type.bare.as(FunctionTypeSyntax.self) else { continue }
                let types = closure.parameters.map { Self.known($0.type) }
                guard types.contains(where: { $0 != nil }) else { continue }
                if fmdbClass(owner) != nil { memberClosures[name] = types } else { closures[name] = types }
            }
        }

        private mutating func add(_ binding: PatternBindingSyntax, of owner: String) {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return }
            members[owner, default: []].insert(name)
            if let type = binding.typeAnnotation?.type {
                add(name, type)
            } else if let made = binding.initializer?.value.madeClass, Self.classes.contains(made) {
                types[name] = made
            }
        }

        private mutating func add(_ name: String, _ type: TypeSyntax?) {
            guard let type else { return }
            if let known = Self.known(type) { types[name] = known } else { others.insert(name) }
        }

        private static func known(_ type: TypeSyntax) -> String? {
            type.lastName.flatMap { classes.contains($0) ? $0 : nil }
        }
    }
#endif
