#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    @Suite struct TypedQueriesArticleTests {
        private func blocks(_ language: String) throws -> [String] {
            let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../Sources/Tools/FMDBCheck/FMDBCheck.docc/TypedQueries.md")
            return try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```\(language)\n")
                .dropFirst()
                .map { $0.components(separatedBy: "\n```")[0] }
        }

        @Test func whatItSaysIsWritten() throws {
            let files = [
                QueryGenerator.File(name: "books.sql", path: "books.sql", text: try #require(try blocks("sql").first))
            ]
            let result = try generated(files)
            #expect(printed(result.findings) == [])
            let source = try #require(result.source).split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let shown = try #require(try blocks("swift").first { $0.contains("struct BooksOfRow") })
            for line in shown.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) })
            where line != "…" && !line.isEmpty {
                #expect(source.contains(line), "\(line)")
            }
        }

        @Test func itsPagesAreWritten() throws {
            let page = try #require(try blocks("sql").first { $0.contains(":page") })
            let result = try generated(page)
            #expect(printed(result.findings) == [])
            #expect(lines(of: result.source, with: "WHERE (title, id) > (:last_title, :last_id)").count == 1)
        }
    }
#endif
