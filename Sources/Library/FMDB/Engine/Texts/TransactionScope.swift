/// How far a connection is in a transaction.
enum TransactionState: Comparable {
    case none, reading, writing
}

/// The transaction of a connection, and what belongs to it.
struct TransactionProgress {
    /// The transaction as it was last recorded.
    var state = TransactionState.none
    /// Changes as soon as tables may have changed.
    var schemaEdition = 0
    /// Whether the transaction may have changed tables, which its end may undo.
    var isSchemaUncommitted = false
    /// What rolls back in spite of an interruption; nil before the first transaction of a verb.
    var forcedRollback: OpaquePointer?
    /// `BEGIN` and `COMMIT`, once asked for by ``Connection/beginSnapshot()``.
    var snapshotBegin: OpaquePointer?
    var snapshotEnd: OpaquePointer?

    /// Hands over the statements that are kept, to be finalised.
    mutating func takeStatements() -> [OpaquePointer] {
        [snapshotBegin.take(), snapshotEnd.take(), forcedRollback.take()].compactMap { $0 }
    }
}

/// The transactions and save points of the library's verbs that are in progress on a connection: plain data.
struct TransactionScope {
    /// A save point that was begun since the outermost verb began.
    enum SavePoint {
        /// A verb's, by its number.
        case verb(Int)
        case client(String)

        /// Names are the same in any case of their ASCII letters.
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

    /// The name of a verb's save point: it tells the nesting, so that the compiled statements are used again.
    static func savePointName(_ number: Int) -> String { "fmdb save point \(number)" }

    /// How many verbs are in progress, one within the other.
    var depth = 0
    /// How many of them fail if their block ends the transaction.
    var strictDepth = 0
    /// Whether a transaction was open when one was last begun or ended.
    var isOpen = false
    /// Oldest first.
    var savePoints: [SavePoint] = []
    /// How the transaction came to its end before the verbs did.
    var end: TransactionEnd?
    /// How blocks of FMDB's calls, which may do so, have ended the transaction.
    var ownEnd: TransactionEnd?
    /// Whether `end` is a commit that SQLite has only begun: it may still fail, and is rolled back then.
    var isCommitBegun = false
    /// What the last hook reported during a statement of the library: true for a commit, false for a rollback.
    var reportedCommit: Bool?

    /// Takes a save point away, and those begun after it.
    ///
    /// - Parameter stays: whether the named one itself stays.
    /// - Returns: whether one of a verb's is gone. A name that is not found was begun before the outermost verb.
    mutating func remove(downTo name: String, stays: Bool) -> Bool {
        let found = savePoints.lastIndex { $0.has(name) }
        let first = found.map { stays ? $0 + 1 : $0 } ?? 0
        defer { savePoints.removeSubrange(first...) }
        return savePoints[first...].contains { $0.isVerb }
    }
}

/// The end of a transaction that the verb around it has not brought about.
struct TransactionEnd {
    /// The first cause. If SQLite rolled back by itself, the error of the statement that led to it.
    let error: FMError
    /// Whether the block itself has ended it.
    let isByBlock: Bool
    /// Whether what was written until then is kept; nil if that is not known.
    let isCommitted: Bool?

    /// The block has closed the database, and SQLite has rolled back what was not committed.
    static let closed = TransactionEnd(
        error: .misuse(
            "the database was closed within the transaction; the changes of the transaction were rolled back"),
        isByBlock: true, isCommitted: false)

    /// What the caller of a verb is told whose block has thrown an error.
    func verdict(on error: any Error) -> any Error {
        // A caller that gets an error expects that nothing was kept.
        guard isCommitted != false, error as? FMError !== self.error else { return error }
        return self.error.causedBy(error)
    }
}

extension TransactionEnd {
    /// - Parameter isCommitted: whether what was written is kept; nil if that is not known.
    static func byBlock(isCommitted: Bool?, isOpen: Bool, sql: String?) -> TransactionEnd {
        let fate =
            switch isCommitted {
            case true?: "its earlier changes were committed"
            case false?: "its earlier changes were rolled back"
            case nil: "it is not known whether its earlier changes were committed"
            }
        let message =
            isOpen
            ? "the block ended its own save point"
            : "the block ended its own transaction; \(fate)"
        let error = FMError.misuse(message, sql: sql).advising(
            "return from the block to commit; to roll back, throw an error, or set rollback.pointee in FMDB's calls")
        return TransactionEnd(error: error, isByBlock: true, isCommitted: isCommitted)
    }
}
