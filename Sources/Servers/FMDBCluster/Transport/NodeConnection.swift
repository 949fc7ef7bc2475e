#if Cluster
    import FMDBDqliteWire
    import NIOCore
    import NIOPosix
    import NIOSSL
    @_exported import struct NIOSSL.TLSConfiguration

    /// A connection to a node that sends one request at a time. Each call blocks its thread until the reply arrives or the time is up. Any
    /// thread may use the connection, except the threads of an event loop.
    package final class NodeConnection: Sendable {
        /// The options of a connection.
        package struct Options: Sendable {
            /// The maximum time to wait for each reply.
            package var timeout: Duration
            /// The maximum time to wait for the connection.
            package var connectTimeout: Duration
            /// The maximum size of a reply in bytes.
            package var replyLimit: Int
            /// The TLS configuration, or nil for an unencrypted connection.
            package var tls: TLSConfiguration?

            package init(
                timeout: Duration, connectTimeout: Duration? = nil, replyLimit: Int = 256 << 20,
                tls: TLSConfiguration? = nil
            ) {
                self.timeout = timeout
                self.connectTimeout = connectTimeout ?? timeout
                (self.replyLimit, self.tls) = (replyLimit, tls)
            }
        }

        package let address: String
        private let timeout: Duration
        private let channel: any Channel
        private let handler: NIOLoopBound<ReplyHandler>

        private init(_ address: String, _ timeout: Duration, _ channel: any Channel) throws {
            (self.address, self.timeout, self.channel) = (address, timeout, channel)
            handler = NIOLoopBound(
                try channel.pipeline.syncOperations.handler(type: ReplyHandler.self), eventLoop: channel.eventLoop)
        }

        deinit { channel.close(promise: nil) }

        /// Connects to a node and sends the protocol version.
        ///
        /// - Parameters:
        ///   - address: HOST:PORT, [IPV6]:PORT, or HOST alone for the port 9000.
        ///   - options: the options of the connection.
        ///   - token: ends the wait early.
        package static func connect(
            to address: String, _ options: Options, _ token: CancellationToken? = nil
        ) throws(NodeFailure) -> NodeConnection {
            try expectNoEventLoop()
            let (host, port) = try NodeAddress.parts(of: address)
            do {
                let context = try options.tls.map { try NIOSSLContext(configuration: $0) }
                let promise = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: NodeConnection.self)
                bootstrap(context, host, options).connect(host: host, port: port)
                    .flatMapThrowing { channel in
                        let connection = try NodeConnection(address, options.timeout, channel)
                        let handshake = channel.allocator.buffer(bytes: WireRequest.handshake)
                        channel.writeAndFlush(handshake, promise: nil)
                        return connection
                    }.cascade(to: promise)
                // If the connection succeeds after the promise has failed, nothing owns it, so it is closed.
                token?.onStop { promise.fail(NodeFailure.cancelled) }
                defer { token?.onStop(nil) }
                return try promise.futureResult.wait()
            } catch let failure as NodeFailure {
                throw failure
            } catch {
                throw .unreachable("no connection to the node \(address): \(error)")
            }
        }

        private static func bootstrap(
            _ context: NIOSSLContext?, _ host: String, _ options: Options
        ) -> ClientBootstrap {
            ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(TimeAmount(options.connectTimeout))
                .channelOption(.autoRead, value: false)
                .channelOption(.socketOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let context {
                            // An IP address is not a valid server name in TLS, so none is given.
                            let name = NodeAddress.isNumeric(host) ? nil : host
                            try channel.pipeline.syncOperations.addHandler(
                                NIOSSLClientHandler(context: context, serverHostname: name))
                        }
                        try channel.pipeline.syncOperations.addHandler(ReplyHandler(limit: options.replyLimit))
                    }
                }
        }

        /// Sends a request and waits for its reply. Throws if the reply is a failure.
        ///
        /// - Parameters:
        ///   - timeout: replaces the connection's timeout, if it is not nil.
        ///   - token: ends the wait early and closes the connection. It is then unknown what the node does with the request.
        package func ask(
            _ request: WireRequest, timeout: Duration? = nil, _ token: CancellationToken? = nil
        ) throws(NodeFailure) -> WireReply {
            let frame: [UInt8]
            do throws(WireError) { frame = try request.frame() } catch { throw .unwritable(error) }
            return try exchange(frame, timeout, token)
        }

        /// Waits for the next part of a reply that has several parts.
        package func next(timeout: Duration? = nil, _ token: CancellationToken? = nil) throws(NodeFailure) -> WireReply
        {
            try exchange(nil, timeout, token)
        }

        package func close() { channel.close(promise: nil) }

        private func exchange(
            _ frame: [UInt8]?, _ timeout: Duration?, _ token: CancellationToken?
        ) throws(NodeFailure) -> WireReply {
            try NodeConnection.expectNoEventLoop()
            let promise = channel.eventLoop.makePromise(of: WireReply.self)
            let time = TimeAmount(timeout ?? self.timeout)
            channel.eventLoop.execute { [handler] in handler.value.ask(frame, timeout: time, promise) }
            token?.onStop { [handler, loop = channel.eventLoop] in loop.execute { handler.value.cancel() } }
            defer { token?.onStop(nil) }
            let reply: WireReply
            do {
                reply = try promise.futureResult.wait()
            } catch {
                throw error as? NodeFailure ?? .lost("\(error)")
            }
            guard case .failure(let code, let message) = reply else { return reply }
            throw .refused(code: Int32(truncatingIfNeeded: code), message: message)
        }

        static func expectNoEventLoop() throws(NodeFailure) {
            guard MultiThreadedEventLoopGroup.currentEventLoop == nil else {
                throw .misuse(
                    "do not wait for a cluster on an event loop of SwiftNIO; use the asynchronous calls")
            }
        }

        /// Does the same as ``expectNoEventLoop()``, but throws `FMError`.
        static func expectThread() throws(FMError) {
            do throws(NodeFailure) { try expectNoEventLoop() } catch { throw error.error() }
        }
    }
#endif
