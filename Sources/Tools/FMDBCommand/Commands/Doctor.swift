#if Tool
    import ArgumentParser
    import FMDB

    struct Doctor: FileCommand {
        private struct Report: Encodable {
            let file: String
            let isHealthy: Bool
            let findings: [Advice]
        }

        static let configuration = CommandConfiguration(
            abstract: "Examines a database, and gives advice.",
            text: """
                Checks integrity, the write-ahead log, current lock holders, free and unused space, missing and superfluous indexes, risky
                settings, and known defects of this SQLite. It does not change the database. The exit code is 1 if something is broken, and
                3 if something could not be checked. Hints and warnings leave it 0, unless --strict.

                EXAMPLES
                  fmdb doctor shop.db
                  fmdb doctor shop.db --quick
                  fmdb doctor shop.db --json | jq '.findings[] | select(.kind != "fine")'
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Flag(help: "Check only the pages, not whether the indexes match their tables.") var quick = false
        @Flag(help: "Treat warnings as problems.") var strict = false
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var options: DatabaseOptions

        func perform() throws {
            let advice = try advice()
            let isBroken = advice.contains { $0.kind == .problem || strict && $0.kind == .warning }
            let isUnchecked = advice.contains { $0.kind == .unchecked }
            if json {
                try printJSON(Report(file: file, isHealthy: !isBroken && !isUnchecked, findings: advice))
            } else {
                try show(advice)
            }
            if isBroken || isUnchecked { throw ToolError(isBroken ? .failed : .partly) }
        }

        private func advice() throws -> [Advice] {
            let db: FMDatabase
            do {
                db = try options.open(file, for: .read)
            } catch let error as UnfinishedTransaction {
                return [
                    Advice(.unchecked, "log", "The database was not examined: \(error.message).", error.action)
                ]
            } catch let error as FMError where error.resultCode.primary == .corrupt {
                return [
                    .init(
                        .problem, "integrity", "The database could not be examined: \(error.message).",
                        Examination.rescue(file))
                ]
            }
            defer { db.close() }
            let ticker = Ticker("examining")
            defer { ticker.end() }
            return try Interrupts.shared.during(db.interrupter) {
                try Examination(db: db, path: file, isQuick: quick) { try options.open(file, for: .write) }.run()
            }
        }

        /// The maximum number of problems that are printed for an area.
        private static let shown = 20

        private func show(_ advice: [Advice]) throws {
            let width = Terminal.output.width ?? 100
            var (lines, hidden): ([String], Int) = ([], 0)
            var lastAction: String?
            for area in advice.map(\.area).unique {
                lines += (lines.isEmpty ? [] : [""]) + [Terminal.output.styled(area, .bold)]
                var problems = 0
                for var one in advice where one.area == area {
                    if one.kind == .problem { problems += 1 }
                    guard one.kind != .problem || problems <= Doctor.shown else {
                        hidden += 1
                        continue
                    }
                    // Equal advice for many damaged pages is printed once.
                    if one.action == lastAction { one.action = nil } else { lastAction = one.action }
                    lines += one.lines(width: width)
                }
            }
            if hidden > 0 {
                let command = "fmdb doctor \(shellQuoted(file)) --json"
                lines += Advice(.hint, "", "\(counted(hidden, "more problem")).", "\(command) shows all of them.")
                    .lines(
                        width: width)
            }
            let counts: [(Advice.Kind, String)] = [(.problem, "problem"), (.warning, "warning"), (.hint, "hint")]
            var summary = counts.map { kind, noun in counted(advice.filter { $0.kind == kind }.count, noun) }
            let unchecked = advice.filter { $0.kind == .unchecked }.count
            if unchecked > 0 { summary.append("\(grouped(unchecked)) not checked") }
            lines += ["", summary.joined(separator: ", ")]
            try printLines(lines)
        }
    }
#endif
