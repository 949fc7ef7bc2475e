import Dispatch

extension DispatchSemaphore {
    /// Waits for a signal, but not beyond an instant; nil waits without limit.
    func wait(until instant: ContinuousClock.Instant?) {
        guard let instant else { return wait() }
        // A day at a time: more nanoseconds than that need no counting, nor can all durations be counted in seconds.
        let rest = min(ContinuousClock.now.duration(to: instant), .seconds(86_400))
        guard rest >= .zero else { return }
        let (seconds, attoseconds) = rest.components
        // Of the intervals of Dispatch nanoseconds are an `Int`: with 32 bits, two seconds.
        let nanoseconds = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000) + 1
        _ = wait(timeout: DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + nanoseconds))
    }
}
