#if Checked
    import ArgumentParser
    import FMDBCheck
    import FMDBConsole

    struct Advise: CheckCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find missing indexes, and indexes that no statement uses.",
            discussion: """
                Reads SQLite's plans for the SQL of Swift sources on a database, and tries indexes on a copy of its schema. The file is
                only read. The exit code is 0 whatever the result; with --strict it is 1 if an index would help.

                EXAMPLES
                  fmdb-check advise --database shop.db Sources
                  fmdb-check advise --database shop.db --rows 10000 --measure Sources
                  fmdb-check advise --database shop.db --json Sources | jq -r '.indexes[].sql'
                """)

        @Option(help: "A database with rows, or with the results of ANALYZE.", completion: .file())
        var database: String

        @Option(help: "A table with more rows counts as large.")
        var rows = 1_000

        @Flag(help: "Run the queries with and without the new indexes, on a temporary copy of the file.")
        var measure = false

        @Flag(help: "Exit with code 1 if an index would help.")
        var strict = false

        @Flag(help: "Print JSON.")
        var json = false

        @Argument(help: "Swift files, and folders of them.", completion: .directory)
        var sources: [String]

        func validate() throws { guard rows >= 0 else { throw ValidationError("--rows must not be negative") } }

        func perform() throws {
            guard FileManager.default.fileExists(atPath: database) else {
                throw FMCheckError(.missing, "there is no database \"\(database)\"")
            }
            let advisor = FMQueryAdvisor(database: database, minimumRows: rows, measures: measure)
            let advice: FMQueryAdvice
            do {
                advice = try advisor.advice(onSources: sources)
            } catch let error as FMError {
                throw ToolError(Outcome(error), "\"\(database)\": \(error.message)")
            }
            try printLines([json ? advice.json : advice.description])
            if strict, !advice.indexes.isEmpty { throw ToolError(.failed) }
        }
    }
#endif
