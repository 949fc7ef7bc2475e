#if Tool
    import FMDB
    import Foundation

    /// The statements that were typed in earlier sessions and in this one.
    struct History {
        private(set) var entries: [String] = []
        private let path: String?
        private var added: [String] = []
        private static let limit = 2000
        /// The maximum number of bytes of an entry. Longer statements are usually pasted, and not worth recalling.
        private static let maximumSize = 64 << 10

        init() {
            path = History.defaultPath
            guard let path, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
            let lines = text.split(separator: "\n")
            entries = lines.suffix(History.limit).map { History.unescaped(String($0)) }
            if lines.count > 2 * History.limit { trim(path) }
        }

        static var defaultPath: String? {
            let environment = ProcessInfo.processInfo.environment
            if let path = environment["FMDB_HISTORY"] { return path.isEmpty ? nil : path }
            if let folder = environment["XDG_STATE_HOME"], !folder.isEmpty { return folder + "/fmdb/history" }
            return environment["HOME"].map { $0 + "/.local/state/fmdb/history" }
        }

        /// Adds an entry, unless it repeats the last one, begins with a blank, is too long, or contains an encryption key.
        mutating func add(_ entry: String) {
            let text = entry.trimmingCharacters(in: .newlines)
            guard !text.isEmpty, text.utf8.count <= History.maximumSize, text.first != " ", text != entries.last,
                !text.namesKey
            else { return }
            entries.append(text)
            added.append(text)
            if entries.count > History.limit { entries.removeFirst(entries.count - History.limit) }
        }

        /// Appends the new entries to the file. It is not rewritten, because other shells append to it too. Only the owner can read it.
        mutating func save() {
            guard let path, !added.isEmpty else { return }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            if History.write(added, to: path, O_APPEND) { added = [] }
        }

        /// Replaces the file with one that contains only the newest entries.
        private func trim(_ path: String) {
            let partial = "\(path).\(getpid())"
            guard History.write(entries, to: partial, O_EXCL | O_NOFOLLOW), rename(partial, path) == 0 else {
                unlink(partial)
                return
            }
        }

        private static func write(_ entries: [String], to path: String, _ flags: Int32) -> Bool {
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
            guard file >= 0 else { return false }
            defer { close(file) }
            let sink = ByteSink(file, name: path)
            let isWritten: Void? = try? {
                for entry in entries { try sink.write(History.escaped(entry) + "\n") }
                try sink.flush()
            }()
            return isWritten != nil
        }

        private static func escaped(_ text: String) -> String {
            text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
        }

        private static func unescaped(_ line: String) -> String {
            line.replacing(/\\(.?)/) { $0.1 == "n" ? "\n" : $0.1 }
        }
    }
#endif
