#if Cluster
    import FMDBDqliteWire
    import FMDBCluster
    import NIOCore
    import NIOPosix
    import Foundation

    /// A server on loopback that replies what a test tells it to.
    final class FakeNode: Sendable {
        enum Answer {
            case bytes([UInt8])
            /// Nothing at all.
            case silence
            /// These bytes, when the test says so by the function that it gets.
            case held([UInt8], @Sendable (_ send: @escaping @Sendable () -> Void) -> Void)
            /// The connection ends, behind these bytes.
            case end([UInt8])
        }

        /// What was asked: the types of requests, with their SQL text.
        struct Asked: Equatable {
            let type: UInt8
            let sql: String
        }

        typealias Script = @Sendable (_ asked: Asked, _ address: String) -> Answer

        let address: String
        private let channel: any Channel
        private let log: Log

        // SAFETY: it is read and changed under `lock`.
        final class Log: @unchecked Sendable {
            private let lock = NSLock()
            private var all: [Asked] = []
            private var open = 0
            private var opened = 0
            func add(_ asked: Asked) { lock.withLock { all.append(asked) } }
            func add(connections: Int) {
                lock.withLock {
                    open += connections
                    opened += max(connections, 0)
                }
            }
            var asked: [Asked] { lock.withLock { all } }
            var connections: (open: Int, all: Int) { lock.withLock { (open, opened) } }
        }

        /// How many connections are open.
        var connections: Int { log.connections.open }
        /// How many connections there were.
        var allConnections: Int { log.connections.all }

        /// The statements that have arrived, without the client's own.
        var statements: [String] { log.asked.map(\.sql).filter { !$0.isEmpty && !$0.contains("pragma_table_xinfo") } }

        init(_ script: @escaping Script) throws {
            let log = Log()
            let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Conversation(script, log))
                    }
                }
            channel = try bootstrap.bind(host: "127.0.0.1", port: 0).wait()
            address = "127.0.0.1:\(channel.localAddress?.port ?? 0)"
            self.log = log
        }

        deinit { channel.close(promise: nil) }

        /// A leader, alone in its cluster, that answers statements as the script does.
        static func leader(_ script: @escaping Script) throws -> FakeNode {
            try FakeNode { asked, address in
                switch asked.type {
                case 0: .bytes(Bytes.node(1, address))
                case 16: .bytes(Bytes.nodes([(1, address)]))
                case 3: .bytes(Bytes.frame(4) { $0.add(word: 0) })
                case 9 where asked.sql.contains("pragma_table_xinfo"): .bytes(Bytes.rows(["name"], []))
                default: script(asked, address)
                }
            }
        }

        var configuration: FMClusterConfiguration {
            var configuration = FMClusterConfiguration(seeds: [address])
            configuration.timeout = .seconds(2)
            configuration.busyTimeout = .milliseconds(300)
            return configuration
        }

        func open() throws -> FMClusterDatabase {
            let db = FMClusterDatabase(configuration)
            try db.connect()
            return db
        }
    }

    private final class Conversation: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let script: FakeNode.Script
        private let log: FakeNode.Log
        private var greeting = 8
        private var decoder = FrameDecoder(limit: 1 << 20)

        init(_ script: @escaping FakeNode.Script, _ log: FakeNode.Log) {
            self.script = script
            self.log = log
        }

        func channelActive(context: ChannelHandlerContext) { log.add(connections: 1) }
        func channelInactive(context: ChannelHandlerContext) { log.add(connections: -1) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = Array(unwrapInboundIn(data).readableBytesView)
            let skipped = min(greeting, bytes.count)
            greeting -= skipped
            bytes.removeFirst(skipped)
            decoder.add(bytes)
            while let frame = try? decoder.next() { answer(frame, context) }
        }

        private func answer(_ frame: WireFrame, _ context: ChannelHandlerContext) {
            var reader = WireReader(frame.body)
            var sql = ""
            if [8, 9].contains(frame.type) {
                _ = try? reader.word()
                sql = (try? reader.text()) ?? ""
            }
            let asked = FakeNode.Asked(type: frame.type, sql: sql)
            log.add(asked)
            let address = "127.0.0.1:\(context.localAddress?.port ?? 0)"
            switch script(asked, address) {
            case .silence: break
            case .bytes(let bytes): send(bytes, context)
            case .held(let bytes, let hand):
                let channel = context.channel
                hand { channel.writeAndFlush(channel.allocator.buffer(bytes: bytes), promise: nil) }
            case .end(let bytes):
                send(bytes, context)
                context.close(promise: nil)
            }
        }

        private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(NIOAny(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
        }
    }

    /// Replies as bytes.
    enum Bytes {
        static func frame(_ type: UInt8, _ body: (inout WireWriter) throws -> Void) -> [UInt8] {
            var writer = WireWriter(type: type)
            try? body(&writer)
            return writer.frame
        }

        static func failure(_ code: UInt64, _ message: String = "failed") -> [UInt8] {
            frame(0) {
                $0.add(word: code)
                try $0.add(text: message)
            }
        }

        static func node(_ id: UInt64, _ address: String) -> [UInt8] {
            frame(1) {
                $0.add(word: id)
                try $0.add(text: address)
            }
        }

        static func nodes(_ nodes: [(UInt64, String)]) -> [UInt8] {
            frame(3) {
                $0.add(word: UInt64(nodes.count))
                for (id, address) in nodes {
                    $0.add(word: id)
                    try $0.add(text: address)
                    $0.add(word: 0)
                }
            }
        }

        static func result(_ row: UInt64, _ changes: UInt64) -> [UInt8] {
            frame(6) {
                $0.add(word: row)
                $0.add(word: changes)
            }
        }

        static func rows(_ columns: [String], _ rows: [[WireValue]], isLast: Bool = true) -> [UInt8] {
            frame(7) {
                $0.add(word: UInt64(columns.count))
                for column in columns { try $0.add(text: column) }
                for row in rows {
                    for pair in stride(from: 0, to: row.count, by: 2) {
                        $0.add(byte: row[pair].type | (pair + 1 < row.count ? row[pair + 1].type << 4 : 0))
                    }
                    $0.pad()
                    for value in row { try $0.add(value) }
                }
                $0.add(word: isLast ? .max : 0xEEEE_EEEE_EEEE_EEEE)
            }
        }
    }
#endif
