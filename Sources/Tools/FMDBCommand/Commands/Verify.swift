#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    struct Verify: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks a database, or a continuous backup.",
            text: """
                For a database it checks all pages, indexes, constraints and foreign keys; for a continuous backup all pieces. The exit code
                is 1 if something is damaged or missing, and 3 if no damage was found but something could not be checked.

                EXAMPLES
                  fmdb verify shop.db
                  fmdb verify /backups/shop
                  fmdb verify /backups/shop --restore
                """)

        @Argument(help: "The database, or the folder of a continuous backup.", completion: .file()) var file: String
        @Flag(help: "With a database: do not compare the indexes with their tables.") var quick = false
        @Flag(help: "With a backup: also restore its newest state into a temporary file.") var restore = false
        @Flag(help: "Print JSON.") var json = false
        @Flag(help: "Show no progress.") var quiet = false
        @OptionGroup var options: DatabaseOptions

        private struct Report: Encodable {
            let file: String
            let isWhole: Bool
            let findings: [String]
            let unchecked: [String]
            var firstCommit: UInt64?
            var lastCommit: UInt64?
            var pieces: Int?
            var bytes: Int64?

            var isDamaged: Bool { !isWhole && (!findings.isEmpty || unchecked.isEmpty) }
        }

        func perform() throws {
            let report = try isFolder(file) ? verifyArchive() : verifyDatabase()
            if json {
                try printJSON(report)
            } else {
                try printLines(lines(report))
            }
            if !report.isWhole { throw ToolError(report.isDamaged ? .failed : .partly) }
        }

        private func lines(_ report: Report) -> [String] {
            var lines = report.findings + report.unchecked.map { "not checked: \($0)" }
            if let first = report.firstCommit, let last = report.lastCommit {
                lines.append(
                    "commits \(first) to \(last) in \(counted(report.pieces ?? 0, "piece")), \(sizeInWords(report.bytes ?? 0))"
                )
            }
            let verdict = report.isWhole ? "is intact" : report.isDamaged ? "is damaged" : "was not fully checked"
            return lines + ["\(file) \(verdict)"]
        }

        private func verifyDatabase() throws -> Report {
            let db = try options.open(file, for: .read)
            defer { db.close() }
            let ticker = Ticker("checking", isQuiet: quiet)
            defer { ticker.end() }
            let result = try Interrupts.shared.during(db.interrupter) {
                try CheckedFile(db, isQuick: quick) { try options.open(file, for: .write) }
            }
            return Report(
                file: file, isWhole: result.findings.isEmpty && result.unchecked.isEmpty,
                findings: result.findings.map(\.message), unchecked: result.unchecked)
        }

        private func verifyArchive() throws -> Report {
            let progress = Progress("checking", isQuiet: quiet)
            defer { progress.end() }
            let opened = OpenedConnections()
            var verifying = FMBackup.VerifyOptions()
            verifying.restores = restore ? .latest : nil
            verifying.restoring.configure = try options.preparing(opened)
            let result = try opened.during {
                try FMBackup(URL(fileURLWithPath: file)).verify(verifying) { state in
                    try progress.step(state.completed, of: state.total)
                }
            }
            guard result.pieces > 0 else {
                throw ToolError(.badData, "\"\(file)\" contains no continuous backup")
            }
            let gaps = result.gaps.map { gap in
                "commits \(gap.commits.lowerBound) to \(gap.commits.upperBound) cannot be restored"
            }
            let unchecked = result.unchecked.map { part in
                "whether commits \(part.commits.lowerBound) to \(part.commits.upperBound) belong to the snapshot before them"
            }
            return Report(
                file: file, isWhole: result.isWhole, findings: result.damaged.map { "\($0.name): \($0.reason)" } + gaps,
                unchecked: unchecked + (result.restored?.unchecked ?? []),
                firstCommit: result.first?.number, lastCommit: result.last?.number, pieces: result.pieces,
                bytes: result.bytes)
        }
    }
#endif
