#if Tool
    import Foundation

    // SAFETY: the history is used under the lock alone.
    /// The history of the SQL page, which is that of `fmdb shell`.
    final class StatementHistory: @unchecked Sendable {
        private let lock = NSLock()
        private let history = History()

        /// Longer statements are not kept.
        private static let mostBytes = 65_536

        func add(_ sql: String) {
            guard sql.utf8.count <= StatementHistory.mostBytes else { return }
            lock.withLock {
                let last = history.entries.last
                history.add(sql)
                guard let entry = history.entries.last, entry != last else { return }
                append(entry)
            }
        }

        /// Leaves alone what other processes have written meanwhile. Nobody but its owner can read a new file.
        private func append(_ entry: String) {
            guard let path = history.path else { return }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            let line = Array((History.escaped(entry) + "\n").utf8)
            // In one call, so that lines of two processes are not mixed.
            _ = write(file, line, line.count)
        }

        /// The last entries, the oldest first.
        var entries: [String] { lock.withLock { Array(history.entries.suffix(200)) } }
    }
#endif
