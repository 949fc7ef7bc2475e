#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    enum InputFormat: String, CaseIterable, ExpressibleByArgument {
        case csv, tsv, json, ndjson

        init?(path: String) {
            switch URL(fileURLWithPath: path).pathExtension.lowercased() {
            case "csv": self = .csv
            case "tsv", "tab": self = .tsv
            case "json", "geojson": self = .json
            case "ndjson", "jsonl", "jsonlines": self = .ndjson
            default: return nil
            }
        }
    }

    struct Import: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reads CSV, TSV, JSON or NDJSON into a table.",
            text: """
                A missing table is created. Its column types are inferred from the values: INTEGER and REAL for numbers without loss, TEXT
                for everything else. So postcodes keep their zeros, and 1.1 and 1.10 stay different. The first 4 MB decide; if later values
                contradict them, the file is read again. An empty field is NULL, but an empty string in a NOT NULL column or with --null. ""
                is an empty string. Output of `fmdb export` is read back into the same table without a difference. In CSV a quoted number is
                text, unless the file also quotes fields without need.

                A member that a JSON record does not have is not NULL: a new row gets the default, and with --upsert an existing row keeps
                its value. A record with two members for one column is rejected. So is a row without a key if SQLite would generate a key
                that another row may have.

                The import is one transaction: if it fails or is ended by Ctrl-C, the database stays unchanged. Lines that cannot be
                imported, because of too few fields or a violated constraint, are listed by number. They are written unchanged to a file
                next to the source, SOURCE.rejected.csv, or SOURCE.rejected-2.csv if that exists. The exit code is 3 then.

                EXAMPLES
                  fmdb import shop.db sales.csv
                  fmdb import shop.db sales.csv --key id --index city --index day,city
                  fmdb import shop.db changed.csv --table sale --key id --upsert
                  zcat events.csv.gz | fmdb import shop.db - --table event
                  fmdb import shop.db old.csv --encoding latin1 --type postcode=TEXT
                """)

        @Argument(help: "The database; created if it is missing.", completion: .file()) var file: String
        @Argument(help: "The file to read; - for the standard input.", completion: .file()) var source: String

        @Option(help: ArgumentHelp("The table. Default: the source's name without its extension.", valueName: "name"))
        var table: String?

        @Option(help: "csv, tsv, json or ndjson. Default: the source extension's format, or else csv.")
        var format: InputFormat?

        @Option(
            help: ArgumentHelp(
                "The primary key of a new table, and the key of --upsert. Separate columns with commas.",
                valueName: "columns"))
        var key: String?

        @Option(
            help: ArgumentHelp(
                "An index to create. Separate columns with commas. May be repeated.", valueName: "columns"))
        var index: [String] = []

        @Flag(help: "Update the existing row with the same key.") var upsert = false
        @Flag(help: "Keep the existing row with the same key.") var ignore = false

        @Option(
            help: ArgumentHelp(
                "The type of a column: INTEGER, REAL, TEXT or BLOB. May be repeated.", valueName: "column=type"))
        var type: [String] = []

        @Flag(help: "Import everything as text.") var allText = false
        @Flag(help: "Create a STRICT table.") var strict = false
        @Flag(help: "Add missing columns to the table.") var alter = false
        @Flag(help: "The first line has values, not column names.") var noHeader = false

        @Option(
            help: ArgumentHelp(
                "The column names, separated by commas. With JSON, only these members are imported.", valueName: "names"
            ))
        var columns: String?

        @Option(help: "The field delimiter. Default: detected from the first line; a tab for tsv.")
        var delimiter: String?

        @Flag(help: "Treat quotation marks as ordinary characters.") var noQuotes = false

        @Option(help: ArgumentHelp("Unquoted fields with this text are NULL.", valueName: "text"))
        var null: String?

        @Option(
            help:
                "utf-8, latin1, windows-1252, utf-16, utf-16le or utf-16be. Default: according to the byte order mark, or else utf-8."
        )
        var encoding: InputEncoding?

        @Option(
            help: ArgumentHelp("A new file for lines that cannot be imported.", valueName: "file"),
            completion: .file())
        var rejects: String?

        @Option(
            help: ArgumentHelp(
                "Stop and import nothing if more than this number of lines cannot be imported.", valueName: "number"))
        var maxErrors: Int?

        @Option(help: ArgumentHelp("The maximum size of a record, in megabytes.", valueName: "megabytes"))
        var maxRecord = 64
        @Flag(help: "Print the summary as JSON.") var json = false
        @Flag(help: "Show no progress and no summary.") var quiet = false
        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard !(upsert && ignore) else { throw ValidationError("Give either --upsert or --ignore.") }
            guard (1...1000).contains(maxRecord) else { throw ValidationError("--max-record must be from 1 to 1000.") }
            if let delimiter, delimiter != "\\t", delimiter.utf8.count != 1 || delimiter == "\"" {
                throw ValidationError("--delimiter must be one ASCII character, or \\t.")
            }
        }

        private var detectedFormat: InputFormat { format ?? InputFormat(path: source) ?? .csv }

        func perform() throws {
            let importOptions = try importOptions()
            try expectApart(rejectsPath(importOptions.table))
            let reader = try reader(try ByteSource(source, encoding: encoding))
            let isNew = !FileManager.default.fileExists(atPath: file)
            let db = try options.open(file, for: .create)
            let rejected = RejectedRecords(
                path: rejectsPath(importOptions.table), isDefault: rejects == nil, head: reader.head, limit: maxErrors)
            let report: ImportReport
            do {
                let progress = Progress("importing", unit: "rows", isQuiet: quiet)
                defer { progress.end() }
                try setCache(db, importOptions)
                report = try Interrupts.shared.during(db.interrupter) {
                    try Importer(db, reader, importOptions, rejected, progress).run()
                }
            } catch {
                db.close()
                rejected.discard()
                DatabaseOptions.undoUnfinished(file)
                // Removes the new database if it is still empty. If it is not, another program has written to it.
                if isNew, FileSize.of(file) == 0 { unlink(file) }
                let failure = ToolError(error, file: file)
                guard [.interrupted, .terminated, .hungUp].contains(failure.outcome) else { throw failure }
                throw ToolError(failure.outcome, "interrupted; nothing was imported")
            }
            db.close()
            do {
                try rejected.publish()
                try tell(report, rejected)
            } catch {
                let failure = ToolError(error)
                guard !failure.message.isEmpty else { throw failure }
                throw ToolError(
                    failure.outcome,
                    "\(counted(report.rows, "row")) imported into \(report.table), but a later step failed: \(failure.message)"
                )
            }
            if rejected.count > 0 { throw ToolError(.partly) }
        }

        /// Throws if the database or the file of rejected lines is also an input, or if the file that --rejects names exists.
        private func expectApart(_ rejectsPath: String) throws {
            let sources = source == "-" ? [] : [source]
            try InputFiles(files: sources + options.inputs).expectNone(file)
            let inputs = InputFiles(databases: [file], files: sources + options.inputs)
            try inputs.expectNoStandardOutput()
            if source != "-" { try InputFiles(databases: [file]).expectNone(source) }
            try inputs.expectNone(rejectsPath)
            guard let rejects, FileManager.default.fileExists(atPath: rejects), !OutputFile.isSpecial(rejects) else {
                return
            }
            throw ToolError(.cannotCreate, "\"\(rejects)\" exists already; --rejects needs the name of a new file")
        }

        private func setCache(_ db: FMDatabase, _ options: Importer.Options) throws {
            // Inserting in key order needs the surrounding pages in the cache. Appending does not.
            try db.execute("PRAGMA cache_size = \(raw: options.key.isEmpty ? "-4096" : "-65536")")
            // The library turns cache spilling off, because of an SQLite defect in WAL mode. In other journal modes a large transaction
            // might run out of memory without it.
            if try db.value("PRAGMA journal_mode", as: String.self) != "wal" {
                try db.execute("PRAGMA cache_spill = ON")
            }
        }

        private func tell(_ report: ImportReport, _ rejected: RejectedRecords) throws {
            if json { return try printJSON(report) }
            guard !quiet || report.setAside > 0 else { return }
            let rate = grouped(Int(Double(report.rows) / max(report.seconds, 0.001)))
            printNote(
                "\(counted(report.rows, "row")) imported into \(report.table) in \(timeInWords(report.seconds)), \(rate) rows/s"
            )
            if report.ignored > 0 {
                printNote("\(counted(report.ignored, "row")) skipped: a row with that key exists already")
            }
            guard report.setAside > 0 else { return }
            let place = report.setAsideFile.map { " in \"\($0)\"" } ?? ""
            printNote("\(counted(report.setAside, "line")) set aside\(place):")
            rejected.lines.forEach(printNote)
        }

        // MARK: Options

        private func importOptions() throws -> Importer.Options {
            let name =
                table ?? (source == "-" ? nil : URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent)
            guard let name, !name.isEmpty else {
                throw ToolError.usage("the standard input has no name: give the table with --table")
            }
            var types: [ExactText: ColumnType] = [:]
            for pair in type {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, let type = ColumnType(argument: parts[1]), type != .any else {
                    throw ToolError.usage("--type must be column=INTEGER, REAL, TEXT or BLOB")
                }
                types[parts[0].nameKey] = type
            }
            return Importer.Options(
                table: name, types: types, isAllText: allText, key: key.map(Self.names) ?? [],
                indexes: index.map(Self.names), conflicts: upsert ? .update : ignore ? .ignore : .reject,
                isStrict: strict, addsColumns: alter, null: null.map { Array($0.utf8) },
                keepsText: detectedFormat == .json || detectedFormat == .ndjson)
        }

        static func names(_ list: String) -> [String] {
            list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }

        private func reader(_ source: ByteSource) throws -> any RecordReader {
            let buffer = RecordBuffer(source)
            let names = columns.map(Self.names)
            if let double = zip(names ?? [], distinct(names ?? [])).first(where: { $0.nameKey != $1.nameKey }) {
                throw ToolError.usage("--columns names \(double.0) twice; SQLite ignores the case of names")
            }
            switch detectedFormat {
            case .json, .ndjson: return JSONReader(buffer, columns: names, maximumSize: maxRecord << 20)
            case .csv, .tsv:
                let isTab = delimiter.map { $0 == "\\t" } ?? (detectedFormat == .tsv)
                let options = DelimitedReader.Options(
                    delimiter: isTab ? 9 : delimiter?.utf8.first, hasHeader: !noHeader, hasQuotes: !noQuotes,
                    columns: names, null: null.map { Array($0.utf8) }, maximumSize: maxRecord << 20)
                return try DelimitedReader(buffer, options)
            }
        }

        private func rejectsPath(_ table: String) -> String {
            if let rejects { return rejects }
            guard source != "-" else { return "\(table).rejected.\(detectedFormat.rawValue)" }
            // A relative path stays relative.
            let ending = URL(fileURLWithPath: source).pathExtension
            guard !ending.isEmpty else { return "\(source).rejected.\(detectedFormat.rawValue)" }
            return "\(source.dropLast(ending.count + 1)).rejected.\(ending)"
        }
    }
#endif
