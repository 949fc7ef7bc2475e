#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// What is written for queries.
    func generated(
        _ queries: String, schema: String = LibraryQueries.schema, access: QueryAccess = .internal
    ) throws -> (source: String?, findings: [FMFinding]) {
        try generated(
            [QueryGenerator.File(name: "q.sql", path: "q.sql", text: queries)], schema: schema, access: access)
    }

    func generated(
        _ files: [QueryGenerator.File], schema: String = LibraryQueries.schema, access: QueryAccess = .internal
    ) throws -> (source: String?, findings: [FMFinding]) {
        let tables = try CheckedSchema(script: schema, file: "schema.sql")
        #expect(printed(tables.problems) == [])
        return try QueryGenerator(schema: tables, access: access).generated(from: files)
    }

    /// The lines of the code that contain a text.
    func lines(of source: String?, with text: String) -> [String] {
        (source ?? "").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            $0.contains(text)
        }
    }

    /// Findings as the compiler would print them.
    func printed(_ findings: [FMFinding]) -> [String] {
        findings.map { "\($0.place.file):\($0.place.line):\($0.place.column): \($0.severity): \($0.message)" }
    }
#endif
