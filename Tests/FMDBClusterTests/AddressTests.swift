#if Cluster
    import FMDBDqliteWire
    @testable import FMDBCluster
    import Testing

    @Suite struct AddressTests {
        @Test(arguments: [
            ("127.0.0.1:9001", "127.0.0.1", 9001), ("node", "node", 9000), ("[::1]:7", "::1", 7),
            ("[::1]", "::1", 9000),
        ])
        func isRead(address: String, host: String, port: Int) throws {
            let parts = try NodeAddress.parts(of: address)
            #expect(parts.host == host)
            #expect(parts.port == port)
        }

        @Test(arguments: ["", ":9000", "a:", "a:b", "a:0", "a:65536", "a:-1", "::1", "[::1", "[::1]9", "a:1:2"])
        func isRefused(address: String) {
            #expect(throws: NodeFailure.self) { try NodeAddress.parts(of: address) }
        }

        @Test func whereNobodyListensIsUnreachable() throws {
            let options = NodeConnection.Options(timeout: .seconds(5))
            do {
                _ = try NodeConnection.connect(to: "127.0.0.1:1", options)
                Issue.record("a connection to a port where nobody listens")
            } catch {
                guard case .unreachable = error else { throw error }
            }
        }
    }
#endif
