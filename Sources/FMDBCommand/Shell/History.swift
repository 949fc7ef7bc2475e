#if Tool
    import Foundation

    /// What was typed in earlier sessions and in this one.
    final class History {
        private(set) var entries: [String] = []
        let path: String?
        private static let limit = 2000

        init() {
            path = History.defaultPath
            guard let path, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
            entries = text.split(separator: "\n").suffix(History.limit).map { History.unescaped(String($0)) }
        }

        private static var defaultPath: String? {
            let environment = ProcessInfo.processInfo.environment
            if let path = environment["FMDB_HISTORY"] { return path.isEmpty ? nil : path }
            if let folder = environment["XDG_STATE_HOME"], !folder.isEmpty { return folder + "/fmdb/history" }
            return environment["HOME"].map { $0 + "/.local/state/fmdb/history" }
        }

        /// Keeps an entry, unless it is the same as the last one, begins with a blank, or has a key in it.
        func add(_ entry: String) {
            let text = entry.trimmingCharacters(in: .newlines)
            guard !text.isEmpty, text.first != " ", text != entries.last, !History.mayHaveKey(text) else { return }
            entries.append(text)
            if entries.count > History.limit { entries.removeFirst(entries.count - History.limit) }
        }

        private static func mayHaveKey(_ text: String) -> Bool {
            text.range(of: #"\b(re)?key\b|\bhexkey\b"#, options: [.regularExpression, .caseInsensitive]) != nil
                && text.range(of: #"pragma|attach"#, options: [.regularExpression, .caseInsensitive]) != nil
        }

        /// Writes the file anew. Nobody but its owner can read it.
        func save() {
            guard let path else { return }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let partial = "\(path).\(getpid())"
            let file = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0 else { return }
            let sink = ByteSink(file, name: path)
            let isWritten: Void? = try? {
                for entry in entries { try sink.write(History.escaped(entry) + "\n") }
                try sink.flush()
            }()
            close(file)
            if isWritten == nil || rename(partial, path) != 0 { unlink(partial) }
        }

        static func escaped(_ text: String) -> String {
            text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
        }

        private static func unescaped(_ line: String) -> String {
            var result = ""
            var isEscape = false
            for character in line {
                if isEscape {
                    result.append(character == "n" ? "\n" : character)
                    isEscape = false
                } else if character == "\\" {
                    isEscape = true
                } else {
                    result.append(character)
                }
            }
            return result
        }
    }
#endif
