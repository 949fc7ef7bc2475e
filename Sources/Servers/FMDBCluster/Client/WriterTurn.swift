#if Cluster
    /// The turns of the writers to a cluster's database. Each process has one turn per database.
    enum WriterTurn {
        private struct WeakTurn {
            weak var turn: Holder?
        }

        final class Holder: Sendable {
            let turns = TurnLending(limit: 1, name: "the connection that writes to the cluster")
        }

        // SAFETY: it is read and changed under `lock`.
        private nonisolated(unsafe) static var writers: [String: WeakTurn] = [:]
        private static let lock = NSLock()

        static func of(_ configuration: FMClusterConfiguration) -> Holder {
            let key = ([configuration.database] + configuration.seeds.sorted()).joined(separator: "\n")
            return lock.withLock {
                if let turn = writers[key]?.turn { return turn }
                writers = writers.filter { $0.value.turn != nil }
                let turn = Holder()
                writers[key] = WeakTurn(turn: turn)
                return turn
            }
        }
    }
#endif
