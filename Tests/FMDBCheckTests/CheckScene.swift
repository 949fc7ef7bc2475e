#if Checked
    import FMDBCheck
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// A folder with sources and a schema.
    final class CheckScene: Sendable {
        let folder = TemporaryFolder()
        var path: String { folder.file("") }

        init(_ files: [String: String] = [:]) {
            write(CheckScene.schema, to: "schema.sql")
            for (name, text) in files { write(text, to: name) }
        }

        static let schema = """
            CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER);
            """

        func write(_ text: String, to name: String) { write(Data(text.utf8), to: name) }

        func write(_ data: Data, to name: String) {
            let file = URL(fileURLWithPath: folder.file(name))
            #expect(throws: Never.self) {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try data.write(to: file)
            }
        }

        func read(_ name: String) -> String {
            String(decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
        }

        func check(_ schema: FMQueryCheck.Schema = .file("schema.sql")) -> FMQueryCheck {
            FMQueryCheck(schema: schema, folder: path)
        }

        /// A source with a call for each text.
        static func source(_ texts: String...) -> String {
            "import FMDB\n\nfunc work(_ db: FMDatabase) throws {\n"
                + texts.map { "    try db.execute(\"\($0)\")\n" }.joined() + "}\n"
        }

        /// Deletes the wrong person.
        static let wrong = "DELETE FROM person WHERE nme = 'Ann'"
        static let right = "DELETE FROM person WHERE name = 'Ann'"
    }

    extension FMCheckReport {
        /// What the report has of an item, without the messages.
        var places: [String] {
            findings.map { "\($0.place.file):\($0.place.line) \($0.severity.rawValue) \($0.rule.rawValue)" }
        }
    }
#endif
