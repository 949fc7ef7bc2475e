import FMDB
import FMDBTestHelpers

/// Writes and reads a file that another process writes and reads, too.
///
/// Each transaction moves an amount from one account to another, so that the sum stays 1000, and adds to the ledger. A line of
/// output is the number of a transaction that was acknowledged, `read` for a read transaction in which everything was as it
/// must be, `busy` for a call that was refused because of a lock, or `wrong` and a reason.
enum SharedWork {
    enum Coordinator: Sendable {
        case queue(FMDatabaseQueue)
        case pool(FMDatabasePool)
    }

    /// A queue has one thread; a pool has one that writes and two that read.
    static func run(_ coordinator: Coordinator, _ writer: KilledWriter) throws {
        let isWAL = writer.journal == "WAL"
        while !attempt({ try transact(coordinator, isWAL) { try create($0) } }) {}
        switch coordinator {
        case .queue:
            for number in writer.first... {
                add(number, coordinator, isWAL)
                for _ in 0..<5 { read(coordinator, isWAL) }
            }
        case .pool:
            _ = BackgroundThreads.run(3) { thread in
                for number in writer.first... {
                    if thread == 0 { add(number, coordinator, isWAL) } else { read(coordinator, isWAL) }
                }
            }
        }
    }

    /// A queue opens its file at once. While another process switches the file to WAL mode, SQLite refuses that.
    static func queue(_ writer: KilledWriter) -> FMDatabaseQueue {
        while true {
            var queue: FMDatabaseQueue?
            attempt { queue = try writer.queue() }
            if let queue { return queue }
        }
    }

    private static func add(_ number: Int, _ coordinator: Coordinator, _ isWAL: Bool) {
        attempt {
            try transact(coordinator, isWAL) { db in
                let amount = Int.random(in: 1...50)
                try db.execute("UPDATE account SET balance = balance - \(amount) WHERE id = \(number % 10)")
                try Ledger.add(number, db)
                try db.execute("UPDATE account SET balance = balance + \(amount) WHERE id = \((number + 3) % 10)")
            }
            KilledWriter.say("\(number)")
        }
    }

    private static func read(_ coordinator: Coordinator, _ isWAL: Bool) {
        attempt {
            switch coordinator {
            case .queue(let queue): try queue.withTransaction(.deferred) { try expectWhole($0) }
            case .pool(let pool):
                try isWAL ? pool.read { try expectWhole($0) } : pool.withTransaction(.deferred) { try expectWhole($0) }
            }
            KilledWriter.say("read")
        }
    }

    /// In other modes than WAL the transactions of a pool use connections that compete.
    private static func transact(
        _ coordinator: Coordinator, _ isWAL: Bool, _ body: (FMDatabase) throws -> Void
    ) throws {
        switch coordinator {
        case .queue(let queue): try queue.withTransaction { try body($0) }
        case .pool(let pool): try isWAL ? pool.write { try body($0) } : pool.withTransaction { try body($0) }
        }
    }

    private static func create(_ db: FMDatabase) throws {
        guard try db.value("SELECT count(*) FROM sqlite_master WHERE name = 'account'", as: Int.self) == 0 else {
            return
        }
        try Ledger.create(db)
        try db.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER)")
        for id in 0..<10 { try db.execute("INSERT INTO account VALUES (\(id), 100)") }
    }

    private struct Wrong: Error {
        let reason: String
    }

    /// The sums are those of whole transactions, and stay the same within the transaction.
    private static func expectWhole(_ db: FMDatabase) throws {
        func sums() throws -> [Int] {
            try db.rows(
                """
                SELECT sum(balance) FROM account UNION ALL SELECT number FROM total
                UNION ALL SELECT coalesce(sum(number), 0) FROM (SELECT DISTINCT number FROM entry)
                """, as: Int.self)
        }
        let first = try sums()
        guard first.count == 3, first[0] == 1000, first[1] == first[2] else { throw Wrong(reason: "sums \(first)") }
        for _ in 0..<5 {
            let later = try sums()
            guard later == first else { throw Wrong(reason: "sums \(first), then \(later)") }
        }
    }

    @discardableResult
    private static func attempt(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch let error as FMError where error.resultCode == .busy {
            KilledWriter.say("busy")
        } catch {
            KilledWriter.say("wrong: \(error)".replacingOccurrences(of: "\n", with: " "))
        }
        return false
    }
}
