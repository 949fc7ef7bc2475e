import Foundation

/// Connections of one kind that a lender lends in turn.
///
/// Everything but the turnstile is called by those inside it.
protocol Lane: Sendable {
    var name: LaneName { get }
    var turnstile: Turnstile { get }

    /// A database that is open.
    func take(for lender: FMDatabaseLender) throws -> FMDatabase

    func putBack(_ database: FMDatabase)

    /// The database in use, where it is known to be one.
    var current: FMDatabase? { get }
}

// SAFETY: `database` is changed under `state`; whoever is inside the turnstile may read it without.
/// One connection: that of a queue, and the writer of a pool.
final class SingleLane: Lane, @unchecked Sendable {
    let name: LaneName
    let turnstile: Turnstile
    private let state = NSLock()
    /// The object that blocks get; a new one after ``forget()``.
    private var database: FMDatabase?
    private let prepare: (FMDatabaseLender, FMDatabase) throws -> Void
    private let ready = Published(0)

    /// - Parameter prepare: sets up a connection that has been opened, after the configuration has.
    init(
        _ name: LaneName, prepare: @escaping (FMDatabaseLender, FMDatabase) throws -> Void = { _, _ in }
    ) {
        self.name = name
        turnstile = Turnstile(limit: 1, name: name.text)
        self.prepare = prepare
    }

    /// Whether the connection was open when it was last lent. Any thread may ask.
    var isOpen: Bool { ready.value != 0 }

    func take(for lender: FMDatabaseLender) throws -> FMDatabase {
        if let database, database.isOpen {
            database.beginTurn()
            return database
        }
        let made = database ?? lender.makeDatabase()
        state.withLock { database = made }
        made.beginTurn()
        do {
            try lender.open(made, lender.openFlags, of: self)
            try prepare(lender, made)
            ready.value = 1
            return made
        } catch {
            forget()?.close()
            throw error
        }
    }

    func putBack(_ database: FMDatabase) {
        database.endTurn()
    }

    var current: FMDatabase? { database }

    func forget() -> FMDatabase? {
        ready.value = 0
        return state.withLock {
            defer { database = nil }
            return database
        }
    }

    /// The part of the connection that any thread may touch.
    var interruption: Interruption? { state.withLock { database?.interruption } }
}

// SAFETY: the variables are read and written under `state` alone.
/// Several connections, each used by one block at a time; the one that was returned last comes first.
final class SharedLane: Lane, @unchecked Sendable {
    let name: LaneName
    let turnstile: Turnstile
    private let flags: (FMDatabaseLender) -> Int32
    private let admit: (FMDatabaseLender, FMDatabase, _ isNew: Bool) throws -> Void
    private let state = NSLock()
    private var free: [FMDatabase] = []
    private var lent: [FMDatabase] = []

    /// - Parameters:
    ///   - flags: with which a connection is opened.
    ///   - admit: is asked before a connection is lent, outside of any lock.
    init(
        limit: Int, _ name: LaneName, flags: @escaping (FMDatabaseLender) -> Int32,
        admit: @escaping (FMDatabaseLender, FMDatabase, _ isNew: Bool) throws -> Void = { _, _, _ in }
    ) {
        self.name = name
        turnstile = Turnstile(limit: limit, name: name.text)
        self.flags = flags
        self.admit = admit
    }

    var current: FMDatabase? { nil }
    var freeCount: Int { state.withLock { free.count } }
    var lentCount: Int { state.withLock { lent.count } }
    var count: Int { state.withLock { free.count + lent.count } }

    func take(for lender: FMDatabaseLender) throws -> FMDatabase {
        let (database, isNew) = takeFree() ?? make(for: lender)
        do {
            database.beginTurn()
            try lender.open(database, flags(lender), of: self)
            try admit(lender, database, isNew)
            return database
        } catch {
            state.withLock { lent.removeAll { $0 === database } }
            database.close()
            throw error
        }
    }

    private func takeFree() -> (FMDatabase, isNew: Bool)? {
        state.withLock {
            guard let database = free.popLast() else { return nil }
            lent.append(database)
            return (database, false)
        }
    }

    private func make(for lender: FMDatabaseLender) -> (FMDatabase, isNew: Bool) {
        // A client's own class is at work here, so not under the lock.
        let database = lender.makeDatabase()
        state.withLock { lent.append(database) }
        return (database, true)
    }

    func putBack(_ database: FMDatabase) {
        database.endTurn()
        state.withLock {
            lent.removeAll { $0 === database }
            free.append(database)
        }
    }

    /// Forgets every database. One that is lent comes back when its block ends.
    func forgetAll() -> [FMDatabase] {
        state.withLock {
            defer { (free, lent) = ([], []) }
            return free
        }
    }
}

extension FMDatabase {
    /// The thread has the database from now on.
    fileprivate func beginTurn() {
        isInTurn = true
        connection?.custody?.take()
    }

    fileprivate func endTurn() {
        isInTurn = false
        connection?.custody?.leave()
    }
}
