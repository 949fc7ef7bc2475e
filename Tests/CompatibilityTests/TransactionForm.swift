import FMDB

/// The transaction verbs that the queue and the pool share.
enum TransactionForm: CaseIterable, Sendable {
    case plain, deferred, immediate, exclusive

    /// The lock that the verb's BEGIN takes.
    var lock: LockState {
        switch self {
        case .deferred: .open
        case .immediate: .reserved
        case .plain, .exclusive: .exclusive
        }
    }

    func run(on queue: FMDatabaseQueue, _ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        switch self {
        case .plain: queue.inTransaction(block)
        case .deferred: queue.inDeferredTransaction(block)
        case .immediate: queue.inImmediateTransaction(block)
        case .exclusive: queue.inExclusiveTransaction(block)
        }
    }

    func run(on pool: FMDatabasePool, _ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        switch self {
        case .plain: pool.inTransaction(block)
        case .deferred: pool.inDeferredTransaction(block)
        case .immediate: pool.inImmediateTransaction(block)
        case .exclusive: pool.inExclusiveTransaction(block)
        }
    }
}
