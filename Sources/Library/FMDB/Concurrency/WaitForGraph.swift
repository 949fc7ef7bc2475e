import Foundation

// SAFETY: `waits` is read and written only under `lock`.
/// The waits of all threads and the holders they wait for. A wait that would deadlock is refused before it begins.
///
/// The graph contains only threads. A waiting task never holds a resource, because blocks are synchronous, so it cannot be part of a
/// deadlock.
final class WaitForGraph: @unchecked Sendable {
    static var shared: WaitForGraph { PerProcess.object(real) { WaitForGraph() } }
    private static let real = WaitForGraph()

    /// A thread that holds a resource.
    struct Holder {
        var identity: ThreadIdentity
        var site: FMCallSite?
    }

    struct Wait {
        let identity: ThreadIdentity
        let site: FMCallSite?
        /// The name of the resource.
        let name: String
        /// Whether the wait has a time limit, after which it fails.
        var isLimited = false
        /// Returns the groups of holders that the thread waits for, or no groups if the wait is over.
        ///
        /// Each group blocks the wait until one of its holders leaves. The closure is called under the graph's lock. Its argument returns
        /// whether the given thread is waiting; the connections of a waiting thread do not change.
        let groups: (_ isWaiting: (ThreadIdentity) -> Bool) -> [[Holder]]
    }

    /// The waits that form a deadlock, each with the holders it waits for.
    typealias Cycle = [(wait: Wait, holders: [Holder])]

    private let lock = SystemLock()
    private var waits: [ThreadIdentity: Wait] = [:]

    private init() {
        // The search for a cycle takes other locks under this one. The waiting threads do not exist in a forked child.
        Forks.hold(lock, isOutermost: true) { [self] in waits = [:] }
    }

    /// Adds a wait unless it would deadlock.
    ///
    /// Adding and checking are one step under the lock. If two threads are about to wait for each other, the second one sees the first
    /// one's wait. If only the first wait has a time limit, the second wait is added anyway, because the first thread checks again and
    /// gives up.
    ///
    /// - Returns: nil if the wait was added, else the waits of the deadlock, this wait first.
    func begin(_ wait: Wait) -> Cycle? {
        lock.withLock {
            let me = wait.identity
            waits[me] = wait
            guard let cycle = findCycle(from: me), wait.isLimited || !cycle.contains(where: \.wait.isLimited) else {
                return nil
            }
            waits[me] = nil
            return cycle
        }
    }

    func end(_ thread: ThreadIdentity) { _ = lock.withLock { waits.removeValue(forKey: thread) } }

    /// Finds a deadlock that includes a thread: follows the waits from it and removes the threads that can continue.
    private func findCycle(from start: ThreadIdentity) -> Cycle? {
        var stuck = groups(from: start)
        var count = -1
        while count != stuck.count {
            count = stuck.count
            for (thread, groups) in stuck where !groups.contains(where: { $0.allSatisfy { stuck[$0.identity] != nil } })
            {
                stuck[thread] = nil
            }
        }
        guard stuck[start] != nil else { return nil }
        var cycle: Cycle = []
        var seen: Set<ThreadIdentity> = [start]
        var next = [start]
        while let thread = next.popLast() {
            let group = stuck[thread]?.first { $0.allSatisfy { stuck[$0.identity] != nil } }
            guard let wait = waits[thread], let group else { continue }
            cycle.append((wait, group))
            next += group.map(\.identity).filter { seen.insert($0).inserted }
        }
        return cycle
    }

    /// Returns the waiting threads on which a wait depends, with their groups of holders.
    private func groups(from start: ThreadIdentity) -> [ThreadIdentity: [[Holder]]] {
        var found: [ThreadIdentity: [[Holder]]] = [:]
        var next = [start]
        while let thread = next.popLast() {
            guard found[thread] == nil, let wait = waits[thread] else { continue }
            let groups = wait.groups { waits[$0] != nil }.filter { !$0.isEmpty }
            found[thread] = groups
            next += groups.joined().map(\.identity)
        }
        return found
    }
}

extension WaitForGraph.Wait {
    /// Creates a wait that ends as soon as any holder leaves.
    ///
    /// - Parameters:
    ///   - identity: the waiting thread.
    ///   - site: the call site of the wait, or nil if it is unknown.
    ///   - name: the name of the resource.
    ///   - holders: returns the holders, or nil if the wait is over.
    init(identity: ThreadIdentity, site: FMCallSite?, name: String, holders: @escaping () -> [WaitForGraph.Holder]?) {
        self.init(identity: identity, site: site, name: name, groups: { _ in holders().map { [$0] } ?? [] })
    }
}

extension FMError {
    /// The error of a call whose wait would deadlock.
    static func deadlock(_ cycle: WaitForGraph.Cycle) -> FMError {
        let me = ThreadIdentity.current
        var sentences: [String] = []
        for (wait, holders) in cycle {
            let waiting = wait.identity == me ? "this \(me)" : "\(wait.identity)"
            let holding = holders.map { ($0.identity == me ? "this thread" : "\($0.identity)") + place($0.site) }
            sentences.append(
                "\(waiting) waits for \(wait.name)\(place(wait.site)), held by \(holding.joined(separator: " and "))")
        }
        let isWithin = cycle.contains { wait, holders in
            wait.identity == me && holders.contains { $0.identity == me }
        }
        // For an SQLite lock, the failure reason names the holder, so the advice is part of the message.
        let advice = isWithin && cycle.count == 1 && cycle[0].0.name.hasPrefix("a lock of ")
        return FMError(
            .wouldDeadlock,
            "the call would deadlock: \(sentences.joined(separator: "; "))"
                + (advice ? ": use one queue for the file, and inside its block only its db" : ""), sql: nil,
            stage: .reentrance, reason: isWithin ? "inside a block, use the db that it receives" : nil)
    }

    private static func place(_ site: FMCallSite?) -> String { site.map { " (\($0))" } ?? "" }
}
