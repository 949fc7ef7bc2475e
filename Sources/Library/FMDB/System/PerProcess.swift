/// The objects of which each process has one.
enum PerProcess {
    /// Returns the object of the current process: the real one's, or in a simulation the simulated one's, which the first call creates.
    @inline(__always)
    static func object<Shared: AnyObject>(_ real: @autoclosure () -> Shared, _ create: () -> Shared) -> Shared {
        #if DEBUG
            if let process = Simulated.process { return process.object(create) }
        #endif
        return real()
    }
}
