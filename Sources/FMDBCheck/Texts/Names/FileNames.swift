#if Checked
    import SwiftSyntax

    /// The variables of a source file and where each is named, found by Swift's rules of scope.
    ///
    /// The file is read when something is asked first, and in one pass: a lookup takes no longer in a large file.
    package final class FileNames {
        private let file: SourceFileSyntax
        private lazy var table = NameTable(file)

        package init(of file: SourceFileSyntax) {
            self.file = file
        }

        /// The expressions that name a variable, in the order of the file.
        ///
        /// - Parameter declaration: the variable's name where it is declared; for `$0` the left brace of its closure.
        func uses(of declaration: TokenSyntax) -> [DeclReferenceExprSyntax] {
            table.uses[declaration.position.utf8Offset] ?? []
        }

        /// The name of the variable, where it is declared, that an expression names.
        func declaration(of use: DeclReferenceExprSyntax) -> TokenSyntax? {
            table.declarations[use.position.utf8Offset]
        }

        /// The functions and initializers of a name that take a result set or a row.
        func readers(named name: String) -> [RowReader] { table.readers[name] ?? [] }

        /// The type that a `typealias` of the file names; nil if there is none, or more than one.
        func alias(_ name: String) -> TypeSyntax? {
            guard let aliases = table.aliases[name], aliases.count == 1 else { return nil }
            return aliases.first
        }

        func types(named name: String) -> [Syntax] { table.types[name] ?? [] }

        func extensions(of name: String) -> [ExtensionDeclSyntax] { table.extensions[name] ?? [] }

        /// All structures, classes, enumerations, actors and protocols, in the order of the file.
        var allTypes: [Syntax] { table.allTypes }

        var literals: [StringLiteralExprSyntax] { table.literals }

        /// The names of all types that are extended.
        var extendedNames: [String] { table.extensions.keys.sorted() }
    }

    /// A function or an initializer with a parameter that is a result set or a row.
    struct RowReader {
        /// The type that it belongs to, without those around it.
        let owner: String?
        /// Its argument labels; "" for none.
        let labels: [String]
        let index: Int
        /// The parameter's name in the body.
        let parameter: TokenSyntax
        let source: RowSource
        let body: Syntax
    }

    enum RowSource {
        case set
        case row
        /// A dictionary of a row.
        case dictionary

        init?(typeName: String) {
            switch typeName {
            case "FMResultSet", "FMClusterResultSet": self = .set
            case "FMRow", "FMClusterRow": self = .row
            default: return nil
            }
        }
    }

    /// What one pass over a file finds.
    ///
    /// The pass needs no recursion, because chains of calls may be nested deeper than a stack allows.
    struct NameTable {
        /// Where a name means a variable.
        private struct Extent {
            let start: Int
            let end: Int
            let declaration: TokenSyntax
        }

        /// A node that is still to be looked at, and the list of statements or members around it.
        private struct Visit {
            let node: Syntax
            let list: Syntax
            let depth: Int
        }

        /// Deeper nodes are left out: nobody writes them, and climbing from each takes too long.
        private static let depth = 4_000

        private(set) var uses: [Int: [DeclReferenceExprSyntax]] = [:]
        private(set) var declarations: [Int: TokenSyntax] = [:]
        private(set) var readers: [String: [RowReader]] = [:]
        private(set) var aliases: [String: [TypeSyntax]] = [:]
        private(set) var types: [String: [Syntax]] = [:]
        private(set) var extensions: [String: [ExtensionDeclSyntax]] = [:]
        private(set) var allTypes: [Syntax] = []
        private(set) var literals: [StringLiteralExprSyntax] = []
        private var extents: [String: [Extent]] = [:]
        private var references: [String: [DeclReferenceExprSyntax]] = [:]

        init(_ file: SourceFileSyntax) {
            var pending = [Visit(node: Syntax(file), list: Syntax(file), depth: 0)]
            while let visit = pending.popLast() {
                lookAt(visit)
                guard visit.depth < Self.depth else { continue }
                var list = visit.list
                if visit.node.kind == .memberBlockItemList || visit.node.kind == .codeBlockItemList {
                    // What stands in `#if` is visible behind `#endif`.
                    if visit.node.parent?.kind != .ifConfigClause { list = visit.node }
                }
                let count = pending.count
                for child in visit.node.children(viewMode: .sourceAccurate) where child.kind != .token {
                    pending.append(Visit(node: child, list: list, depth: visit.depth + 1))
                }
                pending[count...].reverse()
            }
            resolve()
            extents = [:]
            references = [:]
        }

        private mutating func lookAt(_ visit: Visit) {
            let node = visit.node
            switch node.kind {
            case .declReferenceExpr:
                guard let use = node.as(DeclReferenceExprSyntax.self), !use.isMemberName else { return }
                references[use.baseName.text.withoutBackticks, default: []].append(use)
            case .patternBinding, .optionalBindingCondition, .matchingPatternCondition, .forStmt, .switchCaseItem,
                .catchItem:
                declarePattern(visit)
            case .closureExpr: declareClosure(node)
            case .stringLiteralExpr: if let literal = node.as(StringLiteralExprSyntax.self) { literals.append(literal) }
            case .functionDecl, .initializerDecl, .subscriptDecl: declareParameters(of: node)
            case .typeAliasDecl:
                guard let alias = node.as(TypeAliasDeclSyntax.self) else { return }
                aliases[alias.name.text.withoutBackticks, default: []].append(alias.initializer.value)
            case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl:
                guard let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text else { return }
                types[name.withoutBackticks, default: []].append(node)
                allTypes.append(node)
            case .extensionDecl:
                guard let declaration = node.as(ExtensionDeclSyntax.self), let name = node.typeName else { return }
                extensions[name, default: []].append(declaration)
            default: return
            }
        }

        private mutating func declare(_ name: TokenSyntax, from start: Int, to end: Int) {
            let extent = Extent(start: start, end: end, declaration: name)
            extents[name.text.withoutBackticks, default: []].append(extent)
        }

        /// Gives each expression the innermost variable of its name. Extents of a name lie within each other or apart.
        private mutating func resolve() {
            for (name, uses) in references {
                guard let extents = extents[name]?.sorted(by: { $0.start < $1.start }) else { continue }
                var open: [Extent] = []
                var next = 0
                for use in uses {
                    let offset = use.position.utf8Offset
                    while next < extents.count, extents[next].start <= offset {
                        while let last = open.last, last.end <= extents[next].start { open.removeLast() }
                        open.append(extents[next])
                        next += 1
                    }
                    while let last = open.last, last.end <= offset { open.removeLast() }
                    guard let extent = open.last else { continue }
                    self.uses[extent.declaration.position.utf8Offset, default: []].append(use)
                    declarations[offset] = extent.declaration
                }
            }
        }
    }

    // MARK: - Declarations

    extension NameTable {
        private mutating func declarePattern(_ visit: Visit) {
            let node = visit.node
            let end = node.endPosition.utf8Offset
            let listEnd = visit.list.endPosition.utf8Offset
            if let binding = node.as(PatternBindingSyntax.self) {
                let isMember = visit.list.kind == .memberBlockItemList
                declare(binding.pattern, from: isMember ? visit.list.position.utf8Offset : end, to: listEnd)
            } else if let condition = node.as(OptionalBindingConditionSyntax.self) {
                // `if let rows` is the same value under the same name.
                guard condition.initializer != nil else { return }
                declare(condition.pattern, from: end, to: Self.end(ofCondition: node) ?? listEnd)
            } else if let condition = node.as(MatchingPatternConditionSyntax.self) {
                declare(condition.pattern, from: end, to: Self.end(ofCondition: node) ?? listEnd)
            } else if let loop = node.as(ForStmtSyntax.self) {
                declare(loop.pattern, from: loop.sequence.endPosition.utf8Offset, to: end)
            } else if let item = node.as(SwitchCaseItemSyntax.self) {
                let whole = node.nearest(.switchCase)?.endPosition.utf8Offset ?? listEnd
                declare(item.pattern, from: item.pattern.endPosition.utf8Offset, to: whole)
            } else if let item = node.as(CatchItemSyntax.self), let pattern = item.pattern {
                let whole = node.nearest(.catchClause)?.endPosition.utf8Offset ?? listEnd
                declare(pattern, from: pattern.endPosition.utf8Offset, to: whole)
            }
        }

        private mutating func declare(_ pattern: PatternSyntax, from start: Int, to end: Int) {
            if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier {
                return declare(name, from: start, to: end)
            }
            var pending = [Syntax(pattern)]
            while let node = pending.popLast() {
                if let name = node.as(IdentifierPatternSyntax.self)?.identifier {
                    declare(name, from: start, to: end)
                } else {
                    pending.append(contentsOf: node.children(viewMode: .sourceAccurate))
                }
            }
        }

        /// The end of what sees the names of a condition; nil for that of a `guard`, which the whole block sees.
        private static func end(ofCondition node: Syntax) -> Int? {
            let owner = node.parent?.parent?.parent
            let body = owner?.as(IfExprSyntax.self)?.body ?? owner?.as(WhileStmtSyntax.self)?.body
            return body?.endPosition.utf8Offset
        }

        private mutating func declareClosure(_ node: Syntax) {
            guard let closure = node.as(ClosureExprSyntax.self) else { return }
            let end = closure.endPosition.utf8Offset
            guard let signature = closure.signature else {
                return declareFirstParameter(of: closure, to: end)
            }
            let start = signature.endPosition.utf8Offset
            if let capture = signature.capture { declareCaptures(capture, from: start, to: end) }
            switch signature.parameterClause {
            case .simpleInput(let parameters):
                for parameter in parameters { declare(parameter.name, from: start, to: end) }
            case .parameterClause(let clause):
                for parameter in clause.parameters {
                    declare(parameter.secondName ?? parameter.firstName, from: start, to: end)
                }
            case nil: declareFirstParameter(of: closure, to: end)
            }
        }

        private mutating func declareFirstParameter(of closure: ClosureExprSyntax, to end: Int) {
            let brace = closure.leftBrace
            let extent = Extent(start: brace.endPosition.utf8Offset, end: end, declaration: brace)
            extents["$0", default: []].append(extent)
        }

        /// Those with a value of their own; the others are the same variables.
        private mutating func declareCaptures(_ clause: ClosureCaptureClauseSyntax, from start: Int, to end: Int) {
            // By tokens, because the nodes differ between versions of the parser.
            for item in clause.items {
                let tokens = Array(item.tokens(viewMode: .sourceAccurate))
                guard let equal = tokens.firstIndex(where: { $0.tokenKind == .equal }), equal > 0 else { continue }
                declare(tokens[equal - 1], from: start, to: end)
            }
        }

        private mutating func declareParameters(of node: Syntax) {
            let function = node.as(FunctionDeclSyntax.self)
            let initializer = node.as(InitializerDeclSyntax.self)
            let clause =
                function?.signature.parameterClause ?? initializer?.signature.parameterClause
                ?? node.as(SubscriptDeclSyntax.self)?.parameterClause
            guard let clause else { return }
            let parameters = Array(clause.parameters)
            for parameter in parameters {
                let name = parameter.secondName ?? parameter.firstName
                declare(name, from: clause.endPosition.utf8Offset, to: node.endPosition.utf8Offset)
            }
            guard let name = function?.name.text ?? (initializer == nil ? nil : "init") else { return }
            for (index, parameter) in parameters.enumerated() {
                guard case .named(let type, _) = WrittenType(parameter.type),
                    let source = RowSource(typeName: type)
                else { continue }
                let labels = parameters.map { $0.firstName.tokenKind == .wildcard ? "" : $0.firstName.text }
                let reader = RowReader(
                    owner: node.nearestType?.typeName, labels: labels, index: index,
                    parameter: parameter.secondName ?? parameter.firstName, source: source, body: node)
                readers[name.withoutBackticks, default: []].append(reader)
            }
        }
    }
#endif
