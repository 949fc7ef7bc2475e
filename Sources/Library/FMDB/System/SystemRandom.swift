/// The system's random numbers. In a simulation they come from its seed.
struct SystemRandom: RandomNumberGenerator {
    /// The generator. It has no state of its own, so that setting it has no effect.
    static var shared: SystemRandom {
        get { SystemRandom() }
        set {}
    }

    func next() -> UInt64 {
        #if DEBUG
            if let thread = Simulated.thread { return thread.nextRandom() }
        #endif
        var system = SystemRandomNumberGenerator()
        return system.next()
    }
}
