#if Checked
    import FMDB

    /// Reports quotes of the wrong kind, with which SQLite reads a column name as a string literal, or a string literal as a column name.
    /// See [String literals](https://sqlite.org/quirks.html#dblquote).
    extension UseCheck {
        /// - Parameter start: the number of bytes at the start of the statement that are not part of the source's SQL.
        mutating func checkQuotes(_ reader: SlipReader, _ statement: SQLStatement, behind start: Int) {
            for (token, rule, effect) in reader.wrongQuotes where isColumn(token.unquoted, statement) {
                add(.error, rule, at: statement.offset + token.range.lowerBound - start, "\(token.text) \(effect)")
            }
        }

        /// Reports values that are interpolated inside quotes.
        mutating func checkInterpolatedTexts() {
            for value in use.quotedValues {
                add(
                    .warning, .interpolatedText, value.place,
                    "a quote in the value of \(value.source) ends the string literal, and SQLite runs the rest as SQL; write ? without quotes, and pass the value to the call"
                )
            }
        }

        /// Reports a misspelled PRAGMA, which SQLite ignores. See [PRAGMA](https://sqlite.org/pragma.html).
        mutating func checkPragma(_ statement: SQLStatement) {
            guard statement.verb == "PRAGMA", let name = statement.pragmaName,
                let near = schema.pragmaMeant(by: name.name)
            else { return }
            add(
                .error, .unknownFunction, at: statement.offset + name.range.lowerBound,
                "SQLite has no PRAGMA \(name.name), and ignores the statement; did you mean \"\(near)\"?")
        }
    }

    extension CheckedSchema {
        /// Returns the PRAGMA with the most similar name. Nil if SQLite has a PRAGMA with the given name, or if SQLCipher or a VFS may
        /// define it.
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
        /// Names in single quotes where a string literal makes no sense, and names in double quotes that are compared with the column of
        /// the same name.
        fileprivate var wrongQuotes: [(token: QueryToken, rule: FMFinding.Rule, effect: String)] {
            tokens.indices.compactMap { place in
                let (token, name) = (tokens[place], tokens[place].unquoted)
                if let effect = effectOfText(place) {
                    let advice = "write \(name) without the quotes"
                    return (token, .quotedName, "is a string literal and not the column, so \(effect); \(advice)")
                }
                guard isComparedWithItself(place) else { return nil }
                let advice = "write '\(name)' for the string literal, or ? and a value"
                return (token, .comparison, "is the column, so it is compared with itself; \(advice)")
            }
        }

        /// Returns what is wrong with a string literal that is a whole ORDER BY or GROUP BY term, or is tested for NULL. Nil if nothing is
        /// wrong.
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

        /// Returns ORDER or GROUP if the token is a whole term of ORDER BY or GROUP BY, else nil.
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

        /// Whether the token is an operand of a comparison like `name = "name"`.
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
