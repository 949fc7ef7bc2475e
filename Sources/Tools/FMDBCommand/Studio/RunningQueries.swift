#if Tool
    import Foundation

    // SAFETY: the tasks are read and written under the lock alone.
    /// Statements that run, by the names that the page has given them, so that it can end them.
    final class RunningQueries: @unchecked Sendable {
        static let most = 64

        private let lock = NSLock()
        private var tasks: [String: @Sendable () -> Void] = [:]

        /// - Throws: ``StudioError`` if too many run, or one with that name, and then the work has not begun; what the work throws.
        func run<Value: Sendable>(
            _ name: String, _ body: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            let task = try lock.withLock {
                guard tasks[name] == nil else {
                    throw StudioError(.conflict, "a statement of that name is running; nothing was done")
                }
                guard tasks.count < RunningQueries.most else {
                    throw StudioError(.tooManyRequests, "too many statements are running; end one of them first")
                }
                let task = Task(operation: body)
                tasks[name] = { task.cancel() }
                return task
            }
            defer { _ = lock.withLock { tasks.removeValue(forKey: name) } }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }

        func cancel(_ name: String) { lock.withLock { tasks[name] }?() }
    }
#endif
