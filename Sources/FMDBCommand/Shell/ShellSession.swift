#if Tool
    import FMDB
    import Foundation

    /// Reads statements, from a terminal or a file, and runs them.
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
            self.db = db
            self.format = format
            self.isInteractive = isInteractive
            showsTime = isInteractive
        }

        // MARK: Reading

        /// - Throws: the first error, as there is nobody who could go on.
        func runScript(_ name: String, _ nextLine: () throws -> ArraySlice<UInt8>?) throws {
            while let line = try nextLine() {
                guard let line = String(validating: line, as: UTF8.self) else {
                    throw ToolError(.badData, "\(name) is not UTF-8")
                }
                if !reader.isPending, line.first == "." {
                    guard try run(ShellCommand(line)) else { return }
                    continue
                }
                reader.add(line)
                while let statement = reader.next() { try execute(statement) }
            }
            if let rest = reader.rest() { try execute(rest) }
        }

        /// - Throws: ``ToolError`` if what was done is undone now, because the transaction was not committed.
        func expectEnd() throws { try QueryRun(db: db, isWritable: true).expectEnd() }

        func runInteractively() {
            let history = History()
            let editor = LineEditor(history: history) { [self] line in completion.candidates(line, in: reader.text) }
            defer { history.save() }
            while !Interrupts.shared.mustEnd {
                completion.refresh(db)
                switch editor.read(prompt) {
                case .end: return
                case .cancelled: reader.discard()
                case .text(let line):
                    if !reader.isPending, line.first == "." {
                        history.add(line)
                        if !forgiving({ try run(ShellCommand(line)) }) { return }
                    } else {
                        add(line, history)
                    }
                }
            }
        }

        private var prompt: String {
            if reader.isPending { return "  ...> " }
            return db.isTransactionOpen ? "fmdb*> " : "fmdb> "
        }

        private func add(_ line: String, _ history: History) {
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

        /// Tells an error, and goes on.
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

        /// - Returns: false to leave.
        private func run(_ command: ShellCommand) throws -> Bool {
            switch command {
            case .help: try printLines(ShellCommand.helpLines)
            case .quit: return false
            case .tables(let part): try printTables(part)
            case .schema(let name): try printLines(SchemaScript.lines(try db.schema().only(name.map { [$0] } ?? [])))
            case .format(let wanted): format = try expect(wanted, "there is no such format; see .help")
            case .chart(let kind): chart = kind
            case .plan(let isOn): showsPlan = isOn
            case .timer(let isOn): showsTime = isOn
            case .read(let path): try readFile(path)
            case .unknown(let word): throw ToolError(.failed, "there is no command \(word); see .help")
            }
            return true
        }

        private func expect<Value>(_ value: Value?, _ message: String) throws -> Value {
            guard let value else { throw ToolError(.failed, message) }
            return value
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
            let input = StandardInput(file)
            var script = StatementReader()
            while let line = try input.bytesOfLine() {
                guard let text = String(validating: line, as: UTF8.self) else {
                    throw ToolError(.badData, "\"\(path)\" is not UTF-8")
                }
                script.add(text)
                while let statement = script.next() { try execute(statement) }
            }
            if let rest = script.rest() { try execute(rest) }
        }
    }
#endif
