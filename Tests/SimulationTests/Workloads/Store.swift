#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation

    /// The queue or pool of a process of a workload, and who uses its connections.
    final class Store: Sendable {
        /// Counts what may make another client's call fail.
        struct Disturbances: Equatable, Sendable {
            var active = 0
            var begun = 0
        }

        let path: String
        let plan: Plan
        let kind: Plan.Kind
        let ledger: Ledger
        let process: FMSimulation.Process
        /// The disk, and who has its locks.
        let kernel: SimulatedKernel?
        let suspensions = Locked(Disturbances(), isQuiet: true)
        let closings = Locked(Disturbances(), isQuiet: true)
        /// Rollbacks by blocks. The transactions that share the commit are lost, too.
        let rollbacks = Locked(Disturbances(), isQuiet: true)
        private let opened: Locked<FMDatabaseCoordinator>
        private let inside = Locked<[String: Int]>([:], isQuiet: true)

        init(
            _ path: String, _ plan: Plan, _ kind: Plan.Kind, _ ledger: Ledger, _ process: FMSimulation.Process,
            _ kernel: SimulatedKernel?
        ) throws {
            (self.path, self.plan, self.kind, self.ledger) = (path, plan, kind, ledger)
            (self.process, self.kernel) = (process, kernel)
            opened = Locked(try Store.open(path, plan, kind), isQuiet: true)
        }

        private static func open(_ path: String, _ plan: Plan, _ kind: Plan.Kind) throws -> FMDatabaseCoordinator {
            switch kind {
            case .queue: return try FMDatabaseQueue(path: path, configuration: plan.configuration())
            case .pool:
                let pool = FMDatabasePool(path: path, configuration: plan.configuration())
                pool.maximumNumberOfDatabasesToCreate = plan.databases
                return pool
            }
        }

        var current: FMDatabaseCoordinator { opened.value }
        var pool: FMDatabasePool? { current as? FMDatabasePool }

        /// Replaces a pool that was closed for good.
        func replace(_ former: FMDatabaseCoordinator) throws {
            guard former is FMDatabasePool, current === former else { return }
            let new = try Store.open(path, plan, kind)
            opened.withLock { if $0 === former { $0 = new } }
        }

        // MARK: Connections

        /// Runs a body that has a connection, and expects that no more bodies have one than may.
        private func holding<Value>(_ connections: String, _ limit: Int, _ body: () throws -> Value) rethrows -> Value {
            let count = inside.withLock { inside in
                inside[connections, default: 0] += 1
                return inside[connections, default: 0]
            }
            ledger.expect(limit == 0 || count <= limit, "\(count) blocks have a connection of \(connections) at once")
            defer { inside.withLock { $0[connections, default: 0] -= 1 } }
            return try body()
        }

        enum Connection {
            case database
            case writer
            case reader
        }

        func holding<Value>(
            _ connection: Connection, of coordinator: FMDatabaseCoordinator, _ body: () throws -> Value
        ) rethrows -> Value {
            let connection = kind == .queue ? .database : connection
            let limit =
                switch connection {
                case .database: kind == .queue ? 1 : plan.releases ? 0 : Int(plan.databases)
                case .writer: 1
                case .reader: plan.readers
                }
            return try holding("\(connection) \(ObjectIdentifier(coordinator).hashValue)", limit, body)
        }

        // MARK: Threads

        /// Runs a body that may block on a thread of its own.
        func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
            try await withUnsafeThrowingContinuation { continuation in
                process.thread("client") { continuation.resume(with: Result { try body() }) }
            }
        }

        /// Performs what may make the calls of other clients fail.
        func disturbing(_ kind: KeyPath<Store, Locked<Disturbances>>, _ body: () async throws -> Void) async rethrows {
            begin(kind)
            defer { self[keyPath: kind].withLock { $0.active -= 1 } }
            try await body()
        }

        func disturbing(_ kind: KeyPath<Store, Locked<Disturbances>>, _ body: () throws -> Void) rethrows {
            begin(kind)
            defer { self[keyPath: kind].withLock { $0.active -= 1 } }
            try body()
        }

        private func begin(_ kind: KeyPath<Store, Locked<Disturbances>>) {
            self[keyPath: kind].withLock { $0 = Disturbances(active: $0.active + 1, begun: $0.begun + 1) }
        }

        func close(_ coordinator: FMDatabaseCoordinator) async throws {
            try await onThread {
                switch coordinator {
                case let queue as FMDatabaseQueue: queue.close()
                case let pool as FMDatabasePool: pool.close()
                default: break
                }
            }
        }
    }
#endif
