#if Tool
    import FMDB
    import Foundation

    final class ShellSession {
        private let db: FMDatabase
        private let isInteractive: Bool
        private var format: OutputFormat
        private var chart: ChartKind?
        private var showsPlan = false
        private var showsTime: Bool
        private var reader = StatementReader()
        private let completion = Completion()

        init(_ db: FMDatabase, format: OutputFormat, isInteractive: Bool) {
            (self.db, self.format, self.isInteractive) = (db, format, isInteractive)
            showsTime = isInteractive
        }

        // MARK: Reading

        /// - Parameter hasCommands: whether lines that begin with a dot are commands.
        /// - Throws: the first error. A script stops there.
        func runScript(_ input: StandardInput, name: String = "the script", hasCommands: Bool = true) throws {
            var reader = StatementReader()
            while let bytes = try input.bytesOfLine() {
                guard let line = String(validating: bytes, as: UTF8.self) else {
                    throw ToolError(.badData, "\(name) is not UTF-8")
                }
                if hasCommands, !reader.isPending, line.first == "." {
                    guard try run(command: line) else { return }
                    continue
                }
                reader.add(line)
                while let statement = reader.next() { try execute(statement) }
            }
            if let rest = reader.rest() { try execute(rest) }
        }

        /// - Throws: ``ToolError`` if a transaction is still open. It is rolled back.
        func expectEnd() throws { try QueryRun(db: db, isWritable: true).expectEnd() }

        func runInteractively() {
            let editor = LineEditor { [self] line in completion.candidates(line, in: reader.text) }
            defer { editor.history.save() }
            while !Interrupts.shared.mustEnd {
                completion.refresh(db)
                switch editor.read(prompt) {
                case .end: return
                case .cancelled: reader.discard()
                case .text(let line):
                    if !reader.isPending, line.first == "." {
                        editor.history.add(line)
                        if !forgiving({ try run(command: line) }) { return }
                    } else {
                        add(line, &editor.history)
                    }
                }
            }
        }

        private var prompt: String {
            if reader.isPending { return "  ...> " }
            return db.isTransactionOpen ? "fmdb*> " : "fmdb> "
        }

        private func add(_ line: String, _ history: inout History) {
            reader.add(line)
            let whole = reader.text
            var hasRun = false
            while let statement = reader.next() {
                hasRun = true
                _ = forgiving {
                    try execute(statement)
                    return true
                }
            }
            if hasRun { history.add(whole) }
        }

        /// Runs the body. If it throws, prints the error, and the session continues.
        private func forgiving(_ body: () throws -> Bool) -> Bool {
            let wasOpen = db.isTransactionOpen
            defer { Interrupts.shared.reset() }
            do {
                return try body()
            } catch {
                let failure = ToolError(error)
                let message = failure.outcome == .interrupted ? "interrupted" : failure.message
                printNote(Terminal.errors.styled(message, .red))
                if wasOpen, !db.isTransactionOpen { printNote("The transaction was rolled back.") }
                return true
            }
        }

        // MARK: Running

        private func execute(_ statement: String) throws {
            let start = ContinuousClock.now
            let sql = FMSQL(raw: statement)
            let done = try Interrupts.shared.during(db.interrupter) { () -> String? in
                if showsPlan {
                    try printLines([try db.queryPlan(of: sql).description])
                    return nil
                }
                if let chart {
                    try ChartRun(kind: chart, db: db, null: "NULL").run(sql)
                    return nil
                }
                let sink = ByteSink.standardOutput()
                let terminal = Terminal.output
                let writer = format.writer(to: sink, width: terminal.width, hasColours: terminal.hasColours)
                let query = QueryRun(db: db, isWritable: true)
                let rows = try query.run(sql, to: writer)
                try sink.flush()
                return query.changes(statement) ?? counted(rows, "row")
            }
            guard showsTime else { return }
            let time = timeInWords(start.duration(to: .now))
            let text = done.map { "\($0), \(time)" } ?? time
            printNote(Terminal.errors.styled("(\(text))", .faint))
        }

        /// - Returns: false to end the shell.
        private func run(command line: String) throws -> Bool {
            let words = line.split(separator: " ").map(String.init)
            let argument = words.count > 1 ? words[1...].joined(separator: " ") : nil
            switch words.first {
            case ".help": try printLines(ShellCommand.helpLines)
            case ".quit", ".exit": return false
            case ".tables": try printTables(argument)
            case ".schema": try printLines(try db.schema().only(argument.map { [$0] } ?? []).script)
            case ".format":
                guard let wanted = argument.flatMap(OutputFormat.init), wanted != .sql else {
                    throw ToolError(.failed, "there is no such format; see .help")
                }
                format = wanted
            case ".chart": chart = argument.flatMap { ChartKind(rawValue: $0) }
            case ".plan": showsPlan = argument != "off"
            case ".timer": showsTime = argument != "off"
            case ".read" where argument != nil: try readFile(argument ?? "")
            default: throw ToolError(.failed, "there is no command \(words.first ?? line); see .help")
            }
            return true
        }

        private func printTables(_ part: String?) throws {
            let parts = try db.schema().only([])
            let names = (parts.tables.map(\.name) + parts.views.map(\.name)).sorted()
            try printLines(names.filter { part.map($0.localizedCaseInsensitiveContains) ?? true })
        }

        private func readFile(_ path: String) throws {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw ToolError(.noInput, "\"\(path)\" cannot be read: \(systemMessage(errno))") }
            defer { close(file) }
            try InputFiles(files: [path]).expectNoStandardOutput()
            try runScript(StandardInput(file), name: "\"\(path)\"", hasCommands: false)
        }
    }

    /// The shell's commands besides SQL: lines that begin with a dot.
    enum ShellCommand {
        static let names = [
            ".chart", ".exit", ".format", ".help", ".plan", ".quit", ".read", ".schema", ".tables", ".timer",
        ]

        static let helpLines = [
            "SQL ends with a semicolon, and may have several lines. Ctrl-C cancels the statement, Ctrl-D ends the shell.",
            "Tab completes tables, columns and SQL keywords; Ctrl-R searches the history.",
            "",
            ".tables [part]     tables and views",
            ".schema [name]     the CREATE statements",
            ".format [name]     table, line, csv, tsv, json, ndjson, markdown",
            ".chart bar|line    draw the rows of queries; .chart alone stops that",
            ".plan on|off       show the plan of a statement without running it",
            ".timer on|off      show how long a statement took",
            ".read file         run the statements of a file",
            ".quit              leave",
        ]
    }
#endif
