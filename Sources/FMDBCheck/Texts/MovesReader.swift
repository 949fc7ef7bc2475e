#if Checked
    import SwiftParser
    import SwiftSyntax

    /// Reads what a Swift source says about FMDB.
    package struct MovesReader {
        private let tree: SourceFileSyntax
        private let file: String
        /// What the file declares that other files of the project may use.
        package let declarations: MoveDeclarations

        package init(_ source: String, file: String) {
            tree = Parser.parse(source: source)
            self.file = file
            let visitor = MovesDeclarations()
            visitor.walk(tree)
            declarations = visitor.found
        }

        /// - Parameters:
        ///   - names: the functions and properties that are looked at though it is not known on what they are called.
        ///   - words: the names of others that are wanted with their places.
        package func facts(_ declarations: MoveDeclarations, names: Set<String>, words: Set<String>) -> MoveFacts {
            let visitor = MovesVisitor(
                SourceLocationConverter(fileName: file, tree: tree), file, declarations, names: names, words: words)
            visitor.walk(tree)
            var facts = visitor.facts
            // In `a()?.b()` the outer call is visited first.
            facts.calls.sort { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
            return facts
        }
    }

    /// Follows the types of variables as far as a file says them, and collects calls.
    final class MovesVisitor: SyntaxVisitor {
        var facts = MoveFacts()
        let declarations: MoveDeclarations
        private let converter: SourceLocationConverter
        private let file: String
        private let names: Set<String>
        private let words: Set<String>
        /// The FMDB types of local names, from the outermost scope to the innermost; nil for another type.
        private var scopes: [[String: String?]] = [[:]]
        /// How deep the expression is nested whose type is looked for.
        var depth = 0
        /// FMDB's classes that the enclosing types and extensions are.
        private var enclosing: [String?] = []

        init(
            _ converter: SourceLocationConverter, _ file: String, _ declarations: MoveDeclarations, names: Set<String>,
            words: Set<String>
        ) {
            (self.converter, self.file, self.declarations) = (converter, file, declarations)
            (self.names, self.words) = (names, words)
            super.init(viewMode: .sourceAccurate)
        }

        func place(_ node: some SyntaxProtocol) -> FMSourcePlace {
            let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
            return FMSourcePlace(file, line: location.line, column: location.column)
        }

        func isWanted(_ name: String) -> Bool { names.contains(name) }

        // MARK: Scopes

        func declare(_ name: String, _ type: String?) { scopes[scopes.count - 1][name] = .some(type) }

        /// The type of a name; nil if it is not one of FMDB's.
        func type(of name: String) -> String? {
            if name == "self" { return enclosing.last ?? nil }
            for scope in scopes.reversed() {
                if let known = scope[name] { return known }
            }
            return declarations.type(of: name)
        }

        var enclosingClass: String? { enclosing.last ?? nil }

        override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { push() }
        override func visitPost(_ node: CodeBlockSyntax) { scopes.removeLast() }

        private func push() -> SyntaxVisitorContinueKind {
            scopes.append([:])
            return .visitChildren
        }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(node.extendedType.moveName.flatMap(declarations.fmdbClass))
            return push()
        }

        override func visitPost(_ node: ExtensionDeclSyntax) { leaveType() }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(declarations.fmdbClass(node.name.text))
            note(node)
            return push()
        }

        override func visitPost(_ node: ClassDeclSyntax) { leaveType() }

        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(nil)
            return push()
        }

        override func visitPost(_ node: StructDeclSyntax) { leaveType() }

        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(nil)
            return push()
        }

        override func visitPost(_ node: EnumDeclSyntax) { leaveType() }

        private func leaveType() {
            enclosing.removeLast()
            scopes.removeLast()
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            _ = push()
            declare(node.signature.parameterClause)
            return .visitChildren
        }

        override func visitPost(_ node: FunctionDeclSyntax) { scopes.removeLast() }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            _ = push()
            declare(node.signature.parameterClause)
            return .visitChildren
        }

        override func visitPost(_ node: InitializerDeclSyntax) { scopes.removeLast() }

        private func declare(_ clause: FunctionParameterClauseSyntax) {
            for parameter in clause.parameters {
                declare(
                    (parameter.secondName ?? parameter.firstName).text,
                    parameter.type.moveName.flatMap(declarations.fmdbClass))
            }
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            _ = push()
            declareParameters(of: node)
            return .visitChildren
        }

        override func visitPost(_ node: ClosureExprSyntax) { scopes.removeLast() }

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                return .visitChildren
            }
            // A member is known by the declarations of all files.
            if node.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true { return .visitChildren }
            if let type = node.typeAnnotation?.type {
                declare(name, type.moveName.flatMap(declarations.fmdbClass))
            } else if let value = node.initializer?.value {
                declare(name, type(of: value))
            }
            return .visitChildren
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                return .visitChildren
            }
            if let value = node.initializer?.value { declare(name, type(of: value)) }
            return .visitChildren
        }

        // MARK: Names

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            if let module = node.path.first?.name.text { facts.imports[module, default: []].append(node.bytes) }
            return .skipChildren
        }

        override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
            let text = token.text
            guard words.contains(text) || text.hasPrefix("SQLITE_") || text.hasPrefix("sqlite3_") else {
                return .visitChildren
            }
            switch token.tokenKind {
            case .identifier, .keyword: facts.names.append(MoveName(name: text, place: place(token)))
            default: break
            }
            return .visitChildren
        }

        // MARK: Calls

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            note(node)
            return .visitChildren
        }

        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            note(node)
            return .visitChildren
        }
    }
#endif
