#if Tool
    import FMDB

    struct ActivityScreen {
        let path: String
        let now: [FMActivity]
        /// The activity one interval ago. Rates are computed from the difference.
        let before: [FMActivity]
        let width: Int
        let showsPlans: Bool

        var lines: [String] {
            guard !now.isEmpty else { return nobody }
            var lines = flowing(summary, indent: "  ")
            for process in now { lines += [""] + self.lines(of: process) }
            let slow = slowStatements
            if !slow.isEmpty { lines += ["", title("slow statements")] + slow }
            return lines.map { DisplayWidth.cut($0, to: width) }
        }

        private var nobody: [String] {
            wrapped(
                "No process of this user publishes its activity on \(path). A program publishes it while a connection with configuration.publishesActivity = true is open. `fmdb doctor` shows who holds locks.",
                to: width)
        }

        /// Whether the terminal is too narrow for a column of names.
        private var isNarrow: Bool { width < 80 }

        /// Returns the parts on one line, or on several lines if they do not fit.
        private func flowing(_ parts: [String], indent: String) -> [String] {
            var lines: [String] = []
            for part in parts {
                let joined = lines.last.map { $0 + "  " + part } ?? part
                if DisplayWidth.ofStyled(joined) <= width || lines.isEmpty {
                    lines = lines.dropLast() + [joined]
                } else {
                    lines.append(indent + part)
                }
            }
            return lines
        }

        /// Returns a sentence in a style, wrapped to the width.
        private func sentence(_ text: String, _ style: Terminal.Style, indent: String) -> [String] {
            wrapped(text, to: width - indent.count).map { indent + Terminal.output.styled($0, style) }
        }

        private func title(_ text: String) -> String { Terminal.output.styled(text, .bold) }

        // MARK: All together

        private var summary: [String] {
            let rates = now.compactMap(rates)
            var parts = [path, now.count == 1 ? "1 process" : "\(now.count) processes"]
            if !rates.isEmpty {
                parts.append("\(number(rates.reduce(0) { $0 + $1.readsPerSecond })) reads/s")
                parts.append("\(number(rates.reduce(0) { $0 + $1.commitsPerSecond })) commits/s")
            }
            if let log { parts.append(log) }
            if let oldest = now.compactMap(\.oldestReader?.transaction?.age).max() {
                parts.append("oldest reader \(timeInWords(oldest))")
            }
            return parts
        }

        /// The size of the write-ahead log in words. Each process records the page count at its own commits, so the count of the latest
        /// commit is shown.
        private var log: String? {
            let all = now.compactMap(\.log)
            guard let size = all.map(\.fileSize).max() else { return nil }
            let known = all.filter { $0.pages != nil }.min {
                ($0.age ?? .seconds(1_000_000)) < ($1.age ?? .seconds(1_000_000))
            }
            let pages = known?.pages.map { "\(counted($0, "page")) of " } ?? ""
            return "log \(pages)\(sizeInWords(size))"
        }

        private func rates(_ process: FMActivity) -> FMActivity.Rates? {
            before.first { $0.processID == process.processID }.flatMap(process.rates)
        }

        private func number(_ value: Double) -> String {
            value < 10 ? "\((value * 10).rounded() / 10)" : grouped(Int(value))
        }

        // MARK: One process

        private func lines(of process: FMActivity) -> [String] {
            var head = [title("\(process.processID) \(DisplayWidth.printable(process.processName ?? ""))")]
            if let problem = process.problem {
                return flowing(head + [Terminal.output.styled(problem, .yellow)], indent: "  ")
            }
            if let rates = rates(process) {
                head.append("\(number(rates.readsPerSecond)) reads/s")
                head.append("\(number(rates.commitsPerSecond)) commits/s")
            }
            let busy = process.connections.filter { $0.statement != nil || $0.transaction != nil || $0.wait != nil }
            let idle = process.connections.count - busy.count
            if idle > 0 { head.append("\(idle) idle") }
            let queues = process.queues.filter { $0.waiting > 0 }
            return flowing(head, indent: "  ") + busy.flatMap(lines) + queues.flatMap(lines)
        }

        private func lines(of connection: FMActivity.Connection) -> [String] {
            let name = DisplayWidth.printable("\(connection.label) \(connection.role)")
            var parts = ["  " + (isNarrow ? name : DisplayWidth.padded(name, to: 28))]
            if let site = connection.callSite { parts.append(DisplayWidth.printable(site)) }
            if let transaction = connection.transaction {
                parts.append("\(transaction.isWriting ? "writes" : "reads") for \(timeInWords(transaction.age))")
            }
            var lines = flowing(parts, indent: "    ")
            let age = connection.statement?.age.map { timeInWords($0) } ?? ""
            // If a transaction is open and no statement is running, shows the statement that began the transaction.
            if let sql = connection.statement?.sql ?? connection.transaction?.sql, !sql.isEmpty {
                let start =
                    isNarrow && age.isEmpty ? "" : DisplayWidth.padded(age, to: isNarrow ? 0 : 8, isNumber: true) + "  "
                lines.append("    \(start)\(oneLine(sql))")
            }
            if let wait = connection.wait {
                let text = "waits for the \(wait.lock) lock for \(timeInWords(wait.age))\(holders(wait.holders))"
                lines += sentence(text, .red, indent: "    ")
            }
            return lines
        }

        private func holders(_ holders: [FMActivity.Holder]) -> String {
            let names = holders.map { holder in
                [holder.label, holder.processID.map { "process \($0)" }].compactMap { $0 }.joined(separator: " of ")
            }
            return names.isEmpty ? "" : ", which \(DisplayWidth.printable(names.joined(separator: ", "))) has"
        }

        private func lines(of queue: FMActivity.Queue) -> [String] {
            let sites = queue.callSites.unique.joined(separator: ", ")
            let text =
                "\(queue.label) \(queue.role): \(counted(queue.waiting, "call")) waiting\(sites.isEmpty ? "" : ", first \(sites)")"
            return sentence(text, .yellow, indent: "  ")
        }

        // MARK: Slow statements

        private var slowStatements: [String] {
            let all = now.flatMap { process in process.slowStatements.map { (process.processID, $0) } }
            let slowest = all.sorted { $0.1.duration > $1.1.duration }.prefix(5)
            return slowest.flatMap { processID, statement in
                let duration = DisplayWidth.padded(timeInWords(statement.duration), to: 8, isNumber: true)
                let origin = Terminal.output.styled("\(processID), \(timeInWords(statement.age)) ago", .faint)
                let sql = oneLine(statement.sql)
                let indent = String(repeating: " ", count: isNarrow ? 4 : 12)
                // The SQL comes last, because a line that is too long is cut at its end.
                let lines = ["  \(duration)  \(origin)"] + (isNarrow ? [indent + sql] : [])
                let head = isNarrow ? lines : ["\(lines[0])  \(sql)"]
                return head + (showsPlans ? statement.plan.map { indent + DisplayWidth.printable($0) } : [])
            }
        }

        private func oneLine(_ sql: String) -> String {
            DisplayWidth.printable(sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }
#endif
