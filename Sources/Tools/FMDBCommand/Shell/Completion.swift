#if Tool
    import FMDB
    import Foundation

    final class Completion {
        private var tables: [String] = []
        private var columns: [String: [String]] = [:]
        private var version: Int?

        /// Reads the schema if it has changed.
        func refresh(_ db: FMDatabase) {
            guard let now = try? db.pragma(.schemaVersion), now != version, let schema = try? db.schema() else {
                return
            }
            version = now
            tables = schema.tables.filter { !$0.isShadow }.map(\.name) + schema.views.map(\.name)
            columns = [:]
            for table in schema.tables { columns[table.name.foldedAsName] = table.columns.map(\.name) }
            for view in schema.views { columns[view.name.foldedAsName] = view.columns.map(\.name) }
        }

        /// - Parameter line: the text before the cursor.
        /// - Returns: the number of characters before the cursor to replace, and the candidates.
        func candidates(_ line: String, in statement: String) -> (length: Int, words: [String]) {
            if line.first == "." {
                let words = ShellCommand.names.filter { $0.hasPrefix(line) }
                return (line.count, words)
            }
            let word = String(
                line.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.reversed())
            if let point = word.lastIndex(of: ".") {
                let start = String(word[word.index(after: point)...])
                let owner = table(named: String(word[..<point]), in: statement + " " + line)
                return (start.count, matches(start, owner.flatMap { columns[$0.foldedAsName] } ?? []))
            }
            guard !word.isEmpty else { return (0, tables.sorted()) }
            let before = (statement + " " + line.dropLast(word.count)).split(whereSeparator: \.isWhitespace).last?
                .lowercased()
            let wantsTable = ["from", "join", "into", "update", "table"].contains(before)
            if wantsTable { return (word.count, matches(word, tables)) }
            let used = columns.filter { name, _ in (statement + " " + line).foldedAsName.contains(name) }.flatMap(
                \.value)
            let names = matches(word, tables) + matches(word, used.isEmpty ? columns.values.flatMap { $0 } : used)
            let isCapital = word == word.uppercased()
            let keywords = matches(word, Completion.keywords).map { isCapital ? $0 : $0.lowercased() }
            return (word.count, (names + keywords).unique)
        }

        /// Returns the table that a name or an alias refers to: `sale AS s`, `sale s`.
        private func table(named name: String, in statement: String) -> String? {
            if columns[name.foldedAsName] != nil { return name }
            let words = statement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0).foldedAsName }
            for (index, word) in words.enumerated() where word == name.foldedAsName && index > 0 {
                let before = words[index - 1] == "as" && index > 1 ? words[index - 2] : words[index - 1]
                if columns[before] != nil { return before }
            }
            return nil
        }

        private func matches(_ start: String, _ words: [String]) -> [String] {
            words.filter { $0.lowercased().hasPrefix(start.lowercased()) }.sorted().map { word in
                word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? word : FMSQL.quoted(identifier: word)
            }
        }

        private static let keywords = """
            ABORT, ALTER TABLE, ANALYZE, AND, AS, ASC, ATTACH, AUTOINCREMENT, BEGIN, BETWEEN, BY, CASCADE, CASE, \
            CHECK, COLLATE, COLUMN, COMMIT, CONFLICT, CONSTRAINT, CREATE INDEX, CREATE TABLE, CREATE TRIGGER, \
            CREATE VIEW, CROSS JOIN, DEFAULT, DELETE FROM, DESC, DETACH, DISTINCT, DROP, EACH, ELSE, END, EXCEPT, \
            EXISTS, EXPLAIN QUERY PLAN, FOREIGN KEY, FROM, FULL JOIN, GLOB, GROUP BY, HAVING, IN, INNER JOIN, \
            INSERT INTO, INTERSECT, IS, JOIN, LEFT JOIN, LIKE, LIMIT, NOT, NULL, OFFSET, ON, OR, ORDER BY, OVER, \
            PARTITION BY, PRAGMA, PRIMARY KEY, REFERENCES, REINDEX, RELEASE, RENAME TO, REPLACE INTO, RETURNING, \
            ROLLBACK, SAVEPOINT, SELECT, SET, STRICT, THEN, UNION ALL, UNIQUE, UPDATE, USING, VACUUM, VALUES, WHEN, \
            WHERE, WITH RECURSIVE, WITHOUT ROWID, count, sum, avg, min, max, coalesce, length, lower, upper, \
            substr, replace, round, date, datetime, strftime, json_extract, group_concat
            """.components(separatedBy: ", ")
    }
#endif
