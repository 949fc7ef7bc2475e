#if Node && os(Linux)
    import FMDBCluster

    /// The address at which the other nodes and the clients reach a node, and the address at which it listens.
    struct Listening {
        let address: String
        let bindAddress: String

        init(address: String, listen: String?, isPublicAllowed: Bool) throws(NodeError) {
            let own = try Listening.parts(of: address)
            let bound = try listen.map { text throws(NodeError) in try Listening.parts(of: text) } ?? own
            self.address = address
            bindAddress = listen ?? address
            guard !Listening.isLoopback(bound.host) else { return }
            guard isPublicAllowed else {
                throw NodeError(
                    .usage,
                    """
                    \(bindAddress) can be reached by other machines, and the engine has neither authentication nor encryption: \
                    anyone who can reach the port owns the database. Put the nodes in a private network (WireGuard, or a firewall \
                    that lets only the nodes and the clients through), then give --allow-public-address
                    """)
            }
            printNote(
                """
                fmdb-node: WARNING: \(bindAddress) can be reached by other machines. The engine has neither authentication nor encryption: \
                whoever reaches this port can read, change and delete the whole database. Let only the nodes and their clients \
                through.
                """)
        }

        private static func parts(of address: String) throws(NodeError) -> (host: String, port: Int) {
            do throws(NodeFailure) {
                return try NodeConnection.parts(of: address)
            } catch {
                throw NodeError(.usage, error.error().message)
            }
        }

        private static func isLoopback(_ host: String) -> Bool {
            let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
            let isIPv4 = numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
            return isIPv4 && numbers[0] == "127" || host == "::1" || host == "localhost"
        }
    }
#endif
