import Foundation

// SAFETY: every variable is read and written under `condition`, but `flag`, which is atomic.
/// Ends one access to a connection early: because its task was cancelled, or its time is up.
package final class CancellationToken: @unchecked Sendable {
    package enum Reason: UInt {
        case cancelled = 1
        case deadlineExceeded = 2
    }

    /// How an access is ended.
    enum Means {
        /// Whatever runs on the connection is interrupted.
        case interruption
        /// The statement that runs is stopped. Other result sets of the connection stay open.
        case watch
        /// No further statement begins, and none makes another step.
        case refusal
    }

    /// Ends what the access is doing.
    package typealias Action = @Sendable () -> Void

    private let condition = NSCondition()
    /// The reason's number, 0 before there is one. Each step of a statement looks at it, so it has no lock.
    private let flag = AtomicWord(0)
    private var action: Action?
    private var isFinished = false
    private var hasStruck = false

    package init() {}

    /// Why the access ends; nil while it does not.
    package var reason: Reason? { Reason(rawValue: flag.value) }
    package var isStopped: Bool { flag.value != 0 }

    /// Whether a statement was stopped, or refused.
    var didStrike: Bool { condition.withLock { hasStruck } }

    /// Ends the access, from any thread. The first reason counts.
    package func stop(_ reason: Reason) {
        condition.lock()
        defer { condition.unlock() }
        guard !isFinished, !isStopped else { return }
        flag.value = reason.rawValue
        // Interrupts the statement; `FMDatabase.obey(_:by:)` has set it. Under the lock: what is stopped must be this access, and
        // no later one of the same connection.
        action?()
        condition.broadcast()
    }

    /// The access is over: nothing is stopped any more.
    func finish() { condition.withLock { (isFinished, action) = (true, nil) } }

    /// Sets the action for the end of the access.
    ///
    /// - Parameter action: called at once, or not at all, or once under the token's lock: it must not use the token.
    package func onStop(_ action: Action?) {
        condition.lock()
        defer { condition.unlock() }
        self.action = action
        if isStopped { action?() }
    }

    /// Adds an action for the end of the access, while a body runs.
    ///
    /// - Parameter other: as for ``onStop(_:)``.
    func alsoOnStop<Value>(_ other: @escaping Action, _ body: () throws -> Value) rethrows -> Value {
        let former = condition.withLock { action }
        onStop {
            former?()
            other()
        }
        defer { condition.withLock { action = isFinished ? nil : former } }
        return try body()
    }

    /// Records that a statement was stopped.
    func strike() { condition.withLock { hasStruck = true } }

    /// Waits, but no longer than until the access is to end.
    package func sleep(seconds: Double) {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: min(seconds, 86_400))
        while !isStopped, condition.wait(until: end) {}
    }
}

extension FMError {
    /// An access that was ended early.
    package static func stopped(
        _ reason: CancellationToken.Reason, sql: String?, contention: FMError.Contention? = nil
    ) -> FMError {
        switch reason {
        case .cancelled: FMError(.interrupt, "the task was cancelled", sql: sql, stage: .step)
        case .deadlineExceeded:
            FMError(.deadlineExceeded, "the deadline has passed", sql: sql, stage: .step, contention: contention)
        }
    }
}

extension CancellationToken {
    /// - Throws: `FMError` with the code `.interrupt` if the access is to end.
    func checkCancellation() throws(FMError) { if let reason { throw .stopped(reason, sql: nil) } }
}
