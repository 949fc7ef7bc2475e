import Dispatch

extension DispatchSemaphore {
    /// Waits for a signal until an instant, for at most a day, or without limit if the instant is nil. Returns whether there was a signal.
    @discardableResult
    package func wait(until instant: ContinuousClock.Instant?) -> Bool {
        guard let instant else {
            wait()
            return true
        }
        // The cap of a day keeps the conversion to nanoseconds from overflowing.
        let rest = min(ContinuousClock.now.duration(to: instant), .seconds(86_400))
        guard rest >= .zero else { return wait(timeout: .now()) == .success }
        let (seconds, attoseconds) = rest.components
        // `DispatchTimeInterval` counts nanoseconds as an `Int`, which overflows after two seconds on 32-bit platforms. So this computes a
        // `DispatchTime`.
        let nanoseconds = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000) + 1
        return wait(timeout: DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + nanoseconds))
            == .success
    }
}
