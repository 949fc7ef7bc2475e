#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation

    /// A queue or pool that has one connection of a kind, and calls that wait for it.
    struct ContendedConnection: Sendable {
        enum Kind: CaseIterable, Sendable {
            case queue
            case writer
            case reader
            case databases
            /// The writer of a pool whose calls share commits.
            case group
        }

        let kind: Kind
        let coordinator: FMDatabaseCoordinator
        private let process: FMSimulation.Process

        init(_ kind: Kind, _ process: FMSimulation.Process) throws {
            (self.kind, self.process) = (kind, process)
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.maximumReaders = 1
            if kind == .group { configuration.groupCommit = .init() }
            if kind == .queue {
                coordinator = try FMDatabaseQueue(path: "/app.db", configuration: configuration)
            } else {
                let pool = FMDatabasePool(path: "/app.db", configuration: configuration)
                pool.maximumNumberOfDatabasesToCreate = 1
                coordinator = pool
            }
        }

        /// The number of calls that wait for the connection.
        var waiting: Int {
            let statistics = coordinator.statistics
            return switch kind {
            case .queue, .databases: statistics.databases.waiting
            case .writer, .group: statistics.writer.waiting
            case .reader: statistics.readers.waiting
            }
        }

        /// Runs a body that has the connection: by the asynchronous call, or on a thread by the synchronous one.
        func use(
            timeout: Duration? = nil, onThread: Bool = false, _ body: @escaping @Sendable () -> Void
        ) async throws {
            guard onThread else { return try await useInTask(timeout, body) }
            try await withUnsafeThrowingContinuation { continuation in
                process.thread("waiter") { continuation.resume(with: Result { try useOnThread(timeout, body) }) }
            }
        }

        private func useOnThread(_ timeout: Duration?, _ body: @escaping @Sendable () -> Void) throws {
            switch (kind, coordinator as? FMDatabasePool) {
            case (.writer, let pool?), (.group, let pool?): try pool.write(timeout: timeout) { _ in body() }
            case (.reader, let pool?): try pool.read(timeout: timeout) { _ in body() }
            default: try coordinator.withDatabase(timeout: timeout) { _ in body() }
            }
        }

        private func useInTask(_ timeout: Duration?, _ body: @escaping @Sendable () -> Void) async throws {
            switch (kind, coordinator as? FMDatabasePool) {
            case (.writer, let pool?), (.group, let pool?): try await pool.write(timeout: timeout) { _ in body() }
            case (.reader, let pool?): try await pool.read(timeout: timeout) { _ in body() }
            default: try await coordinator.withDatabase(timeout: timeout) { _ in body() }
            }
        }

        /// Has a task hold the connection while a condition holds, and returns when it has the connection.
        func hold(while condition: @escaping @Sendable () -> Bool) async throws -> Task<Void, any Error> {
            let hasBegun = Locked(false, isQuiet: true)
            let holder = Task {
                try await use {
                    hasBegun.withLock { $0 = true }
                    while condition() { Thread.sleep(forTimeInterval: 0.001) }
                }
            }
            while !hasBegun.value { try await Task.sleep(for: .microseconds(50)) }
            return holder
        }
    }
#endif
