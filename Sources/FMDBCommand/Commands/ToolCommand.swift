#if Tool
    import ArgumentParser
    import Foundation

    /// A verb. What it throws is told on the standard error, and becomes the exit code.
    protocol ToolCommand: ParsableCommand {
        /// The file that errors are about; nil if they say it themselves.
        var subject: String? { get }

        func perform() throws
    }

    /// A verb whose errors are about a file.
    protocol FileCommand: ToolCommand {
        var file: String { get }
    }

    extension FileCommand {
        var subject: String? { file }
    }

    extension ToolCommand {
        var subject: String? { nil }

        mutating func run() throws {
            do {
                Interrupts.shared.listen()
                try perform()
                try Interrupts.shared.check()
            } catch let error as ExitCode {
                throw error
            } catch {
                var failure = ToolError(error, file: subject)
                // SQLite says of a statement that it was interrupted, and not by which signal.
                if failure.outcome == .interrupted, let outcome = Interrupts.shared.outcome {
                    failure = ToolError(outcome, failure.message)
                }
                if failure.outcome == .ioError, let subject { DatabaseOptions.undoUnfinished(subject) }
                if !failure.message.isEmpty { printNote("fmdb: \(failure.message)") }
                throw ExitCode(failure.outcome.rawValue)
            }
        }
    }

    /// A text whose paragraphs are one line each, for help to be broken where the terminal ends. Lines that begin with blanks stay.
    func unwrapped(_ text: String) -> String {
        var lines: [Substring] = []
        var isParagraph = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isText = !line.isEmpty && line.first != " "
            if isText, isParagraph, let last = lines.popLast() {
                lines.append(last + " " + line)
            } else {
                lines.append(line)
            }
            // A title in capitals stands alone.
            isParagraph = isText && line != Substring(line.uppercased())
        }
        return lines.joined(separator: "\n")
    }
#endif
