#if Checked
    import FMDB

    /// The schema statements that SQLite refuses. The tables and views that they would create or alter count as unknown.
    struct RefusedStatements {
        /// The places of the statements, by the folded names of the tables and views that they create or alter.
        private var places: [String: FMSourcePlace] = [:]
        /// The place of the first statement that may create any table, for example because CREATE is misspelt.
        private var nameless: FMSourcePlace?
        private var all: Set<FMSourcePlace> = []

        mutating func add(_ statement: SQLStatement, at place: FMSourcePlace) {
            all.insert(place)
            for name in statement.relations where places[name] == nil { places[name] = place }
            if nameless == nil, statement.mayMakeAnything { nameless = place }
        }

        func has(statementAt place: FMSourcePlace?) -> Bool { place.map(all.contains) ?? false }

        /// If a refused statement would create or alter the table, returns that as the reason that the table is unknown, else nil.
        ///
        /// - Parameter isNowhere: whether the schema has no such table. A statement that may create any table then counts too.
        func reason(_ table: String, isNowhere: Bool = false) -> String? {
            (places[table.foldedAsName] ?? (isNowhere ? nameless : nil)).map {
                "\(Self.start)at \($0.file):\($0.line), which creates or changes \(table)"
            }
        }

        /// Whether the text is a reason that ``reason(_:isNowhere:)`` returned.
        static func isReason(_ reason: String) -> Bool { reason.hasPrefix(start) }

        private static let start = "SQLite refuses the statement "
    }

    extension SQLStatement {
        /// The folded names after TABLE and VIEW. Also those after ON of a unique index or an INSTEAD OF trigger, because these affect
        /// which statements SQLite accepts.
        fileprivate var relations: [String] {
            guard verb != "DROP" else { return [] }
            let isWithIndex = tokens.count > 1 && tokens[1].isWord("UNIQUE") || firstIndex(ofWord: "INSTEAD") != nil
            return tokens.indices.compactMap { index in
                let isBefore = tokens[index].isWord("TABLE", "VIEW") || isWithIndex && tokens[index].isWord("ON")
                let name = tokens[(index + 1)...].drop { $0.isWord("IF", "NOT", "EXISTS") }.firstName
                return isBefore && name?.mayBeName == true ? name?.folded : nil
            }
        }

        /// Whether the statement may be a misspelt CREATE TABLE, or may include the statements after it, because a quote is not closed.
        fileprivate var mayMakeAnything: Bool {
            let (start, end) = (tokens.last?.text.first, tokens.last?.text.last)
            if let start, "'\"`[".contains(start), end != (start == "[" ? "]" : start) { return true }
            let others = ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "DROP", "PRAGMA", "ATTACH"]
            return relations.isEmpty && !others.contains(verb)
                && !tokens.prefix(3).contains { $0.isWord("INDEX", "TRIGGER") }
        }
    }
#endif
