import Foundation

/// Somebody who is to learn of changes. Both closures are called without a lock, on any thread.
final class ChangeReceiver: Sendable {
    /// Takes what was changed, with tables by the names that the lender's own connections have for them.
    let receive: @Sendable (ChangeSet) -> Void
    /// Nothing will come any more.
    let end: @Sendable () -> Void

    init(receive: @escaping @Sendable (ChangeSet) -> Void, end: @escaping @Sendable () -> Void) {
        self.receive = receive
        self.end = end
    }
}

// SAFETY: the variables are read and written under the hub's lock alone.
/// Those who want to know what is changed in the database of one queue or pool.
final class ChangeFeed: @unchecked Sendable {
    fileprivate var receivers: [ObjectIdentifier: ChangeReceiver] = [:]
    /// The file by its one absolute path; nil for a database of which nobody else has a connection.
    fileprivate var file: String?
    /// Other files that the connections have attached, and as what.
    fileprivate var attached: [String: String] = [:]
    fileprivate var isClosed = false

    /// Whether it is coming to its end.
    var isEnding: Bool { ChangeHub.shared.withLock { isClosed } }

    fileprivate func schema(of file: String) -> String? {
        file == self.file ? "main" : attached[file]
    }
}

// SAFETY: the variables are read and written under `lock` alone.
/// Brings changes from the connections that make them to those who want to know, across all queues and pools of this
/// process.
final class ChangeHub: @unchecked Sendable {
    static let shared = ChangeHub()
    /// Another number whenever a connection may have to begin or to end recording. Every turn looks at it.
    static let generation = Published(1)

    private let lock = NSLock()
    /// Those that have a receiver.
    private var feeds: [ObjectIdentifier: ChangeFeed] = [:]

    fileprivate func withLock<Value>(_ body: () -> Value) -> Value { lock.withLock(body) }

    /// The same for every path that leads to a file, whether it exists already or not; nil where there is none.
    static func canonical(_ path: String?) -> String? {
        guard let path, !path.isEmpty, path != ":memory:", !path.hasPrefix("file:") else { return nil }
        if let found = real(path) { return found }
        let url = URL(fileURLWithPath: path)
        return real(url.deletingLastPathComponent().path).map { ($0 == "/" ? "" : $0) + "/" + url.lastPathComponent }
    }

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}

// MARK: - Those who want to know

extension ChangeHub {
    /// - Parameter path: the path with which the lender opens its connections.
    func add(_ receiver: ChangeReceiver, to feed: ChangeFeed, path: String?) {
        let file = ChangeHub.canonical(path)
        let isRefused = lock.withLock {
            guard !feed.isClosed else { return true }
            feed.file = file ?? feed.file
            feed.receivers[ObjectIdentifier(receiver)] = receiver
            feeds[ObjectIdentifier(feed)] = feed
            advance()
            return false
        }
        if isRefused { receiver.end() }
    }

    func remove(_ receiver: ChangeReceiver, from feed: ChangeFeed) {
        lock.withLock {
            guard feed.receivers.removeValue(forKey: ObjectIdentifier(receiver)) != nil else { return }
            if feed.receivers.isEmpty { feeds[ObjectIdentifier(feed)] = nil }
            advance()
        }
    }

    /// Takes no more receivers.
    func close(_ feed: ChangeFeed) {
        lock.withLock { feed.isClosed = true }
    }

    /// Sends every receiver away.
    func finish(_ feed: ChangeFeed) {
        let receivers = lock.withLock {
            defer {
                feed.receivers = [:]
                if feeds.removeValue(forKey: ObjectIdentifier(feed)) != nil { advance() }
            }
            return feed.receivers.values
        }
        for receiver in receivers { receiver.end() }
    }

    private func advance() {
        ChangeHub.generation.value += 1
    }
}

// MARK: - Those who make changes

extension ChangeHub {
    /// A connection of a feed's lender has been opened.
    func opened(_ path: String, by feed: ChangeFeed) {
        guard let file = ChangeHub.canonical(path) else { return }
        lock.withLock {
            guard feed.file != file else { return }
            feed.file = file
            if feeds[ObjectIdentifier(feed)] != nil { advance() }
        }
    }

    /// A connection of a feed's lender has files attached.
    func attached(_ files: [String: String], by feed: ChangeFeed) {
        lock.withLock {
            let known = feed.attached.merging(files) { _, new in new }
            guard known != feed.attached else { return }
            feed.attached = known
            if feeds[ObjectIdentifier(feed)] != nil { advance() }
        }
    }

    /// Whether anybody wants to know of changes by a connection.
    func isConcerned(_ feed: ChangeFeed, files: some Sequence<String>) -> Bool {
        lock.withLock {
            if !feed.receivers.isEmpty { return true }
            guard !feeds.isEmpty else { return false }
            return files.contains { file in feeds.values.contains { $0.schema(of: file) != nil } }
        }
    }

    /// Tells what has been changed.
    ///
    /// - Parameters:
    ///   - feed: that of the connection's lender; nil for a connection that is not lent.
    ///   - files: the files of the databases that are concerned, by the connection's names for them.
    func publish(_ set: ChangeSet, by feed: ChangeFeed?, files: [String: String]) {
        guard !set.isEmpty else { return }
        for (receivers, part) in lock.withLock({ parts(of: set, for: feed, files) }) {
            for receiver in receivers { receiver.receive(part) }
        }
    }

    private func parts(
        of set: ChangeSet, for own: ChangeFeed?, _ files: [String: String]
    ) -> [([ChangeReceiver], ChangeSet)] {
        feeds.values.flatMap { feed -> [([ChangeReceiver], ChangeSet)] in
            let receivers = Array(feed.receivers.values)
            if feed === own { return [(receivers, set)] }
            return files.compactMap { schema, file in
                guard let name = feed.schema(of: file) else { return nil }
                let part = set.part(of: schema, as: name)
                return part.isEmpty ? nil : (receivers, part)
            }
        }
    }
}
