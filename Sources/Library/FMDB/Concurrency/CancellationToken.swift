import Foundation

// SAFETY: every variable is read and written under `condition`, except `flag`, which is atomic.
/// Ends one access to a connection early, because its task was cancelled or its deadline has passed.
package final class CancellationToken: @unchecked Sendable {
    package enum Reason: UInt {
        case cancelled = 1
        case deadlineExceeded = 2
    }

    /// The way in which an access is ended.
    enum Means {
        /// Interrupts everything that runs on the connection.
        case interruption
        /// Stops only the running statement. Other result sets of the connection stay open.
        case watch
        /// Refuses to start statements and to step running ones.
        case refusal
    }

    /// A closure that ends the operation of the access.
    package typealias Action = @Sendable () -> Void

    private let condition = SystemCondition()
    /// The reason's raw value, or 0 before the token is stopped. It is atomic because each step of a statement reads it, and a lock would
    /// cost too much.
    private let flag = AtomicWord(0)
    private var action: Action?
    private var isFinished = false
    private var hasStruck = false

    package init() {}

    /// The reason why the access must end, or nil if it may continue.
    package var reason: Reason? { Reason(rawValue: flag.value) }
    package var isStopped: Bool { flag.value != 0 }

    /// Whether a statement was stopped or refused because of the token.
    var didStrike: Bool { condition.withLock { hasStruck } }

    /// Ends the access. Can be called on any thread. The first reason wins.
    package func stop(_ reason: Reason) {
        condition.lock()
        defer { condition.unlock() }
        guard !isFinished, !isStopped else { return }
        flag.value = reason.rawValue
        // `FMDatabase.obey(_:by:)` sets this action, which interrupts the statement. It runs under the lock, so that it cannot stop a later
        // access of the same connection.
        action?()
        condition.broadcast()
    }

    /// Marks the access as finished. Later calls of `stop` have no effect.
    func finish() { condition.withLock { (isFinished, action) = (true, nil) } }

    /// Sets the action for `stop`. If the token is already stopped, runs the action at once.
    ///
    /// - Parameter action: runs at most once, under the token's lock, so it must not use the token.
    package func onStop(_ action: Action?) {
        condition.lock()
        defer { condition.unlock() }
        self.action = action
        if isStopped { action?() }
    }

    /// Runs a body during which `stop` also runs another action.
    ///
    /// - Parameters:
    ///   - other: the additional action, with the rules of ``onStop(_:)``.
    ///   - body: the body.
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

    /// Sleeps for a time, or until the token is stopped.
    package func sleep(seconds: Double) {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: min(seconds, 86_400))
        while !isStopped, condition.wait(until: end) {}
    }
}

extension FMError {
    /// The error of an access whose token was stopped.
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
    /// - Throws: `FMError` with the code `.interrupt` or `.deadlineExceeded` if the token is stopped.
    func checkCancellation() throws(FMError) { if let reason { throw .stopped(reason, sql: nil) } }
}
