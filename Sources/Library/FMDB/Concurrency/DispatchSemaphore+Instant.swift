import Dispatch

extension DispatchSemaphore {
    /// Waits for a signal, but not beyond an instant, nor longer than a day; nil waits without limit. Returns whether there was one.
    @discardableResult
    func wait(until instant: ContinuousClock.Instant?) -> Bool {
        guard let instant else {
            wait()
            return true
        }
        // More nanoseconds than that need no counting, nor can all durations be counted in seconds.
        let rest = min(ContinuousClock.now.duration(to: instant), .seconds(86_400))
        guard rest >= .zero else { return wait(timeout: .now()) == .success }
        let (seconds, attoseconds) = rest.components
        // Of the intervals of Dispatch nanoseconds are an `Int`: with 32 bits, two seconds.
        let nanoseconds = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000) + 1
        return wait(timeout: DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + nanoseconds))
            == .success
    }
}
