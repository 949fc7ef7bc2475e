#if Checked
    import SwiftParser
    import SwiftSyntax

    /// Reads what a Swift source says about SQL.
    package struct SourceReader {
        /// The facts of one source file.
        ///
        /// - Parameters:
        ///   - source: its text; what is not Swift becomes an error of the facts.
        ///   - file: its name in places.
        package static func facts(of source: String, file: String) -> SourceFacts {
            let tree = Parser.parse(source: source)
            let reader = CallReader(ReadingContext(places: Places(of: source, file: file)))
            reader.walk(tree)
            return reader.facts
        }
    }

    /// Finds the calls that have an SQL text.
    private final class CallReader: SyntaxVisitor {
        private(set) var facts = SourceFacts()
        private let context: ReadingContext

        init(_ context: ReadingContext) {
            self.context = context
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName,
                let verb = CallReader.verbs[name.text], let argument = call.arguments.first,
                let literal = argument.expression.as(StringLiteralExprSyntax.self), let text = text(literal)
            else { return .visitChildren }
            let values = text.interpolatedValues + max(0, call.arguments.count - 1)
            facts.uses.append(
                SQLUse(
                    verb: verb, function: name.text, place: context.places.place(of: name),
                    text: text.text(context.places), values: values == 0 ? .listed(0) : .unknown))
            return .visitChildren
        }

        private func text(_ literal: StringLiteralExprSyntax) -> TextBuilder? {
            var text = TextBuilder()
            for segment in literal.segments {
                switch segment {
                case .stringSegment(let segment):
                    text.append(segment, pounds: literal.openingPounds?.text.utf8.count ?? 0)
                case .expressionSegment(let segment): text.appendValue(at: segment.position.utf8Offset)
                }
            }
            return text
        }

        private static let verbs: [String: SQLUse.Verb] = [
            "executeQuery": .query, "executeUpdate": .run, "executeStatements": .script, "prepare": .compile,
            "validateSQL": .compile, "execute": .run, "query": .query, "value": .query, "rows": .query,
            "forEachRow": .query, "intForQuery": .query,
        ]
    }
#endif
