#if Checked
    import FMDB
    import Foundation

    /// The reason that SQLite does not compile a statement.
    package struct SQLRefusal: Sendable {
        package let rule: FMFinding.Rule
        package let message: String
        /// The place of the error, in bytes of UTF-8 from the start of the statement.
        package let offset: Int
        /// The missing table, as spelled in SQLite's message, or nil if the reason is another.
        package private(set) var missingTable: String?

        init(_ rule: FMFinding.Rule, _ message: String, at offset: Int, missingTable: String? = nil) {
            (self.rule, self.message, self.offset, self.missingTable) = (rule, message, offset, missingTable)
        }
    }

    extension CheckedSchema {
        /// Turns SQLite's error for a statement into a refusal.
        func refusal(of error: FMError, in statement: SQLStatement) -> SQLRefusal {
            let place = error.offset(in: statement.sql)
            let message = error.message
            func rest(_ start: String) -> String? {
                message.hasPrefix(start) ? String(message.dropFirst(start.count)) : nil
            }
            if let name = rest("no such table: ") { return missingTable(name, statement) }
            if let name = rest("no such column: ") { return missingColumn(name, statement, place) }
            if let name = rest("no such function: ") { return missingFunction(name, statement, place) }
            if let name = rest("wrong number of arguments to function ") {
                return wrongArguments(name, statement, place)
            }
            if let name = rest("ambiguous column name: ") { return ambiguous(name, statement, place) }
            if let word = rest("near ") { return statement.syntaxError(word, place) }
            if let token = rest("unrecognized token: ") {
                return SQLRefusal(.syntax, "\(token) is not valid SQL", at: place ?? statement.place(of: token))
            }
            if let name = rest("no such collation sequence: ") {
                let message =
                    "no collation \"\(name)\"; SQLite has BINARY, NOCASE and RTRIM, and those that addCollation adds"
                return SQLRefusal(.refused, message, at: place ?? statement.place(of: name, behind: ["COLLATE"]))
            }
            if message == "incomplete input" {
                let end = statement.tokens.last { !$0.isSign(";") }?.range.upperBound ?? 0
                return SQLRefusal(.syntax, "the statement is incomplete", at: end)
            }
            if let names = rest("table "), let middle = names.range(of: " has no column named ") {
                return missingColumn(
                    String(names[middle.upperBound...]), of: String(names[..<middle.lowerBound]), statement)
            }
            let rule: FMFinding.Rule = message.hasSuffix("syntax error") ? .syntax : .refused
            return SQLRefusal(rule, message, at: place ?? statement.place(ofNameIn: message))
        }

        private func missingTable(_ name: String, _ statement: SQLStatement) -> SQLRefusal {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            let isQualified =
                parts.count == 2 && shape.schemas.values.contains { $0.foldedAsName == parts[0].foldedAsName }
            let table = isQualified ? parts[1] : name
            let known = shape.tables.filter { !$0.name.foldedAsName.hasPrefix("sqlite_") }.map(\.name)
            var message = "no table \"\(table)\""
            if let near = NearestName(to: table, in: known).name {
                message += "; did you mean \"\(near)\"?"
            } else if known.isEmpty {
                message += "; the schema has none"
            } else if known.count <= 8 {
                message += "; the schema has \(known.sorted().listed)"
            }
            let place = statement.place(
                of: table, behind: ["FROM", "JOIN", "INTO", "UPDATE", "TABLE", "ON", "OR", "EXISTS", ","])
            return SQLRefusal(.unknownTable, message, at: place, missingTable: name)
        }

        private func missingColumn(_ name: String, of table: String, _ statement: SQLStatement) -> SQLRefusal {
            let open = statement.firstIndex(ofWord: "INTO").flatMap { start in
                statement.tokens.indices.dropFirst(start).first { statement.tokens[$0].isSign("(") }
            }
            let message = describe(missing: name, in: [shape.table(table)].compactMap { $0 })
            return SQLRefusal(.unknownColumn, message, at: statement.place(of: name, from: open ?? 0))
        }

        private func missingColumn(_ name: String, _ statement: SQLStatement, _ place: Int?) -> SQLRefusal {
            let plain = name.hasPrefix("\"") && name.hasSuffix("\"") ? String(name.dropFirst().dropLast()) : name
            let parts = plain.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let column = parts.last ?? plain
            guard parts.count > 1 else {
                let start = statement.verb == "UPDATE" ? statement.firstIndex(ofWord: "SET") ?? 0 : 0
                let message = describe(missing: column, in: tables(in: statement, from: statement.startOfSource))
                return SQLRefusal(.unknownColumn, message, at: place ?? statement.place(of: column, from: start))
            }
            let qualifier = parts[parts.count - 2]
            let place = place ?? statement.place(of: column, qualifiedBy: qualifier)
            let message =
                if let table = table(calledBy: qualifier, in: statement) {
                    describe(missing: column, in: [table])
                } else if statement.names(qualifier) {
                    "no column \"\(column)\" in \(qualifier)"
                } else {
                    "no table or alias \"\(qualifier)\" in the statement"
                }
            return SQLRefusal(.unknownColumn, message, at: place)
        }

        func describe(missing column: String, in tables: [SchemaShape.Table]) -> String {
            let columns = tables.flatMap { $0.columns.filter { !$0.isHidden }.map(\.name) }
            var message = "no column \"\(column)\""
            switch tables.count {
            case 0: return message
            case 1: message += " in \(tables[0].isView ? "view" : "table") \(tables[0].name)"
            default: message += " in \(tables.map(\.name).listed)"
            }
            let near = NearestName(to: column, in: columns).name
            if let near { message += "; did you mean \"\(near)\"?" }
            guard tables.count == 1, !columns.isEmpty, near == nil || columns.count <= 8 else { return message }
            return message + (near == nil ? "; it has " : " It has ") + columns.listed
        }

        private func missingFunction(_ name: String, _ statement: SQLStatement, _ place: Int?) -> SQLRefusal {
            let near = NearestName(to: name, in: functionNames).name.map { "did you mean \"\($0)\"?" }
            let hint = near ?? "SQLite does not have it, and no addFunction was found"
            return SQLRefusal(
                .unknownFunction, "no function \"\(name)\"; \(hint)", at: place ?? statement.place(of: name))
        }

        private func wrongArguments(_ called: String, _ statement: SQLStatement, _ place: Int?) -> SQLRefusal {
            let name = called.hasSuffix("()") ? String(called.dropLast(2)) : called
            let counts = functions.filter { $0.name.foldedAsName == name.foldedAsName && $0.count >= 0 }.map(\.count)
            let takes = Set(counts).sorted().map(String.init)
            let hint = takes.isEmpty ? "" : "; it takes \(takes.joined(separator: " or "))"
            let message = "wrong number of arguments to the function \(name)()\(hint)"
            return SQLRefusal(.unknownFunction, message, at: place ?? statement.place(of: name))
        }

        private func ambiguous(_ name: String, _ statement: SQLStatement, _ place: Int?) -> SQLRefusal {
            let column = name.split(separator: ".").last.map(String.init) ?? name
            let having = tables(having: column, in: statement).map(\.name)
            let hint = having.count > 1 ? ": \(having.listed) have it; qualify it with the table's name" : ""
            let message = "the column name \"\(name)\" is ambiguous\(hint)"
            return SQLRefusal(.refused, message, at: place ?? statement.place(of: column))
        }

        var functionNames: [String] { functions.map(\.name) }

        /// The functions of SQLite and of the program, with their argument counts; -1 for any.
        var functions: [(name: String, count: Int)] {
            (try? db.rows("SELECT DISTINCT name, narg FROM pragma_function_list", as: (String, Int).self))?.map {
                ($0.0, $0.1)
            } ?? []
        }
    }

    // MARK: - Tables of a statement

    extension CheckedSchema {
        /// Returns the tables and views that a statement names, without duplicates, in the order of first use.
        package func tables(in statement: SQLStatement, from start: Int = 0) -> [SchemaShape.Table] {
            var seen: Set<String> = []
            return statement.tokens.indices.dropFirst(start).compactMap { index in
                let token = statement.tokens[index]
                guard token.mayBeName, token.kind != .string, statement.isTablePlace(index),
                    seen.insert(token.folded).inserted
                else { return nil }
                return shape.table(token.name)
            }
        }

        /// Returns the statement's tables that have the given column. If there is a qualifier, returns only its table, or nothing if that
        /// lacks the column.
        func tables(
            having column: String, of qualifier: String? = nil, in statement: SQLStatement
        ) -> [SchemaShape.Table] {
            let named = qualifier.map { [table(calledBy: $0, in: statement)].compactMap { $0 } }
            return (named ?? tables(in: statement)).filter { $0.column(column) != nil }
        }

        /// Returns the table that a name or an alias refers to.
        func table(calledBy name: String, in statement: SQLStatement) -> SchemaShape.Table? {
            let tokens = statement.tokens
            for index in tokens.indices
            where tokens[index].mayBeName && tokens[index].folded == name.foldedAsName && index > 0 {
                let previous = tokens[index - 1].isWord("AS") ? index - 2 : index - 1
                guard previous >= 0, tokens[previous].mayBeName, statement.isTablePlace(previous) else { continue }
                if let table = shape.table(tokens[previous].name) { return table }
            }
            // In an upsert, `excluded` has the columns of the table after INTO.
            if name.foldedAsName == "excluded", let into = statement.firstIndex(ofWord: "INTO") {
                return tokens[(into + 1)...].firstName.flatMap { shape.table($0.name) }
            }
            return shape.table(name)
        }
    }

    extension SQLStatement {
        /// Whether the token is in a place where a table's name can be.
        func isTablePlace(_ index: Int) -> Bool {
            guard index > 0 else { return false }
            var previous = index - 1
            if tokens[previous].isSign("."), previous > 1 { previous -= 2 }
            return tokens[previous].isWord(
                "FROM", "JOIN", "INTO", "UPDATE", "TABLE", "ON", "OR", "REPLACE", "IGNORE", "EXISTS")
                || tokens[previous].isSign(",", "(")
        }

        /// The token index at which the search for source tables starts. For `INSERT … SELECT` it is that of SELECT, which excludes the
        /// target table, else 0.
        var startOfSource: Int {
            guard let into = firstIndex(ofWord: "INTO"), firstIndex(ofWord: "CONFLICT") == nil else { return 0 }
            return firstIndex(ofWord: "SELECT", from: into) ?? 0
        }

        func names(_ name: String) -> Bool {
            tokens.contains { token in
                token.mayBeName && token.folded == name.foldedAsName
                    && !tokens.contains { $0.isSign(".") && $0.range.lowerBound == token.range.upperBound }
            }
        }
    }

    // MARK: - Places

    extension FMError {
        /// Returns the error's offset in the whole statement. For long SQL, the error contains only a part of it, and the number of bytes
        /// omitted before that part.
        fileprivate func offset(in text: String) -> Int? {
            guard let offset, let shown = sql else { return nil }
            guard shown != text else { return offset }
            guard shown.hasPrefix("["), let end = shown.utf8.firstIndex(of: UInt8(ascii: "]")),
                let omitted = Int(shown.dropFirst().prefix { $0.isNumber }), shown[..<end].hasSuffix(" omitted")
            else { return shown.utf8.count > offset ? offset : nil }
            let head = shown.utf8.distance(from: shown.utf8.startIndex, to: end) + 2
            return max(0, offset - head + omitted)
        }
    }

    extension SQLStatement {
        /// Returns the offset of the first use of the name after one of the keywords. If there is none, returns the offset of the first
        /// use.
        func place(of name: String, behind keywords: [String] = [], from start: Int = 0) -> Int {
            let folded = name.foldedAsName
            let found = tokens.indices.dropFirst(start).filter { tokens[$0].mayBeName && tokens[$0].folded == folded }
            let best = found.first { index in
                var previous = index - 1
                if previous > 1, tokens[previous].isSign(".") { previous -= 2 }
                return previous >= 0 && keywords.contains { tokens[previous].isWord($0) || tokens[previous].isSign($0) }
            }
            guard let index = best ?? found.first else { return 0 }
            return tokens[index].range.lowerBound
        }

        /// Returns the offset of a qualified column. SQLite reports the offset of the qualifier.
        fileprivate func place(of column: String, qualifiedBy qualifier: String) -> Int {
            let (table, name) = (qualifier.foldedAsName, column.foldedAsName)
            let found = tokens.indices.first { index in
                index + 2 < tokens.count && tokens[index].mayBeName && tokens[index].folded == table
                    && tokens[index + 1].isSign(".")
                    && tokens[index + 2].mayBeName && tokens[index + 2].folded == name
            }
            return found.map { tokens[$0].range.lowerBound } ?? place(of: column)
        }

        /// Returns the offset of the name or clause that a message of SQLite is about.
        fileprivate func place(ofNameIn message: String) -> Int {
            let clauses = [
                ("ON CONFLICT", ["CONFLICT"]), ("ORDER BY term", ["ORDER"]), ("GROUP BY term", ["GROUP"]),
                ("HAVING", ["HAVING"]), ("values for", ["VALUES", "SELECT"]),
            ]
            for (part, words) in clauses where message.contains(part) {
                let index = words.lazy.compactMap { firstIndex(ofWord: $0) }.first
                if let index { return tokens[index].range.lowerBound }
            }
            let isSecond = message.hasPrefix("duplicate")
            for name in message.namesMeant.map(\.foldedAsName) {
                let found = tokens.filter { $0.mayBeName && $0.folded == name }
                if let token = isSecond ? found.last : found.first { return token.range.lowerBound }
            }
            return 0
        }

        fileprivate func syntaxError(_ rest: String, _ place: Int?) -> SQLRefusal {
            // The message looks like this: near "FORM": syntax error
            guard rest.hasPrefix("\""), let end = rest.range(of: "\": ") else {
                return SQLRefusal(.syntax, "near \(rest)", at: place ?? 0)
            }
            let word = String(rest[rest.index(after: rest.startIndex)..<end.lowerBound])
            let keywords = MisspeltKeyword.keywords
            var message = "syntax error near \"\(word)\""
            if !keywords.contains(word.asKeyword), let near = NearestName(to: word, in: keywords).name {
                message += "; did you mean \(near)?"
            }
            let first = tokens.first { $0.text == word }?.range.lowerBound
            return SQLRefusal(.syntax, message, at: place ?? first ?? 0)
        }
    }

    extension String {
        /// The names that a message of SQLite may be about, the likeliest first. Examples of such messages are "duplicate column name: a",
        /// "unknown column "y" in …", "table a has 3 columns but …" and "cannot modify a because …".
        fileprivate var namesMeant: [String] {
            var names: [String] = []
            if let colon = range(of: ": ", options: .backwards) { names.append(String(self[colon.upperBound...])) }
            let words = split(separator: " ").map(String.init)
            for (word, next) in zip(words, words.dropFirst())
            where ["column", "table", "modify", "index", "database"].contains(word) {
                names.append(next)
            }
            return names.map { $0.filter { $0 != "\"" } }
        }
    }
#endif
