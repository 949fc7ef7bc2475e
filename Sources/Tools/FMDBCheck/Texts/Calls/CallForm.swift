#if Checked
    import SwiftSyntax

    /// The overload that a call with SQL uses: which argument is the SQL, and where the values are.
    struct CallForm {
        enum Values {
            /// The values interpolated into the SQL, and the unlabelled arguments after it.
            case listed
            case list(ExprSyntax)
            case dictionary(ExprSyntax)
            case format([ExprSyntax])
            /// The rows of `executeMany`.
            case rows(ExprSyntax)
            case unknown
        }

        let verb: SQLUse.Verb
        let kind: Follower.Kind
        let text: LabeledExprSyntax
        var values = Values.unknown
        /// Whether no other library has a function with this name and these labels.
        var isDistinct = false
        /// The model or table of a condition.
        var model: String?
        /// Whether the overload is one of FMDB's, which take a String.
        var isOfFMDB: Bool { kind == .string && verb != .compile }
    }

    extension CallForm {
        init?(_ call: FunctionCallExprSyntax, named name: String) {
            let arguments = Array(call.arguments)
            guard let first = arguments.first else { return nil }
            let labels = arguments.map { $0.label?.text }
            switch name {
            case "executeQuery", "executeUpdate":
                self.init(fmdb: name == "executeQuery" ? .query : .run, arguments, labels)
            case "executeStatements":
                guard labels[0] == nil, labels.dropFirst().allSatisfy({ $0 == "withResultBlock" }) else { return nil }
                self.init(verb: .script, kind: .string, text: first, values: .listed, isDistinct: true)
            case "prepare", "validateSQL":
                guard labels == [nil] else { return nil }
                self.init(verb: .compile, kind: .string, text: first, isDistinct: name == "validateSQL")
            case _ where CallForm.singleValueVerbs.contains(name):
                self.init(fmdb: .query, arguments, labels)
            case "execute", "query", "value", "rows", "forEachRow", "executeMany", "readUntrusted":
                self.init(modern: name, call, arguments, labels)
            case "queryPlan", "statementDescription":
                guard labels[0] == "of" else { return nil }
                let isPlan = name == "queryPlan"
                self.init(
                    verb: .compile, kind: .sql, text: first, values: isPlan ? .listed : .unknown, isDistinct: true)
            default: self.init(model: name, arguments, labels)
            }
        }

        private static let singleValueVerbs = Set(
            words: "intForQuery longForQuery boolForQuery doubleForQuery stringForQuery dataForQuery dateForQuery")

        /// Reads a call of one of FMDB's overloads, or of a helper function that is common in code that uses FMDB.
        private init?(fmdb verb: SQLUse.Verb, _ arguments: [LabeledExprSyntax], _ labels: [String?]) {
            let text = arguments[0]
            if labels[0] == "withFormat" {
                guard labels.dropFirst().allSatisfy({ $0 == nil }) else { return nil }
                let values = arguments.dropFirst().map(\.expression)
                self.init(verb: verb, kind: .string, text: text, values: .format(values), isDistinct: true)
                return
            }
            guard labels[0] == nil else { return nil }
            guard labels.count > 1, let label = labels[1] else {
                guard labels.allSatisfy({ $0 == nil }) else { return nil }
                // A single argument after the SQL may be an array, because some helper functions take all values as one array.
                let isCertain = labels.count != 2 || arguments[1].expression.bare.isLiteral
                self.init(verb: verb, kind: .string, text: text, values: isCertain ? .listed : .unknown)
                return
            }
            let values: Values
            switch label {
            case "withArgumentsIn", "values", "withArgumentsInArray", "arguments":
                values = .list(arguments[1].expression)
            case "withParameterDictionary": values = .dictionary(arguments[1].expression)
            case "withVAList", "withErrorAndBindings": values = .unknown
            default: return nil
            }
            self.init(verb: verb, kind: .string, text: text, values: values, isDistinct: label != "arguments")
        }

        private static let modernLabels = Set(words: "as in binding body afterEach isolation file line")

        /// Reads a call of one of this library's own overloads, which take an `FMSQL`.
        private init?(
            modern name: String, _ call: FunctionCallExprSyntax, _ arguments: [LabeledExprSyntax], _ labels: [String?]
        ) {
            guard labels[0] == nil, labels.allSatisfy({ $0 == nil || CallForm.modernLabels.contains($0 ?? "") }) else {
                return nil
            }
            let verb: SQLUse.Verb = name == "execute" || name == "executeMany" ? .run : .query
            let isBound = labels.contains("binding") || (name.hasPrefix("execute") && call.trailingClosure != nil)
            var values = isBound ? Values.unknown : .listed
            if name == "executeMany" {
                guard labels.count > 1, labels[1] == nil else { return nil }
                if !isBound { values = .rows(arguments[1].expression) }
            }
            if arguments.contains(where: { $0.expression.is(PackExpansionExprSyntax.self) }) { values = .unknown }
            self.init(verb: verb, kind: .sql, text: arguments[0], values: values)
        }

        private static let modelVerbs = Set(
            words: "find findReadable first last forEach each count exists update delete sum average min max")

        /// Reads a call of one of the overloads for models and records: `find(Person.self, sql: …)` and `find(Person.self, where: …)`.
        private init?(model name: String, _ arguments: [LabeledExprSyntax], _ labels: [String?]) {
            guard CallForm.modelVerbs.contains(name), labels[0] == nil,
                let type = arguments[0].expression.as(MemberAccessExprSyntax.self),
                type.declName.baseName.text == "self", let model = type.base?.path?.joined(separator: ".")
            else { return nil }
            if let text = arguments.first(where: { $0.label?.text == "sql" }) {
                self.init(verb: .query, kind: .sql, text: text, values: .listed, isDistinct: true)
                return
            }
            guard let text = arguments.first(where: { $0.label?.text == "where" }) else { return nil }
            let table = arguments.first { ["from", "in"].contains($0.label?.text) }?.expression
            let name = table?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            guard table == nil || name != nil, name != nil || model != "FMRecord" else { return nil }
            self.init(verb: .condition, kind: .sql, text: text, values: .listed, isDistinct: true, model: name ?? model)
        }
    }

#endif
