#if Tool
    import ArgumentParser
    import Foundation

    /// A verb. Its error is printed to standard error and determines the exit code.
    protocol ToolCommand: ParsableCommand {
        /// The file that the error output adds to each message, or nil if the messages contain the file already.
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
                Interrupts.letWritesFail()
                Interrupts.shared.listen()
                try perform()
                try Interrupts.shared.check()
            } catch {
                var failure = ToolError(error, file: subject)
                // SQLite's error does not show which signal caused the interrupt.
                if failure.outcome == .interrupted, let outcome = Interrupts.shared.outcome {
                    failure = ToolError(outcome, failure.message)
                }
                if failure.outcome == .ioError, let subject { DatabaseOptions.undoUnfinished(subject) }
                if !failure.message.isEmpty { printNote("fmdb: \(failure.message)") }
                throw ExitCode(failure.outcome.rawValue)
            }
        }
    }

    extension CommandConfiguration {
        init(abstract: String, text: String) { self.init(abstract: abstract, discussion: unwrapped(text)) }
    }

    /// Joins the lines of each paragraph, because help wraps at the terminal's width. Lines that begin with blanks are kept.
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
            // A title in upper case keeps its own line.
            isParagraph = isText && line != Substring(line.uppercased())
        }
        return lines.joined(separator: "\n")
    }
#endif
