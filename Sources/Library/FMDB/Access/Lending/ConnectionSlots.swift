import Foundation

// SAFETY: `sharedCommit` is set before the first access, its other properties are constants; the subclasses see to theirs.
/// Connections of one kind, which a coordinator lends to one block at a time.
///
/// A thread enters the semaphore, and gets the connection of its slot. This is a class and not a protocol, so that the
/// lending functions are not generic: an unspecialised generic call costs as much as the rest of an access.
class ConnectionSlots: @unchecked Sendable {
    final let name: SlotsName
    final let semaphore: FairSemaphore
    /// The shared commit, set once before the first access; nil if transactions commit one by one.
    final var sharedCommit: SharedCommit?

    fileprivate init(_ name: SlotsName, limit: Int) {
        self.name = name
        semaphore = FairSemaphore(limit: limit, name: name.text)
    }

    final func enter(_ site: FMCallSite?, _ token: CancellationToken?) throws(FMError) -> Int {
        try semaphore.enter(site, token)
    }

    final func leave(_ slot: Int) { semaphore.leave(slot) }

    /// Returns an open database for a slot.
    ///
    /// - Parameter token: ends the opening early. This replaces the token's action; the caller sets it again.
    func acquire(for coordinator: FMDatabaseCoordinator, at slot: Int, _ token: CancellationToken?) throws -> FMDatabase
    {
        fatalError("must be overridden")
    }

    final func release(_ database: FMDatabase, of coordinator: FMDatabaseCoordinator) {
        database.endTurn()
        guard !keep(database) else { return }
        coordinator.discard(database)
    }

    /// Keeps a database after its block has ended.
    ///
    /// - Returns: false if the database is not needed any more, so that the caller closes it.
    fileprivate func keep(_ database: FMDatabase) -> Bool { true }

    /// The database in use, if there is only one slot; nil otherwise.
    var current: FMDatabase? { nil }

    var count: Int { 0 }

    /// The interruption objects of the connections, which any thread may use.
    var interruptions: [Interruption] { [] }

    /// Runs a body with each open database that is not lent.
    ///
    /// - Returns: whether no database is lent.
    func forEachFree(_ body: (FMDatabase) -> Void) -> Bool { true }
}

// SAFETY: `databases` has one element for each slot. The thread inside the slot writes it under `state`, and reads it without.
// A thread that has shut the semaphore may do both for all slots.
/// Connections with fixed slots: the connection of a queue, a pool's writer, or its readers.
final class FixedConnectionSlots: ConnectionSlots, @unchecked Sendable {
    private let limit: Int
    private let flags: (FMDatabaseCoordinator) -> Int32
    private let prepare: (FMDatabaseCoordinator, FMDatabase) throws -> Void
    private let state = SystemLock()
    /// The database of each slot, created again after ``forget(at:)``.
    private let databases: UnsafeMutablePointer<FMDatabase?>
    private let ready = AtomicWord(0)

    /// - Parameters:
    ///   - count: the number of connections, 1 to 64.
    ///   - flags: returns the flags for opening a connection.
    ///   - prepare: sets up an opened connection, after the configuration was applied.
    init(
        _ name: SlotsName, count: Int = 1, flags: @escaping (FMDatabaseCoordinator) -> Int32 = { $0.openFlags },
        prepare: @escaping (FMDatabaseCoordinator, FMDatabase) throws -> Void = { _, _ in }
    ) {
        limit = count
        (self.flags, self.prepare) = (flags, prepare)
        databases = .allocate(capacity: count)
        databases.initialize(repeating: nil, count: count)
        super.init(name, limit: count)
    }

    deinit {
        databases.deinitialize(count: limit)
        databases.deallocate()
    }

    /// Whether a connection was open when it was last lent. Any thread may read it.
    var isOpen: Bool { ready.value != 0 }

    override func acquire(for coordinator: FMDatabaseCoordinator, at slot: Int, _ token: CancellationToken?) throws
        -> FMDatabase
    {
        if let database = databases[slot], database.isOpen {
            database.beginTurn()
            return database
        }
        guard !semaphore.isInherited else { throw FMError.forked(nil) }
        let made = databases[slot] ?? coordinator.makeDatabase()
        state.withLock { databases[slot] = made }
        made.beginTurn()
        do {
            try coordinator.open(made, flags(coordinator), of: self, token)
            try prepare(coordinator, made)
            ready.value = 1
            return made
        } catch {
            if let database = forget(at: slot) { coordinator.discard(database) }
            throw error
        }
    }

    override var current: FMDatabase? { limit == 1 ? databases[0] : nil }

    override var count: Int { databaseObjects.count }
    override var interruptions: [Interruption] { databaseObjects.map(\.interruption) }

    private var databaseObjects: [FMDatabase] {
        semaphore.isInherited ? [] : state.withLock { (0..<limit).compactMap { databases[$0] } }
    }

    override func forEachFree(_ body: (FMDatabase) -> Void) -> Bool {
        var isAll = true
        for slot in 0..<limit {
            guard semaphore.enter(at: slot) else {
                isAll = false
                continue
            }
            defer { semaphore.leave(slot) }
            databases[slot]?.inTurn(body)
        }
        return isAll
    }

    /// Removes a database. The caller is inside its slot. In a forked child process nothing is removed.
    func forget(at slot: Int = 0) -> FMDatabase? {
        guard !semaphore.isInherited else { return nil }
        ready.value = 0
        return state.withLock { databases[slot].take() }
    }

    /// Removes the databases that are not lent, or all of them if the semaphore is shut.
    func forgetAll() -> [FMDatabase] {
        guard !semaphore.isInherited else { return [] }
        let isShut = semaphore.isClosed
        return (0..<limit).compactMap { slot in
            guard isShut || semaphore.enter(at: slot) else { return nil }
            defer { if !isShut { semaphore.leave(slot) } }
            return forget(at: slot)
        }
    }
}

// SAFETY: the variables are read and written under `state` alone.
/// Connections that are opened on demand, each for one block at a time. The connection that was returned last is lent
/// first.
///
/// A caller is inside the semaphore, and a connection is created only if none is free. So there are never more than the
/// semaphore's capacity, except for those that were lent when the pool forgot them.
final class OnDemandConnectionSlots: ConnectionSlots, @unchecked Sendable {
    private let flags: (FMDatabaseCoordinator) -> Int32
    private let state = SystemCondition()
    private var free: [FMDatabase] = []
    private var lent: [FMDatabase] = []
    /// The free database that a thread is visiting; it is not lent during the visit.
    private var visited: (database: FMDatabase, by: ThreadIdentity)?

    /// - Parameter flags: returns the flags for opening a connection.
    init(limit: Int, _ name: SlotsName, flags: @escaping (FMDatabaseCoordinator) -> Int32) {
        self.flags = flags
        super.init(name, limit: limit)
    }

    var freeCount: Int { count { $0.countOfFree } }
    var lentCount: Int { count { $0.lent.count } }
    override var count: Int { count { $0.countOfFree + $0.lent.count } }

    private var countOfFree: Int { free.count + (visited == nil ? 0 : 1) }

    override var interruptions: [Interruption] {
        semaphore.isInherited ? [] : state.withLock { lent.map(\.interruption) }
    }

    /// Returns a count, which is 0 in a forked child process.
    private func count(_ body: (OnDemandConnectionSlots) -> Int) -> Int {
        semaphore.isInherited ? 0 : state.withLock { body(self) }
    }

    override func acquire(for coordinator: FMDatabaseCoordinator, at slot: Int, _ token: CancellationToken?) throws
        -> FMDatabase
    {
        guard !semaphore.isInherited else { throw FMError.forked(nil) }
        let free = try popFree()
        // The lock is not held here, because this may run the code of a subclass in the app.
        let database = free ?? coordinator.makeDatabase()
        if free == nil { state.withLock { lent.append(database) } }
        do {
            database.beginTurn()
            if !database.isOpen { try coordinator.open(database, flags(coordinator), of: self, token) }
            try coordinator.admit(database, isNew: free == nil)
            return database
        } catch {
            state.withLock { lent.removeAll { $0 === database } }
            coordinator.discard(database)
            throw error
        }
    }

    private func popFree() throws(FMError) -> FMDatabase? {
        state.lock()
        defer { state.unlock() }
        while free.isEmpty, let visited {
            // This thread's visit has called the app's event handler, which now asks for a connection, so the visit
            // would never end.
            guard visited.by != .current else {
                throw FMError(.cantOpen, "all connections of \(name.text) are in use", sql: nil, stage: .open)
            }
            state.wait()
        }
        guard let database = free.popLast() else { return nil }
        lent.append(database)
        return database
    }

    override fileprivate func keep(_ database: FMDatabase) -> Bool {
        let limit = semaphore.capacity
        return state.withLock {
            let count = lent.count
            lent.removeAll { $0 === database }
            // A database that ``forgetAll()`` removed from `lent` is kept if there is room for it.
            guard lent.count < count || countOfFree + lent.count < limit else { return false }
            free.append(database)
            return true
        }
    }

    override func forEachFree(_ body: (FMDatabase) -> Void) -> Bool {
        guard !semaphore.isInherited else { return true }
        let (all, isAll) = state.withLock { (free, lent.isEmpty && visited == nil) }
        return all.reduce(isAll) { isAll, database in visit(database, body) && isAll }
    }

    /// - Returns: false if the database is no longer free, or if this thread itself visits a database.
    private func visit(_ database: FMDatabase, _ body: (FMDatabase) -> Void) -> Bool {
        let index: Int? = waitForVisitor {
            guard let index = free.firstIndex(where: { $0 === database }) else { return nil }
            visited = (free.remove(at: index), .current)
            return index
        }
        guard let index else { return false }
        database.inTurn(body)
        state.withLock {
            visited = nil
            // Inserted at its old position, because the database that was returned last is lent first.
            free.insert(database, at: min(index, free.count))
            state.broadcast()
        }
        return true
    }

    /// Runs a body under the lock once no thread visits a database, or returns nil if this thread does.
    private func waitForVisitor<Value>(_ body: () -> Value?) -> Value? {
        state.lock()
        defer { state.unlock() }
        while let visited {
            guard visited.by != .current else { return nil }
            state.wait()
        }
        return body()
    }

    /// Forgets every database. A lent database comes back when its block ends.
    func forgetAll() -> [FMDatabase] {
        guard !semaphore.isInherited else { return [] }
        return waitForVisitor {
            defer { (free, lent) = ([], []) }
            return free
        } ?? []
    }
}

extension FMDatabase {
    /// Makes this thread the user of the database.
    fileprivate func beginTurn() {
        lease.isInTurn = true
        // Each read of the property costs a retain.
        guard let connection else { return }
        connection.withOwner { $0.take() }
        connection.followChanges()
    }

    /// Runs a body with this thread as the user of the database, if the database is open.
    fileprivate func inTurn(_ body: (FMDatabase) -> Void) {
        guard isOpen else { return }
        beginTurn()
        defer { endTurn() }
        body(self)
    }

    fileprivate func endTurn() {
        lease.isInTurn = false
        guard let connection else { return }
        if lease.isPublished { connection.explainSlowStatements() }
        connection.leaveChanges()
        connection.withOwner { $0.leave() }
    }
}

extension Connection {
    /// Runs a body with the ownership, if a queue or pool lends the connection. The connection retains it; each access would do so, too.
    @inline(__always)
    fileprivate func withOwner(_ body: (ThreadOwnership) -> Void) {
        ownership.map { Unmanaged.passUnretained($0) }?._withUnsafeGuaranteedRef(body)
    }
}
