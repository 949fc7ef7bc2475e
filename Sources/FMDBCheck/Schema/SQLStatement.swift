#if Checked
    import FMDB

    package struct SQLStatement: Sendable {
        /// The statement, from its first word to its semicolon.
        package let sql: String
        /// Where it begins in the text, in bytes of UTF-8.
        package let offset: Int
        /// Its parts, with their places in the statement.
        package let pieces: [SQLPiece]

        /// The statements of a text, without those that have no words.
        ///
        /// As [`sqlite3_complete`](https://sqlite.org/c3ref/complete.html) says, a semicolon ends a statement, and that of a trigger only
        /// behind `; END`.
        package static func split(_ sql: String) -> [SQLStatement] {
            let bytes = Array(sql.utf8)
            var statements: [SQLStatement] = []
            var pieces: [SQLPiece] = []
            func close(at end: Int) {
                defer { pieces = [] }
                guard let first = pieces.first, !first.isSign(";") else { return }
                let start = first.range.lowerBound
                statements.append(
                    SQLStatement(
                        sql: String(decoding: bytes[start..<end], as: UTF8.self), offset: start,
                        pieces: pieces.map { $0.moved(by: -start) }))
            }
            for piece in SQLScanner.pieces(of: sql) {
                pieces.append(piece)
                if piece.isSign(";"), !pieces.isOpenTrigger { close(at: piece.range.upperBound) }
            }
            close(at: bytes.count)
            return statements
        }

        /// What it does: the first keyword, in capital letters; behind EXPLAIN the word EXPLAIN, behind WITH that of the main statement.
        package var verb: String {
            guard let first = pieces.first, first.kind == .word else { return "" }
            guard first.isWord("WITH") else { return first.text.uppercased() }
            let verb = pieces[...].outerPlaces.first {
                pieces[$0].isWord("SELECT", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE")
            }
            return verb.map { pieces[$0].text.uppercased() } ?? "WITH"
        }

        /// Whether it begins with a keyword of a statement. What a function of the program gets may be a part of one.
        package var beginsAsOne: Bool {
            pieces.first?.isWord(
                "SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP",
                "PRAGMA", "EXPLAIN", "BEGIN",
                "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM", "ANALYZE", "REINDEX")
                == true
        }

        package var changesSchema: Bool { ["CREATE", "ALTER", "DROP"].contains(verb) }

        /// The first place of one of some words.
        package func firstIndex(ofWord word: String, from start: Int = 0) -> Int? {
            pieces.indices.dropFirst(start).first { pieces[$0].isWord(word) }
        }

        package struct Made: Sendable {
            /// "TABLE", "INDEX", "VIEW" or "TRIGGER".
            package let kind: String
            package let schema: String?
            package let name: SQLPiece
            package let isTemporary: Bool
            package let isVirtual: Bool

            package var isRelation: Bool { kind == "TABLE" || kind == "VIEW" }
        }

        /// What it makes; nil for all but `CREATE`.
        package var made: Made? {
            guard pieces.first?.isWord("CREATE") == true else { return nil }
            var words = pieces.dropFirst()
            let isTemporary = words.first?.isWord("TEMP", "TEMPORARY") == true
            if isTemporary || words.first?.isWord("UNIQUE", "VIRTUAL") == true { words.removeFirst() }
            guard let kind = words.popFirst(), kind.isWord("TABLE", "INDEX", "VIEW", "TRIGGER") else { return nil }
            if words.first?.isWord("IF") == true { words = words.dropFirst(3) }
            guard let first = words.popFirst(), first.mayBeName else { return nil }
            var name = first
            let hasSchema = words.first?.isSign(".") == true
            if hasSchema, let second = words.dropFirst().first { name = second }
            return Made(
                kind: kind.text.uppercased(), schema: hasSchema ? first.name : nil, name: name,
                isTemporary: isTemporary, isVirtual: pieces[1].isWord("VIRTUAL"))
        }
    }

    extension SQLPiece {
        fileprivate func moved(by distance: Int) -> SQLPiece {
            SQLPiece(kind: kind, range: range.lowerBound + distance..<range.upperBound + distance, text: text)
        }
    }

    extension [SQLPiece] {
        /// Whether it is a trigger whose end is still to come.
        fileprivate var isOpenTrigger: Bool {
            var start = prefix(8)[...]
            if start.first?.isWord("EXPLAIN") == true {
                start = start.dropFirst()
                if start.first?.isWord("QUERY") == true { start = start.dropFirst(2) }
            }
            guard start.popFirst()?.isWord("CREATE") == true else { return false }
            if start.first?.isWord("TEMP", "TEMPORARY") == true { start = start.dropFirst() }
            guard start.first?.isWord("TRIGGER") == true else { return false }
            return !(count > 3 && self[count - 2].isWord("END") && self[count - 3].isSign(";"))
        }
    }
#endif
