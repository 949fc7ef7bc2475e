#if Cluster
    import FMDBDqliteWire
    import FMDBCluster
    import Foundation
    import NIOCore
    import NIOPosix
    import NIOSSL
    import Testing

    /// Nodes behind a proxy that speaks TLS.
    @Suite struct TLSTests {
        private func configuration(of proxy: TLSProxy, trusting certificate: String?) throws -> FMClusterConfiguration {
            var configuration = FMClusterConfiguration(seeds: [proxy.node.address])
            configuration.timeout = .seconds(3)
            configuration.reach = { [port = proxy.port] _ in "localhost:\(port)" }
            guard let certificate else { return configuration }
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)))
            configuration.tls = tls
            return configuration
        }

        private func proxy() throws -> TLSProxy {
            try TLSProxy(
                to: try FakeNode.leader { asked, _ in
                    guard asked.type == 9 else { return .bytes(Bytes.result(1, 1)) }
                    let parts = (0..<50).map {
                        Bytes.rows(["a"], [[.blob(Array(repeating: 7, count: 4_000))]], isLast: $0 == 49)
                    }
                    return .bytes(parts.flatMap { $0 })
                })
        }

        @Test func aNodeBehindAProxy() throws {
            let proxy = try proxy()
            let db = FMClusterDatabase(try configuration(of: proxy, trusting: Certificates.own))
            try db.connect()
            #expect(try db.execute("DELETE FROM t") == 1)
            #expect(try db.rows("SELECT a FROM t", as: Data.self).map(\.count) == Array(repeating: 4_000, count: 50))
        }

        @Test func aProxyWithAnotherCertificateIsRefused() throws {
            let proxy = try proxy()
            let db = FMClusterDatabase(try configuration(of: proxy, trusting: Certificates.other))
            let error = #expect(throws: FMError.self) { try db.connect() }
            #expect(error?.extendedCode == .noLeader)
            #expect(error?.message.contains("CERTIFICATE_VERIFY_FAILED") == true, "\(error?.message ?? "")")
            #expect(proxy.node.statements.isEmpty)
        }

        @Test func aCertificateForAnotherNameIsRefused() throws {
            let proxy = try proxy()
            var configuration = try configuration(of: proxy, trusting: Certificates.own)
            configuration.reach = { [port = proxy.port] _ in "[::ffff:127.0.0.1]:\(port)" }
            let db = FMClusterDatabase(configuration)
            let error = #expect(throws: FMError.self) { try db.connect() }
            #expect(error?.extendedCode == .noLeader)
            #expect(proxy.node.statements.isEmpty)
        }

        /// Neither side takes the other's first bytes for something else, and neither hangs.
        @Test func onlyOneSideSpeaksTLS() throws {
            let proxy = try proxy()
            let plain = FMClusterDatabase(try configuration(of: proxy, trusting: nil))
            #expect(throws: FMError.self) { try plain.connect() }
            var configuration = try configuration(of: proxy, trusting: Certificates.own)
            configuration.reach = nil
            configuration.timeout = .seconds(1)
            #expect(throws: FMError.self) { try FMClusterDatabase(configuration).connect() }
        }
    }

    /// A server with a certificate, which passes what it decrypts to a node.
    private final class TLSProxy: Sendable {
        let node: FakeNode
        let port: Int
        private let channel: any Channel

        init(to node: FakeNode) throws {
            self.node = node
            let target = try NIOPort(node.address)
            let context = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(Certificates.own.utf8)).map {
                        .certificate($0)
                    },
                    privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(Certificates.key.utf8), format: .pem))))
            channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                        try channel.pipeline.syncOperations.addHandler(Passage(to: target.port))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).wait()
            port = channel.localAddress?.port ?? 0
        }

        deinit { channel.close(promise: nil) }

        private struct NIOPort {
            let port: Int
            init(_ address: String) throws { port = Int(address.split(separator: ":")[1]) ?? 0 }
        }
    }

    /// Passes what comes to another channel, and ends with it.
    private final class Passage: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let port: Int?
        private var partner: (any Channel)?
        private var early: [ByteBuffer] = []

        init(to port: Int) { self.port = port }

        init(back partner: any Channel) {
            port = nil
            self.partner = partner
        }

        func channelActive(context: ChannelHandlerContext) {
            guard let port else { return }
            let (own, loop) = (context.channel, NIOLoopBound(self, eventLoop: context.eventLoop))
            ClientBootstrap(group: context.eventLoop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Passage(back: own))
                    }
                }
                .connect(host: "127.0.0.1", port: port).whenSuccess { channel in
                    loop.value.partner = channel
                    for buffer in loop.value.early { channel.writeAndFlush(buffer, promise: nil) }
                }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = unwrapInboundIn(data)
            guard let partner else { return early.append(buffer) }
            partner.writeAndFlush(buffer, promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { partner?.close(promise: nil) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    /// For localhost, and for nothing but these tests.
    private enum Certificates {
        static let key = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbFLO/9ZN6NmMgN8r
            a4GDHHdjiW7b04jMpCGnYEhqTWOhRANCAAS+T0YfBtGxICo8qIgkjKKJZ6TPs0Dx
            ufnV4Tb/c3bKkBr0lWgJa9jQZuBpK4InPOyMWyuf4nJM+3VM6HGGNMPb
            -----END PRIVATE KEY-----
            """
        static let own = """
            -----BEGIN CERTIFICATE-----
            MIIBnDCCAUGgAwIBAgIUFgqLv2xH9nuKyN9CuwyUXpNZt5gwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIwNDQyMFoYDzIxMjYxMTAx
            MjA0NDIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAAS+T0YfBtGxICo8qIgkjKKJZ6TPs0DxufnV4Tb/c3bKkBr0lWgJa9jQ
            ZuBpK4InPOyMWyuf4nJM+3VM6HGGNMPbo28wbTAdBgNVHQ4EFgQUUaZ2hgqMjLsj
            XCYYP0c36iKUxDAwHwYDVR0jBBgwFoAUUaZ2hgqMjLsjXCYYP0c36iKUxDAwDwYD
            VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
            zj0EAwIDSQAwRgIhAN2Z/EHqGjshTOjTkbdnXu26usvawbEUBZKxx4iW6RgYAiEA
            iUdAzrVI3TnNzDWBFQeGJ5LjuLTukc//JUeVbRv/HXc=
            -----END CERTIFICATE-----
            """
        static let other = """
            -----BEGIN CERTIFICATE-----
            MIIBmzCCAUGgAwIBAgIUbRjds1CYi/w3GAA4QxuC/4NzaGAwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIwNDQyMFoYDzIxMjYxMTAx
            MjA0NDIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAASsYR7bRgRbmdHmZB9gwwOUq7zMLiSF5ZlaJxZVO6Urh5wEwS2NEGKg
            wFSCL2parZMIpRsSVKEv0g0Pez2lRuq+o28wbTAdBgNVHQ4EFgQUHz3hbDZh0au5
            bq/KPVM/jvvan1owHwYDVR0jBBgwFoAUHz3hbDZh0au5bq/KPVM/jvvan1owDwYD
            VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
            zj0EAwIDSAAwRQIhAJIg0ZY9mC98khMRxcTIuc93i6hBxjIfI8dWDEvlL3jcAiAT
            0Ux3JVcMQEETN/pKfUL6otv3RFgqhnOZGOEkO+1OHQ==
            -----END CERTIFICATE-----
            """
    }
#endif
