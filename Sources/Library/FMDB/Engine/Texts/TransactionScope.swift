/// The state of a connection's transaction.
enum TransactionState: Comparable {
    case none, reading, writing
}

/// The transaction of a connection, with its internal statements.
struct TransactionProgress {
    /// The state of the transaction when it was last recorded.
    var state = TransactionState.none
    /// A counter that changes whenever the schema may have changed.
    var schemaEdition = 0
    /// Whether the open transaction may have changed the schema. A rollback would undo the change.
    var isSchemaUncommitted = false
    /// The statement that forces a rollback during an interruption; nil before the library's first transaction.
    var forcedRollback: OpaquePointer?
    /// The `BEGIN` and the `COMMIT` of ``Connection/beginSnapshot()``; nil before its first call.
    var snapshotBegin: OpaquePointer?
    var snapshotEnd: OpaquePointer?

    /// Removes and returns the kept statements, which the caller finalises.
    mutating func takeStatements() -> [OpaquePointer] {
        [snapshotBegin.take(), snapshotEnd.take(), forcedRollback.take()].compactMap { $0 }
    }
}

/// The library's transaction and savepoint calls that are in progress on a connection: plain data.
struct TransactionScope {
    /// A savepoint that began after the outermost call.
    enum SavePoint {
        /// The savepoint of a library call, by its number.
        case verb(Int)
        case client(String)

        /// Whether the savepoint has a name. The comparison ignores the case of ASCII letters.
        func has(_ name: String) -> Bool {
            let own =
                switch self {
                case .verb(let number): TransactionScope.savePointName(number)
                case .client(let name): name
                }
            return own.nameKey == name.nameKey
        }

        var isVerb: Bool {
            if case .verb = self { true } else { false }
        }
    }

    /// Returns the name of a library call's savepoint. The number is the nesting depth, so that compiled statements
    /// are reused.
    static func savePointName(_ number: Int) -> String { "fmdb save point \(number)" }

    /// The number of nested library calls in progress.
    var depth = 0
    /// The number of calls in progress that fail if their block ends the transaction.
    var strictDepth = 0
    /// Whether a transaction was open when the library last recorded that one began or ended.
    var isOpen = false
    /// The savepoints, oldest first.
    var savePoints: [SavePoint] = []
    /// How the transaction ended while calls were in progress; nil if it has not.
    var end: TransactionEnd?
    /// How blocks have ended their transaction in calls of FMDB's API, which allow this.
    var ownEnd: TransactionEnd?
    /// Whether `end` is a commit that SQLite has only begun. It may still fail and be rolled back.
    var isCommitBegun = false
    /// Whether an internal statement is running.
    var isAsking = false
    /// What the last hook reported during a statement of the library: true for a commit, false for a rollback.
    var reportedCommit: Bool?

    /// Removes a savepoint, and those begun after it.
    ///
    /// - Parameter stays: whether the named savepoint itself is kept.
    /// - Returns: whether a library call's savepoint was removed. If the name is not found, its savepoint began before
    ///   the outermost call, so all savepoints are removed.
    mutating func remove(downTo name: String, stays: Bool) -> Bool {
        let found = savePoints.lastIndex { $0.has(name) }
        let first = found.map { stays ? $0 + 1 : $0 } ?? 0
        defer { savePoints.removeSubrange(first...) }
        return savePoints[first...].contains { $0.isVerb }
    }
}

/// The end of a transaction that the surrounding call did not cause.
struct TransactionEnd {
    /// The first cause. If SQLite rolled back by itself, the error of the statement that led to it.
    let error: FMError
    /// Whether the block itself has ended the transaction.
    let isByBlock: Bool
    /// Whether the changes until then were committed; nil if this is unknown.
    let isCommitted: Bool?

    /// The block has closed the database, and SQLite has rolled back what was not committed.
    static let closed = TransactionEnd(
        error: .misuse(
            "the database was closed within the transaction; the changes of the transaction were rolled back"),
        isByBlock: true, isCommitted: false)

    /// Returns the error to throw to the caller if the block has thrown an error.
    func verdict(on error: any Error) -> any Error {
        // A caller that gets an error expects that no change was committed.
        guard isCommitted != false, error as? FMError !== self.error else { return error }
        return self.error.causedBy(error)
    }
}

extension TransactionEnd {
    /// - Parameter isCommitted: whether the changes were committed; nil if this is unknown.
    static func byBlock(isCommitted: Bool?, isOpen: Bool, sql: String?) -> TransactionEnd {
        let fate =
            switch isCommitted {
            case true?: "its earlier changes were committed"
            case false?: "its earlier changes were rolled back"
            case nil: "it is not known whether its earlier changes were committed"
            }
        let message =
            isOpen
            ? "the block ended its own savepoint"
            : "the block ended its own transaction; \(fate)"
        let error = FMError.misuse(message, sql: sql).advising(
            "return from the block to commit; to roll back, throw an error, or set rollback.pointee in FMDB's calls")
        return TransactionEnd(error: error, isByBlock: true, isCommitted: isCommitted)
    }
}
