import Dispatch
import Foundation

// SAFETY: every variable, including the waiters', is read and written only under `lock`. Exceptions: `over` belongs to the thread that has
// ended the wait; `slots` and `openSlots` are atomic; `sharedCalls` and `isShared` do not change once another thread can read them.
/// A semaphore with a first-in first-out queue: it lets a limited number of threads and tasks in at a time.
///
/// While there is room, entering and leaving need no lock. A waiter closes the slots, and after that checks for a free slot. A holder that
/// leaves frees its slot, and after that checks whether the slots are closed. So at least one of them sees the other's change.
final class FairSemaphore: @unchecked Sendable {
    /// A thread or task that is inside.
    typealias Holder = WaitForGraph.Holder

    // SAFETY: as for the semaphore.
    /// A thread or task that waits.
    final class Waiter: @unchecked Sendable {
        fileprivate(set) var identity: ThreadIdentity
        let site: FMCallSite?
        /// Whether this is the thread of a shared commit, which waits in place of the calls of ``sharedCalls``.
        fileprivate var isShared = false
        fileprivate var isWaiting = true
        /// The waiter's slot, or nil before it is inside.
        fileprivate var slot: Int?
        /// Whether the waiter had to wait before it was let in.
        fileprivate(set) var hasWaited = false
        /// The closure that is called once when the wait ends, while the semaphore's lock is not held. It is then set to nil, because the
        /// semaphore may keep the waiter for a while.
        private var over: (@Sendable (Waiter) -> Void)?

        fileprivate init(_ site: FMCallSite?, over: @escaping @Sendable (Waiter) -> Void) {
            identity = .current
            (self.site, self.over) = (site, over)
        }

        /// Uses the waiter's address as its identity, because a task has no thread before it is inside.
        fileprivate func becomeTask() { identity = ThreadIdentity(of: self) }

        fileprivate func wake() { over.take()?(self) }
    }

    /// The name of the guarded resource, for messages.
    let name: String
    private let slots: SlotTable
    /// The number of slots that can be taken without the lock. It is 0 while there are waiters, and after `shut`.
    private let openSlots: AtomicTable
    private let lock = SystemLock()
    private var limit: Int
    /// The holders without a slot, if the limit is larger than the number of slots.
    private var others: [Holder] = []
    private var waiters: [Waiter] = []
    /// The index of the first waiter that is not served yet.
    private var served = 0
    private var isShut = false
    /// Shows whether the semaphore was created before a fork. A forked child must not take its lock, which a thread of the parent may hold.
    private let stamp = ForkStamp()
    /// The semaphores to signal when a holder leaves.
    private var closers: [SystemSemaphore] = []
    /// Returns the call sites of the calls that wait for their turn in a shared commit. Set before the first call.
    var sharedCalls: (@Sendable () -> [FMCallSite?])?

    /// The largest limit except `Int.max`.
    static let mostSlots = 64

    init(limit: Int, name: String) {
        (self.limit, self.name) = (limit, name)
        // Without a limit there are 16 slots, and `others` holds the remaining holders.
        slots = SlotTable(limit == .max ? 16 : min(limit, FairSemaphore.mostSlots))
        openSlots = AtomicTable(rows: 1)
        openSlots[0, 0] = UInt(slots.count)
    }

    /// The maximum number of holders. If it is lowered, current holders stay inside.
    var capacity: Int {
        get { lock.withLock(ifKept: stamp) { limit } ?? slots.count }
        set {
            guard !isInherited else { return }
            lock.withLock {
                limit = newValue
                if openSlots[0, 0] != 0 { openSlots[0, 0] = usableSlots }
            }
            admitWaiters()
        }
    }

    /// The number of slots within the limit. Read it only under the lock.
    private var usableSlots: UInt { UInt(min(limit, slots.count)) }

    var isClosed: Bool { lock.withLock { isShut } }

    var insideCount: Int { lock.withLock(ifKept: stamp) { inside.count } ?? 0 }

    /// The number of calls that wait.
    var waitingCount: Int {
        if sharedCalls != nil { return waitingCalls.count }
        return lock.withLock(ifKept: stamp) { waiters.count - served } ?? 0
    }

    /// The call site of each call that waits, or nil if it is unknown, in the order in which they are served.
    var waitingCalls: [FMCallSite?] {
        guard !isInherited else { return [] }
        let shared = sharedCalls?() ?? []
        let waiting = lock.withLock { Array(waiters[served...]) }
        // If the thread of the shared commit does not wait, it has the resource, and serves its calls first.
        let first = waiting.contains(where: \.isShared) ? [] : shared
        return first + waiting.flatMap { $0.isShared ? shared : [$0.site] }
    }

    /// Whether the resource belongs to the parent process and must not be used in this one.
    var isInherited: Bool { stamp.isInherited }

    /// Returns the call site at which a thread entered, or nil if it is unknown.
    func site(of thread: ThreadIdentity) -> FMCallSite? {
        lock.withLock { inside.last { $0.identity == thread }?.site }
    }

    func isInside(_ thread: ThreadIdentity) -> Bool { lock.withLock { inside.contains { $0.identity == thread } } }

    /// The current holders. Read them only under the lock.
    private var inside: [Holder] { slots.holders + others }
}

// MARK: - In and out

extension FairSemaphore {
    /// Enters if that needs no waiting.
    ///
    /// - Returns: the slot to pass to ``leave(_:)``, which is negative for a holder without a slot. nil if the caller must wait.
    func enterAtOnce(_ site: FMCallSite?) -> Int? {
        let me = ThreadIdentity.current
        if let slot = slots.take(me, site, among: Int(openSlots[0, 0])) {
            if openSlots[0, 0] != 0 { return slot }
            // The slots were closed meanwhile, because the semaphore was shut, or because a waiter has arrived, which must be served first.
            leave(slot)
        }
        guard !isInherited else { return nil }
        return lock.withLock { served == waiters.count && !isShut ? acquireSlot(me, site) : nil }
    }

    /// Enters the given slot if it is free and there are no waiters. Returns whether the thread has entered.
    func enter(at slot: Int) -> Bool {
        let me = ThreadIdentity.current
        guard !isInherited else { return false }
        return lock.withLock { served == waiters.count && !isShut && slots.occupy(slot, me, nil) }
    }

    /// Takes a slot, or returns nil if the limit is reached. Call it only under the lock.
    private func acquireSlot(_ identity: ThreadIdentity, _ site: FMCallSite?) -> Int? {
        if let slot = slots.take(identity, site, among: Int(usableSlots)) { return slot }
        guard limit > slots.count, slots.count + others.count < limit else { return nil }
        others.append(Holder(identity: identity, site: site))
        return -1
    }

    /// Enters, after waiting if necessary.
    ///
    /// - Returns: the slot to pass to ``leave(_:)``.
    /// - Throws: `FMError`: `.wouldDeadlock` if the wait would deadlock, `.misuse` if the semaphore is shut or belongs to the parent
    ///   process, and the token's error if it is stopped.
    func enter(_ site: FMCallSite?, _ token: CancellationToken?) throws(FMError) -> Int {
        if let slot = enterAtOnce(site) { return slot }
        switch wait(site, token) {
        case .inside(let slot): return slot
        case .stopped(let reason): throw .stopped(reason, while: self)
        case .never(let cycle): throw .deadlock(cycle)
        case .shut: throw .closed(self)
        case .inherited: throw .forked(nil)
        }
    }

    /// The result of a wait.
    enum Passage {
        case inside(Int)
        case stopped(CancellationToken.Reason)
        /// The wait would deadlock.
        case never(WaitForGraph.Cycle)
        /// The semaphore is shut.
        case shut
        /// The semaphore belongs to the parent process.
        case inherited

        var isInside: Bool { if case .inside = self { true } else { false } }
    }

    /// Waits until this thread is let in or the token ends the wait.
    ///
    /// - Parameter isShared: whether this is the thread of a shared commit.
    func wait(_ site: FMCallSite?, _ token: CancellationToken?, isShared: Bool = false) -> Passage {
        guard !isInherited else { return .inherited }
        let signal = SystemSemaphore(value: 0)
        let waiter = Waiter(site) { _ in signal.signal() }
        waiter.isShared = isShared
        guard enqueue(waiter) else { return passage(of: waiter, token) }
        let wait = WaitForGraph.Wait(identity: waiter.identity, site: site, name: name) { [self] in
            holders(while: waiter)
        }
        // If a holder has left in between, this thread is already inside and `withdraw` returns false.
        if let cycle = WaitForGraph.shared.begin(wait), withdraw(waiter) { return .never(cycle) }
        defer { WaitForGraph.shared.end(waiter.identity) }
        token?.onStop { [self] in if withdraw(waiter) { waiter.wake() } }
        signal.wait()
        token?.onStop(nil)
        return passage(of: waiter, token)
    }

    /// Enters for a task, without blocking a thread.
    ///
    /// - Parameters:
    ///   - site: the call site, or nil if it is unknown.
    ///   - token: the token that ends the wait.
    ///   - done: called once, on any thread. If the task is inside, its thread must pass the waiter to ``adopt(_:)``.
    func request(_ site: FMCallSite?, _ token: CancellationToken, _ done: @escaping @Sendable (Passage, Waiter) -> Void)
    {
        let waiter = Waiter(site) { [self] waiter in done(passage(of: waiter, token), waiter) }
        guard !isInherited else { return done(.inherited, waiter) }
        waiter.becomeTask()
        // This action must be set before the waiter can be served, because the thread that serves it sets another action.
        token.onStop { [self] in
            // The waiter is woken on another thread: a cancelled task calls this under a lock of the Swift runtime, and resuming a task
            // takes that lock.
            if withdraw(waiter) { WorkerThreads.shared.run(.current) { waiter.wake() } }
        }
        if !enqueue(waiter) { waiter.wake() }
    }

    /// Makes the current thread the holder of a request's slot.
    func adopt(_ waiter: Waiter) {
        let me = ThreadIdentity.current
        lock.lock()
        defer { lock.unlock() }
        if let slot = waiter.slot, slot >= 0 {
            slots.hand(slot, to: me)
        } else if let index = others.firstIndex(where: { $0.identity == waiter.identity }) {
            others[index].identity = me
        }
    }

    /// Sets the call site of the block that a slot's holder runs now.
    func callIs(at site: FMCallSite?, _ slot: Int) { if slot >= 0 { slots.show(site, at: slot) } }

    /// Leaves. Call it on the thread that is inside.
    func leave(_ slot: Int) {
        let me = ThreadIdentity.current
        if slot >= 0 {
            slots.leave(slot, me)
            if openSlots[0, 0] != 0 { return }
        }
        guard !isInherited else { return }
        lock.lock()
        // The thread's last entry is removed, because a thread may be inside twice.
        if slot < 0, let index = others.lastIndex(where: { $0.identity == me }) { others.remove(at: index) }
        let next = admitNext()
        closers.forEach { $0.signal() }
        lock.unlock()
        next?.wake()
    }

    /// Refuses new callers, and waits until the current waiters have been served and all holders have left. Returns nil, or the cycle if
    /// this wait would deadlock.
    func shut() -> WaitForGraph.Cycle? {
        guard !isInherited else { return nil }
        let signal = SystemSemaphore(value: 0)
        lock.withLock {
            isShut = true
            openSlots[0, 0] = 0
            closers.append(signal)
        }
        defer { lock.withLock { closers.removeAll { $0 === signal } } }
        let wait = WaitForGraph.Wait(identity: .current, site: nil, name: name) { [self] in
            let holders = lock.withLock { inside }
            return holders.isEmpty ? nil : holders
        }
        while !lock.withLock({ inside.isEmpty && served == waiters.count }) {
            if let cycle = WaitForGraph.shared.begin(wait) { return cycle }
            signal.wait()
            WaitForGraph.shared.end(.current)
        }
        return nil
    }

    /// Refuses all new callers and the current waiters.
    func refuseAll() {
        guard !isInherited else { return }
        let dismissed = lock.withLock {
            isShut = true
            openSlots[0, 0] = 0
            let dismissed = waiters[served...].filter(\.isWaiting)
            dismissed.forEach { $0.isWaiting = false }
            (waiters, served) = ([], 0)
            return dismissed
        }
        dismissed.forEach { $0.wake() }
    }

    /// Removes all holders, as if they had left.
    func forgetHolders() {
        lock.withLock {
            slots.clear()
            others.removeAll()
        }
        admitWaiters()
    }
}

// MARK: - Waiting

extension FairSemaphore {
    /// Adds a waiter to the queue.
    ///
    /// - Returns: false if the wait has ended at once, and the caller must wake the waiter.
    private func enqueue(_ waiter: Waiter) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        // If the token was already stopped, its action has woken the waiter.
        guard waiter.isWaiting else { return true }
        guard !isShut else {
            waiter.isWaiting = false
            return false
        }
        waiters.append(waiter)
        openSlots[0, 0] = 0
        guard served == waiters.count - 1, admitNext() != nil else {
            waiter.hasWaited = true
            return true
        }
        return false
    }

    /// Ends a wait. Returns false if the wait has already ended.
    private func withdraw(_ waiter: Waiter) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard waiter.isWaiting else { return false }
        waiter.isWaiting = false
        if let index = waiters.lastIndex(where: { $0 === waiter }) {
            waiters.remove(at: index)
        } else {
            // The token was stopped before the waiter was queued. This counts as a wait if the waiter would have been queued.
            waiter.hasWaited = !isShut && (served < waiters.count || inside.count >= limit)
        }
        openIfNobodyWaits()
        return true
    }

    /// Returns the result of a wait that has ended.
    private func passage(of waiter: Waiter, _ token: CancellationToken?) -> Passage {
        if let slot = lock.withLock({ waiter.slot }) { return .inside(slot) }
        return token?.reason.map { .stopped($0) } ?? .shut
    }

    /// Lets the first waiter in if there is room, and returns it. Call it only under the lock, and wake the waiter outside the lock.
    private func admitNext() -> Waiter? {
        guard served < waiters.count else { return nil }
        let next = waiters[served]
        guard let slot = acquireSlot(next.identity, next.site) else { return nil }
        served += 1
        // Under steady contention the queue is never empty, so served waiters are removed from time to time.
        if served >= 64 {
            waiters.removeFirst(served)
            served = 0
        }
        next.isWaiting = false
        next.slot = slot
        openIfNobodyWaits()
        return next
    }

    /// Reopens the slots if there are no waiters. Call it only under the lock.
    private func openIfNobodyWaits() {
        guard served == waiters.count else { return }
        (waiters, served) = ([], 0)
        if !isShut { openSlots[0, 0] = usableSlots }
    }

    private func admitWaiters() { while let next = lock.withLock({ admitNext() }) { next.wake() } }

    /// Returns the current holders, or nil if the waiter no longer waits.
    func holders(while waiter: Waiter) -> [Holder]? { lock.withLock { waiter.isWaiting ? inside : nil } }
}

extension FMError {
    static func closed(_ semaphore: FairSemaphore) -> FMError {
        FMError(
            .misuse, "\(semaphore.name) is closed", sql: nil, stage: .closed,
            reason: "a closed pool cannot be opened again: create a new one")
    }

    /// The error of a wait whose token was stopped.
    static func stopped(_ reason: CancellationToken.Reason, while semaphore: FairSemaphore) -> FMError {
        let error = FMError.stopped(reason, sql: nil)
        return FMError(error.extendedCode, "\(error.message) while the call waited for \(semaphore.name)")
    }
}
