import FMDB
import FMDBTestHelpers

/// What a work has open.
enum OpenedFile {
    case database(FMDatabase)
    case queue(FMDatabaseQueue)
    /// One with a writer and readers in WAL, otherwise one whose connections compete for the lock.
    case pool(FMDatabasePool, isWAL: Bool)

    /// A transaction.
    func write(_ body: (FMDatabase) throws -> Void) throws {
        switch self {
        case .database(let db): try db.withTransaction { try body(db) }
        case .queue(let queue): try queue.withTransaction { try body($0) }
        case .pool(let pool, isWAL: true): try pool.write { try body($0) }
        case .pool(let pool, isWAL: false): try pool.withTransaction { try body($0) }
        }
    }

    /// A read transaction.
    func read(_ body: (FMDatabase) throws -> Void) throws {
        switch self {
        case .database(let db): try db.withTransaction(.deferred) { try body(db) }
        case .queue(let queue): try queue.withTransaction(.deferred) { try body($0) }
        case .pool(let pool, isWAL: true): try pool.read { try body($0) }
        case .pool(let pool, isWAL: false): try pool.withTransaction(.deferred) { try body($0) }
        }
    }

    /// No transaction.
    func use(_ body: (FMDatabase) throws -> Void) throws {
        switch self {
        case .database(let db): try body(db)
        case .queue(let queue): try queue.withDatabase { try body($0) }
        case .pool(let pool, _): try pool.withDatabase { try body($0) }
        }
    }

    func close() -> Bool {
        switch self {
        case .database(let db): return db.close()
        case .queue(let queue): queue.close()
        case .pool(let pool, _): pool.close()
        }
        return true
    }
}

/// One run of a work, on a disk whose operations fail or whose power is cut.
final class DiskRun: Sendable {
    /// A call has returned something else than it should.
    struct Wrong: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    private struct State {
        var acknowledged: Set<Int> = []
        var faults: [String] = []
        var stopsAtFailure: Bool
    }

    let work: DiskWork
    let path: String
    let mode: Durability
    let disk: FMTestDisk
    private let state: Locked<State>

    /// - Parameter stopsAtFailure: whether the work ends with the first call that throws.
    init(_ work: DiskWork, _ path: String, _ mode: Durability, on disk: FMTestDisk, stopsAtFailure: Bool) {
        (self.work, self.path, self.mode, self.disk) = (work, path, mode, disk)
        state = Locked(State(stopsAtFailure: stopsAtFailure))
    }

    /// The numbers of the transactions that were acknowledged.
    var acknowledged: Set<Int> { state.value.acknowledged }

    /// What was wrong while the work ran.
    var faults: [String] { state.value.faults }

    /// Makes a call, and notes the transactions that are acknowledged when it returns.
    func attempt(_ numbers: Int..., body: () throws -> Void) throws {
        do {
            try body()
            state.withLock { $0.acknowledged.formUnion(numbers) }
        } catch let wrong as Wrong {
            note(wrong.reason)
        } catch {
            if state.value.stopsAtFailure { throw error }
        }
    }

    /// Looks whether a database has what was acknowledged, and nothing else.
    func expectWhole(_ db: FMDatabase, _ acknowledged: Set<Int>) throws {
        let survivors = try Ledger.survivors(db)
        if let fault = survivors.fault { throw Wrong("read: \(fault)") }
        guard survivors.numbers.isSuperset(of: acknowledged) else {
            throw Wrong("read: \(acknowledged.subtracting(survivors.numbers)) are missing")
        }
        guard work.attempted.isSuperset(of: survivors.numbers) else {
            throw Wrong("read: \(survivors.numbers.subtracting(work.attempted)) were undone")
        }
    }

    /// Opens, works, and closes.
    ///
    /// - Parameter heal: ends what fails. What is open has to work then. nil if it does not end.
    func run(thenHealing heal: (() -> Void)? = nil) {
        var file = try? work.open(self)
        if let file { try? work.run(file, self) }
        if let heal {
            heal()
            state.withLock { $0.stopsAtFailure = true }
            do {
                let healed = try file ?? work.open(self)
                file = healed
                try work.runOnceMore(healed, self)
            } catch {
                note("unusable afterwards: \(error)")
            }
        }
        if let file, !file.close() { note("it does not close") }
    }

    private func note(_ fault: String) {
        state.withLock { $0.faults.append(fault) }
    }
}
