/// The parts of a `CREATE TABLE` statement. An upgrade that creates a table again can keep the parts that the model does not declare:
/// constraints, collations, foreign keys, generated columns, the table's options.
///
/// This parser has no authority: a table that is created from these parts is compared with what SQLite reports.
package struct TableDefinition: Sendable {
    /// A clause, `NOT NULL` or `CHECK (…)` for example.
    package struct Clause: Sendable {
        /// The first keyword, after the name of the constraint if there is one.
        package let keyword: String
        package let tokens: [SQLToken]
        package var text: String

        package init(_ tokens: [SQLToken]) {
            let isNamed = tokens.first?.keyword == "CONSTRAINT" && tokens.count > 2
            keyword = tokens[isNamed ? 2 : 0].keyword
            self.tokens = tokens
            text = tokens.source
        }

        /// Creates a clause from SQL.
        package init(_ keyword: String, _ text: String) {
            (self.keyword, self.text) = (keyword, text)
            tokens = SQLToken.split(text)
        }
    }

    package struct Column: Sendable {
        package var name: String
        package var type: String
        package var clauses: [Clause]

        package init(name: String, type: String, clauses: [Clause]) {
            (self.name, self.type, self.clauses) = (name, type, clauses)
        }

        fileprivate var text: String {
            ([FMSQL.quoted(identifier: name), type] + clauses.map(\.text)).filter { !$0.isEmpty }
                .joined(separator: " ")
        }

        package func has(_ keyword: String) -> Bool { clauses.contains { $0.keyword == keyword } }
        package mutating func remove(_ keyword: String) { clauses.removeAll { $0.keyword == keyword } }

        package mutating func set(_ keyword: String, _ text: String) {
            remove(keyword)
            clauses.append(Clause(keyword, text))
        }
    }

    package var columns: [Column] = []
    /// The clauses of the whole table.
    package var clauses: [Clause] = []
    /// `WITHOUT ROWID`, `STRICT` …
    package var options: [SQLToken]

    /// - Returns: nil if the statement cannot be parsed.
    package init?(_ sql: String) {
        let tokens = SQLToken.split(sql)
        guard tokens.count >= 4, tokens[0].keyword == "CREATE", tokens[1].keyword == "TABLE", tokens[3].kind == .group
        else { return nil }
        options = Array(tokens[4...])
        for part in tokens[3].inner.betweenCommas {
            guard let first = part.first else { return nil }
            if TableDefinition.tableWords.contains(first.keyword) {
                clauses += TableDefinition.clauses(part, startingWith: TableDefinition.tableWords)
            } else if clauses.isEmpty {
                columns.append(TableDefinition.column(part))
            } else {
                return nil
            }
        }
    }

    package func statement(_ name: String) -> FMSQL {
        let parts = columns.map(\.text) + clauses.map(\.text)
        return FMSQL(
            raw:
                "CREATE TABLE main.\(FMSQL.quoted(identifier: name)) (\(parts.joined(separator: ", "))) \(options.source)"
        )
    }

    package var isStrict: Bool { options.contains { $0.keyword == "STRICT" } }
    package var isNeverReused: Bool {
        columns.contains { $0.clauses.contains { $0.tokens.contains { $0.keyword == "AUTOINCREMENT" } } }
            || clauses.contains { $0.tokens.contains { $0.mentions("AUTOINCREMENT", [.word]) } }
    }

    package func collation(of column: String) -> String? {
        // If a column has several COLLATE clauses, SQLite uses the last one.
        let clause = index(of: column).flatMap { columns[$0].clauses.last { $0.keyword == "COLLATE" } }
        return clause?.tokens.last?.name
    }

    package func expression(of column: String) -> [SQLToken]? {
        generation(of: column)?.tokens.first { $0.kind == .group }?.inner
    }

    package func generation(of column: String) -> Clause? {
        index(of: column).flatMap { columns[$0].clauses.first { ["GENERATED", "AS"].contains($0.keyword) } }
    }

    package func index(of name: String) -> Int? { columns.firstIndex { $0.name.foldedAsName == name.foldedAsName } }

    /// Returns the text of the first table constraint that mentions the given column. If there is none, returns the definition of the first
    /// other column whose CHECK or GENERATED clause mentions it; nil if there is neither.
    package func place(of column: String) -> String? {
        if let clause = clauses.first(where: { $0.tokens.contains { $0.mentions(column) } }) { return clause.text }
        return columns.first { other in
            other.name.foldedAsName != column.foldedAsName
                && other.clauses.contains { clause in
                    ["CHECK", "AS", "GENERATED"].contains(clause.keyword)
                        && clause.tokens.contains { $0.mentions(column) }
                }
        }?.text
    }

    /// One element for each foreign key, in the order of the statement: whether the key is deferred. SQLite applies `DEFERRABLE` to the
    /// preceding foreign key, even if it is in a different clause.
    package var deferredKeys: [Bool] {
        var keys: [Bool] = []
        for clause in columns.flatMap(\.clauses) + clauses {
            if clause.tokens.contains(where: { $0.keyword == "REFERENCES" }) { keys.append(false) }
            for place in clause.tokens.indices where clause.tokens[place].keyword == "DEFERRABLE" && !keys.isEmpty {
                let isNegated = place > 0 && clause.tokens[place - 1].keyword == "NOT"
                let next = clause.tokens[(place + 1)...].prefix(2).map(\.keyword)
                keys[keys.count - 1] = !isNegated && next == ["INITIALLY", "DEFERRED"]
            }
        }
        return keys
    }

    package mutating func removeKey() {
        for index in columns.indices { columns[index].remove("PRIMARY") }
        clauses.removeAll { $0.keyword == "PRIMARY" }
    }
}

// MARK: - Taking it apart

extension TableDefinition {
    private static let tableWords: Set = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    private static let columnWords: Set = [
        "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED",
        "AS",
    ]

    private static func column(_ part: [SQLToken]) -> Column {
        let first = part.indices.dropFirst().first { starts(part, $0, columnWords) } ?? part.endIndex
        let type = Array(part[1..<first])
        return Column(
            name: part[0].name, type: type.source,
            clauses: clauses(Array(part[first...]), startingWith: columnWords))
    }

    private static func clauses(_ tokens: [SQLToken], startingWith words: Set<String>) -> [Clause] {
        var starts = tokens.indices.filter { self.starts(tokens, $0, words) }
        starts.append(tokens.endIndex)
        return zip(starts, starts.dropFirst()).map { Clause(Array(tokens[$0..<$1])) }
    }

    /// Returns whether a clause begins here. Some of the keywords also occur within clauses: `DEFAULT NULL`, `ON DELETE SET NULL`.
    private static func starts(_ tokens: [SQLToken], _ index: Int, _ words: Set<String>) -> Bool {
        let keyword = tokens[index].keyword
        guard words.contains(keyword) else { return false }
        let previous = index > 0 ? tokens[index - 1].keyword : ""
        let next = index + 1 < tokens.count ? tokens[index + 1].keyword : ""
        // The previous two tokens are `CONSTRAINT` and a name, with which the clause began.
        if index > 1, tokens[index - 2].keyword == "CONSTRAINT" { return false }
        // `SET DEFAULT` ends a foreign key action, so its `DEFAULT` has no value here.
        let isAction = previous == "DEFAULT" && index > 1 && tokens[index - 2].keyword == "SET"
        if !isAction, ["CONSTRAINT", "DEFAULT", "SET", "COLLATE", "REFERENCES", "MATCH"].contains(previous) {
            return false
        }
        switch keyword {
        case "NOT": return next == "NULL"
        case "NULL": return previous != "NOT"
        case "GENERATED": return next == "ALWAYS"
        case "AS": return previous != "ALWAYS"
        default: return true
        }
    }
}
