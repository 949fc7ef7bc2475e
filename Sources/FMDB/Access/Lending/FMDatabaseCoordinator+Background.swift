import Dispatch

extension FMDatabaseCoordinator {
    /// A function that runs work on a queue, or on a thread of the library.
    ///
    /// - Parameter queue: nil for a thread of the library.
    final func background(_ queue: DispatchQueue?) -> @Sendable (@escaping @Sendable () -> Void) -> Void {
        guard let queue else { return { WorkerThreads.shared.run(.current, $0) } }
        return { work in queue.async { work() } }
    }
}
