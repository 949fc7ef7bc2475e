#if os(Linux)
    import FMDB

    /// A cluster on this machine: nodes of `fmdb-node`, each in a folder of its own. All are killed, and the folders removed, when the
    /// value is released.
    package final class NodeScene {
        package let folder = TemporaryFolder()
        /// By the node's ID.
        package private(set) var nodes: [Int: NodeProcess] = [:]
        private var ports: [Int: Int] = [:]

        /// Starts nodes with the IDs from 1 on, and waits until all are members.
        package init(nodes count: Int = 3) throws {
            for id in 1...count {
                try start(id, joining: id > 1)
                try nodes[id]?.wait(for: "ready")
            }
        }

        deinit { for node in nodes.values { node.kill() } }

        /// The addresses of all nodes that were ever started, for clients.
        package var addresses: [String] { ports.keys.sorted().map(address) }

        package func address(_ id: Int) -> String {
            if ports[id] == nil { ports[id] = NodeScene.freePort() }
            return "127.0.0.1:\(ports[id] ?? 0)"
        }

        package func directory(_ id: Int) -> String { folder.file("node\(id)") }

        /// Starts a node, new or again, and does not wait until it is ready.
        @discardableResult
        package func start(_ id: Int, joining: Bool = false, _ further: [String] = []) throws -> NodeProcess {
            let others = addresses.filter { $0 != address(id) }
            let joins = joining ? others.flatMap { ["--join", $0] } : []
            let node = try NodeProcess(
                ["--id", "\(id)", "--address", address(id), "--directory", directory(id)] + joins + further)
            nodes[id] = node
            return node
        }

        /// Starts nodes again, and waits until the cluster has a leader.
        package func restart(_ ids: Int...) throws {
            for id in ids { try start(id) }
            for id in ids { try nodes[id]?.wait(for: "ready") }
        }

        /// Kills a node as a crash would.
        package func kill(_ id: Int) {
            nodes[id]?.kill()
            nodes[id] = nil
        }

        /// Ends a node as an administrator does.
        package func terminate(_ id: Int) -> (code: Int32, output: String)? {
            nodes[id]?.signal(SIGTERM)
            defer { nodes[id] = nil }
            return nodes[id]?.end()
        }

        /// Runs a command about the cluster.
        package func command(_ arguments: String...) throws -> (code: Int32, output: String) {
            try NodeProcess.run(arguments + addresses.flatMap { ["--node", $0] })
        }

        /// The ID of the leader.
        package func leader() throws -> Int {
            struct Status: Decodable { let leader: Int? }
            let (_, output) = try command("status", "--json")
            let line = output.split(separator: "\n").first { $0.hasPrefix("{") } ?? ""
            guard let leader = try JSONDecoder().decode(Status.self, from: Data(line.utf8)).leader else {
                throw NodeProcess.Unexpected(description: "no leader: \(output)")
            }
            return leader
        }

        /// A port that nothing listens at.
        package static func freePort() -> Int {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(file) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(file, $0, length)
                    _ = getsockname(file, $0, &length)
                }
            }
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }
#endif
