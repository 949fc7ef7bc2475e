#if Checked
    import ArgumentParser
    import FMDBCheck
    import FMDBConsole

    extension QueryAccess: ExpressibleByArgument {}

    struct Generate: CheckCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes Swift functions for queries in SQL files.",
            discussion: """
                EXAMPLES
                  fmdb-check generate queries --schema schema.sql --output Sources/App/Queries.swift
                  fmdb-check generate queries --schema schema.sql --output Sources/App/Queries.swift --check
                """)

        @Argument(
            help: "Query files, and folders that contain them. Default: those of the configuration.",
            completion: .file())
        var queries: [String] = []

        @OptionGroup var options: SchemaOptions

        @Option(help: ArgumentHelp("The Swift file.", valueName: "file"), completion: .file())
        var output: String

        @Option(help: "The access level of the functions: internal, package or public.")
        var access = QueryAccess.internal

        @Option(
            name: .customLong("import"),
            help: ArgumentHelp(
                "A module whose types the queries name; may be repeated.", valueName: "module"))
        var imports: [String] = []

        @Flag(help: "Write nothing, and fail if the file is out of date.")
        var check = false

        // For the plugin, which runs this command even if the configuration has no queries.
        @Flag(help: .hidden)
        var allowNone = false

        func perform() throws {
            let folder = FileManager.default.currentDirectoryPath
            let settings = try options.settings(folder)
            let paths = queries.isEmpty ? settings?.queries ?? [] : queries
            guard !paths.isEmpty else {
                guard !allowNone else {
                    try options.inputs(settings?.schema, files: [], ending: ".sql").expectNone(output)
                    return try writeNone()
                }
                throw FMCheckError(
                    .configuration,
                    """
                    no queries are named. Give files or folders, or write {"queries": ["queries"]} in \
                    \(SchemaOptions.defaultConfiguration).
                    """)
            }
            let tables = try options.tables(settings)
            let generation = QueryGeneration(
                tables: tables, paths: paths, access: access,
                imports: imports.isEmpty ? settings?.imports ?? [] : imports, folder: folder)
            try options.inputs(tables, files: generation.inputs(of: output), folders: paths, ending: ".sql")
                .expectNone(output)
            switch generation.run(output: output, onlyChecks: check) {
            case .written: return
            case .outdated:
                printNote(
                    "\(output):1:1: error: the file is out of date: run fmdb-check generate without --check"
                )
            case .refused(let findings):
                for finding in findings {
                    let place = "\(finding.place.file):\(finding.place.line):\(finding.place.column)"
                    printNote("\(place): error: \(finding.message) [\(finding.rule.rawValue)]")
                }
            }
            throw ToolError(.failed)
        }

        private func writeNone() throws {
            let text = "// The configuration names no queries.\n"
            guard FileManager.default.contents(atPath: output) != Data(text.utf8) else { return }
            try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
        }
    }
#endif
