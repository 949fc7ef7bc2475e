#if Tool
    import FMDB

    /// The running statements, by name. The page gives each statement a name, and can cancel it by this name.
    final class RunningQueries: Sendable {
        static let most = 64

        private let tasks = Locked<[String: @Sendable () -> Void]>([:])

        /// - Throws: ``StudioError``, before the work begins, if too many statements are running, or if one with the given name is;
        ///   otherwise the error that the work throws.
        func run<Value: Sendable>(
            _ name: String, _ body: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            let task = try tasks.withLock { tasks in
                guard tasks[name] == nil else {
                    throw StudioError(.conflict, "a statement with that name is running; nothing was done")
                }
                guard tasks.count < RunningQueries.most else {
                    throw StudioError(.tooManyRequests, "too many statements are running; end one of them first")
                }
                let task = Task(operation: body)
                tasks[name] = { task.cancel() }
                return task
            }
            defer { tasks.withLock { $0[name] = nil } }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }

        func cancel(_ name: String) { tasks.value[name]?() }
    }
#endif
