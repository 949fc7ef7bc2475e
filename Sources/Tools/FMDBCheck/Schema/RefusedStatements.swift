#if Checked
    import FMDB

    /// The statements of the schema that SQLite refuses. What they would have made or changed is not known.
    struct RefusedStatements {
        /// The places of the statements, by the folded names of the tables and views that they make or change.
        private var places: [String: FMSourcePlace] = [:]
        /// The place of one that does not say what it makes.
        private var nameless: FMSourcePlace?
        private var all: Set<FMSourcePlace> = []

        mutating func add(_ statement: SQLStatement, at place: FMSourcePlace) {
            all.insert(place)
            for name in statement.relations where places[name] == nil { places[name] = place }
            if nameless == nil, statement.mayMakeAnything { nameless = place }
        }

        func has(statementAt place: FMSourcePlace?) -> Bool { place.map(all.contains) ?? false }

        /// Why nothing is known of a table.
        ///
        /// - Parameter isNowhere: whether one that does not say what it makes may make the table.
        func reason(_ table: String, isNowhere: Bool = false) -> String? {
            (places[table.foldedAsName] ?? (isNowhere ? nameless : nil)).map {
                "\(Self.start)at \($0.file):\($0.line), which makes or changes \(table)"
            }
        }

        /// Whether a reason is one of ``reason(_:isNowhere:)``.
        static func isReason(_ reason: String) -> Bool { reason.hasPrefix(start) }

        private static let start = "SQLite refuses the statement "
    }

    extension SQLStatement {
        /// The folded names behind TABLE and VIEW, and behind ON of a unique index and of a trigger of a view, which change what SQLite accepts.
        fileprivate var relations: [String] {
            guard verb != "DROP" else { return [] }
            let isWithIndex = tokens.count > 1 && tokens[1].isWord("UNIQUE") || firstIndex(ofWord: "INSTEAD") != nil
            return tokens.indices.compactMap { index in
                let isBefore = tokens[index].isWord("TABLE", "VIEW") || isWithIndex && tokens[index].isWord("ON")
                let name = tokens[(index + 1)...].drop { $0.isWord("IF", "NOT", "EXISTS") }.firstName
                return isBefore && name?.mayBeName == true ? name?.folded : nil
            }
        }

        /// Whether it may be a misspelt statement that makes a table, or has the next ones in a text that does not end.
        fileprivate var mayMakeAnything: Bool {
            let (start, end) = (tokens.last?.text.first, tokens.last?.text.last)
            if let start, "'\"`[".contains(start), end != (start == "[" ? "]" : start) { return true }
            let others = ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "DROP", "PRAGMA", "ATTACH"]
            return relations.isEmpty && !others.contains(verb)
                && !tokens.prefix(3).contains { $0.isWord("INDEX", "TRIGGER") }
        }
    }
#endif
