import Foundation

// SAFETY: `waits` is read and written under `lock` alone.
/// Which thread waits for whom, so that a wait that could never end is refused before it begins.
///
/// Only threads are in it. A task that waits holds nothing, because blocks are synchronous.
final class WaitGraph: @unchecked Sendable {
    static let shared = WaitGraph()

    /// One thread's wait. It ends as soon as any of the holders has left.
    struct Wait {
        let identity: ThreadIdentity
        let site: CallSite?
        /// What it waits for.
        let name: String
        /// Those it waits for, nil once the wait is over.
        let holders: () -> [Turnstile.Holder]?
    }

    /// Waits that wait for each other, with those whom each waits for.
    typealias Ring = [(wait: Wait, holders: [Turnstile.Holder])]

    private let lock = NSLock()
    private var waits: [ThreadIdentity: Wait] = [:]

    /// Notes a wait, unless it could never end.
    ///
    /// Noting and looking are one step under the lock. Of two threads that are about to wait for each other, the second
    /// sees the first.
    ///
    /// - Returns: nil, or the waits that would wait for each other, this one first; it is not noted then.
    func begin(_ wait: Wait) -> Ring? {
        lock.withLock {
            let me = wait.identity
            waits[me] = wait
            let ring = impasse(from: me)
            if ring != nil { waits[me] = nil }
            return ring
        }
    }

    func end(_ thread: ThreadIdentity) {
        _ = lock.withLock { waits.removeValue(forKey: thread) }
    }

    /// Follows each thread to those that it waits for, until one is found that can go on.
    private func impasse(from start: ThreadIdentity) -> Ring? {
        var ring: Ring = []
        var seen: Set<ThreadIdentity> = [start]
        var next = [start]
        while let thread = next.popLast() {
            guard let wait = waits[thread], let holders = wait.holders(), !holders.isEmpty else { return nil }
            ring.append((wait, holders))
            next += holders.map(\.identity).filter { seen.insert($0).inserted }
        }
        return ring
    }
}

extension FMError {
    /// The error of a call whose wait could never end.
    static func deadlock(_ ring: WaitGraph.Ring) -> FMError {
        let me = ThreadIdentity.current
        var sentences: [String] = []
        for (wait, holders) in ring {
            let waiting = wait.identity == me ? "this \(me)" : "\(wait.identity)"
            let holding = holders.map { ($0.identity == me ? "this thread" : "\($0.identity)") + place($0.site) }
            sentences.append(
                "\(waiting) wants \(wait.name)\(place(wait.site)), held by \(holding.joined(separator: " and "))")
        }
        return FMError(
            .wouldDeadlock, "the call would wait for ever: \(sentences.joined(separator: "; "))", sql: nil,
            stage: .reentrance)
    }

    private static func place(_ site: CallSite?) -> String {
        site.map { " (\($0))" } ?? ""
    }
}
