#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    /// A verb that the program `fmdb-check` runs. It is a separate program so that `fmdb` does not need swift-syntax.
    protocol CheckedVerb: ParsableCommand {
        var arguments: [String] { get }
    }

    extension CheckedVerb {
        func run() throws {
            let failure = replaceThis([Self._commandName] + arguments)
            printNote("fmdb: \(failure.message)")
            throw ExitCode(failure.outcome.rawValue)
        }

        /// Replaces this process with `fmdb-check`, which then gets the signals and sets the exit code. Returns only on failure.
        private func replaceThis(_ arguments: [String]) -> ToolError {
            let name = "fmdb-check"
            guard let path = Self.path(of: name) else {
                return ToolError(
                    .unavailable,
                    """
                    the program \(name) was not found next to fmdb or in PATH. Build it in a clone of the package:
                        swift build -c release --product \(name) --traits Checked
                    """)
            }
            var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
            words.append(nil)
            execv(path, words)
            let reason = systemMessage(errno)
            for word in words { free(word) }
            return ToolError(.unavailable, "\"\(path)\" cannot be started: \(reason)")
        }

        private static func path(of name: String) -> String? {
            var folders: [String] = []
            if let own = Bundle.main.executableURL {
                folders.append(own.resolvingSymlinksInPath().deletingLastPathComponent().path)
            }
            folders += (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            let files = folders.map { $0 + "/" + name }
            return files.first { FileManager.default.isExecutableFile(atPath: $0) && !isFolder($0) }
        }
    }

    struct Check: CheckedVerb {
        static let configuration = CommandConfiguration(
            abstract: "Checks the SQL in Swift sources with SQLite. Needs the program fmdb-check.",
            text: """
                EXAMPLES
                  fmdb check Sources --schema schema.sql
                  fmdb check Sources --database app.db --list-unfollowed

                `fmdb check --help` shows the help of fmdb-check, which must be next to this program or in PATH.
                """)

        @Argument(parsing: .captureForPassthrough, help: "The arguments of fmdb-check.") var arguments: [String] = []
    }

    struct Generate: CheckedVerb {
        static let configuration = CommandConfiguration(
            abstract: "Generates Swift functions for queries in SQL files. Needs the program fmdb-check.",
            discussion:
                "`fmdb generate --help` shows the help of fmdb-check, which must be next to this program or in PATH.")

        @Argument(parsing: .captureForPassthrough, help: "The arguments of fmdb-check.") var arguments: [String] = []
    }
#endif
