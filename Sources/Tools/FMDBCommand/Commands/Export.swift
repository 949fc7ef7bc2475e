#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    struct Export: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a table, a query or the whole database to a file.",
            text: """
                Rows are streamed in one read transaction. The output file gets its name once it is complete, and must not be a file that is
                read.

                `fmdb import` reads the output back unchanged. Bytes are x'00ff' in CSV, and {"base64": "AP8="} in JSON; infinity is 9e999.
                Text that is not valid UTF-8 is CAST(x'ff' AS TEXT) in CSV, and {"base64text": "/w=="} in JSON. In CSV, text that looks like
                one of these, or like a number, is quoted. NULL is an empty field in CSV, and an empty string is "". In a row with a single
                field, NULL is "" and an empty string is CAST(x'' AS TEXT). --null sets another text for NULL.

                An SQL dump contains no virtual tables, and no triggers that use them. They are listed, and the exit code is 3 then.

                EXAMPLES
                  fmdb export shop.db sale --to sale.csv
                  fmdb export shop.db sale --format ndjson | gzip > sale.ndjson.gz
                  fmdb export shop.db --sql "SELECT DISTINCT city FROM sale" --to cities.json
                  fmdb export shop.db --format sql --to shop.sql
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Argument(help: "A table or view. Without it, --format sql writes the whole database.") var table: String?
        @Option(help: "A query instead of a table.") var sql: String?

        @Option(help: ArgumentHelp("The value of a parameter of the query.", valueName: "name=value"))
        var bind: [String] = []

        @Option(
            help: ArgumentHelp("The file to write. Default: the standard output.", valueName: "file"),
            completion: .file())
        var to: String?

        @Option(help: "csv, tsv, json, ndjson, markdown or sql. Default: the file extension's format, or else csv.")
        var format: OutputFormat?

        @Flag(help: "Replace an existing file of that name.") var replace = false
        @Flag(help: "Omit the column names.") var noHeader = false
        @Option(help: ArgumentHelp("The text for NULL.", valueName: "text")) var null: String?
        @Flag(help: "Show no progress and no summary.") var quiet = false
        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard table == nil || sql == nil else { throw ValidationError("Give either a table or --sql.") }
            guard table != nil || sql != nil || detectedFormat == .sql else {
                throw ValidationError("Give either a table or --sql; only --format sql writes the whole database.")
            }
            guard DelimitedWriter.canWrite(null: null, detectedFormat) else {
                throw ValidationError("--null must not contain quotation marks, line ends or delimiters.")
            }
            if format == nil, let ending, Export.foreign.contains(ending) {
                throw ValidationError(
                    "The format .\(ending) is not supported. Give another file extension, or --format.")
            }
            guard sql == nil || detectedFormat != .sql else {
                throw ValidationError("--format sql supports tables, not queries.")
            }
        }

        /// File extensions for which the default format, CSV, is refused, because programs expect another format in such files.
        private static let foreign: Set<String> = [
            "xlsx", "xls", "ods", "parquet", "avro", "xml", "html", "yaml", "yml", "db", "sqlite", "sqlite3", "gz",
            "zip",
        ]

        private var ending: String? { to.map { URL(fileURLWithPath: $0).pathExtension.lowercased() } }

        private var detectedFormat: OutputFormat {
            if let format { return format }
            switch ending {
            case "tsv": return .tsv
            case "json": return .json
            case "ndjson", "jsonl": return .ndjson
            case "md": return .markdown
            case "sql": return .sql
            default: return .csv
            }
        }

        func perform() throws {
            let db = try options.open(file, for: .read)
            defer { db.close() }
            try to.map(InputFiles(databases: [file], files: options.inputs).expectNone)
            let output = try to.map { try OutputFile($0, replaces: replace) }
            let sink = output?.sink ?? .standardOutput()
            let progress = Progress(
                "exporting", unit: "rows", isQuiet: quiet || output == nil && Terminal.output.isTerminal)
            defer { progress.end() }
            let (rows, leftOut) = try Bindings.explained {
                try Interrupts.shared.during(db.interrupter) {
                    try db.withTransaction(.deferred) { try write(db, to: sink, progress) }
                }
            }
            try output?.publish() ?? sink.flush()
            progress.end()
            if let to, !quiet {
                printNote(
                    "\(counted(rows, "row")) written to \"\(to)\", \(sizeInWords(Int64(sink.count))), in \(timeInWords(progress.duration))"
                )
            }
            leftOut.forEach(printNote)
            if !leftOut.isEmpty { throw ToolError(.partly) }
        }

        /// - Returns: the number of rows, and notes for the user about what is left out.
        private func write(
            _ db: FMDatabase, to sink: ByteSink, _ progress: Progress
        ) throws -> (rows: Int, leftOut: [String]) {
            if detectedFormat == .sql {
                return try Dump(db: db, sink: sink, progress: progress).run(only: table)
            }
            let writer = detectedFormat.writer(to: sink, hasHeader: !noHeader, null: null)
            let query: FMSQL
            if let sql {
                query = FMSQL(raw: sql, arguments: try Bindings.arguments(bind))
            } else {
                let name = table ?? ""
                let schema = try db.schema()
                guard schema.table(name) != nil || schema.view(name) != nil else {
                    let advice = name.contains(" ") ? ". Use --sql for a query." : ""
                    throw ToolError(.failed, "\"\(file)\" has no table or view \(name)\(advice)")
                }
                query = "SELECT * FROM \(identifier: name)"
            }
            return (try QueryRun(db: db, isWritable: true, progress: progress).run(query, to: writer), [])
        }
    }
#endif
