#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    struct Query: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Runs a statement, and prints its rows.",
            text: """
                The database is opened read-only, unless --write is given. Rows are printed as they are read, so a result may have any size.
                The number of changed rows is printed to the standard error.

                EXAMPLES
                  fmdb query shop.db "SELECT name, price FROM product LIMIT 5"
                  fmdb query shop.db "SELECT * FROM sale WHERE id = :id" --bind id=7
                  fmdb query shop.db "SELECT * FROM sale" --format csv > sales.csv
                  fmdb query shop.db "SELECT city, count(*) FROM sale GROUP BY 1" --chart bar
                  fmdb query shop.db "SELECT day, total FROM daily ORDER BY day" --chart line
                  fmdb query shop.db "DELETE FROM sale WHERE day < '2020'" --write
                  fmdb query new.db "CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT)" --create
                  fmdb query shop.db - < report.sql
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Argument(help: "One statement; - reads it from the standard input.") var sql: String

        @Option(
            help: ArgumentHelp(
                "The value of a parameter: of :name, @name or $name by name, of ?1 by number. NULL is NULL. Text that SQLite would print the same way as a number is a number, such as 7 or 12.5. Everything else is text, such as 007, +47, 1.10, or anything in single quotes.",
                valueName: "name=value"))
        var bind: [String] = []

        @Flag(help: "Open the database for writing.") var write = false
        @Flag(help: "Create the database if the file does not exist, and open it for writing.") var create = false
        @Option(help: "The output format: table, line, csv, tsv, json, ndjson, markdown.") var format: OutputFormat?
        @Flag(help: "The same as --format json.") var json = false

        @Option(help: "Draw a chart. The first column has the labels or x values, the second column the numbers.")
        var chart: ChartKind?

        @Flag(help: "Omit the column names.") var noHeader = false
        @Option(help: ArgumentHelp("The text for NULL.", valueName: "text")) var null: String?
        @Flag(help: "Print the query plan instead of running the statement.") var plan = false
        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard format != .sql else { throw ValidationError("The format sql is only available with `fmdb export`.") }
            guard !json || format == nil || format == .json else {
                throw ValidationError("Give either --json or --format.")
            }
            guard DelimitedWriter.canWrite(null: null, format) else {
                throw ValidationError("--null must not contain quotation marks, line ends or delimiters.")
            }
        }

        func perform() throws {
            let statement = FMSQL(raw: try text(), arguments: try Bindings.arguments(bind))
            let isNew = create && !FileManager.default.fileExists(atPath: file)
            let access: DatabaseOptions.Access = create ? .create : write ? .write : .read
            let db = try options.open(file, for: access, offersCreate: write)
            defer {
                db.close()
                // If this command created the file, and a failed statement left it empty, the file is removed.
                if isNew, FileSize.of(file) == 0 { unlink(file) }
            }
            try Bindings.explained {
                try Interrupts.shared.during(db.interrupter) { try run(statement, db) }
            }
        }

        private func run(_ statement: FMSQL, _ db: FMDatabase) throws {
            if plan { return try printLines([try db.queryPlan(of: statement).description]) }
            if let chart { return try ChartRun(kind: chart, db: db, null: null ?? "NULL").run(statement) }
            let sink = ByteSink.standardOutput()
            let writer = (json ? .json : format ?? .table).writer(
                to: sink, hasHeader: !noHeader, null: null, width: Terminal.output.width,
                hasColours: Terminal.output.hasColours)
            let query = QueryRun(db: db, isWritable: write || create)
            try query.run(statement, to: writer)
            try sink.flush()
            try query.expectEnd()
            if let words = query.changes(statement.text) { printNote(words) }
        }

        private func text() throws -> String {
            let text =
                sql == "-" ? try StandardInput().all() : sql
            guard !text.allSatisfy(\.isWhitespace) else { throw ToolError.usage("the statement is empty") }
            return text
        }
    }

    enum Bindings {
        static func arguments(_ pairs: [String]) throws -> FMArguments {
            var arguments = FMArguments()
            var numbered: [Int: FMValue] = [:]
            var names = Set<Substring>()
            for pair in pairs {
                guard let sign = pair.firstIndex(of: "="), sign > pair.startIndex else {
                    throw ToolError.usage("--bind must be name=value, or 1=value for the first ?")
                }
                let name = pair[..<sign].drop { ":@$?".contains($0) }
                guard names.insert(name).inserted else { throw ToolError.usage("--bind has two values for \(name)") }
                let value = value(String(pair[pair.index(after: sign)...]))
                if let number = Int(name), number > 0 {
                    numbered[number] = value
                } else {
                    arguments.set(value, for: String(name))
                }
            }
            for number in numbered.keys.sorted() {
                guard let value = numbered[number], numbered.keys.contains(max(1, number - 1)) else {
                    throw ToolError.usage("--bind has no value for the parameter \(number - 1)")
                }
                arguments.append(value)
            }
            return arguments
        }

        /// Runs the body, and adds advice about --bind to errors about parameters.
        static func explained<Value>(_ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch let error as FMError where isAboutValues(error) {
                throw ToolError.usage(
                    "\(error.message). Give values with --bind: --bind id=7 for :id, --bind 1=7 for the first ?.")
            }
        }

        private static func isAboutValues(_ error: FMError) -> Bool {
            error.message.hasPrefix("no value for the parameter") || error.message.hasPrefix("expected ")
        }

        static func value(_ text: String) -> FMValue {
            if text == "NULL" { return .null }
            if text.count >= 2, text.first == "'", text.last == "'" {
                return .text(String(text.dropFirst().dropLast()))
            }
            var bytes = text
            return bytes.withUTF8 { bytes in
                let bytes = UnsafeRawBufferPointer(bytes)
                guard NumberText.isCanonical(bytes) else { return .text(text) }
                return switch NumberText(bytes) {
                case .integer(let integer): .integer(integer)
                case .real(let real): .real(real)
                case .rounded, .none: .text(text)
                }
            }
        }
    }
#endif
