import Foundation

/// A missing column, parsed from SQLite's message.
private struct MissingColumn {
    let name: String
    /// The table, if the message names it.
    var table: String?
    /// The qualifier before the column's name.
    var qualifier: String?
    /// A statement without effects that fails with the same message.
    let question: String

    init?(_ message: String) {
        if message.hasPrefix("table "), let middle = message.range(of: " has no column named ") {
            let place = message[..<middle.lowerBound].dropFirst("table ".count)
            let schema = place.hasPrefix("main.") ? "main." : ""
            let table = String(place.dropFirst(schema.count))
            name = String(message[middle.upperBound...])
            self.table = table
            let quoted = (table: FMSQL.quoted(identifier: table), column: FMSQL.quoted(identifier: name))
            question = "EXPLAIN INSERT INTO \(schema)\(quoted.table) (\(quoted.column)) VALUES (NULL)"
            return
        }
        let start = "no such column: "
        guard message.hasPrefix(start) else { return nil }
        let rest = message.dropFirst(start.count)
        // For a name in double quotes, the message of newer SQLite versions asks whether it should be a string literal.
        let quoted = rest.range(of: " - should this be").map { rest[..<$0.lowerBound] }
        let path = quoted.map { $0.dropFirst().dropLast() } ?? rest
        let parts = path.split(separator: ".").map { String($0) }
        // ALTER TABLE quotes the name in its message.
        name = (parts.last ?? "").trimmingCharacters(in: ["\""])
        qualifier = parts.dropLast().last
        // Backticks always quote an identifier; SQLite may read a name in double quotes as a string literal.
        let plain = "`\(path.replacingOccurrences(of: "`", with: "``"))`"
        question = "EXPLAIN SELECT \(quoted.map { String($0) } ?? plain)"
    }

    /// Returns the indexes of the tokens that are the unqualified, unquoted name. Such a token may be a value without quotes.
    func words(in tokens: [SQLToken]) -> [Int] {
        tokens.indices.filter { index in
            tokens[index].kind == .word && tokens[index].text == name && (index == 0 || !tokens[index - 1].isSign("."))
        }
    }
}

extension Connection {
    func adviceOnMissingColumn(_ message: String, _ sql: String?) -> String? {
        guard let sql, guards.sandbox == nil, let missing = MissingColumn(message) else { return nil }
        if let end = [" ASC", " DESC"].first(where: { missing.name.uppercased().hasSuffix($0) }) {
            let name = missing.name.dropLast(end.count)
            return
                "write the direction after the name: \"\(name)\"\(end), or .\(end.dropFirst().lowercased())(\"\(name)\")"
        }
        let tokens = SQLToken.flat(sql)
        let named = Connection.tables(in: tokens)
        let tables = asking { columns(of: missing.table.map { [$0] } ?? named) } ?? []
        // The queries replaced SQLite's error state. This statement fails in the same way and restores it.
        _ = run(missing.question) { _ in }
        let names = tables.flatMap(\.columns)
        let meant = NearestName(to: missing.name, in: names).name.flatMap {
            $0.foldedAsName == missing.name.foldedAsName ? nil : "did you mean \($0)? "
        }
        let list = tables.map { "\($0.name) has \($0.columns.listed)" }.joined(separator: "; ")
        if meant != nil { return (meant ?? "") + list }
        if let qualifier = missing.qualifier {
            let isTable = named.contains { $0.foldedAsName == qualifier.foldedAsName }
            if names.contains(qualifier), !isTable {
                return "\(list); to read a member of JSON, write \(qualifier) ->> '$.\(missing.name)'"
            }
            let owners = tables.filter { $0.columns.contains(missing.name) }.map(\.name)
            if !owners.isEmpty {
                let isKnown = isTable || Connection.isAlias(qualifier, in: tokens)
                return list
                    + (isKnown
                        ? "; \(missing.name) is a column of \(owners.listed)"
                        : "; \(qualifier) is not a table of the statement")
            }
        }
        let words = missing.words(in: tokens)
        let mayBeText = missing.table == nil && !words.isEmpty
        if names.isEmpty, !mayBeText { return nil }
        let isCompared = mayBeText && words.contains { $0 > 0 && Connection.compares(tokens[$0 - 1]) }
        let new = isCompared || names.isEmpty ? "" : "to add a column, use ALTER TABLE, or createTable for a model"
        let bound = missing.name == "nil" ? "SQL uses IS NULL" : "pass a string as a value: \\(value), or ?"
        return [list, new, mayBeText ? bound : ""].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Whether a name occurs without a dot after it. It may then be the declaration of a table's alias.
    private static func isAlias(_ name: String, in tokens: [SQLToken]) -> Bool {
        tokens.indices.contains { index in
            guard tokens[index].mentions(name, [.word, .quoted]) else { return false }
            return !(index + 1 < tokens.count && tokens[index + 1].isSign("."))
        }
    }

    private static func compares(_ token: SQLToken) -> Bool {
        token.isEqualSign || ["<>", "!=", "<", "<=", ">", ">="].contains(where: token.isSign)
            || ["LIKE", "GLOB", "IS", "NOT"].contains(token.keyword)
    }

    /// Returns the names in a statement that may be tables, as spelled in it. At most 8.
    private static func tables(in tokens: [SQLToken]) -> [String] {
        let words: Set<String> = [
            "FROM", "JOIN", "INTO", "UPDATE", "TABLE", "ON", "IGNORE", "REPLACE", "ABORT", "FAIL",
        ]
        let from = tokens.firstIndex { $0.keyword == "FROM" } ?? tokens.endIndex
        var names: [String] = []
        for index in tokens.indices.dropFirst() where tokens[index].mayBeName {
            let before = tokens[index - 1]
            guard words.contains(before.keyword) || before.isSign(",") && index > from else { continue }
            let isSchema = index + 2 < tokens.count && tokens[index + 1].isSign(".")
            let name = tokens[isSchema ? index + 2 : index].name
            if !names.contains(where: { $0.foldedAsName == name.foldedAsName }) { names.append(name) }
        }
        return Array(names.prefix(8))
    }

    /// Returns the columns of each table that exists.
    ///
    /// - Parameter tables: names that may be tables.
    private func columns(of tables: [String]) -> [(name: String, columns: [String])] {
        tables.compactMap { table in
            let name = FMSQL.quoted(identifier: table)
            // `table_xinfo` also lists generated and hidden columns. SQLite before 3.26 has only `table_info`.
            let rows = ["table_xinfo", "table_info"].lazy.compactMap { self.texts("PRAGMA \($0)(\(name))") }
                .first { !$0.isEmpty }
            let columns = (rows ?? []).filter { $0.count < 7 || $0[6] != "1" }.compactMap { $0.count > 1 ? $0[1] : nil }
            return columns.isEmpty ? nil : (table, columns)
        }
    }
}
