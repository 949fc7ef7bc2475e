import Foundation

// SAFETY: the variables are read and written under `lock` alone. The work and the outcome are used by one thread after
// the other: the caller's waits until the job is done.
/// One transaction of a group.
final class CommitJob: @unchecked Sendable {
    let site: FMCallSite?
    let token: CancellationToken?
    /// The thread that waits; nil for a task.
    let thread: ThreadIdentity?
    /// The urgency of the call.
    let urgency = Urgency.current
    private let done: (_ failure: (any Error)?) -> Void
    private let lock = SystemLock()
    private var hasEnded = false
    private var error: (any Error)?
    private var work: ((FMDatabase) throws -> Void)?

    init(
        _ site: FMCallSite?, _ token: CancellationToken?, thread: ThreadIdentity?,
        _ work: @escaping (FMDatabase) throws -> Void, done: @escaping (_ failure: (any Error)?) -> Void
    ) {
        (self.thread, self.site, self.token, self.work, self.done) = (thread, site, token, work, done)
    }

    var isDone: Bool { lock.withLock { hasEnded } }
    var failure: (any Error)? { lock.withLock { error } }

    func run(on database: FMDatabase) throws { try removeWork()?(database) }

    @discardableResult
    func removeWork() -> ((FMDatabase) throws -> Void)? { lock.withLock { work.take() } }

    func finish(_ failure: (any Error)?) {
        lock.withLock {
            hasEnded = true
            error = failure
        }
        done(failure)
    }
}
