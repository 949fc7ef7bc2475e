#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// The table that a model's declaration describes.
    struct ModelDescription {
        /// A column, and the syntax node of its name.
        struct Column {
            let property: StoredProperty
            let name: String
            let place: Syntax

            func mark(_ kind: Mark.Kind) -> Mark? { property.mark(kind) }
        }

        let node: AttributeSyntax
        let type: TypeDeclaration
        private(set) var columns: [Column] = []
        private(set) var problems: [Diagnostic] = []

        init(_ node: AttributeSyntax, _ type: TypeDeclaration, _ context: some MacroExpansionContext) {
            self.node = node
            self.type = type
            if let obstacle = type.obstacle(to: "FMModel", context) {
                problems = [obstacle]
                return
            }
            lookAtMembers()
            readColumns()
            if columns.isEmpty, problems.isEmpty {
                report("'\(type.name.text)' has no property that could be a column", at: type.name)
            }
            lookAtNames()
            if let collision = type.columnsCollision("FMModel") { problems.append(collision) }
            lookAtKey()
            for kind in [Mark.Kind.created, .updated] {
                for second in columns.compactMap({ $0.mark(kind) }).dropFirst() {
                    report("only one property can be '@\(kind.rawValue)'", at: second.node)
                }
                for column in columns where column.property.isNoDate {
                    guard let mark = column.mark(kind) else { continue }
                    report("'@\(kind.rawValue)' needs a property of the type 'Date' or 'Date?'", at: mark.node)
                }
            }
            lookAtOptions()
        }

        private mutating func report(_ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
            problems.append(Diagnostic(message, at: node, fixIts: fixIts))
        }
    }

    // MARK: - Properties

    extension ModelDescription {
        /// Reports members that the macro cannot see.
        private mutating func lookAtMembers() {
            for member in type.declaration.memberBlock.members {
                guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { continue }
                let variables = condition.clauses.compactMap { $0.elements?.as(MemberBlockItemListSyntax.self) }
                    .joined().compactMap { $0.decl.as(VariableDeclSyntax.self) }
                for variable in variables where variable.obstacle == nil {
                    report("'@FMModel' cannot see a stored property within '#if'", at: variable.bindingSpecifier)
                }
            }
            for binding in type.variables.filter({ $0.obstacle == nil }).flatMap(\.bindings) {
                guard !binding.pattern.is(IdentifierPatternSyntax.self) else { continue }
                report("'@FMModel' needs a separate declaration for each property", at: binding.pattern)
            }
        }

        private mutating func readColumns() {
            let keys = type.codingKeys
            for property in type.storedProperties {
                let ignored = property.mark(.ignored)
                let isColumn = ignored == nil && keys.map { $0[property.name] != nil } != false
                if ignored != nil {
                    for mark in property.marks where mark.kind != .ignored {
                        let name = mark.kind.rawValue
                        report("'@\(name)' has no effect on a property with '@FMIgnored'", at: mark.node)
                    }
                }
                if !isColumn {
                    guard !property.hasValue, !property.isWrapped else { continue }
                    report(
                        "'\(property.name)' is not a column, so it must be declared with a value",
                        at: property.identifier)
                } else if property.isFixed {
                    reportFixed(property)
                } else {
                    columns.append(column(property, keys?[property.name]))
                }
            }
        }

        private mutating func reportFixed(_ property: StoredProperty) {
            let specifier = property.declaration.bindingSpecifier
            report(
                "'\(property.name)' is a constant with a value, so it cannot be read from a row; declare it 'var', or "
                    + "mark it '@FMIgnored'",
                at: specifier,
                fixIts: [
                    FixIt("declare it 'var'", specifier, specifier.with(\.tokenKind, .keyword(.var))),
                    FixIt(
                        "mark it '@FMIgnored'", specifier, specifier.with(\.tokenKind, .identifier("@FMIgnored let"))),
                ])
        }

        private mutating func column(_ property: StoredProperty, _ key: String?) -> Column {
            guard let given = property.mark(.column)?.argument("") else {
                return Column(property: property, name: key ?? property.name, place: Syntax(property.identifier))
            }
            if let name = given.plainText, !name.isEmpty {
                return Column(property: property, name: name, place: Syntax(given))
            }
            report("the name of a column must be a string literal without interpolation, and not empty", at: given)
            return Column(property: property, name: property.name, place: Syntax(property.identifier))
        }

        private mutating func lookAtNames() {
            var names = Set<String>()
            for column in columns where !names.insert(column.name.foldedAsName).inserted {
                report("two columns have the name '\(column.name)', because SQLite ignores case", at: column.place)
            }
        }
    }

    // MARK: - Options

    extension ModelDescription {
        private mutating func lookAtKey() {
            let keys = columns.filter { $0.mark(.key) != nil }
            for column in keys {
                guard let mark = column.mark(.key), mark.isAutomatic else { continue }
                guard keys.count == 1 else {
                    report("a key of several columns cannot be automatic", at: mark.node)
                    continue
                }
                guard let type = column.property.type else {
                    report("an automatic key needs an explicit type: 'Int64?'", at: column.property.identifier)
                    continue
                }
                if !type.isOptional {
                    report(
                        "an automatic key is nil until SQLite generates it, so its type must be optional", at: type,
                        fixIts: [
                            FixIt(
                                "make it '\(type.trimmed)?'", type,
                                OptionalTypeSyntax(wrappedType: type.trimmed, trailingTrivia: type.trailingTrivia))
                        ])
                } else if let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType.trimmedDescription,
                    ["String", "Double", "Float", "Bool", "Data", "Date", "UUID", "URL"].contains(wrapped)
                {
                    report("an automatic key must be an integer, such as 'Int64?'", at: type)
                }
            }
        }

        private mutating func lookAtOptions() {
            if type.declares("tableOptions") {
                let marks = columns.flatMap(\.property.marks)
                let saying = marks.filter { $0.kind != .column || $0.argument("renamedFrom") != nil }
                for mark in saying {
                    report(
                        "'@\(mark.kind.rawValue)' has no effect: declare this in the type's own 'tableOptions'",
                        at: mark.node)
                }
                for label in [
                    "unique", "indexes", "references", "checks", "collations", "generated", "dates",
                    "isMadeOnInsertion",
                    "isStrict", "isWithoutRowID",
                ] {
                    guard let argument = node.argument(label) else { continue }
                    report("this argument has no effect: declare it in the type's own 'tableOptions'", at: argument)
                }
            }
            for argument in [node.argument("unique"), node.argument("indexes")] {
                if let argument { lookAtSets(argument) }
            }
            for mark in columns.compactMap({ $0.mark(.column) }) {
                guard let old = mark.argument("renamedFrom"), old.plainText == nil else { continue }
                report("the previous name of a column must be a string literal without interpolation", at: old)
            }
        }

        private mutating func lookAtSets(_ argument: ExprSyntax) {
            guard let sets = argument.listed?.map(\.listed) else {
                report("write the columns as an array literal: [[\"name\", \"age\"]]", at: argument)
                return
            }
            let names = Set(columns.map { $0.name.foldedAsName })
            for element in sets.flatMap({ $0 ?? [] }) {
                guard let name = element.plainText else {
                    report(
                        "the name of a column must be a string literal without interpolation, and not empty",
                        at: element)
                    continue
                }
                if !names.contains(name.foldedAsName) {
                    report("'\(type.name.text)' has no column '\(name)'", at: element)
                }
            }
        }
    }

    extension ExprSyntax {
        /// The value of a string literal without interpolation, or nil for other expressions.
        var plainText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

        /// The elements of an array literal, or nil for other expressions.
        var listed: [ExprSyntax]? { self.as(ArrayExprSyntax.self)?.elements.map(\.expression) }
    }
#endif

extension String {
    /// The name with A to Z in lower case. For other letters, SQLite's names are case-sensitive.
    fileprivate var foldedAsName: String {
        String(decoding: utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
