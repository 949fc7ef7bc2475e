#if Cluster
    import NIOCore

    /// Parses addresses in the nodes' notation.
    enum NodeAddress {
        /// The default port, the same as in go-dqlite.
        static let defaultPort = 9000

        static func parts(of address: String) throws(NodeFailure) -> (host: String, port: Int) {
            let (host, port) = split(address)
            guard !host.isEmpty, !host.utf8.contains(0), let number = port.map({ Int($0) }) ?? defaultPort,
                1...65_535 ~= number
            else {
                throw .unreachable(
                    "\"\(address)\" is not the address of a node, which is written HOST:PORT or [IPV6]:PORT")
            }
            return (host, number)
        }

        private static func split(_ address: String) -> (String, Substring?) {
            if address.hasPrefix("["), let end = address.firstIndex(of: "]") {
                let rest = address[address.index(after: end)...]
                let host = String(address[address.index(after: address.startIndex)..<end])
                return (rest.isEmpty || rest.hasPrefix(":") ? host : "", rest.isEmpty ? nil : rest.dropFirst())
            }
            let parts = address.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            // With more than one colon, it is unclear which one precedes the port.
            if parts.count > 2 { return ("", nil) }
            return (String(parts[0]), parts.count == 2 ? parts[1] : nil)
        }

        static func isNumeric(_ host: String) -> Bool { (try? SocketAddress(ipAddress: host, port: 0)) != nil }
    }
#endif
