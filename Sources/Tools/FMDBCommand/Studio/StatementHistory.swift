#if Tool
    import Foundation

    // SAFETY: the history is used under the lock alone.
    /// The history of the SQL page, which is that of `fmdb shell`.
    final class StatementHistory: @unchecked Sendable {
        private let lock = NSLock()
        private let history = History()

        func add(_ sql: String) {
            lock.withLock {
                history.add(sql)
                history.save()
            }
        }

        /// The last entries, the oldest first.
        var entries: [String] { lock.withLock { Array(history.entries.suffix(200)) } }
    }
#endif
