#if Checked
    import FMDB
    import SwiftSyntax

    /// The functions, collations, tokenizers and databases that a file registers on connections.
    package struct Additions {
        /// Returns the names that calls register, and the names after AS in literals with an `ATTACH` statement.
        package static func names(in context: ReadingContext) -> [AddedName] {
            context.index.calls.compactMap { name(addedBy: $0, context) }
                + context.index.literals.flatMap { names(attachedBy: $0, context) }
                + context.index.literals.compactMap { unknownTables(madeBy: $0, context) }.prefix(1)
        }

        private static func name(addedBy call: FunctionCallExprSyntax, _ context: ReadingContext) -> AddedName? {
            guard let function = call.calledName else { return nil }
            let first = call.arguments.first.flatMap { $0.label == nil ? context.string($0.expression) : nil }
            switch function {
            case "addFunction": return added(.function, first, argumentCount(ofFunction: call, context))
            case "makeFunctionNamed":
                let count = call.argument("arguments") ?? call.argument("maximumArguments")
                return added(.function, first, number(count, context))
            case "addRegexpFunction": return added(.function, "regexp", 2)
            case "addAggregate": return added(.aggregate, first)
            case "addCollation": return added(.collation, first)
            case "installTokenizerModule":
                return added(.tokenizer, call.argument("withName").map { context.string($0) } ?? "fmdb")
            case "FMSearchTable":
                return first.map { AddedName(kind: .searchTable, name: $0, columns: columns(call, context)) }
            case "tableExists" where call.arguments.count == 1: return added(.table, first)
            case "registerTokenizer":
                guard let key = call.argument("withKey") else { return added(.tokenizer, "fmdb") }
                return added(.tokenizer, context.string(key).map { "fmdb \($0)" })
            default: return name(addedByC: call, function, context)
            }
        }

        /// Returns the columns of a search table, which the call passes as an array or as one argument each.
        private static func columns(_ call: FunctionCallExprSyntax, _ context: ReadingContext) -> [String] {
            let rest = call.arguments.drop { $0.label?.text != "columns" }
            guard let first = rest.first else { return [] }
            let array = first.expression.as(ArrayExprSyntax.self)
            let written =
                array.map { $0.elements.map(\.expression) }
                ?? [first.expression] + rest.dropFirst().prefix { $0.label == nil }.map(\.expression)
            let names = written.compactMap { context.string($0) }
            return names.count == written.count ? names : []
        }

        /// Returns the name that a call of SQLite's C API registers.
        private static func name(
            addedByC call: FunctionCallExprSyntax, _ function: String, _ context: ReadingContext
        ) -> AddedName? {
            let arguments = call.arguments.map(\.expression)
            guard function.hasPrefix("sqlite3_create_"), arguments.count > 2 else { return nil }
            let name = context.string(arguments[1])
            if function.hasPrefix("sqlite3_create_function") || function == "sqlite3_create_window_function" {
                return added(.function, name, number(arguments[2], context))
            }
            return function.hasPrefix("sqlite3_create_collation") ? added(.collation, name) : nil
        }

        private static func added(_ kind: AddedName.Kind, _ name: String?, _ count: Int? = nil) -> AddedName? {
            name.map { AddedName(kind: kind, name: $0, argumentCount: count) }
        }

        private static func number(_ expression: ExprSyntax?, _ context: ReadingContext) -> Int? {
            expression.flatMap { context.integer($0) }.flatMap { $0 < 0 ? nil : $0 }
        }

        /// Returns the number of a function's arguments, or nil if it takes any number or the source does not show it.
        private static func argumentCount(ofFunction call: FunctionCallExprSyntax, _ context: ReadingContext) -> Int? {
            if let count = call.argument("argumentCount") { return number(count, context) }
            guard let closure = call.lastClosure ?? call.argument("body")?.as(ClosureExprSyntax.self),
                case .parameterClause(let clause) = closure.signature?.parameterClause
            else { return nil }
            let types = clause.parameters.map { parameter in parameter.type.map { WrittenType($0) } }
            // A closure with one list parameter takes any number of arguments. A parameter without a written type may be a list.
            let lists: [WrittenType?] = [nil, .other, .list(.named("FMValue", isOptional: false))]
            return types.count == 1 && lists.contains(types[0]) ? nil : types.count
        }
    }

    // MARK: - Statements

    extension Additions {
        private static func names(attachedBy literal: StringLiteralExprSyntax, _ context: ReadingContext) -> [AddedName]
        {
            // An interpolated path is replaced with `?`, which is one token.
            let parts = literal.segments.map { segment -> String in
                if case .stringSegment(let part) = segment { return part.content.text.filter { $0 != "\\" } }
                return "?"
            }
            let text = context.string(ExprSyntax(literal)) ?? parts.joined()
            guard text.lowercased().contains("attach") else { return [] }
            return SQLToken.flat(text).split { $0.kind == .semicolon }.compactMap { statement in
                guard statement.first?.keyword == "ATTACH", statement.count >= 4, let last = statement.last,
                    statement.dropLast().last?.keyword == "AS", last.mayBeName
                else { return nil }
                return last.name.isEmpty || last.name.contains("?") ? nil : AddedName(kind: .database, name: last.name)
            }
        }

        /// Returns the addition for `CREATE TABLE \(name) (…)` with a name that is not known.
        private static func unknownTables(
            madeBy literal: StringLiteralExprSyntax, _ context: ReadingContext
        ) -> AddedName? {
            let parts = Array(literal.segments.prefix(2))
            guard parts.count == 2, case .stringSegment(let start) = parts[0],
                case .expressionSegment(let name) = parts[1], let only = name.expressions.first
            else { return nil }
            let words = start.content.text.filter { $0.isLetter || $0.isWhitespace }.uppercased().split(
                whereSeparator: \.isWhitespace)
            guard words.first == "CREATE", words.contains("TABLE"), ["TABLE", "EXISTS"].contains(words.last),
                (try? context.follower.texts(only.expression, .string)) == nil
            else { return nil }
            return AddedName(kind: .unknownTables, name: "")
        }

        /// Returns the literals that create tables or add columns, even if no known function receives them.
        static func creations(in context: ReadingContext) -> [(text: String, start: Int)] {
            context.index.literals.compactMap { literal in
                guard literal.isWhole, let text = context.string(ExprSyntax(literal)) else { return nil }
                let words = text.split(maxSplits: 3, whereSeparator: \.isWhitespace).map { $0.uppercased() }
                guard words.count == 4 else { return nil }
                let isCreation =
                    words[0] == "CREATE" && words.dropFirst().prefix(2).contains("TABLE")
                    && (text.contains(";") || text.last { !$0.isWhitespace } == ")"
                        || ["STRICT", "ROWID"].contains(text.split(whereSeparator: \.isWhitespace).last?.uppercased()))
                return isCreation || words[0] == "ALTER" && words[1] == "TABLE" ? (text, literal.start) : nil
            }
        }
    }

    extension StringLiteralExprSyntax {
        /// Whether no operator appends to the literal.
        fileprivate var isWhole: Bool {
            guard let sequence = parent?.parent?.as(SequenceExprSyntax.self) else { return true }
            return !sequence.elements.contains {
                ["+", "+="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
            }
        }
    }
#endif
