#if Tool
    import FMDB
    import Foundation

    struct SearchRequest: Decodable {
        let text: String
    }

    struct SearchAnswer: Encodable {
        struct Hit: Encodable {
            let row: ExactValue
            /// The text around the match. The match itself is between U+0002 and U+0003.
            let snippet: String
        }

        struct Table: Encodable {
            let name: String
            /// The table that contains the rows found, under the same rowids.
            let source: String
            var hits: [Hit] = []
            var hasMore = false
            var error: String?
        }

        var tables: [Table] = []
        private static let limit = 20

        init(_ text: String, _ db: FMDatabase) throws {
            let modules = ["fts3", "fts4", "fts5"]
            let pattern = try FMSearchPattern(typed: text, isLive: true).text
            for table in try db.schema().tables {
                guard let module = table.module?.foldedAsName, modules.contains(module) else { continue }
                var answer = Table(name: table.name, source: SearchAnswer.source(table, db))
                do {
                    let hits = try SearchAnswer.hits(
                        table.name, module == "fts5" ? pattern : SearchAnswer.words(text), module, db)
                    answer.hits = Array(hits.prefix(SearchAnswer.limit))
                    answer.hasMore = hits.count > SearchAnswer.limit
                } catch let error as FMError where error.extendedCode != .deadlineExceeded {
                    answer.error = error.message
                }
                tables.append(answer)
            }
        }

        private static func hits(
            _ table: String, _ pattern: String, _ module: String, _ db: FMDatabase
        ) throws -> [Hit] {
            guard !pattern.isEmpty else { return [] }
            let name: FMSQL = "\(identifier: table)"
            let (start, end, dots) = ("\u{2}", "\u{3}", "…")
            let sql: FMSQL =
                module == "fts5"
                ? """
                SELECT rowid, snippet(\(name), -1, \(start), \(end), \(dots), 16) FROM \(name) WHERE \(name) MATCH \(pattern)
                ORDER BY rank LIMIT \(limit + 1)
                """
                : """
                SELECT docid, snippet(\(name), \(start), \(end), \(dots)) FROM \(name) WHERE \(name) MATCH \(pattern)
                LIMIT \(limit + 1)
                """
            var hits: [Hit] = []
            try db.forEachRow(sql) { row in
                // A contentless table has no text to show.
                let snippet = try row.value(at: 1, as: String?.self) ?? ""
                hits.append(Hit(row: ExactValue(try row.value(at: 0, as: FMValue.self)), snippet: snippet))
            }
            return hits
        }

        /// Returns a query for FTS3 and FTS4 that is never a syntax error: the words as phrases, the last of them as a prefix.
        static func words(_ text: String) -> String {
            let words = text.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"" }
            guard let last = words.last else { return "" }
            return (words.dropLast() + [String(last.dropLast()) + "*\""]).joined(separator: " ")
        }

        /// Returns the content table of an external content FTS table if it exists, or else the table itself.
        private static func source(_ table: FMSchema.Table, _ db: FMDatabase) -> String {
            guard let range = table.sql.range(of: "content[ ]*=[ ]*", options: [.regularExpression, .caseInsensitive])
            else { return table.name }
            let rest = table.sql[range.upperBound...].prefix { $0 != "," && $0 != ")" }
            let name = rest.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["'", "\"", "`"])
            guard !name.isEmpty, let source = try? db.tableSchema(name) else { return table.name }
            return source.name
        }
    }
#endif
