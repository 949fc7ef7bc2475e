#if Cluster
    import Foundation

    /// Lets one thread in at a time, in the order in which they came.
    // SAFETY: every stored property is read and changed under `condition`.
    final class Turn: @unchecked Sendable {
        private let condition = NSCondition()
        private var waiting: [UInt64] = []
        private var last: UInt64 = 0
        private var holder: Thread?

        /// - Throws: `FMError`: `.wouldDeadlock` on the thread that has the turn; `.deadlineExceeded` if the time is up.
        func take(until deadline: Date) throws(FMError) {
            condition.lock()
            defer { condition.unlock() }
            guard holder !== Thread.current else {
                throw FMError(.wouldDeadlock, "a block of a cluster's queue must not wait for another one of its kind")
            }
            last += 1
            let ticket = last
            waiting.append(ticket)
            while holder != nil || waiting.first != ticket {
                guard condition.wait(until: deadline) else {
                    waiting.removeAll { $0 == ticket }
                    condition.broadcast()
                    throw FMError(
                        .deadlineExceeded, "other calls have had the connection to the cluster for the whole time")
                }
            }
            waiting.removeFirst()
            holder = Thread.current
        }

        func giveBack() {
            condition.lock()
            holder = nil
            condition.broadcast()
            condition.unlock()
        }

        // MARK: One for all writers of a database

        /// By the database.
        // SAFETY: it is read and changed under `lock`.
        private nonisolated(unsafe) static var writers: [String: WeakTurn] = [:]
        private static let lock = NSLock()

        private struct WeakTurn {
            weak var turn: Turn?
        }

        /// The turn of those who write to a database of a cluster; each process has one.
        static func ofWriters(_ configuration: FMClusterConfiguration) -> Turn {
            let key = ([configuration.database] + configuration.seeds.sorted()).joined(separator: "\n")
            return lock.withLock {
                if let turn = writers[key]?.turn { return turn }
                writers = writers.filter { $0.value.turn != nil }
                let turn = Turn()
                writers[key] = WeakTurn(turn: turn)
                return turn
            }
        }
    }
#endif
