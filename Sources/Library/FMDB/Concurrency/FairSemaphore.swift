import Dispatch
import Foundation

// SAFETY: every variable, the waiters' too, is read and written under `lock` alone. Exceptions: `over` belongs to the thread that has ended
// the wait; `slots` and `openSlots` are atomic.
/// A semaphore with a first-in first-out queue: it lets a limited number of threads and tasks in at a time.
///
/// As long as there is room, nobody takes a lock. A waiter first closes the slots and then looks whether one is free. A holder that leaves
/// first frees its slot and then looks whether the slots are closed. So one of them sees the other.
final class FairSemaphore: @unchecked Sendable {
    /// Who is inside.
    typealias Holder = WaitForGraph.Holder

    // SAFETY: as for the semaphore.
    /// One who waits: a thread, or a task.
    final class Waiter: @unchecked Sendable {
        fileprivate(set) var identity: ThreadIdentity
        let site: FMCallSite?
        fileprivate var isWaiting = true
        /// Its slot once it is inside.
        fileprivate var slot: Int?
        /// Whether it was not let in at once.
        fileprivate(set) var hasWaited = false
        /// Called once, when the wait is over, outside of any lock of the semaphore; then nil, because the semaphore may keep the waiter
        /// for a while.
        private var over: (@Sendable (Waiter) -> Void)?

        fileprivate init(_ site: FMCallSite?, over: @escaping @Sendable (Waiter) -> Void) {
            identity = .current
            (self.site, self.over) = (site, over)
        }

        /// A task has no thread before it is inside. Until then its own address tells it apart.
        fileprivate func becomeTask() { identity = ThreadIdentity(number: UInt(bitPattern: ObjectIdentifier(self))) }

        fileprivate func wake() { over.take()?(self) }
    }

    /// What it leads to, for messages.
    let name: String
    private let slots: SlotTable
    /// How many slots can be taken without the lock; 0 while there are waiters, and when it is shut.
    private let openSlots: AtomicTable
    private let lock = NSLock()
    private var limit: Int
    /// Holders beyond the slots, of a semaphore whose limit is larger than the number of its slots.
    private var others: [Holder] = []
    private var waiters: [Waiter] = []
    /// The waiters before this index have been served.
    private var served = 0
    private var isShut = false
    /// In a child process the lock is not taken: a thread that is not there may have it.
    private let stamp = ForkStamp()
    /// Are signalled when a holder leaves.
    private var closers: [DispatchSemaphore] = []

    /// The largest limit, apart from `Int.max`.
    static let mostSlots = 64

    init(limit: Int, name: String) {
        (self.limit, self.name) = (limit, name)
        // Where there is hardly a limit, a list takes those beyond the first ones.
        slots = SlotTable(limit == .max ? 16 : min(limit, FairSemaphore.mostSlots))
        openSlots = AtomicTable(rows: 1)
        openSlots[0, 0] = UInt(slots.count)
    }

    /// How many may be inside at a time. Those inside stay when it falls.
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

    /// To be read under the lock.
    private var usableSlots: UInt { UInt(min(limit, slots.count)) }

    var isClosed: Bool { lock.withLock { isShut } }

    var insideCount: Int { lock.withLock(ifKept: stamp) { inside.count } ?? 0 }

    var waitingCount: Int { lock.withLock(ifKept: stamp) { waiters.count - served } ?? 0 }

    /// The calls of those who have waited longest, where they are known.
    func waitingSites(_ most: Int) -> [FMCallSite] {
        lock.withLock(ifKept: stamp) { waiters[served...].prefix(most).compactMap(\.site) } ?? []
    }

    /// Whether what it leads to belongs to the parent of this process, and nothing of it may be used.
    var isInherited: Bool { stamp.isInherited }

    /// The call that has let a thread in, where it is known.
    func site(of thread: ThreadIdentity) -> FMCallSite? {
        lock.withLock { inside.last { $0.identity == thread }?.site }
    }

    func isInside(_ thread: ThreadIdentity) -> Bool { lock.withLock { inside.contains { $0.identity == thread } } }

    /// Those inside, to be read under the lock.
    private var inside: [Holder] { slots.holders + others }
}

// MARK: - In and out

extension FairSemaphore {
    /// Goes in, if that needs no waiting. Returns the slot, which ``leave(_:)`` needs, less than 0 for one without a number.
    func enterAtOnce(_ site: FMCallSite?) -> Int? {
        let me = ThreadIdentity.current
        if let slot = slots.take(me, site, among: Int(openSlots[0, 0])) {
            if openSlots[0, 0] != 0 { return slot }
            // Meanwhile there is a waiter, who comes first, or it was shut.
            leave(slot)
        }
        guard !isInherited else { return nil }
        return lock.withLock { served == waiters.count && !isShut ? acquireSlot(me, site) : nil }
    }

    /// Goes in to one slot, if it is free and nobody waits.
    func enter(at slot: Int) -> Bool {
        let me = ThreadIdentity.current
        guard !isInherited else { return false }
        return lock.withLock { served == waiters.count && !isShut && slots.occupy(slot, me, nil) }
    }

    /// To be called under the lock.
    private func acquireSlot(_ identity: ThreadIdentity, _ site: FMCallSite?) -> Int? {
        if let slot = slots.take(identity, site, among: Int(usableSlots)) { return slot }
        guard limit > slots.count, slots.count + others.count < limit else { return nil }
        others.append(Holder(identity: identity, site: site))
        return -1
    }

    /// Goes in, and waits for that if need be.
    ///
    /// - Returns: the slot, which ``leave(_:)`` needs.
    /// - Throws: `FMError`: `.wouldDeadlock` for a wait that could never end, and what the token says.
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

    /// How a wait has ended.
    enum Passage {
        case inside(Int)
        case stopped(CancellationToken.Reason)
        /// It would never have ended.
        case never(WaitForGraph.Cycle)
        /// Nobody is let in any more.
        case shut
        /// The semaphore is the parent's, in a child process.
        case inherited

        var isInside: Bool { if case .inside = self { true } else { false } }
    }

    /// Waits, until it is this thread's turn or the token ends the wait.
    func wait(_ site: FMCallSite?, _ token: CancellationToken?) -> Passage {
        guard !isInherited else { return .inherited }
        let signal = DispatchSemaphore(value: 0)
        let waiter = Waiter(site) { _ in signal.signal() }
        guard enqueue(waiter) else { return passage(of: waiter, token) }
        let wait = WaitForGraph.Wait(identity: waiter.identity, site: site, name: name) { [self] in
            holders(while: waiter)
        }
        // A holder may have left in between; then this thread is inside.
        if let cycle = WaitForGraph.shared.begin(wait), withdraw(waiter) { return .never(cycle) }
        defer { WaitForGraph.shared.end(waiter.identity) }
        token?.onStop { [self] in if withdraw(waiter) { waiter.wake() } }
        signal.wait()
        token?.onStop(nil)
        return passage(of: waiter, token)
    }

    /// Goes in without a thread.
    ///
    /// - Parameter done: called once, on any thread, with what ``adopt(_:)`` needs if the task is inside.
    func request(_ site: FMCallSite?, _ token: CancellationToken, _ done: @escaping @Sendable (Passage, Waiter) -> Void)
    {
        let waiter = Waiter(site) { [self] waiter in done(passage(of: waiter, token), waiter) }
        guard !isInherited else { return done(.inherited, waiter) }
        waiter.becomeTask()
        // Before the waiter can be served: its thread then sets another action of the token.
        token.onStop { [self] in
            // Elsewhere: to resume a task takes a lock of Swift's, under which a cancelled task comes here.
            if withdraw(waiter) { WorkerThreads.shared.run(.current) { waiter.wake() } }
        }
        if !enqueue(waiter) { waiter.wake() }
    }

    /// The thread takes over what a request has got.
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

    /// Shows the call whose block the thread at a slot runs now.
    func callIs(at site: FMCallSite?, _ slot: Int) { if slot >= 0 { slots.show(site, at: slot) } }

    /// Goes out, on the thread that is inside.
    func leave(_ slot: Int) {
        let me = ThreadIdentity.current
        if slot >= 0 {
            slots.leave(slot, me)
            if openSlots[0, 0] != 0 { return }
        }
        guard !isInherited else { return }
        lock.lock()
        // The last one: a thread may be inside twice.
        if slot < 0, let index = others.lastIndex(where: { $0.identity == me }) { others.remove(at: index) }
        let next = admitNext()
        closers.forEach { $0.signal() }
        lock.unlock()
        next?.wake()
    }

    /// Admits only those who wait already, and waits until all have left. Returns nil, or the cycle of waits in which this one would never
    /// end.
    func shut() -> WaitForGraph.Cycle? {
        guard !isInherited else { return nil }
        let signal = DispatchSemaphore(value: 0)
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

    /// Admits nobody any more, not even those who wait already.
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

    /// Treats the holders as if they had left.
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
    /// - Returns: false if the wait is over at once.
    private func enqueue(_ waiter: Waiter) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        // A token that has stopped already has woken the waiter.
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

    /// Ends a wait. Returns false if the waiter is inside already.
    private func withdraw(_ waiter: Waiter) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard waiter.isWaiting else { return false }
        waiter.isWaiting = false
        if let index = waiters.lastIndex(where: { $0 === waiter }) {
            waiters.remove(at: index)
        } else {
            // Its time was up before it could begin to wait, which it would have had to.
            waiter.hasWaited = !isShut && (served < waiters.count || inside.count >= limit)
        }
        openIfNobodyWaits()
        return true
    }

    /// How a wait that is over has ended.
    private func passage(of waiter: Waiter, _ token: CancellationToken?) -> Passage {
        if let slot = lock.withLock({ waiter.slot }) { return .inside(slot) }
        return token?.reason.map { .stopped($0) } ?? .shut
    }

    /// Lets the first waiter in, if there is room. To be called under the lock; it is woken outside of it.
    private func admitNext() -> Waiter? {
        guard served < waiters.count else { return nil }
        let next = waiters[served]
        guard let slot = acquireSlot(next.identity, next.site) else { return nil }
        served += 1
        // Under steady contention there is always a waiter, so the served ones are not kept until all are.
        if served >= 64 {
            waiters.removeFirst(served)
            served = 0
        }
        next.isWaiting = false
        next.slot = slot
        openIfNobodyWaits()
        return next
    }

    /// To be called under the lock.
    private func openIfNobodyWaits() {
        guard served == waiters.count else { return }
        (waiters, served) = ([], 0)
        if !isShut { openSlots[0, 0] = usableSlots }
    }

    private func admitWaiters() { while let next = lock.withLock({ admitNext() }) { next.wake() } }

    /// Those inside, as long as the waiter waits for them.
    func holders(while waiter: Waiter) -> [Holder]? { lock.withLock { waiter.isWaiting ? inside : nil } }
}

extension FMError {
    static func closed(_ semaphore: FairSemaphore) -> FMError {
        FMError(
            .misuse, "\(semaphore.name) is closed", sql: nil, stage: .closed,
            reason: "close() of a pool is final: make a new one")
    }

    /// A wait that was ended early.
    static func stopped(_ reason: CancellationToken.Reason, while semaphore: FairSemaphore) -> FMError {
        let error = FMError.stopped(reason, sql: nil)
        return FMError(error.extendedCode, "\(error.message) while the call waited for \(semaphore.name)")
    }
}
