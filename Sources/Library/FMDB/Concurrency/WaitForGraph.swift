import Foundation

// SAFETY: `waits` is read and written under `lock` alone.
/// Which thread waits for which holder, so that a wait that would deadlock is refused before it begins.
///
/// Only threads are in it. A task that waits holds nothing, because blocks are synchronous.
final class WaitForGraph: @unchecked Sendable {
    static let shared = WaitForGraph()

    /// Who has what others wait for.
    struct Holder {
        var identity: ThreadIdentity
        var site: FMCallSite?
    }

    struct Wait {
        let identity: ThreadIdentity
        let site: FMCallSite?
        /// What it waits for.
        let name: String
        /// Whether it ends by itself after a while, without having got what it waits for.
        var isLimited = false
        /// The holders it waits for, in groups: the wait can end when one holder of each group has left. No groups once it is over. It is
        /// called under the graph's lock, with a closure that says whether a thread is waiting; the connections of such a thread do not
        /// change meanwhile.
        let groups: (_ isWaiting: (ThreadIdentity) -> Bool) -> [[Holder]]
    }

    /// Waits that wait for each other, with those whom each waits for.
    typealias Cycle = [(wait: Wait, holders: [Holder])]

    private let lock = NSLock()
    private var waits: [ThreadIdentity: Wait] = [:]

    private init() {
        // Who looks for a cycle takes other locks under this one. Those who wait are not in a child process.
        Forks.hold(lock, isOutermost: true) { [self] in waits = [:] }
    }

    /// Adds a wait, unless it could never end.
    ///
    /// Adding and looking are one step under the lock. Of two threads that are about to wait for each other, the second sees the first.
    /// Where the first one's wait is limited and the second one's is not, the second waits all the same: the first one looks again, and
    /// gives up.
    ///
    /// - Returns: nil, or the waits that would wait for each other, this one first; it is not added then.
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

    /// Follows each thread to those that it waits for, and removes the threads that can go on.
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

    /// The threads that wait, of those on whom a wait depends.
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
    /// - Parameter holders: the wait ends as soon as any of them has left; nil once it is over.
    init(identity: ThreadIdentity, site: FMCallSite?, name: String, holders: @escaping () -> [WaitForGraph.Holder]?) {
        self.init(identity: identity, site: site, name: name, groups: { _ in holders().map { [$0] } ?? [] })
    }
}

extension FMError {
    /// The error of a call whose wait could never end.
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
        // Of a lock the reason is who has it.
        let advice = isWithin && cycle.count == 1 && cycle[0].0.name.hasPrefix("a lock of ")
        return FMError(
            .wouldDeadlock,
            "the call would deadlock: \(sentences.joined(separator: "; "))"
                + (advice ? ": use one queue for the file, and within its block the db that it gets" : ""), sql: nil,
            stage: .reentrance, reason: isWithin ? "within a block use the db that it gets" : nil)
    }

    private static func place(_ site: FMCallSite?) -> String { site.map { " (\($0))" } ?? "" }
}
