#if Tool
    import Dispatch
    import FMDB
    import FlyingFox
    import FlyingSocks
    import Foundation

    struct StudioServer {
        private let studio: Studio
        private let server: HTTPServer
        private let port: UInt16

        init(_ studio: Studio, port: UInt16) throws {
            self.studio = studio
            self.port = port
            let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
            // The timeout is longer than one hour, the longest deadline that a statement can have.
            let configuration = HTTPServer.Configuration(
                address: address, timeout: 4000, pool: ClientSockets(HTTPServer.defaultPool()), logger: .disabled)
            server = HTTPServer(config: configuration)
        }

        /// Serves until a signal arrives.
        ///
        /// - Parameter ready: called with the address when the server listens.
        func run(_ ready: @escaping @Sendable (String) throws -> Void) throws {
            let (studio, server, ended) = (studio, server, DispatchSemaphore(value: 0))
            let failure = Locked<(any Error)?>(nil)
            let task = Task {
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await server.run() }
                        group.addTask {
                            try await server.waitUntilListening(timeout: 30)
                            try ready(try await StudioServer.begin(server, studio))
                        }
                        // Waits for both tasks. If one fails, the group cancels the other.
                        for try await _ in group {}
                    }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
                ended.signal()
            }
            defer { task.cancel() }
            try Interrupts.shared.during({ ended.signal() }) { ended.wait() }
            if let error = failure.value { throw StudioServer.explained(error, port) }
        }

        /// Adds the handler when the port is known, because the `Host` of each request must contain the port.
        private static func begin(_ server: HTTPServer, _ studio: Studio) async throws -> String {
            guard case .ip4(let host, let port)? = await server.listeningAddress, host == "127.0.0.1" else {
                throw ToolError(
                    .unavailable, "the studio listens only on the loopback address 127.0.0.1, which is not available")
            }
            let token = Gate.makeToken()
            await server.appendRoute("*", to: StudioHandler(gate: Gate(port: port, token: token), studio: studio))
            return "http://127.0.0.1:\(port)/#token=\(token)"
        }

        private static func explained(_ error: any Error, _ port: UInt16) -> any Error {
            guard case SocketError.failed(_, let number, let message) = error else { return error }
            switch number {
            case EADDRINUSE:
                return ToolError(.unavailable, "the port \(port) is in use; give another one, or none, with --port")
            case EACCES: return ToolError(.notPermitted, "the port \(port) may not be used by this user")
            default: return ToolError(.ioError, "the port \(port) cannot be used: \(message)")
            }
        }
    }
#endif
