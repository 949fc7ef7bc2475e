#if Tool
    import Foundation

    // SAFETY: the tasks are read and written under the lock alone.
    /// Statements that run, by the names that the page has given them, so that it can end them.
    final class RunningQueries: @unchecked Sendable {
        private let lock = NSLock()
        private var tasks: [String: @Sendable () -> Void] = [:]

        /// - Throws: ``StudioError`` if too many run; what the work throws.
        func run<Value: Sendable>(
            _ name: String, _ body: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            let task = Task(operation: body)
            let isRefused = lock.withLock {
                guard tasks.count < 64, tasks[name] == nil else { return true }
                tasks[name] = { task.cancel() }
                return false
            }
            guard !isRefused else {
                task.cancel()
                throw StudioError(.tooManyRequests, "too many statements are running; end one of them first")
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
