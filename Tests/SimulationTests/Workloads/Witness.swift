#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBModel
    @testable import FMDBTestSupport

    /// A row that transactions change.
    struct ObservedItem: FMModel, Codable, Sendable {
        static let tableName = "item"
        var id: Int64
        var value: Int
    }

    /// The tables of observed files. Each transaction adds the next numbers of `event`, in the order of commits.
    enum ObservedTables {
        static func create(_ db: FMDatabase) throws {
            try db.execute("CREATE TABLE event (number INTEGER PRIMARY KEY, tag INTEGER NOT NULL)")
            try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)")
            try db.execute("CREATE TABLE pair (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID")
        }

        /// Adds a transaction's numbers, and changes other rows at random.
        ///
        /// - Returns: the numbers.
        static func add(_ db: FMDatabase, tag: Int, _ numbers: inout SeededNumbers) throws -> ClosedRange<Int64> {
            let first = try db.value("SELECT coalesce(max(number), 0) + 1 FROM event", as: Int64.self)
            let last = first + Int64.random(in: 0...2, using: &numbers)
            if numbers.chance(30) { try changeItems(db, &numbers, tag) }
            for number in first...last { try db.execute("INSERT INTO event VALUES (\(number), \(tag))") }
            if numbers.chance(20) {
                try? db.withSavePoint {
                    try db.execute("INSERT INTO event VALUES (\(last + 100), \(tag))")
                    try changeItems(db, &numbers, tag)
                    throw Refused()
                }
            }
            if numbers.chance(50) { try changeItems(db, &numbers, tag) }
            return first...last
        }

        private static func changeItems(_ db: FMDatabase, _ numbers: inout SeededNumbers, _ tag: Int) throws {
            let id = Int64.random(in: 1...6, using: &numbers)
            switch Int.random(in: 0...11, using: &numbers) {
            case 0...3: try db.execute("INSERT OR REPLACE INTO item VALUES (\(id), \(tag))")
            case 4, 5: try db.execute("UPDATE item SET value = \(tag) WHERE id <= \(id)")
            case 6, 7: try db.execute("DELETE FROM item WHERE id = \(id)")
            case 8: try db.execute("DELETE FROM item")
            case 9:
                try db.execute("UPDATE item SET id = id + 10 WHERE id = \(id) AND id + 10 NOT IN (SELECT id FROM item)")
            default: try db.execute("INSERT OR REPLACE INTO pair VALUES (\("k\(id)"), \(tag))")
            }
        }
    }

    struct Refused: Error {}

    /// What an observer knows of the rows that change.
    struct ObservedState: Equatable, Sendable, CustomStringConvertible {
        var last: Int64
        var items: [Int64: Int]
        var pairs: [String: Int]

        init(_ db: FMDatabase) throws {
            last = try db.value("SELECT coalesce(max(number), 0) FROM event", as: Int64.self)
            items = Dictionary(uniqueKeysWithValues: try db.rows("SELECT id, value FROM item", as: (Int64, Int).self))
            pairs = Dictionary(
                uniqueKeysWithValues: try db.rows("SELECT key, value FROM pair", as: (String, Int).self))
            let count = try db.value("SELECT count(*) FROM event", as: Int64.self)
            guard count == last else { throw FMError(.internal, "\(count) events up to \(last) in one snapshot") }
        }

        var description: String {
            let items = items.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let pairs = pairs.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(last): \((items + pairs).joined(separator: " "))"
        }
    }

    /// Watches what one observer is told. It reads by a connection of its own.
    final class Witness: Sendable {
        fileprivate struct State: Sendable {
            var seen: Set<Int64> = []
            /// The largest number of which the observer may not have been told.
            var base: Int64 = 0
            var mirror: ObservedState?
        }

        let name: String
        private let ledger: SharedLedger
        private let reader: FMDatabaseQueue
        private let isOrdered: Bool
        private let state = Locked(State(), isQuiet: true)

        init(_ name: String, _ path: String, _ ledger: SharedLedger, isOrdered: Bool) throws {
            (self.name, self.ledger, self.isOrdered) = (name, ledger, isOrdered)
            var configuration = FMDatabaseCoordinator.Configuration.durable
            configuration.busyTimeout = .seconds(60)
            reader = try FMDatabaseQueue(path: path, configuration: configuration)
        }

        /// Reads what is there. The observation has begun.
        func begin() throws {
            let snapshot = try read()
            state.withLock {
                $0.mirror = snapshot
                $0.base = max($0.base, snapshot.last)
            }
        }

        func read() throws -> ObservedState {
            for _ in 0..<10 {
                do { return try readOnce() } catch { ledger.failed(name, error) }
            }
            return try readOnce()
        }

        private func readOnce() throws -> ObservedState {
            try reader.withDatabase { db in try db.withTransaction(.deferred) { try ObservedState(db) } }
        }

        func close() { reader.close() }

        /// Takes a change of which the observer is told.
        func take(_ change: FMChange) throws {
            ledger.operation()
            let now = try read()
            var numbers: Set<Int64> = []
            if let event = change["event"] {
                if case .rows(let rows) = event.inserted { numbers = rows } else { problem("all events are new") }
                if !event.updated.isEmpty || !event.deleted.isEmpty { problem("events were changed: \(change)") }
            }
            let isUnknown = change.isUnknown || change.schemaChanged
            let problems = state.withLock { $0.take(change, numbers, now, isUnknown, isOrdered) }
            for text in problems { problem(text) }
        }

        /// Expects that the observer knows all, as nobody writes any more.
        ///
        /// - Parameter limit: the last commit before the queue was closed, if others may have written after that.
        func expectComplete(upTo limit: Int64?) throws {
            let now = try read()
            let (mirror, seen, base) = state.withLock { ($0.mirror, $0.seen, $0.base) }
            let last = limit ?? now.last
            let missed = last > base ? (base + 1...last).filter { !seen.contains($0) } : []
            if !missed.isEmpty { problem("missed \(missed) after \(base)") }
            if limit == nil, let mirror, mirror.items != now.items || mirror.pairs != now.pairs {
                problem("it knows \(mirror), but there is \(now)")
            }
        }

        func problem(_ text: String) { ledger.problem("\(name): \(text)") }
    }

    extension Witness.State {
        /// - Returns: problems.
        fileprivate mutating func take(
            _ change: FMChange, _ numbers: Set<Int64>, _ now: ObservedState, _ isUnknown: Bool, _ isOrdered: Bool
        ) -> [String] {
            var problems: [String] = []
            let twice = numbers.intersection(seen)
            if !twice.isEmpty { problems.append("told twice: \(twice.sorted())") }
            if let last = numbers.max(), last > now.last {
                problems.append("told of \(numbers.sorted()) before they are found: \(now.last)")
            }
            if isOrdered, let first = numbers.min(), let last = seen.max(), first < last {
                problems.append("told of \(first) after \(last)")
            }
            seen.formUnion(numbers)
            if isUnknown { base = max(base, now.last) }
            mirror?.learn(change, now, isUnknown)
            return problems
        }
    }

    extension ObservedState {
        /// Takes the changed rows of a newer snapshot.
        fileprivate mutating func learn(_ change: FMChange, _ now: ObservedState, _ isUnknown: Bool) {
            if isUnknown { (items, pairs) = (now.items, now.pairs) }
            if change["pair"] != nil { pairs = now.pairs }
            guard let table = change["item"] else { return }
            for rows in [table.inserted, table.updated, table.deleted] {
                switch rows {
                case .rows(let ids): for id in ids { items[id] = now.items[id] }
                case .wholeTable: items = now.items
                }
            }
        }
    }
#endif
