#if Cluster
    import DqliteWire
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// A connection to a node, with one request at a time. Each call blocks its thread until the reply is there or the time is up; it
    /// must not be made on an event loop. Any thread may call.
    package final class NodeConnection: Sendable {
        /// What connections have in common.
        package struct Options: Sendable {
            /// How long to wait for the connection, and for each reply.
            package var timeout: Duration
            /// The largest reply that is accepted, in bytes.
            package var replyLimit: Int
            /// nil for none; then nothing is encrypted.
            package var tls: TLSConfiguration?

            package init(timeout: Duration, replyLimit: Int = 256 << 20, tls: TLSConfiguration? = nil) {
                self.timeout = timeout
                self.replyLimit = replyLimit
                self.tls = tls
            }
        }

        package let address: String
        private let timeout: Duration
        private let channel: any Channel
        private let handler: NIOLoopBound<ReplyHandler>

        private init(_ address: String, _ timeout: Duration, _ channel: any Channel) throws {
            self.address = address
            self.timeout = timeout
            self.channel = channel
            handler = NIOLoopBound(
                try channel.pipeline.syncOperations.handler(type: ReplyHandler.self), eventLoop: channel.eventLoop)
        }

        deinit { channel.close(promise: nil) }

        /// Connects to a node, and says which version of the protocol is spoken.
        ///
        /// - Parameter address: HOST:PORT, [IPV6]:PORT, or HOST alone for the port 9000.
        package static func connect(to address: String, _ options: Options) throws(NodeFailure) -> NodeConnection {
            try expectNoEventLoop()
            let (host, port) = try NodeAddress.parts(of: address)
            do {
                let context = try options.tls.map { try NIOSSLContext(configuration: $0) }
                return try bootstrap(context, host, options).connect(host: host, port: port)
                    .flatMapThrowing { channel in
                        let connection = try NodeConnection(address, options.timeout, channel)
                        let handshake = channel.allocator.buffer(bytes: WireRequest.handshake)
                        channel.writeAndFlush(handshake, promise: nil)
                        return connection
                    }.wait()
            } catch {
                throw .unreachable("no connection to the node \(address): \(error)")
            }
        }

        private static func bootstrap(
            _ context: NIOSSLContext?, _ host: String, _ options: Options
        ) -> ClientBootstrap {
            ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(TimeAmount(options.timeout))
                .channelOption(.autoRead, value: false)
                .channelOption(.socketOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let context {
                            // A number is no name that a certificate could be compared with.
                            let name = NodeAddress.isNumeric(host) ? nil : host
                            try channel.pipeline.syncOperations.addHandler(
                                NIOSSLClientHandler(context: context, serverHostname: name))
                        }
                        try channel.pipeline.syncOperations.addHandler(ReplyHandler(limit: options.replyLimit))
                    }
                }
        }

        /// Sends a request, and waits for its reply. A reply of failure is thrown.
        ///
        /// - Parameter timeout: in place of the connection's own.
        package func ask(_ request: WireRequest, timeout: Duration? = nil) throws(NodeFailure) -> WireReply {
            let frame: [UInt8]
            do throws(WireError) { frame = try request.frame() } catch { throw .unwritable(error) }
            return try exchange(frame, timeout)
        }

        /// Waits for the next part of a reply that comes in several.
        package func next(timeout: Duration? = nil) throws(NodeFailure) -> WireReply {
            try exchange(nil, timeout)
        }

        package func close() { channel.close(promise: nil) }

        private func exchange(_ frame: [UInt8]?, _ timeout: Duration?) throws(NodeFailure) -> WireReply {
            try NodeConnection.expectNoEventLoop()
            let promise = channel.eventLoop.makePromise(of: WireReply.self)
            let time = TimeAmount(timeout ?? self.timeout)
            channel.eventLoop.execute { [handler] in handler.value.ask(frame, timeout: time, promise) }
            let reply: WireReply
            do {
                reply = try promise.futureResult.wait()
            } catch {
                throw error as? NodeFailure ?? .lost("\(error)")
            }
            guard case .failure(let code, let message) = reply else { return reply }
            throw .refused(code: Int32(truncatingIfNeeded: code), message: message)
        }

        private static func expectNoEventLoop() throws(NodeFailure) {
            guard MultiThreadedEventLoopGroup.currentEventLoop == nil else {
                throw .misuse(
                    "a cluster must not be waited for on an event loop of SwiftNIO; use the asynchronous calls")
            }
        }
    }
#endif
