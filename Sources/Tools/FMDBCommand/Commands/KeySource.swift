#if Tool && SQLCipher
    import Foundation

    /// The source of a key. The key is never a command argument, because every process on the machine can read arguments.
    struct KeySource {
        let file: String?
        let variable: String?
        let asks: Bool

        func key() throws -> Data? {
            guard [file != nil, variable != nil, asks].filter({ $0 }).count <= 1 else {
                throw ToolError.usage("give only one of --key-file, --key-variable and --ask-key")
            }
            if let file { return try KeySource.content(of: file) }
            if let variable {
                guard let key = ProcessInfo.processInfo.environment[variable], !key.isEmpty else {
                    throw ToolError(.noInput, "the environment variable \(variable) has no key")
                }
                return Data(key.utf8)
            }
            return asks ? try KeySource.ask() : nil
        }

        private static func content(of file: String) throws -> Data {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw ToolError(.noInput, "the key cannot be read from \"\(file)\"")
            }
            let line = data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            guard !line.isEmpty else { throw ToolError(.noInput, "the first line of \"\(file)\" is empty") }
            return Data(line)
        }

        private static func ask() throws -> Data {
            guard Terminal.input.isTerminal else {
                throw ToolError.usage("--ask-key needs a terminal; use --key-file or --key-variable")
            }
            try? FileHandle.standardError.write(contentsOf: Data("Key: ".utf8))
            var settings = termios()
            tcgetattr(STDIN_FILENO, &settings)
            let before = settings
            settings.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            defer {
                var before = before
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
                printNote("")
            }
            guard let line = try StandardInput().line(), !line.isEmpty else {
                throw ToolError(.noInput, "no key was given")
            }
            return Data(line.utf8)
        }
    }
#endif
