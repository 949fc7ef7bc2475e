#if Tool
    import ArgumentParser
    import Dispatch
    import FMDB
    import Foundation

    struct Top: ToolCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what running programs do with a database, until Ctrl-C.",
            text: """
                Shows connections with their labels and source lines, running statements and their age, which connection waits for which,
                the write-ahead log and its oldest reader, reads and commits per second, and slow statements with their plans. Values are
                never shown: literals in SQL are question marks.

                It shows programs of the same user that set configuration.publishesActivity = true. A program that hangs is marked as
                hanging.

                EXAMPLES
                  fmdb top shop.db
                  fmdb top shop.db --interval 5
                  fmdb top shop.db --once --json | jq '.[].connections[] | select(.wait)'
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Option(help: ArgumentHelp("The time between updates, 0.1 to 3600.", valueName: "seconds")) var interval = 1.0
        @Flag(help: "Take two samples, print once, and exit. This is the default if the output is not a terminal.")
        var once = false
        @Flag(help: "Do not show the plans of slow statements.") var noPlans = false
        @Flag(help: "Print JSON: a list of processes for each update.") var json = false

        func validate() throws {
            guard (0.1...3600).contains(interval) else { throw ValidationError("--interval must be from 0.1 to 3600.") }
        }

        func perform() throws {
            try DatabaseOptions.expectFile(file)
            var before = try look()
            if json, once { return try printJSON(before) }
            let isScreen = Terminal.output.isTerminal && !once && !json
            // Switches to the terminal's alternate screen. Leaving it restores the previous content.
            if isScreen { try printText("\u{1B}[?1049h\u{1B}[?25l".utf8) }
            defer { if isScreen { try? printText("\u{1B}[?25h\u{1B}[?1049l".utf8) } }
            do {
                repeat {
                    try pause()
                    let now = try look()
                    try show(now, before, isScreen: isScreen)
                    before = now
                } while isScreen || json
            } catch let error as ToolError where error.outcome == .interrupted && !once {
                // Ctrl-C is the normal end of this command, so it is not reported as an interruption.
                Interrupts.shared.reset()
            }
        }

        /// Reads the activity of all processes. The timeout is longer than the library's own for error messages, because processes answer
        /// late on a busy machine.
        private func look() throws -> [FMActivity] { try FMActivity.all(of: file, timeout: .seconds(2)) }

        private func pause() throws {
            let semaphore = DispatchSemaphore(value: 0)
            try Interrupts.shared.during({ semaphore.signal() }) {
                _ = semaphore.wait(timeout: .now() + interval)
            }
            try Interrupts.shared.check()
        }

        private func show(_ now: [FMActivity], _ before: [FMActivity], isScreen: Bool) throws {
            if json { return try printJSON(now) }
            let width = Terminal.output.width ?? 160
            let screen = ActivityScreen(path: file, now: now, before: before, width: width, showsPlans: !noPlans)
            var lines = screen.lines
            guard isScreen else { return try printLines(lines) }
            let height = max(2, Terminal.output.height ?? 24)
            if lines.count >= height { lines = lines.prefix(height - 2) + ["… \(lines.count - height + 2) more lines"] }
            // Lines are overwritten and cleared to their end, so the screen does not flicker.
            let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n")
            try printText("\u{1B}[H\(text)\u{1B}[J".utf8)
        }
    }
#endif
