import Dispatch
import Foundation

#if DEBUG
    // SAFETY: `lock` synchronizes itself.
    /// An `NSLock`. A simulation decides which of its threads gets it, unless the lock is quiet: then it is held for no step, and taking it
    /// is none. What outlives a simulation needs that, because its second run would not take the steps of the first.
    package final class SystemLock: @unchecked Sendable {
        private let real = NSLock()
        private let isQuiet: Bool

        package init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

        package func lock() {
            guard !isQuiet, let thread = Simulated.thread else { return real.lock() }
            thread.step(.lock)
            while !real.try() { _ = thread.park(on: self, for: .lock, until: nil) }
        }

        package func `try`() -> Bool {
            if !isQuiet { Simulated.thread?.step(.lock) }
            return real.try()
        }

        package func unlock() {
            real.unlock()
            if !isQuiet { Simulated.thread?.wake(self) }
        }

        package func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
            lock()
            defer { unlock() }
            return try body()
        }
    }

    // SAFETY: `real` and `held` synchronize themselves.
    /// An `NSCondition`. A simulation decides which of its threads goes on.
    package final class SystemCondition: @unchecked Sendable {
        private let real = NSCondition()
        /// What the threads of a simulation lock in place of `real`.
        private let held = SystemLock()

        package init() {}

        package func lock() { if Simulated.thread == nil { real.lock() } else { held.lock() } }
        package func unlock() { if Simulated.thread == nil { real.unlock() } else { held.unlock() } }

        package func wait() {
            guard let thread = Simulated.thread else { return real.wait() }
            held.unlock()
            _ = thread.park(on: self, for: .wait, until: nil)
            held.lock()
        }

        /// - Returns: false if the time has come.
        package func wait(until end: Date) -> Bool {
            guard let thread = Simulated.thread else { return real.wait(until: end) }
            held.unlock()
            defer { held.lock() }
            return thread.park(on: self, for: .wait, until: .now + .seconds(end.timeIntervalSinceNow))
        }

        package func broadcast() {
            guard let thread = Simulated.thread else { return real.broadcast() }
            thread.wake(self)
        }

        package func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
            lock()
            defer { unlock() }
            return try body()
        }
    }

    // SAFETY: `real` synchronizes itself. Only threads of a simulation use `count`, of which one runs at a time.
    /// A `DispatchSemaphore`. A simulation decides which of its threads goes on.
    package final class SystemSemaphore: @unchecked Sendable {
        private let real: DispatchSemaphore
        private var count: Int

        package init(value: Int) { (real, count) = (DispatchSemaphore(value: value), value) }

        package func wait() { wait(until: nil) }

        package func signal() {
            guard let thread = Simulated.thread else { return _ = real.signal() }
            thread.step(.signal)
            count += 1
            thread.wake(self)
        }

        /// Waits for a signal until an instant, or without limit if the instant is nil. Returns whether there was a signal.
        @discardableResult
        package func wait(until instant: ContinuousClock.Instant?) -> Bool {
            guard let thread = Simulated.thread else { return real.wait(until: instant) }
            thread.step(.wait)
            while count == 0 {
                guard thread.park(on: self, for: .wait, until: instant) || count > 0 else { return false }
            }
            count -= 1
            return true
        }
    }
#else
    package typealias SystemLock = NSLock

    extension NSLock {
        package convenience init(isQuiet: Bool) { self.init() }
    }

    package typealias SystemCondition = NSCondition
    package typealias SystemSemaphore = DispatchSemaphore
#endif
