import Foundation

// SAFETY: its own properties are constants; the subclasses see to theirs.
/// Connections of one kind that a lender lends in turn.
///
/// Everything but the turnstile is called by those inside it, with their place. It is a class and no protocol, so that
/// what lends is not generic: a lane whose type is not known costs as much as the rest of an access.
class Lane: @unchecked Sendable {
    final let name: LaneName
    final let turnstile: Turnstile

    fileprivate init(_ name: LaneName, limit: Int) {
        self.name = name
        turnstile = Turnstile(limit: limit, name: name.text)
    }

    /// See ``Turnstile/enter(_:_:)``.
    final func enter(_ site: CallSite?, _ token: StopToken?) throws(FMError) -> Int { try turnstile.enter(site, token) }

    /// See ``Turnstile/leave(_:)``.
    final func leave(_ place: Int) { turnstile.leave(place) }

    /// A database that is open.
    ///
    /// - Parameter token: ends the opening early; what it is to do then is left changed.
    func take(for lender: FMDatabaseLender, at place: Int, _ token: StopToken?) throws -> FMDatabase {
        fatalError("a subclass has the databases")
    }

    final func putBack(_ database: FMDatabase) {
        database.endTurn()
        keep(database)
    }

    /// Has a database that is no longer lent.
    fileprivate func keep(_ database: FMDatabase) {}

    /// The database in use, where there is but one.
    var current: FMDatabase? { nil }
}

// SAFETY: `databases` has one element for each place, which is changed by whoever has the place, under `state`, and which
// he may read without; so may whoever has shut the turnstile.
/// A connection for each place: that of a queue, the writer of a pool, its readers.
final class FixedLane: Lane, @unchecked Sendable {
    private let count: Int
    private let flags: (FMDatabaseLender) -> Int32
    private let prepare: (FMDatabaseLender, FMDatabase) throws -> Void
    private let state = NSLock()
    /// The objects that blocks get; new ones after ``forget(at:)``.
    private let databases: UnsafeMutablePointer<FMDatabase?>
    private let ready = Published(0)

    /// - Parameters:
    ///   - count: how many connections there are, 1 to 64.
    ///   - flags: with which they are opened.
    ///   - prepare: sets up a connection that has been opened, after the configuration has.
    init(
        _ name: LaneName, count: Int = 1, flags: @escaping (FMDatabaseLender) -> Int32 = { $0.openFlags },
        prepare: @escaping (FMDatabaseLender, FMDatabase) throws -> Void = { _, _ in }
    ) {
        self.count = count
        self.flags = flags
        self.prepare = prepare
        databases = .allocate(capacity: count)
        databases.initialize(repeating: nil, count: count)
        super.init(name, limit: count)
    }

    deinit {
        databases.deinitialize(count: count)
        databases.deallocate()
    }

    /// Whether a connection was open when it was last lent. Any thread may ask.
    var isOpen: Bool { ready.value != 0 }

    override func take(for lender: FMDatabaseLender, at place: Int, _ token: StopToken?) throws -> FMDatabase {
        if let database = databases[place], database.isOpen {
            database.beginTurn()
            return database
        }
        let made = databases[place] ?? lender.makeDatabase()
        state.withLock { databases[place] = made }
        made.beginTurn()
        do {
            try lender.open(made, flags(lender), of: self, token)
            try prepare(lender, made)
            ready.value = 1
            return made
        } catch {
            if let database = forget(at: place) { lender.discard(database) }
            throw error
        }
    }

    override var current: FMDatabase? { count == 1 ? databases[0] : nil }

    /// Takes a database out, for whoever has its place.
    func forget(at place: Int = 0) -> FMDatabase? {
        ready.value = 0
        return state.withLock {
            defer { databases[place] = nil }
            return databases[place]
        }
    }

    /// Takes the databases out that are not lent; all of them if the turnstile is shut.
    func forgetAll() -> [FMDatabase] {
        let isShut = turnstile.isClosed
        return (0..<count).compactMap { place in
            guard isShut || turnstile.enter(at: place) else { return nil }
            defer { if !isShut { turnstile.leave(place) } }
            return forget(at: place)
        }
    }

    /// The part of the connection that any thread may touch.
    var interruption: Interruption? { state.withLock { databases[0]?.interruption } }
}

// SAFETY: the variables are read and written under `state` alone.
/// Several connections, each used by one block at a time; the one that was returned last comes first.
final class SharedLane: Lane, @unchecked Sendable {
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
        self.flags = flags
        self.admit = admit
        super.init(name, limit: limit)
    }

    var freeCount: Int { state.withLock { free.count } }
    var lentCount: Int { state.withLock { lent.count } }
    var count: Int { state.withLock { free.count + lent.count } }

    override func take(for lender: FMDatabaseLender, at place: Int, _ token: StopToken?) throws -> FMDatabase {
        let (database, isNew) = takeFree() ?? make(for: lender)
        do {
            database.beginTurn()
            if !database.isOpen { try lender.open(database, flags(lender), of: self, token) }
            try admit(lender, database, isNew)
            return database
        } catch {
            state.withLock { lent.removeAll { $0 === database } }
            lender.discard(database)
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

    override fileprivate func keep(_ database: FMDatabase) {
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
        // Each look at the property counts a reference.
        guard let connection else { return }
        connection.custody?.take()
        connection.followChanges()
    }

    fileprivate func endTurn() {
        isInTurn = false
        guard let connection else { return }
        connection.leaveChanges()
        connection.custody?.leave()
    }
}
