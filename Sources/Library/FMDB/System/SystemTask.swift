enum SystemTask {
    /// A number that identifies the current task as long as it exists, or 0 outside of tasks.
    static var current: Int {
        #if DEBUG
            if let thread = Simulated.thread { return thread.taskNumber }
        #endif
        return withUnsafeCurrentTask { $0?.hashValue ?? 0 }
    }

    /// Runs the body of a task's cancellation handler. The runtime calls handlers under a lock, at which the threads of a simulation would
    /// wait for each other. So a simulation runs the body on another thread.
    @inline(__always)
    static func cancelling(_ body: @escaping @Sendable () -> Void) {
        #if DEBUG
            if let thread = Simulated.thread { return thread.launchLater("cancellation", body) }
        #endif
        body()
    }
}
