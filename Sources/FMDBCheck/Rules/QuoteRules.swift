#if Checked
    import FMDB

    /// Quotes that make a text of a column, or a column of a text. See [String literals](https://sqlite.org/quirks.html#dblquote).
    extension UseCheck {
        /// - Parameters:
        ///   - tokens: those of the statement.
        ///   - start: how many bytes of the statement are not of the text.
        mutating func checkQuotes(_ tokens: [QueryToken], _ statement: SQLStatement, behind start: Int) {
            let reader = QuoteReader(tokens: tokens)
            for (place, effect) in reader.lonelyTexts where isColumn(tokens[place].textName, statement) {
                let name = tokens[place].textName
                add(
                    .error, .quotedName, at: statement.offset + tokens[place].range.lowerBound - start,
                    "\(tokens[place].text) is a text and not the column, so \(effect); write \(name) without the quotes"
                )
            }
            for place in reader.selfComparisons where isColumn(tokens[place].name, statement) {
                let name = tokens[place].name
                add(
                    .error, .comparison, at: statement.offset + tokens[place].range.lowerBound - start,
                    "\(tokens[place].text) is the column itself, which is compared with itself; write '\(name)' for the text, or ? and a value"
                )
            }
        }

        /// Texts with interpolated values between single quotes.
        mutating func checkInterpolatedTexts() {
            for value in use.quotedValues {
                add(
                    .warning, .interpolatedText, value.place,
                    "a value of \(value.source) with a quote ends the text in single quotes, and what is behind it is run as SQL; write ? without quotes, and give the value with the call"
                )
            }
        }

        /// SQLite passes over a PRAGMA that it does not know. See [PRAGMA](https://sqlite.org/pragma.html).
        mutating func checkPragma(_ statement: SQLStatement) {
            guard statement.verb == "PRAGMA", let name = statement.pragmaName,
                let near = schema.pragmaMeant(by: name.name)
            else { return }
            add(
                .error, .unknownFunction, at: statement.offset + name.range.lowerBound,
                "SQLite has no PRAGMA \(name.name), and passes over the statement; did you mean \"\(near)\"?")
        }
    }

    extension SQLStatement {
        /// The name behind PRAGMA, without that of the database.
        var pragmaName: SQLPiece? {
            guard pieces.count > 1 else { return nil }
            let isQualified = pieces.count > 3 && pieces[2].isSign(".")
            return pieces[isQualified ? 3 : 1]
        }
    }

    extension CheckedSchema {
        /// The PRAGMA that is nearly called so; nil for one that SQLite has, and for one of SQLCipher or of a file system.
        fileprivate func pragmaMeant(by name: String) -> String? {
            let others: Set<String> = ["key", "rekey", "hexkey", "hexrekey", "textkey", "kdf_iter", "fast_kdf_iter"]
            let folded = name.foldedAsName
            guard !others.contains(folded), !folded.hasPrefix("cipher"),
                let known = try? db.rows("SELECT name FROM pragma_pragma_list", as: String.self),
                !known.contains(where: { $0.foldedAsName == folded })
            else { return nil }
            return NearestName(to: name, in: known).name
        }
    }

    extension QueryToken {
        /// What a text in single quotes says.
        fileprivate var textName: String {
            guard kind == .string, text.hasPrefix("'"), text.count > 2 else { return "" }
            return String(text.dropFirst().dropLast())
        }
    }

    /// Finds the places by the order of the tokens alone.
    private struct QuoteReader {
        let tokens: [QueryToken]

        private static let comparisons: Set<String> = ["=", "==", "<>", "!=", "<", ">", "<=", ">="]
        private static let starts: Set<String> = ["WHERE", "AND", "OR", "ON", "NOT", "HAVING", "WHEN"]
        private static let ends: Set<String> = [
            "AND", "OR", "GROUP", "ORDER", "LIMIT", "HAVING", "THEN", "UNION", "EXCEPT", "INTERSECT", "RETURNING",
        ]

        private func token(_ place: Int) -> QueryToken? { tokens.indices.contains(place) ? tokens[place] : nil }

        private func isStart(_ place: Int) -> Bool {
            guard let token = token(place) else { return false }
            return token.isKeyword(QuoteReader.starts) || token.isSign("(")
        }

        private func isEnd(_ place: Int) -> Bool {
            guard let token = token(place) else { return true }
            return token.isKeyword(QuoteReader.ends) || token.isSign(")") || token.isSign(";")
        }

        /// Texts in single quotes that stand alone where a text makes no sense, and what becomes of them.
        var lonelyTexts: [(place: Int, effect: String)] {
            tokens.indices.compactMap { place in
                guard tokens[place].kind == .string else { return nil }
                if isTestedForNull(place) { return (place, "it is never NULL") }
                return clause(of: place).map { (place, $0 == "ORDER" ? "it sorts nothing" : "all rows are one group") }
            }
        }

        private func isTestedForNull(_ place: Int) -> Bool {
            guard isStart(place - 1), let next = token(place + 1) else { return false }
            if next.isKeyword(["ISNULL", "NOTNULL"]) { return true }
            guard next.keyword == "IS" || next.keyword == "NOT" else { return false }
            let last = token(place + 2)?.keyword == "NOT" ? place + 3 : place + 2
            return token(last)?.keyword == "NULL"
        }

        /// ORDER or GROUP, if the token is one of the terms behind BY.
        private func clause(of place: Int) -> String? {
            let depth = tokens[place].depth
            guard token(place - 1)?.keyword == "BY" || token(place - 1)?.isSign(",") == true,
                token(place + 1).map({ isEnd(place + 1) || isBehindTerm($0) }) ?? true,
                let by = tokens[..<place].lastIndex(where: { $0.depth <= depth && $0.keyword == "BY" }),
                tokens[by].depth == depth, by > 0, tokens[by - 1].isKeyword(["ORDER", "GROUP"]),
                !tokens[by..<place].contains(where: { $0.depth < depth })
            else { return nil }
            let other = tokens[by..<place].contains { $0.depth == depth && $0.isKeyword(StatementShape.clauses) }
            return other ? nil : tokens[by - 1].keyword
        }

        private func isBehindTerm(_ token: QueryToken) -> Bool {
            token.isSign(",") || token.isKeyword(["ASC", "DESC", "NULLS", "COLLATE"])
        }

        /// `name = "name"`: the places of the quoted one.
        var selfComparisons: [Int] {
            tokens.indices.compactMap { place in
                guard tokens[place].kind == .sign, QuoteReader.comparisons.contains(tokens[place].text),
                    let left = token(place - 1), let right = token(place + 1), left.isName, right.isName,
                    left.name.foldedAsName == right.name.foldedAsName,
                    left.text.hasPrefix("\"") != right.text.hasPrefix("\""),
                    isStart(place - 2), isEnd(place + 2)
                else { return nil }
                return right.text.hasPrefix("\"") ? place + 1 : place - 1
            }
        }
    }
#endif
