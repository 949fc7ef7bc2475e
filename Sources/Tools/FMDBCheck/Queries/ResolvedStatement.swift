#if Checked
    import FMDB

    /// The statement of a query, compiled by SQLite.
    struct ResolvedStatement {
        private(set) var edited: EditedText
        private(set) var description: FMStatementDescription
        private(set) var shape: StatementShape
        /// The byte offset of the statement's end in the edited SQL.
        private(set) var end: Int
        private var edits: [EditedText.Edit]
        private let source: String
        private let schema: QuerySchema

        init(_ resolver: QueryResolver, edits: [EditedText.Edit]) throws(QueryProblem) {
            edited = EditedText(resolver.query.text, edits)
            (self.edits, source, schema) = (edits, resolver.query.text, resolver.schema)
            (description, end) = try ResolvedStatement.describe(edited, resolver)
            shape = ResolvedStatement.shape(edited, end)
        }

        var expressions: Expressions { Expressions(shape: shape, text: edited.text, schema: schema) }
        var scopes: ColumnScopes { ColumnScopes(shape: shape, text: edited.text, schema: schema) }

        private static func shape(_ edited: EditedText, _ end: Int) -> StatementShape {
            var tokens = QueryToken.split(edited.text.bytes(0..<end))
            while tokens.last?.isSign(";") ?? false { tokens.removeLast() }
            return StatementShape(tokens)
        }

        private static func describe(
            _ edited: EditedText, _ resolver: QueryResolver
        ) throws(QueryProblem) -> (FMStatementDescription, end: Int) {
            // SQLite reports offsets from the statement's first token.
            guard let statement = SQLStatement.split(edited.text).first else {
                throw QueryProblem(resolver.query.place, "the query \(resolver.query.name) has no statement")
            }
            do {
                let description = try resolver.schema.describe(statement.sql)
                return (description, statement.offset + description.length)
            } catch {
                let refusal = resolver.schema.checked.refusal(of: error, in: statement)
                let offset = edited.placeBefore(statement.offset + refusal.offset)
                throw QueryProblem(resolver.place(offset), refusal.message, rule: refusal.rule)
            }
        }

        var whole: SQLStatement? { SQLStatement.split(edited.text).first }

        /// Returns the byte offset of a token of `shape` in the query's original SQL.
        func place(ofToken index: Int) -> Int {
            shape.tokens.indices.contains(index) ? edited.placeBefore(shape.tokens[index].range.lowerBound) : 0
        }
    }

    // MARK: - Stars

    extension ResolvedStatement {
        /// Replaces `*` with the column names: the generated code reads columns by position, and the program's database may have them in
        /// another order.
        mutating func expandStars(_ resolver: QueryResolver) throws(QueryProblem) {
            let stars = shape.items.filter { isStar($0) }
            guard !stars.isEmpty else { return }
            let place = resolver.place(place(ofToken: stars[0].expression.upperBound - 1))
            func failure() -> QueryProblem {
                QueryProblem(place, "it is not clear here which columns * stands for: write their names")
            }
            guard !shape.isCompound else { throw failure() }
            var more = edits
            for star in stars {
                guard let names = names(behind: star, of: stars.count) else { throw failure() }
                let prefix = shape.text(star.expression.lowerBound..<star.expression.upperBound - 1, of: edited.text)
                let columns = names.map { prefix + ResolvedStatement.quotedIfNeeded($0) }.joined(separator: ", ")
                let range =
                    shape.tokens[star.expression.lowerBound].range
                    .lowerBound..<shape.tokens[star.expression.upperBound - 1].range.upperBound
                let start = edited.placeBefore(range.lowerBound)
                more.append((range: start..<start + range.count, replacement: columns))
            }
            let text = EditedText(source, more)
            guard let described = try? schema.describe(text.text), described.columns == description.columns else {
                throw failure()
            }
            (edited, edits, description, end) = (text, more, described, described.length)
            shape = ResolvedStatement.shape(text, end)
        }

        private func isStar(_ item: ResultItem) -> Bool {
            let tokens = shape.tokens[item.expression]
            return tokens.last?.isSign("*") ?? false
                && (tokens.count == 1 || tokens.dropLast().last?.isSign(".") ?? false)
        }

        /// Returns the names of the columns that the given `*` stands for.
        private func names(behind star: ResultItem, of count: Int) -> [String]? {
            let all = description.columns.map(\.name)
            guard count > 1 else {
                guard let index = shape.items.firstIndex(where: { $0.expression == star.expression }) else {
                    return nil
                }
                let behind = shape.items.count - index - 1
                return index + behind <= all.count ? Array(all[index..<all.count - behind]) : nil
            }
            // SQLite describes the same statement with this `*` as its only result.
            guard let first = shape.items.first?.expression.lowerBound, let last = shape.items.last else { return nil }
            let end = (last.alias ?? last.expression.upperBound - 1)
            let list = shape.tokens[first].range.lowerBound..<shape.tokens[end].range.upperBound
            let alone = EditedText(
                edited.text, [(range: list, replacement: shape.text(star.expression, of: edited.text))])
            return (try? schema.describe(alone.text))?.columns.map(\.name)
        }

        static func quotedIfNeeded(_ name: String) -> String {
            let isPlain =
                SwiftName.isIdentifier(name) && name.utf8.allSatisfy { $0 < 0x80 } && !reserved.contains(name.asKeyword)
            return isPlain ? name : FMSQL.quoted(identifier: name)
        }

        /// SQLite keywords that need quotes if they are used as a name in some or all places. See [SQLite
        /// Keywords](https://sqlite.org/lang_keywords.html).
        private static let reserved: Set<String> = Set(
            """
            ADD ALL ALTER AND AS AUTOINCREMENT BETWEEN CASE CHECK COLLATE COMMIT CONSTRAINT CREATE CURRENT_DATE CURRENT_TIME \
            CURRENT_TIMESTAMP DEFAULT DEFERRABLE DELETE DISTINCT DROP ELSE ESCAPE EXCEPT EXISTS FOREIGN FROM GROUP HAVING IN INDEX \
            INSERT INTERSECT INTO IS ISNULL JOIN LIMIT NOT NOTHING NOTNULL NULL ON OR ORDER PRIMARY REFERENCES RETURNING SELECT SET \
            TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING VALUES WHEN WHERE TRUE FALSE END BEGIN KEY DESC ASC LEFT RIGHT FULL \
            INNER OUTER CROSS NATURAL WINDOW FILTER OVER WITH LIKE GLOB MATCH REGEXP CAST EXPLAIN ROW ROWS GROUPS RANGE
            """.split(separator: " ").map(String.init))
    }

    // MARK: - The text of the code

    extension ResolvedStatement {
        /// Returns the SQL with its parameters, and without comments.
        ///
        /// - Parameter range: the tokens to write, or nil for all.
        func parts(_ parameters: [TypedQuery.Parameter], in range: Range<Int>? = nil) -> [TypedQuery.SQLPart] {
            let tokens = shape.tokens[range ?? shape.tokens.indices]
            var parts: [TypedQuery.SQLPart] = []
            var place = tokens.first?.range.lowerBound ?? 0
            let lists = Set(parameters.filter(\.isList).map(\.sql))
            for index in tokens.indices {
                let token = tokens[index]
                parts.append(.text(blank(place..<token.range.lowerBound)))
                place = token.range.upperBound
                // The code for a list adds its own parentheses.
                if token.isSign("("), index + 1 < tokens.endIndex, lists.contains(tokens[index + 1].text) { continue }
                if token.isSign(")"), index > tokens.startIndex, lists.contains(tokens[index - 1].text) { continue }
                if let parameter = parameters.first(where: { $0.sql == token.text }) {
                    parts.append(.parameter(parameter.sql, value: SwiftName.inCode(parameter.name)))
                } else {
                    parts.append([.string, .quoted].contains(token.kind) ? .quoted(token.text) : .text(token.text))
                }
            }
            return parts
        }

        /// Returns the white space between two tokens, without comments.
        private func blank(_ range: Range<Int>) -> String {
            guard !range.isEmpty else { return "" }
            let text = edited.text.bytes(range)
            guard text.contains("\n") else { return text.allSatisfy { $0 == " " } ? text : " " }
            let indent = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
            return "\n"
                + String(
                    repeating: " ",
                    count: indent.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) })
        }
    }

    /// The name of a result column with its type annotation: `id: UUID`, `name?`, `name!`.
    struct ColumnName {
        let name: String
        let type: SwiftType?
        /// True for the mark `!`, false for `?`, nil for no mark.
        let isNeverNull: Bool?

        var isAnnotated: Bool { type != nil || isNeverNull != nil }

        /// Parses an annotated name. Returns nil if it cannot become a Swift name.
        init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
                String($0).trimmed
            }
            var name = parts[0]
            var isNeverNull: Bool?
            if let mark = name.last, mark == "!" || mark == "?" {
                isNeverNull = mark == "!"
                name = String(name.dropLast()).trimmed
            }
            guard SwiftName.isIdentifier(name) else { return nil }
            let type = parts.count > 1 ? SwiftType(written: parts[1]) : nil
            guard parts.count == 1 || type != nil else { return nil }
            (self.name, self.type, self.isNeverNull) = (name, type, isNeverNull)
        }
    }

    /// SQL in which parts were replaced, and a map from its byte offsets to those of the original SQL.
    struct EditedText {
        /// A replacement. The range is in bytes of the original SQL, and empty for an insertion.
        typealias Edit = (range: Range<Int>, replacement: String)

        let text: String
        /// The byte offsets at which unchanged parts begin, in the edited and in the original SQL.
        private let runs: [(now: Int, before: Int)]

        /// - Parameter edits: edits that do not overlap.
        init(_ text: String, _ edits: [Edit]) {
            let bytes = Array(text.utf8)
            var edited: [UInt8] = []
            var runs = [(now: 0, before: 0)]
            var place = 0
            for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
                edited += bytes[place..<edit.range.lowerBound]
                edited += Array(edit.replacement.utf8)
                place = edit.range.upperBound
                runs.append((now: edited.count, before: place))
            }
            edited += bytes[place...]
            self.text = String(decoding: edited, as: UTF8.self)
            self.runs = runs
        }

        /// Returns the byte offset in the original SQL that corresponds to the given one in the edited SQL.
        func placeBefore(_ offset: Int) -> Int {
            guard let run = runs.last(where: { $0.now <= offset }) else { return offset }
            return run.before + offset - run.now
        }
    }
#endif
