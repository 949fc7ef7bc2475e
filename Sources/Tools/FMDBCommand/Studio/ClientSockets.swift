#if Tool
    import FMDB
    import FlyingFox
    import FlyingSocks
    import Foundation

    /// Limits how long clients may be silent, and how many may wait, because the server itself sets no limits. If too many clients wait,
    /// the one that has waited longest is disconnected. New clients are then served, and file descriptors do not run out.
    final class ClientSockets: AsyncSocketPool {
        private let base: any AsyncSocketPool
        private let patience: Duration
        private let most: Int
        private let waits = Locked<(all: [(number: Int, task: Task<Void, any Error>)], next: Int)>(([], 0))

        /// - Parameters:
        ///   - patience: the longest time in which a client may neither send nor receive. A browser reopens an idle connection when it
        ///     needs one.
        ///   - most: the number of clients that may wait at once. Clients whose request is being answered do not count.
        init(_ base: any AsyncSocketPool, patience: Duration = .seconds(15), most: Int = 64) {
            (self.base, self.patience, self.most) = (base, patience, most)
        }

        func prepare() async throws { try await base.prepare() }

        func run() async throws { try await base.run() }

        func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
            guard !ClientSockets.isListening(socket) else {
                return try await base.suspendSocket(socket, untilReadyFor: events)
            }
            let task = Task { [base] in try await base.suspendSocket(socket, untilReadyFor: events) }
            let number = add(task)
            let alarm = Task { [patience] in
                try await Task.sleep(for: patience)
                task.cancel()
            }
            defer {
                alarm.cancel()
                waits.withLock { $0.all.removeAll { $0.number == number } }
            }
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }

        private func add(_ task: Task<Void, any Error>) -> Int {
            let (number, longest) = waits.withLock { waits in
                waits.next += 1
                waits.all.append((waits.next, task))
                return (waits.next, waits.all.count > most ? waits.all.removeFirst().task : nil)
            }
            longest?.cancel()
            return number
        }

        /// Whether this is the socket that accepts clients.
        private static func isListening(_ socket: Socket) -> Bool {
            var (isOn, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
            return getsockopt(socket.file.rawValue, SOL_SOCKET, SO_ACCEPTCONN, &isOn, &size) == 0 && isOn != 0
        }
    }
#endif
