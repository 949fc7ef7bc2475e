#if Tool
    import FMDB
    import FlyingSocks
    import Foundation

    // SAFETY: the listeners are read and written under the lock alone.
    /// Sends the file's changes to the pages, including those of other processes.
    final class LiveFeed: @unchecked Sendable {
        private let lock = NSLock()
        private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
        private var next = 0
        private var schemaVersion: Int?
        private var observation: FMObservation?
        private var heart: Task<Void, Never>?

        private static let mostListeners = 32
        private static let mostWaiting = 8
        private static let pause: Duration = .milliseconds(250)

        init(_ pool: FMDatabasePool) {
            // The version is read before the observation starts, so that no change is missed.
            schemaVersion = LiveFeed.schemaVersion(pool)
            observation = pool.observe(externalChanges: .poll(every: LiveFeed.pause)) { [weak self, weak pool] change in
                guard let self, let pool else { return }
                let isNewVersion = schemaHasChanged(pool)
                let tables = change.isUnknown ? nil : change.tables.sorted()
                tell(LiveFeed.event(tables, schemaChanged: change.schemaChanged || isNewVersion))
            }
            // Sends a comment every 10 seconds, because the server notices a closed page only when it writes to its socket.
            heart = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(10))
                    self?.tell(": still here\n\n")
                }
            }
        }

        /// Whether the schema version has changed since the last call. This finds schema changes by other processes, which the observation
        /// does not report as such.
        private func schemaHasChanged(_ pool: FMDatabasePool) -> Bool {
            let version = LiveFeed.schemaVersion(pool)
            return lock.withLock {
                guard let version, version != schemaVersion else { return false }
                schemaVersion = version
                return true
            }
        }

        /// - Returns: the schema version, or nil if it cannot be read within a second.
        private static func schemaVersion(_ pool: FMDatabasePool) -> Int? {
            try? pool.read(timeout: .seconds(1)) { try $0.value("PRAGMA schema_version", as: Int.self) }
        }

        /// - Parameter tables: the changed tables, or nil if any table may have changed.
        private static func event(_ tables: [String]?, schemaChanged: Bool) -> String {
            struct Event: Encodable {
                let tables: [String]?
                let schema: Bool
            }
            let event = Event(tables: tables, schema: schemaChanged)
            let data = (try? event.sortedJSON()) ?? Data("{}".utf8)
            return "data: \(String(decoding: data, as: UTF8.self))\n\n"
        }

        /// Sends an event to all listeners. A listener that is too slow loses events. It then gets an event that says that anything may
        /// have changed.
        func tell(_ text: String) {
            for listener in lock.withLock({ Array(listeners.values) }) {
                guard case .dropped = listener.yield(text) else { continue }
                listener.yield(LiveFeed.event(nil, schemaChanged: true))
            }
        }

        /// - Returns: the events, or nil if there are too many listeners.
        func events() -> AsyncStream<String>? {
            lock.withLock {
                guard listeners.count < LiveFeed.mostListeners else { return nil }
                next += 1
                let number = next
                // Only the newest events are kept for a slow reader, because it must know that something changed, but not how often.
                let (stream, continuation) = AsyncStream.makeStream(
                    of: String.self, bufferingPolicy: .bufferingNewest(LiveFeed.mostWaiting))
                continuation.onTermination = { [weak self] _ in self?.remove(number) }
                continuation.yield(": hello\n\n")
                listeners[number] = continuation
                return stream
            }
        }

        private func remove(_ number: Int) { lock.withLock { _ = listeners.removeValue(forKey: number) } }

        func end() {
            observation?.cancel()
            heart?.cancel()
            for listener in lock.withLock({ Array(listeners.values) }) { listener.finish() }
        }
    }

    /// The bytes of a streaming response that carries events.
    struct EventBytes: AsyncBufferedSequence {
        let events: AsyncStream<String>

        func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

        struct Iterator: AsyncBufferedIteratorProtocol {
            var events: AsyncStream<String>.Iterator
            var rest: ArraySlice<UInt8> = []

            mutating func next() async -> UInt8? { await nextBuffer(suggested: 1)?.first }

            mutating func nextBuffer(suggested count: Int) async -> [UInt8]? {
                if rest.isEmpty {
                    guard let event = await events.next() else { return nil }
                    rest = ArraySlice(event.utf8)
                }
                defer { rest = rest.dropFirst(count) }
                return Array(rest.prefix(count))
            }
        }
    }
#endif
