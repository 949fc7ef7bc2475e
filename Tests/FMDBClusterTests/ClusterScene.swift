#if Cluster && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers

    /// Three nodes on loopback, each a process of its own. With the trait Node the program is built beside the tests, and none of them is
    /// skipped; otherwise `FMDB_NODE` may be its path.
    // SAFETY: the processes are read and changed under `lock`.
    final class ClusterScene: @unchecked Sendable {
        #if Node
            static let program: String? = ProcessInfo.processInfo.environment["FMDB_NODE"] ?? "fmdb-node"
        #else
            static let program = ProcessInfo.processInfo.environment["FMDB_NODE"]
        #endif
        static let isThere = program != nil

        let addresses: [String]
        private let folder: TemporaryFolder
        private let lock = NSLock()
        private var processes: [ChildProcess?] = [nil, nil, nil]

        /// The nodes of all tests that end none. Each has a database of its own.
        static let shared: Result<ClusterScene, any Error> = Result {
            let scene = try ClusterScene()
            atexit { ClusterScene.stopShared() }
            return scene
        }

        private static func stopShared() { try? shared.get().stop() }

        init() throws {
            addresses = try ClusterScene.freePorts(3).map { "127.0.0.1:\($0)" }
            folder = TemporaryFolder()
            for index in 0..<3 { try start(index) }
        }

        deinit { stop() }

        /// Ports that nobody has now.
        private static func freePorts(_ count: Int) throws -> [UInt16] {
            var sockets: [Int32] = []
            defer { sockets.forEach { close($0) } }
            return try (0..<count).map { _ in
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                sockets.append(descriptor)
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                var length = socklen_t(MemoryLayout<sockaddr_in>.size)
                let code = withUnsafeMutablePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
                    }
                }
                guard code == 0 else { throw POSIXError(.EADDRINUSE) }
                return UInt16(bigEndian: address.sin_port)
            }
        }

        /// Starts a node, and waits until it is a member of the cluster and knows its leader.
        func start(_ index: Int) throws {
            try launch(index)
            try awaitReady(index)
        }

        func launch(_ index: Int) throws {
            let joining = index == 0 ? [] : ["--join", addresses[0]]
            let process = try ChildProcess(
                ClusterScene.program ?? "",
                ["--id", "\(index + 1)", "--address", addresses[index], "--directory", "\(folder.path)/\(index + 1)"]
                    + joining)
            lock.withLock { processes[index] = process }
        }

        func awaitReady(_ index: Int) throws {
            let process = lock.withLock { processes[index] }
            while let line = process?.readLine() {
                if line.contains(#""state":"ready""#) { return }
            }
            throw FMError(.error, "the node \(index + 1) has ended before it was ready")
        }

        /// Ends a node at once, as a loss of its machine would.
        func kill(_ index: Int) {
            lock.withLock {
                guard let process = processes[index] else { return }
                processes[index] = nil
                process.kill()
                _ = process.wait()
            }
        }

        func stop() { for index in 0..<3 { kill(index) } }

        var isRunning: [Bool] { lock.withLock { processes.map { $0 != nil } } }

        /// Whether a node answers.
        func isAlive(_ index: Int) -> Bool {
            let options = NodeConnection.Options(timeout: .seconds(5))
            return (try? NodeConnection.connect(to: addresses[index], options).describe()) != nil
        }

        /// The leader that the nodes know, once one of them knows it.
        func leader() throws -> Int {
            let deadline = ContinuousClock.now + .seconds(30)
            while ContinuousClock.now < deadline {
                for address in addresses {
                    let options = NodeConnection.Options(timeout: .seconds(1))
                    guard let leader = try? NodeConnection.connect(to: address, options).leader() else { continue }
                    if let index = addresses.firstIndex(of: leader.address), isRunning[index] { return index }
                }
                Thread.sleep(forTimeInterval: 0.02)
            }
            throw FMError(.error, "the nodes have no leader")
        }

        func configuration(_ database: String = "db\(UInt64.random(in: 0...(.max)))") -> FMClusterConfiguration {
            var configuration = FMClusterConfiguration(seeds: addresses, database: database)
            configuration.timeout = .seconds(20)
            return configuration
        }

        /// A new database.
        func open() throws -> FMClusterDatabase {
            let db = FMClusterDatabase(configuration())
            try db.connect()
            return db
        }
    }
#endif
