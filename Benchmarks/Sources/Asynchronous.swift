import FMDB
import Foundation
import GRDB

/// Tasks that read and write by asynchronous calls, beside threads of raw C. Each select asks for one value by its key, each
/// transaction inserts one row.
struct Asynchronous {
    /// What runs at the same time.
    private struct Load {
        let name: String
        let title: String
        let readers: Int
        let writers: Int

        var isOfOneKind: Bool { readers == 0 || writers == 0 }

        var columns: [String] {
            guard isOfOneKind else { return ["reads/s", "commits/s"] }
            return [readers > 0 ? "reads/s" : "commits/s", "ns of processor"]
        }
    }

    /// A queue or pool while a round lasts.
    private struct Store: Sendable {
        let read: @Sendable (Int64) async throws -> Double?
        let write: @Sendable () async throws -> Void
        let close: @Sendable () throws -> Void
    }

    private static let loads = [
        Load(name: "async-read", title: "One task that reads, async, WAL", readers: 1, writers: 0),
        Load(name: "async-write", title: "One task that commits, async, WAL", readers: 0, writers: 1),
        Load(name: "async-readers", title: "4 tasks that read, async, WAL", readers: 4, writers: 0),
        Load(name: "async-mixed", title: "4 tasks that read and one that commits, async, WAL", readers: 4, writers: 1),
    ]

    private let readers: Readers
    private let load: Load

    static func trials(_ fixture: Fixture, length: Duration) -> [Trial] {
        loads.map { load in
            Trial(name: load.name, title: load.title, columns: load.columns) {
                let one = Asynchronous(readers: try Readers(fixture, length), load: load)
                return [Trial.Contender(name: RawC.name, run: one.raw)] + one.contenders
            }
        }
    }

    private var contenders: [Trial.Contender] {
        let stores: [(String, () throws -> Store)] = [
            ("queue", { try queue(moves: true) }), ("queue, on a worker", { try queue(moves: false) }),
            ("pool", { try pool(moves: true) }), ("pool, on a worker", { try pool(moves: false) }),
            ("GRDB, queue", peerQueue), ("GRDB, queue, no transaction", peerQueueAlone), ("GRDB, pool", peerPool),
        ]
        return stores.map { name, make in Trial.Contender(name: name) { try round(make()) } }
    }

    private func round(_ store: Store) throws -> [Double] {
        defer { try? store.close() }
        let (keys, length) = (readers.keys, readers.length)
        // The connections are there before the round begins, as those of the threads are.
        try Tasks.run {
            try await store.write()
            _ = try await store.read(1)
        }
        let reader: @Sendable (Int) async throws -> Int = { number in
            var (turn, sum) = (number * 2000, 0.0)
            return try await Lap(end: .now.advanced(by: length)).count {
                sum += try await store.read(Readers.key(keys, &turn)) ?? 0
            }
        }
        let writer: @Sendable () async throws -> Int = {
            try await Lap(end: .now.advanced(by: length)).count { try await store.write() }
        }
        return try measure {
            let bodies = (0..<load.readers).map { number in { @Sendable () async throws in try await reader(number) } }
            return try Tasks.run(bodies + (0..<load.writers).map { _ in writer })
        }
    }

    /// A thread with a connection of its own in place of each task.
    private func raw() throws -> [Double] {
        let (path, keys, line) = (
            readers.path, readers.keys, StartingLine(load.readers + load.writers, length: readers.length)
        )
        let reader: @Sendable (Int) throws -> Int = { number in
            let statement = try RawDatabase(path, settings: Readers.settings).prepare(Article.scoreByKey)
            var (turn, sum) = (number * 2000, 0.0)
            return try Lap(end: line.wait()).count { sum += try statement.score(of: Readers.key(keys, &turn)) ?? 0 }
        }
        let writer: @Sendable () throws -> Int = {
            let commit = try Readers.rawCommit(path)
            return try Lap(end: line.wait()).count(commit)
        }
        return try measure {
            let bodies = (0..<load.readers).map { number in { @Sendable () throws in try reader(number) } }
            return try Threads.run(bodies + (0..<load.writers).map { _ in writer })
        }
    }

    /// - Returns: the rates, and the processor time of one access if all are of one kind.
    private func measure(_ body: () throws -> [Int]) throws -> [Double] {
        try readers.empty()
        let start = Harness.processorTime
        let counts = try body()
        let time = Harness.processorTime - start
        let sums = [counts.prefix(load.readers), counts.dropFirst(load.readers)].map { $0.reduce(0, +) }.filter {
            $0 > 0
        }
        let rates = sums.map { Double($0) / (readers.length / .seconds(1)) }
        return load.isOfOneKind ? rates + rates.map { _ in time * 1e9 / Double(max(1, sums[0])) } : rates
    }
}

// MARK: - Contenders

extension Asynchronous {
    private func configuration(moves: Bool) -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.maximumReaders = Readers.readers
        configuration.movesTasks = moves
        configuration.configure = { db in try db.execute("PRAGMA synchronous = NORMAL") }
        return configuration
    }

    private func queue(moves: Bool) throws -> Store {
        let queue = try FMDatabaseQueue(path: readers.path, configuration: configuration(moves: moves))
        return Store(
            read: { key in try await queue.withDatabase { try Asynchronous.score(of: key, in: $0) } },
            write: { try await queue.withTransaction { try Readers.insert($0) } },
            close: queue.close)
    }

    private func pool(moves: Bool) throws -> Store {
        let pool = FMDatabasePool(path: readers.path, configuration: configuration(moves: moves))
        return Store(
            read: { key in try await pool.read { try Asynchronous.score(of: key, in: $0) } },
            write: { try await pool.write { try Readers.insert($0) } },
            close: pool.close)
    }

    private static func score(of key: Int64, in db: FMDatabase) throws -> Double? {
        try db.value("SELECT score FROM article WHERE id = ?", key, as: Double?.self)
    }

    private func peerQueue() throws -> Store {
        let queue = try GRDBRows.open(readers.path, settings: Readers.settings)
        return Store(
            read: { key in try await queue.read { try GRDBRows.score(of: key, in: $0) } },
            write: { try await queue.write { try GRDBRows.insertVisit($0) } },
            close: queue.close)
    }

    /// GRDB's `read` is a transaction. This is its access without one, as that of the queue.
    private func peerQueueAlone() throws -> Store {
        let queue = try GRDBRows.open(readers.path, settings: Readers.settings)
        return Store(
            read: { key in try await queue.writeWithoutTransaction { try GRDBRows.score(of: key, in: $0) } },
            write: { try await queue.write { try GRDBRows.insertVisit($0) } },
            close: queue.close)
    }

    private func peerPool() throws -> Store {
        let pool = try GRDBRows.pool(readers.path, readers: Readers.readers)
        return Store(
            read: { key in try await pool.read { try GRDBRows.score(of: key, in: $0) } },
            write: { try await pool.write { try GRDBRows.insertVisit($0) } },
            close: pool.close)
    }
}
