#if Checked
    import SwiftSyntax

    /// An index of a source file. It is built in one pass, and later lookups do not search the file.
    struct SourceIndex {
        struct Mutation {
            enum Kind {
                /// An assignment of the expression with these elements.
                case assign(ArraySlice<ExprSyntax>)
                /// An append of the expression with these elements.
                case append(ArraySlice<ExprSyntax>)
                case unknown

                var isAppend: Bool { if case .append = self { true } else { false } }
            }

            let kind: Kind
            let node: Syntax
            let offset: Int
        }

        private(set) var calls: [FunctionCallExprSyntax] = []
        /// The functions by name. The name of initializers is "init".
        private(set) var functions: [String: [Syntax]] = [:]
        private(set) var callsByName: [String: [FunctionCallExprSyntax]] = [:]
        private(set) var imports: Set<String> = []
        /// The bodies of each type and of its extensions, by the type's qualified name: "A.B".
        private(set) var bodies: [String: [MemberBlockSyntax]] = [:]
        /// The structures, classes, enumerations, actors and protocols, in source order.
        private(set) var allTypes: [Syntax] = []
        private var typesByName: [String: [Syntax]] = [:]
        /// The extensions, by the unqualified name of the type.
        private var extensionsByName: [String: [ExtensionDeclSyntax]] = [:]
        private var aliases: [String: [TypeSyntax]] = [:]
        /// All string literals.
        private(set) var literals: [StringLiteralExprSyntax] = []
        /// The references to a name, except those after a period, in source order.
        private(set) var references: [String: [DeclReferenceExprSyntax]] = [:]
        /// Changes of variables, by name, in source order.
        private var mutations: [String: [Mutation]] = [:]
        /// The names of members that are changed through an expression other than `self`, or overridden in a subclass.
        private(set) var changedMembers: Set<String> = []
        /// Whether the file names one of the library's types.
        private(set) var namesLibrary = false
        /// The offset at which the tree exceeds the depth limit, or nil.
        private(set) var tooDeep: Int?

        /// The depth limit, which only chains of calls can reach. The parser's nesting limit keeps all other code below it.
        private static let depth = 4_000

        init(_ tree: SourceFileSyntax) {
            var walk = NodeWalk(tree)
            while let node = walk.next() {
                if walk.depth <= SourceIndex.depth {
                    add(node)
                } else if tooDeep == nil {
                    tooDeep = node.endPosition.utf8Offset
                }
            }
        }

        var changedNames: [String] { Set(mutations.keys).union(changedMembers).sorted() }

        /// Returns the type that a `typealias` of the file names, or nil if there is none or more than one.
        func alias(_ name: String) -> TypeSyntax? { aliases[name].flatMap { $0.count == 1 ? $0.first : nil } }

        func types(named name: String) -> [Syntax] { typesByName[name] ?? [] }

        func extensions(of name: String) -> [ExtensionDeclSyntax] { extensionsByName[name] ?? [] }

        /// The names of all extended types.
        var extendedNames: [String] { extensionsByName.keys.sorted() }

        /// Returns the changes of variables with a name within a range of the source.
        func mutations(of name: String, in range: Range<Int>) -> ArraySlice<Mutation> {
            guard let all = mutations[name] else { return [] }
            let first = all.partitionIndex { $0.offset >= range.lowerBound }
            return all[first...].prefix { $0.offset < range.upperBound }
        }

        private mutating func add(_ node: Syntax) {
            switch node.as(SyntaxEnum.self) {
            case .functionCallExpr(let call): add(call)
            case .sequenceExpr(let sequence): add(sequence)
            case .inOutExpr(let expression): add(.unknown, to: expression.expression, node)
            case .functionDecl(let function): functions[function.name.name, default: []].append(node)
            case .initializerDecl: functions["init", default: []].append(node)
            case .variableDecl(let variable): addOverride(variable)
            case .importDecl(let statement): if let name = statement.path.first?.name.text { imports.insert(name) }
            case .declReferenceExpr(let reference):
                readName(reference.baseName)
                if reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id {
                    references[reference.baseName.name, default: []].append(reference)
                }
            case .identifierType(let type): readName(type.name)
            case .stringLiteralExpr(let literal): literals.append(literal)
            case .typeAliasDecl(let alias): aliases[alias.name.name, default: []].append(alias.initializer.value)
            case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl:
                allTypes.append(node)
                if let name = node.typeName { typesByName[name, default: []].append(node) }
            case .extensionDecl(let declaration):
                if let name = node.typeName { extensionsByName[name, default: []].append(declaration) }
            case .memberBlock(let body):
                if let name = SourceIndex.typeName(of: body) { bodies[name, default: []].append(body) }
            default: break
            }
        }

        /// Records an override as a change, because the subclass has another value than the superclass.
        private mutating func addOverride(_ variable: VariableDeclSyntax) {
            guard variable.modifiers.contains(where: { $0.name.text == "override" }) else { return }
            for binding in variable.bindings { changedMembers.insert(binding.pattern.trimmedDescription) }
        }

        private mutating func readName(_ name: TokenSyntax) {
            if !namesLibrary, SourceIndex.isLibraryType(name.text) { namesLibrary = true }
        }

        /// Whether the name is that of a library type that runs or holds statements.
        static func isLibraryType(_ name: String) -> Bool {
            name.hasPrefix("FMDatabase") || name.hasPrefix("FMCluster") || name == "FMResultSet" || name == "FMSQL"
        }

        /// Returns the qualified name of the type whose members a body contains.
        static func typeName(of body: MemberBlockSyntax) -> String? {
            guard let parent = body.parent, var names = ownName(of: parent) else { return nil }
            for (_, outer) in parent.surroundings { if let own = ownName(of: outer) { names = own + names } }
            return names.joined(separator: ".")
        }

        private static func ownName(of node: Syntax) -> [String]? {
            if let declaration = node.as(ExtensionDeclSyntax.self) { return declaration.extendedType.names }
            return node.asProtocol((any DeclGroupSyntax).self)
                .flatMap { ($0 as? any NamedDeclSyntax)?.name.name }.map { [$0] }
        }

        private mutating func add(_ call: FunctionCallExprSyntax) {
            calls.append(call)
            if let name = call.calledName { callsByName[name, default: []].append(call) }
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
                return
            }
            if SourceIndex.pureMethods.contains(member.declName.baseName.text) { return }
            let isAppend = member.declName.baseName.text == "append" && call.arguments.count == 1
            if isAppend, let argument = call.arguments.first, argument.label == nil {
                add(.append([argument.expression]), to: base, Syntax(call))
            } else {
                add(.unknown, to: base, Syntax(call))
            }
        }

        /// Methods of strings and collections that do not mutate.
        private static let pureMethods = Set(
            words: """
                appending appendingFormat caseInsensitiveCompare compactMap components contains enumerated filter
                flatMap forEach hasPrefix hasSuffix joined lowercased map padding prefix range reduce
                replacingOccurrences reversed sorted split suffix trimmingCharacters uppercased
                """)

        private mutating func add(_ sequence: SequenceExprSyntax) {
            let elements = Array(sequence.elements)
            guard elements.count >= 3 else { return }
            if elements[1].is(AssignmentExprSyntax.self) {
                return add(.assign(elements[2...]), to: elements[0], Syntax(sequence))
            }
            guard let sign = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text, sign.hasSuffix("="),
                !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(sign)
            else { return }
            add(sign == "+=" ? .append(elements[2...]) : .unknown, to: elements[0], Syntax(sequence))
        }

        private mutating func add(_ kind: Mutation.Kind, to target: ExprSyntax, _ node: Syntax) {
            if let tuple = target.as(TupleExprSyntax.self) {
                for element in tuple.elements where !element.expression.is(TupleExprSyntax.self) {
                    add(.unknown, to: element.expression, node)
                }
            }
            var (root, isWhole) = (target, true)
            for _ in 0..<64 {
                if let inner = root.as(SubscriptCallExprSyntax.self)?.calledExpression {
                    (root, isWhole) = (inner, false)
                } else if let inner = root.as(ForceUnwrapExprSyntax.self)?.expression {
                    root = inner
                } else if let inner = root.as(OptionalChainingExprSyntax.self)?.expression {
                    root = inner
                } else if let member = root.as(MemberAccessExprSyntax.self), let base = member.base {
                    if base.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" {
                        return add(kind, isWhole, to: member.declName.baseName, node)
                    }
                    // A call changes a member's string only if it is `append`.
                    if isWhole, !node.is(FunctionCallExprSyntax.self) || kind.isAppend {
                        changedMembers.insert(member.declName.baseName.name)
                    }
                    (root, isWhole) = (base, false)
                } else {
                    break
                }
            }
            if let name = root.as(DeclReferenceExprSyntax.self)?.baseName { add(kind, isWhole, to: name, node) }
        }

        private mutating func add(_ kind: Mutation.Kind, _ isWhole: Bool, to name: TokenSyntax, _ node: Syntax) {
            mutations[name.name, default: []].append(
                Mutation(kind: isWhole ? kind : .unknown, node: node, offset: node.start))
        }
    }

    extension TypeSyntax {
        /// The type without `?`, `!`, attributes and parentheses.
        var bare: TypeSyntax {
            var type = self
            for _ in 0..<64 {
                if let optional = type.as(OptionalTypeSyntax.self) {
                    type = optional.wrappedType
                } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                    type = optional.wrappedType
                } else if let attributed = type.as(AttributedTypeSyntax.self) {
                    type = attributed.baseType
                } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
                    let only = tuple.elements.first
                {
                    type = only.type
                } else {
                    break
                }
            }
            return type
        }

        /// The last name of `A.B`, without generic arguments, `?`, `!`, attributes and parentheses, or nil for other types.
        var lastName: String? {
            let bare = bare
            return (bare.as(IdentifierTypeSyntax.self)?.name ?? bare.as(MemberTypeSyntax.self)?.name)?.name
        }

        /// The names of `A.B`, without generic arguments, `?`, `!`, `some`, attributes and parentheses, or nil for other types.
        var names: [String]? {
            var names: [String] = []
            var type = self
            for _ in 0..<64 {
                type = type.bare
                if let simple = type.as(IdentifierTypeSyntax.self) { return [simple.name.name] + names.reversed() }
                if let member = type.as(MemberTypeSyntax.self) {
                    names.append(member.name.name)
                    type = member.baseType
                } else if let constraint = type.as(SomeOrAnyTypeSyntax.self) {
                    type = constraint.constraint
                } else {
                    return nil
                }
            }
            return nil
        }
    }
#endif
