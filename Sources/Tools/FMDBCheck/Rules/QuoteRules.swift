#if Checked
    import FMDB

    /// Quotes that make a text of a column, or a column of a text. See [String literals](https://sqlite.org/quirks.html#dblquote).
    extension UseCheck {
        /// - Parameter start: how many bytes of the statement are not of the text.
        mutating func checkQuotes(_ reader: SlipReader, _ statement: SQLStatement, behind start: Int) {
            for (token, rule, effect) in reader.wrongQuotes where isColumn(token.unquoted, statement) {
                add(.error, rule, at: statement.offset + token.range.lowerBound - start, "\(token.text) \(effect)")
            }
        }

        /// Texts with interpolated values between quotes.
        mutating func checkInterpolatedTexts() {
            for value in use.quotedValues {
                add(
                    .warning, .interpolatedText, value.place,
                    "a quote in the value of \(value.source) ends the text in quotes, and what follows it is run as SQL; write ? without quotes, and give the value with the call"
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
        fileprivate var unquoted: String { kind == .string ? String(text.dropFirst().dropLast()) : name }
    }

    extension SlipReader {
        /// Columns in single quotes where a text makes no sense, and those in double quotes that are compared with themselves.
        fileprivate var wrongQuotes: [(token: QueryToken, rule: FMFinding.Rule, effect: String)] {
            tokens.indices.compactMap { place in
                let (token, name) = (tokens[place], tokens[place].unquoted)
                if let effect = effectOfText(place) {
                    let advice = "write \(name) without the quotes"
                    return (token, .quotedName, "is a text and not the column, so \(effect); \(advice)")
                }
                guard isComparedWithItself(place) else { return nil }
                let advice = "write '\(name)' for the text, or ? and a value"
                return (token, .comparison, "is the column itself, which is compared with itself; \(advice)")
            }
        }

        /// What becomes of a text in single quotes that stands alone.
        private func effectOfText(_ place: Int) -> String? {
            guard tokens[place].kind == .string else { return nil }
            if isTestedForNull(place) { return "it is never NULL" }
            return clause(of: place).map { $0 == "ORDER" ? "it sorts nothing" : "all rows are one group" }
        }

        private func isTestedForNull(_ place: Int) -> Bool {
            guard isStart(place - 1), let next = token(place + 1) else { return false }
            let last = place + (token(place + 2)?.keyword == "NOT" ? 3 : 2)
            return next.isKeyword(["ISNULL", "NOTNULL"])
                || next.isKeyword(["IS", "NOT"]) && token(last)?.keyword == "NULL"
        }

        /// ORDER or GROUP, if the token is one of the terms behind BY.
        private func clause(of place: Int) -> String? {
            let depth = tokens[place].depth
            let clauses = StatementShape.clauses.union(["BY"])
            let before = tokens[..<place].lastIndex { $0.depth < depth || $0.depth == depth && $0.isKeyword(clauses) }
            guard let by = before, by > 0, tokens[by].depth == depth, tokens[by].keyword == "BY",
                tokens[by - 1].isKeyword(["ORDER", "GROUP"]), by == place - 1 || tokens[place - 1].isSign(",")
            else { return nil }
            let isTerm = token(place + 1)?.isKeyword(["ASC", "DESC", "NULLS", "COLLATE"]) == true
            return isTerm || token(place + 1)?.isSign(",") == true || isEnd(place + 1) ? tokens[by - 1].keyword : nil
        }

        /// `name = "name"`
        private func isComparedWithItself(_ place: Int) -> Bool {
            guard tokens[place].text.hasPrefix("\"") else { return false }
            return [1, -1].contains { step in
                guard isComparison(place + step), let other = token(place + 2 * step) else { return false }
                return other.isName && !other.text.hasPrefix("\"")
                    && other.name.foldedAsName == tokens[place].name.foldedAsName
                    && isStart(min(place, place + 2 * step) - 1) && isEnd(max(place, place + 2 * step) + 1)
            }
        }

        private func isStart(_ place: Int) -> Bool {
            token(place).map { $0.isKeyword(SlipReader.starts) || $0.isSign("(") } ?? false
        }

        private func isEnd(_ place: Int) -> Bool {
            guard let token = token(place) else { return true }
            return token.isSign(")") || token.isSign(";")
                || token.isKeyword(StatementShape.clauses.union(["AND", "OR", "THEN"]))
        }
    }
#endif
