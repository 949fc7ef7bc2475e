import Dispatch
import Foundation

// SAFETY: every variable, the waiters' too, is read and written under `guardian` alone.
/// Lets so many in at a time, and those who wait in the order in which they came.
///
/// To pass a free turnstile costs two short critical sections (measured 30 to 40 ns), a hop to a dispatch queue 242.
final class Turnstile: @unchecked Sendable {
    /// Who is inside.
    struct Holder {
        var identity: ThreadIdentity
        var site: CallSite?
    }

    // SAFETY: as for the turnstile.
    /// One who waits: a thread, or a task.
    final class Waiter: @unchecked Sendable {
        fileprivate(set) var identity: ThreadIdentity
        let site: CallSite?
        fileprivate var isWaiting = true
        fileprivate var isAdmitted = false
        /// Called when the wait is over, outside of any lock of the turnstile.
        private let over: @Sendable (Waiter) -> Void

        /// A thread that waits.
        fileprivate init(_ site: CallSite?, over: @escaping @Sendable (Waiter) -> Void) {
            identity = .current
            self.site = site
            self.over = over
        }

        /// A task has no thread before it is inside. Until then its own address tells it apart.
        fileprivate func becomeTask() {
            identity = ThreadIdentity(number: UInt(bitPattern: ObjectIdentifier(self)))
        }

        fileprivate func wake() { over(self) }
    }

    /// What it leads to, for messages.
    let name: String
    private let guardian = NSLock()
    private var limit: Int
    private var inside: [Holder] = []
    private var waiters: [Waiter] = []
    /// The waiters before this index have been served.
    private var served = 0
    private var isShut = false
    /// Is signalled whenever somebody leaves.
    private var closer: DispatchSemaphore?

    init(limit: Int, name: String) {
        self.limit = limit
        self.name = name
        inside.reserveCapacity(4)
    }

    /// How many may be inside at a time. Those inside stay when it falls.
    var capacity: Int {
        get { guardian.withLock { limit } }
        set {
            guardian.withLock { limit = newValue }
            admitWaiters()
        }
    }

    var isClosed: Bool { guardian.withLock { isShut } }

    /// How many wait.
    var waitingCount: Int { guardian.withLock { waiters.count - served } }

    /// The call that has let a thread in, where it is known.
    func site(of thread: ThreadIdentity) -> CallSite? {
        guardian.withLock { inside.last { $0.identity == thread }?.site }
    }

    func isInside(_ thread: ThreadIdentity) -> Bool {
        guardian.withLock { inside.contains { $0.identity == thread } }
    }
}

// MARK: - In and out

extension Turnstile {
    /// Goes in, if that needs no waiting.
    func enterAtOnce(_ site: CallSite?) -> Bool {
        let me = ThreadIdentity.current
        guardian.lock()
        defer { guardian.unlock() }
        guard inside.count < limit, served == waiters.count, !isShut else { return false }
        inside.append(Holder(identity: me, site: site))
        return true
    }

    /// Goes in, and waits for that if need be.
    ///
    /// - Parameter token: ends the wait early.
    /// - Throws: `FMError`: `.wouldDeadlock` for a wait that could never end, and what the token says.
    func enter(_ site: CallSite?, _ token: StopToken?) throws(FMError) {
        if enterAtOnce(site) { return }
        switch wait(site, token) {
        case .inside: return
        case .stopped(let reason): throw .stopped(reason, while: self)
        case .never(let ring): throw .deadlock(ring)
        case .shut: throw .closed(self)
        }
    }

    /// How a wait has ended.
    enum Passage {
        case inside
        case stopped(StopToken.Reason)
        /// It would never have ended.
        case never(WaitGraph.Ring)
        /// Nobody is let in any more.
        case shut
    }

    /// Waits, until it is this thread's turn or the token ends the wait.
    func wait(_ site: CallSite?, _ token: StopToken?) -> Passage {
        let signal = DispatchSemaphore(value: 0)
        let waiter = Waiter(site) { _ in signal.signal() }
        guard enqueue(waiter) else { return passage(of: waiter, token) }
        let wait = WaitGraph.Wait(identity: waiter.identity, site: site, name: name) { [self] in
            insiders(while: waiter)
        }
        // Somebody may have left in between; then this thread is inside.
        if let ring = WaitGraph.shared.begin(wait), withdraw(waiter) { return .never(ring) }
        defer { WaitGraph.shared.end(waiter.identity) }
        token?.onStop { [self] in if withdraw(waiter) { waiter.wake() } }
        signal.wait()
        token?.onStop(nil)
        return passage(of: waiter, token)
    }

    /// Goes in without a thread.
    ///
    /// - Parameters:
    ///   - token: ends the wait early.
    ///   - done: called once, on any thread, with what ``adopt(_:)`` needs if the task is inside.
    func request(_ site: CallSite?, _ token: StopToken, _ done: @escaping @Sendable (Passage, Waiter) -> Void) {
        let waiter = Waiter(site) { [self] waiter in done(passage(of: waiter, token), waiter) }
        waiter.becomeTask()
        // Before the waiter can be served: whoever runs then has the token do something else.
        token.onStop { [self] in
            // Elsewhere: to resume a task takes a lock of Swift's, under which a cancelled task comes here.
            if withdraw(waiter) { Workers.shared.run { waiter.wake() } }
        }
        if !enqueue(waiter) { waiter.wake() }
    }

    /// The thread takes over what a request has got.
    func adopt(_ waiter: Waiter) {
        let me = ThreadIdentity.current
        guardian.lock()
        defer { guardian.unlock() }
        if let index = inside.firstIndex(where: { $0.identity == waiter.identity }) { inside[index].identity = me }
    }

    /// This thread, inside, goes on with the block of another call.
    func callIs(at site: CallSite?) {
        let me = ThreadIdentity.current
        guardian.withLock {
            if let index = inside.lastIndex(where: { $0.identity == me }) { inside[index].site = site }
        }
    }

    /// Goes out, on the thread that is inside.
    func leave() {
        let me = ThreadIdentity.current
        guardian.lock()
        // The last one: a thread may be inside twice.
        if let index = inside.lastIndex(where: { $0.identity == me }) { inside.remove(at: index) }
        let next = admitNext()
        closer?.signal()
        guardian.unlock()
        next?.wake()
    }

    /// Lets nobody in any more but those who wait already, and waits until all have left.
    ///
    /// - Returns: nil, or the ring of waits in which this one would never end.
    func shut() -> WaitGraph.Ring? {
        let signal = DispatchSemaphore(value: 0)
        guardian.withLock {
            isShut = true
            closer = signal
        }
        let wait = WaitGraph.Wait(identity: .current, site: nil, name: name) { [self] in
            guardian.withLock { inside.isEmpty ? nil : inside }
        }
        while !guardian.withLock({ inside.isEmpty && served == waiters.count }) {
            if let ring = WaitGraph.shared.begin(wait) { return ring }
            signal.wait()
            WaitGraph.shared.end(.current)
        }
        return nil
    }

    /// Treats those inside as if they had left.
    func forgetHolders() {
        guardian.withLock { inside.removeAll(keepingCapacity: true) }
        admitWaiters()
    }
}

// MARK: - Waiting

extension Turnstile {
    /// - Returns: false if the wait is over at once.
    private func enqueue(_ waiter: Waiter) -> Bool {
        guardian.lock()
        defer { guardian.unlock() }
        // A token that has stopped already has woken the waiter.
        guard waiter.isWaiting else { return true }
        guard !isShut else {
            waiter.isWaiting = false
            return false
        }
        waiters.append(waiter)
        guard served == waiters.count - 1, admitNext() != nil else { return true }
        return false
    }

    /// Ends a wait.
    ///
    /// - Returns: false if the waiter is inside already.
    private func withdraw(_ waiter: Waiter) -> Bool {
        guardian.lock()
        defer { guardian.unlock() }
        guard waiter.isWaiting else { return false }
        waiter.isWaiting = false
        if let index = waiters.lastIndex(where: { $0 === waiter }) { waiters.remove(at: index) }
        return true
    }

    /// How a wait that is over has ended.
    private func passage(of waiter: Waiter, _ token: StopToken?) -> Passage {
        if guardian.withLock({ waiter.isAdmitted }) { return .inside }
        return token?.reason.map { .stopped($0) } ?? .shut
    }

    /// Lets the first waiter in, if there is room. To be called under the lock; it is woken outside of it.
    private func admitNext() -> Waiter? {
        guard inside.count < limit, served < waiters.count else { return nil }
        let next = waiters[served]
        served += 1
        // Under steady contention there is always a waiter, so the served ones are not kept until all are.
        if served == waiters.count || served >= 64 {
            waiters.removeFirst(served)
            served = 0
        }
        next.isWaiting = false
        next.isAdmitted = true
        inside.append(Holder(identity: next.identity, site: next.site))
        return next
    }

    private func admitWaiters() {
        while let next = guardian.withLock({ admitNext() }) { next.wake() }
    }

    /// Those inside, as long as somebody waits for them.
    func insiders(while waiter: Waiter) -> [Holder]? {
        guardian.withLock { waiter.isWaiting ? inside : nil }
    }
}

extension FMError {
    static func closed(_ turnstile: Turnstile) -> FMError { .misuse("\(turnstile.name) is closed") }

    /// A wait that was ended early.
    static func stopped(_ reason: StopToken.Reason, while turnstile: Turnstile) -> FMError {
        let error = FMError.stopped(reason, sql: nil)
        return FMError(
            error.extendedCode, "\(error.message) while the call was waiting for \(turnstile.name)", sql: nil,
            stage: .other)
    }
}
