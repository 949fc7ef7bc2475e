#if Tool
    import Dispatch
    import Foundation

    // SAFETY: the result is written once, before the semaphore is signalled, and read after that.
    private final class Outcomes<Value: Sendable>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }

    /// Waits for asynchronous work, which a signal cancels.
    func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Outcomes<Value>()
        let semaphore = DispatchSemaphore(value: 0)
        let task = Task.detached {
            do {
                outcome.result = .success(try await body())
            } catch {
                outcome.result = .failure(error)
            }
            semaphore.signal()
        }
        return try Interrupts.shared.during({ task.cancel() }) {
            semaphore.wait()
            guard let result = outcome.result else { throw CancellationError() }
            return try result.get()
        }
    }

    // SAFETY: the actions are read and written under the lock alone.
    /// Connections that a call of the library opens, to be interrupted with the others.
    final class OpenedConnections: @unchecked Sendable {
        private let lock = NSLock()
        private var actions: [@Sendable () -> Void] = []

        func add(_ action: @escaping @Sendable () -> Void) { lock.withLock { actions.append(action) } }

        /// Does work that a signal ends, by interrupting the connections.
        func during<Value>(_ body: () throws -> Value) throws -> Value {
            try Interrupts.shared.during({ [self] in for action in lock.withLock({ actions }) { action() } }, body)
        }
    }
#endif
