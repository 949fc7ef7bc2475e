import Foundation

// SAFETY: the variables are read and written under the hub's lock alone.
/// Receives changes. Both closures are called without a lock, on any thread.
final class ChangeReceiver: @unchecked Sendable {
    /// Receives changes, with the table names that the coordinator's own connections use. There may be more changes
    /// than the filter asks for.
    let receive: @Sendable (ChangeSet) -> Void
    /// Called when no further changes will come.
    let end: @Sendable () -> Void
    /// The changes that the receiver observes.
    fileprivate var filter: ChangeFilter
    fileprivate var feed: ObjectIdentifier?
    /// The place of the receiver among all receivers of a file, which get a commit in the order in which they began.
    fileprivate(set) var number = 0

    init(
        _ filter: ChangeFilter, receive: @escaping @Sendable (ChangeSet) -> Void, end: @escaping @Sendable () -> Void
    ) {
        self.filter = filter
        self.receive = receive
        self.end = end
    }
}

// SAFETY: the variables are read and written under the hub's lock alone.
/// The receivers of the changes of one queue or pool.
final class ChangeFeed: @unchecked Sendable {
    fileprivate var receivers = ReceiverIndex()
    /// The canonical path of the database file; nil if no other coordinator can open the database.
    fileprivate var file: String?
    /// The schema names of files that the connections have attached, by path.
    fileprivate var attached: [String: String] = [:]
    fileprivate var isClosed = false
    /// Receives each row that the connections change; nil if undo is not in use.
    fileprivate var rowSink: RowSink?

    /// Whether the feed takes no more receivers.
    var isEnding: Bool { ChangeHub.shared.withLock { isClosed } }

    /// The files, with the schema names that the coordinator's connections use.
    fileprivate var places: [(file: String, schema: String)] {
        (file.map { [($0, "main")] } ?? []) + attached.filter { $0.key != file }.map { ($0.key, $0.value) }
    }
}

// SAFETY: the variables are read and written under `lock` alone.
/// Delivers changes from connections to receivers, across all queues and pools of this process.
final class ChangeHub: @unchecked Sendable {
    static var shared: ChangeHub { PerProcess.object(real) { ChangeHub() } }
    private static let real = ChangeHub()
    /// A number that changes whenever a connection may have to begin or end recording. Each access reads it.
    #if DEBUG
        static var generation: AtomicWord { shared.ownGeneration }
        private let ownGeneration = AtomicWord(1)
    #else
        static let generation = AtomicWord(1)
    #endif
    /// A number that changes whenever a receiver may observe a table that no receiver observed before. While changes
    /// are recorded, each writing statement reads it.
    #if DEBUG
        static var watches: AtomicWord { shared.ownWatches }
        private let ownWatches = AtomicWord(1)
    #else
        static let watches = AtomicWord(1)
    #endif

    private let lock = SystemLock()
    /// The receivers of a file, by their schema names for it.
    private var files: [String: [String: ReceiverIndex]] = [:]
    private var lastNumber = 0

    private init() {
        // A child process has no receivers.
        Forks.hold(lock) { [self] in files = [:] }
    }

    fileprivate func withLock<Value>(_ body: () -> Value) -> Value { lock.withLock(body) }

    /// Returns the canonical path of a file, which need not exist yet, or nil if the path names no file.
    static func canonical(_ path: String?) -> String? {
        guard let path, !path.isEmpty, path != ":memory:", !path.hasPrefix("file:") else { return nil }
        if let found = path.withoutLinks { return found }
        let url = URL(fileURLWithPath: path)
        return url.deletingLastPathComponent().path.withoutLinks.map {
            ($0 == "/" ? "" : $0) + "/" + url.lastPathComponent
        }
    }
}

// MARK: - Receivers

extension ChangeHub {
    func add(_ receiver: ChangeReceiver, to feed: ChangeFeed, path: String?) {
        let file = ChangeHub.canonical(path)
        let isRefused = lock.withLock {
            guard !feed.isClosed else { return true }
            if let file, feed.file != file { move(feed) { feed.file = file } }
            receiver.feed = ObjectIdentifier(feed)
            insert(receiver, into: feed)
            advance()
            return false
        }
        if isRefused { receiver.end() }
    }

    func want(_ filter: ChangeFilter, _ receiver: ChangeReceiver, of feed: ChangeFeed) {
        lock.withLock {
            guard feed.receivers.all[ObjectIdentifier(receiver)] != nil else { return }
            remove(receiver, outOf: feed)
            receiver.filter = filter
            insert(receiver, into: feed)
            ChangeHub.watches.value += 1
        }
    }

    func remove(_ receiver: ChangeReceiver, from feed: ChangeFeed) {
        lock.withLock {
            guard feed.receivers.all[ObjectIdentifier(receiver)] != nil else { return }
            remove(receiver, outOf: feed)
            advance()
        }
    }

    /// Closes the feed to new receivers.
    func close(_ feed: ChangeFeed) {
        lock.withLock { feed.isClosed = true }
    }

    /// Removes and ends all receivers.
    func finish(_ feed: ChangeFeed) {
        let receivers = lock.withLock {
            let receivers = feed.receivers.all.values.sorted { $0.number < $1.number }
            for receiver in receivers { remove(receiver, outOf: feed) }
            if !receivers.isEmpty { advance() }
            return receivers
        }
        for receiver in receivers { receiver.end() }
    }

    private func insert(_ receiver: ChangeReceiver, into feed: ChangeFeed) {
        if receiver.number == 0 {
            lastNumber += 1
            receiver.number = lastNumber
        }
        feed.receivers.insert(receiver, receiver.filter)
        for (file, schema) in feed.places {
            files[file, default: [:]][schema, default: ReceiverIndex()].insert(receiver, receiver.filter)
        }
    }

    private func remove(_ receiver: ChangeReceiver, outOf feed: ChangeFeed) {
        feed.receivers.remove(receiver, receiver.filter)
        for (file, schema) in feed.places {
            files[file]?[schema]?.remove(receiver, receiver.filter)
            if files[file]?[schema]?.isEmpty ?? false { files[file]?[schema] = nil }
            if files[file]?.isEmpty ?? false { files[file] = nil }
        }
    }

    /// Changes the files of a feed, and re-registers its receivers.
    private func move(_ feed: ChangeFeed, _ change: () -> Void) {
        let receivers = feed.receivers.all.values
        for receiver in receivers { remove(receiver, outOf: feed) }
        change()
        for receiver in receivers { insert(receiver, into: feed) }
        if !receivers.isEmpty { advance() }
    }

    private func advance() {
        ChangeHub.generation.value += 1
        ChangeHub.watches.value += 1
    }
}

// MARK: - Feeds

extension ChangeHub {
    /// Records that a connection of a feed's coordinator has been opened.
    ///
    /// - Parameter file: the canonical path.
    func opened(_ file: String, by feed: ChangeFeed) {
        lock.withLock {
            guard feed.file != file else { return }
            move(feed) { feed.file = file }
        }
    }

    /// Records the files that a connection of a feed's coordinator has attached.
    func attached(_ files: [String: String], by feed: ChangeFeed) {
        lock.withLock {
            let known = feed.attached.merging(files) { _, new in new }
            guard known != feed.attached else { return }
            move(feed) { feed.attached = known }
        }
    }

    /// Whether a receiver observes changes by a connection.
    func isConcerned(_ feed: ChangeFeed, files: some Sequence<String>) -> Bool {
        lock.withLock {
            !feed.receivers.isEmpty || feed.rowSink != nil || files.contains { self.files[$0] != nil }
        }
    }

    /// Sets the sink for the rows that the connections of a feed change, from each connection's next access on. A nil
    /// sink ends the logging.
    ///
    /// - Parameter old: the sink until now.
    /// - Returns: false if the feed has another sink.
    func log(rows sink: RowSink?, of feed: ChangeFeed, inPlaceOf old: RowSink?) -> Bool {
        lock.withLock {
            guard feed.rowSink === old else { return false }
            feed.rowSink = sink
            advance()
            return true
        }
    }

    /// Returns the sink for the rows that the connections of a feed change.
    func rowSink(of feed: ChangeFeed) -> RowSink? { lock.withLock { feed.rowSink } }

    /// Returns the given tables that at least one receiver observes.
    ///
    /// - Parameter tables: the tables, with the connection's schema names.
    /// - Returns: the observed tables, and the value of ``watches`` for which this result is valid.
    func watched(
        _ tables: some Sequence<TableKey>, by feed: ChangeFeed?, file: String?
    ) -> (tables: [TableKey], watches: UInt) {
        lock.withLock {
            let groups = file.flatMap { files[$0] } ?? [:]
            let watched = tables.filter { table in
                if feed?.receivers.wants(table) ?? false { return true }
                // Other connections do not see a temporary table.
                guard table.schema == "main" else { return false }
                return groups.contains { schema, others in others.wants(TableKey(schema: schema, name: table.name)) }
            }
            return (watched, ChangeHub.watches.value)
        }
    }

    /// Sends changes to their receivers.
    ///
    /// - Parameters:
    ///   - feed: the feed of the connection's coordinator; nil if no queue or pool lends the connection.
    ///   - files: the files of the changed databases, by the connection's schema names.
    func publish(_ set: ChangeSet, by feed: ChangeFeed?, files: [String: String]) {
        guard !set.isEmpty else { return }
        for (receivers, part) in lock.withLock({ parts(of: set, for: feed, files) }) {
            for receiver in receivers { receiver.receive(part) }
        }
    }

    private func parts(
        of set: ChangeSet, for own: ChangeFeed?, _ files: [String: String]
    ) -> [([ChangeReceiver], ChangeSet)] {
        let me = own.map { ObjectIdentifier($0) }
        var parts = own.map { [($0.receivers.receivers(of: set), set)] } ?? []
        for (schema, file) in files {
            for (name, others) in self.files[file] ?? [:] {
                let part = set.part(of: schema, as: name)
                guard !part.isEmpty else { continue }
                parts.append((others.receivers(of: part).filter { $0.feed != me }, part))
            }
        }
        return parts
    }
}
