#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation

    /// The error by which a block asks for its own rollback.
    struct Refusal: Error {}

    /// Watches one call: it ends in time, and an error that it throws is true.
    struct Judge: Sendable {
        let store: Store
        let operation: Operation
        let name: String
        private let start = ContinuousClock.now
        private let kernelTime: Duration
        private let suspensions: Store.Disturbances
        private let closings: Store.Disturbances
        private let rollbacks: Store.Disturbances

        init(_ store: Store, _ operation: Operation) {
            (self.store, self.operation) = (store, operation)
            kernelTime = store.kernel?.now() ?? .zero
            name = "\(getpid()) \(operation.action)"
            (suspensions, closings, rollbacks) = (store.suspensions.value, store.closings.value, store.rollbacks.value)
        }

        private var ledger: Ledger { store.ledger }

        private func maybe(_ kind: KeyPath<Store, Locked<Store.Disturbances>>, _ former: Store.Disturbances) -> Bool {
            former.active > 0 || store[keyPath: kind].value.begun > former.begun
        }

        var mayBeSuspended: Bool { maybe(\.suspensions, suspensions) }
        var mayBeClosed: Bool { maybe(\.closings, closings) }

        private var mayBeRolledBack: Bool { store.plan.groupCommit != nil && maybe(\.rollbacks, rollbacks) }

        /// Checks that the call has ended soon after its deadline.
        func checkTime(_ timeout: Duration?) {
            let time = ContinuousClock.now - start
            if let timeout {
                ledger.expect(time <= timeout + .seconds(1), "\(name) ended after \(time), not \(timeout)")
            }
            ledger.expect(time < .seconds(120), "\(name) took \(time)")
        }

        /// Whether a deadline has passed.
        func isOver(_ timeout: Duration?) -> Bool {
            timeout.map { ContinuousClock.now - start > $0 + .milliseconds(20) } ?? false
        }

        /// Checks that an error may be what it says, and returns what became of the transaction.
        func judge(_ error: any Error, isCancelled: Bool, timeout: Duration?) -> Ledger.Outcome {
            switch error {
            case is Refusal: return .absent("it was rolled back")
            case is CancellationError:
                ledger.expect(isCancelled, "\(name) was cancelled by nobody")
                return .absent("it was cancelled")
            case let error as FMError: return judge(error, timeout)
            default:
                ledger.violate("\(name) threw \(error)")
                return .unknown
            }
        }

        private func judge(_ error: FMError, _ timeout: Duration?) -> Ledger.Outcome {
            ledger.count("error \(error.extendedCode)")
            let reason = fault(error, timeout)
            if let reason { ledger.violate("\(name) threw \(error): \(reason)") }
            switch error.resultCode {
            case .ioError, .full, .cantOpen, .corrupt: return .unknown
            default: return .absent("\(error)")
            }
        }

        /// Returns why an error cannot be true, or nil.
        private func fault(_ error: FMError, _ timeout: Duration?) -> String? {
            switch error.extendedCode {
            case .deadlineExceeded:
                guard let timeout else { return "it has no deadline" }
                return ContinuousClock.now - start >= timeout ? nil : "the deadline is later"
            case .busySnapshot where error.contention?.lock == .snapshot: return nil
            case .wouldDeadlock: return "it waits for nobody"
            default: break
            }
            switch error.resultCode {
            case .interrupt: return mayBeSuspended || mayBeClosed ? nil : "nobody interrupts it"
            case .abort where mayBeRolledBack: return nil
            case .misuse: return mayBeClosed ? nil : "nobody closes it"
            // SQLite reports a read that fails by `EIO` as damage. Real damage is found when a process begins.
            case .ioError, .full, .cantOpen, .abort, .corrupt: return store.plan.hasFaults ? nil : "the disk is sound"
            case .busy: return faultOfHolders(error)
            default: return "there is no reason for it"
            }
        }

        /// Checks that the holders of a lock are processes that have had it during the call.
        private func faultOfHolders(_ error: FMError) -> String? {
            guard let contention = error.contention else { return "it has no contention" }
            for holder in contention.holders {
                guard let number = holder.processID else { continue }
                ledger.count(number == getpid() ? "own holders" : "other holders")
                if !ledger.lived(number, since: start) { return "process \(number) does not live" }
                // The connections of one process share its locks.
                guard number != getpid(), let kernel = store.kernel else { continue }
                if !contention.lock.wasHeld(by: number, in: kernel, store.path, since: kernelTime) {
                    return "process \(number) has not held the lock \(contention.lock)"
                }
            }
            return nil
        }
    }

    extension FMError.Contention.Lock {
        private static let pending: Int64 = 0x4000_0000

        /// The bytes of the lock in the WAL index, or nil if it is not there.
        private var indexBytes: ClosedRange<Int64>? {
            switch self {
            case .write: 120...120
            case .checkpoint: 121...121
            case .recovery: 122...122
            case .read: 123...127
            case .exclusive: 120...127
            default: nil
            }
        }

        /// The bytes of the lock in the database.
        private var fileBytes: ClosedRange<Int64>? {
            switch self {
            case .write: Self.pending + 1...Self.pending + 1
            case .exclusive: Self.pending...Self.pending + 511
            case .read: Self.pending + 2...Self.pending + 511
            default: nil
            }
        }

        /// Whether a process has had the lock on a database at a time or later.
        fileprivate func wasHeld(
            by process: Int32, in kernel: SimulatedKernel, _ path: String, since time: Duration
        ) -> Bool {
            if indexBytes == nil, fileBytes == nil { return true }
            return [(path, fileBytes), (path + "-shm", indexBytes)].contains { path, bytes in
                guard let bytes, let inode = try? kernel.inode(at: path) else { return false }
                return inode.locks.wereHeld(bytes, by: process, since: time)
            }
        }
    }
#endif
