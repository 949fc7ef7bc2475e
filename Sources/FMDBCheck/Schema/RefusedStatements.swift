#if Checked
    import FMDB

    /// The statements of the schema that SQLite refuses. What they would have made or changed is not known.
    struct RefusedStatements {
        /// The places of the statements, by the folded names of the tables and views that they make or change.
        private var places: [String: FMSourcePlace] = [:]
        /// The place of one that does not say what it makes.
        private var nameless: FMSourcePlace?
        private var all: Set<FMSourcePlace> = []

        /// Keeps a statement in mind.
        mutating func add(_ statement: SQLStatement, at place: FMSourcePlace) {
            all.insert(place)
            for name in statement.relations where places[name] == nil { places[name] = place }
            if nameless == nil, statement.mayMakeAnything { nameless = place }
        }

        func has(statementAt place: FMSourcePlace?) -> Bool { place.map(all.contains) ?? false }

        /// Why nothing is known of the table that a statement misses, or of one of the tables that it names.
        func reason(missing: String?, isNear: Bool, _ tables: [String]) -> String? {
            if let missing = missing?.split(separator: ".").last.map(String.init) {
                if let place = places[missing.foldedAsName] { return text(missing, place) }
                return isNear ? nil : nameless.map { text(missing, $0) }
            }
            for table in tables {
                if let place = places[table.foldedAsName] { return text(table, place) }
            }
            return nil
        }

        /// Whether one of them may be what makes a table.
        func mayMake(_ table: String) -> Bool { reason(missing: table, isNear: false, []) != nil }

        /// Whether a reason is one of ``reason(missing:isNear:_:)``.
        func isReason(_ reason: String) -> Bool { !all.isEmpty && reason.hasPrefix(Self.start) }

        private static let start = "SQLite refuses the statement "

        private func text(_ table: String, _ place: FMSourcePlace) -> String {
            "\(Self.start)at \(place.file):\(place.line), which makes or changes \(table)"
        }
    }

    extension SQLStatement {
        /// The folded names behind TABLE and VIEW; those of a text without its semicolon are among them. An index that is UNIQUE, and a
        /// trigger that stands for a change of a view, change what SQLite takes for their table.
        fileprivate var relations: [String] {
            guard verb != "DROP" else { return [] }
            let isWithIndex = pieces.count > 1 && pieces[1].isWord("UNIQUE") || firstIndex(ofWord: "INSTEAD") != nil
            return pieces.indices.compactMap { index in
                guard pieces[index].isWord("TABLE", "VIEW") || isWithIndex && pieces[index].isWord("ON") else {
                    return nil
                }
                var rest = pieces[(index + 1)...]
                if rest.first?.isWord("IF") == true { rest = rest.drop { $0.isWord("IF", "NOT", "EXISTS") } }
                if rest.dropFirst().first?.isSign(".") == true { rest = rest.dropFirst(2) }
                return rest.first.flatMap { $0.mayBeName ? $0.folded : nil }
            }
        }

        /// Whether it may be a misspelt statement that makes a table, or has the next ones in a text that does not end.
        fileprivate var mayMakeAnything: Bool {
            if let last = pieces.last, [.string, .quoted].contains(last.kind), last.text.last != last.text.first,
                !last.text.hasSuffix("]")
            {
                return true
            }
            let others = ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "DROP", "PRAGMA", "ATTACH"]
            return relations.isEmpty && !others.contains(verb)
                && !pieces.prefix(3).contains { $0.isWord("INDEX", "TRIGGER") }
        }
    }
#endif
