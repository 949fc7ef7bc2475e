#if Node && os(Linux)
    import FMDB
    import FMDBCDqlite

    /// A `dqlite_node`. Its thread writes the log, answers clients, and talks to the other nodes. Use it on one thread.
    final class Engine {
        private let node: OpaquePointer
        private var isRunning = false

        /// Creates a node without reading anything [dqlite_node_create].
        init(id: UInt64, address: String, directory: String) throws(NodeError) {
            var node: OpaquePointer?
            let code = dqlite_node_create(id, address, directory, &node)
            guard code == 0, let node else {
                // A node whose creation failed must not be destroyed.
                throw Engine.failure("the node cannot be created in \(directory)", node, code)
            }
            self.node = node
        }

        deinit {
            if isRunning { _ = dqlite_node_stop(node) }
            dqlite_node_destroy(node)
        }

        /// Binds the socket [dqlite_node_set_bind_address].
        func bind(_ address: String) throws(NodeError) {
            errno = 0
            let code = dqlite_node_set_bind_address(node, address)
            let cause = errno
            guard code != 0, cause != 0, dqlite_node_errmsg(node).pointee == 0 else {
                return try check(code, "the node cannot listen at the address \(address)")
            }
            // libdqlite does not report this cause.
            throw NodeError(
                .cannotUse, "the node cannot listen at the address \(address): \(systemMessage(cause))")
        }

        /// Sets the latency, which determines the times of heartbeats and elections [dqlite_node_set_network_latency_ms].
        func setLatency(milliseconds: UInt32) throws(NodeError) {
            try check(
                dqlite_node_set_network_latency_ms(node, milliseconds), "the latency \(milliseconds) ms is not allowed")
        }

        /// Sets the failure domain, a number that clients can query [dqlite_node_set_failure_domain].
        func setFailureDomain(_ domain: UInt64) throws(NodeError) {
            try check(dqlite_node_set_failure_domain(node, domain), "the failure domain \(domain) is not allowed")
        }

        /// Reads the files on disk and starts listening [dqlite_node_start]. The ID 1 creates a new cluster if there are no files.
        func start() throws(NodeError) {
            try check(dqlite_node_start(node), "the node cannot start")
            isRunning = true
        }

        /// Ends the connections and the thread [dqlite_node_stop].
        func stop() throws(NodeError) {
            guard isRunning else { return }
            isRunning = false
            try check(dqlite_node_stop(node), "the node did not stop cleanly")
        }

        /// Makes a stopped node the only member and voter of its cluster [dqlite_node_recover_ext].
        func recoverAlone(id: UInt64, address: String) throws(NodeError) {
            let code = address.withCString { text in
                var info = dqlite_node_info_ext(
                    size: UInt64(MemoryLayout<dqlite_node_info_ext>.size), id: id,
                    address: UInt64(UInt(bitPattern: text)), dqlite_role: 0)
                return dqlite_node_recover_ext(node, &info, 1)
            }
            try check(code, "the node cannot be made the only member")
        }

        private func check(_ code: Int32, _ problem: String) throws(NodeError) {
            guard code != 0 else { return }
            throw Engine.failure(problem, node, code)
        }

        private static func failure(_ problem: String, _ node: OpaquePointer?, _ code: Int32) -> NodeError {
            let message = node.flatMap { dqlite_node_errmsg($0) }.map { String(cString: $0) } ?? ""
            return NodeError(.cannotUse, "\(problem): \(message.isEmpty ? "libdqlite's error \(code)" : message)")
        }
    }

    /// The version of the linked libdqlite, such as "1.11.1" [dqlite_version_number].
    var libraryVersion: String {
        let number = Int(dqlite_version_number())
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }
#endif
