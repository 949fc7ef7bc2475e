import Dispatch

extension FMDatabaseCoordinator {
    /// How something is done elsewhere.
    ///
    /// - Parameter queue: nil for a thread of the library.
    final func background(_ queue: DispatchQueue?) -> @Sendable (@escaping @Sendable () -> Void) -> Void {
        guard let queue else { return { WorkerThreads.shared.run(.current, $0) } }
        return { work in queue.async { work() } }
    }
}
