/// What a transaction has changed in the rows of the main database.
struct LoggedStep: Sendable {
    let changes: [RowChange]
    /// nil if nothing was changed.
    let layouts: RowLayouts?
    /// In memory, about.
    let bytes: Int
    /// Why it cannot be undone.
    let obstacle: String?
    /// Whether it undoes or redoes another one.
    let purpose: Purpose
    /// The number of the step that it undoes or redoes.
    let number: Int
    /// The greater, the later it was committed.
    let order: Int
    /// Shows whether another connection has committed since; nil if SQLite cannot be asked.
    let witness: CommitWitness?

    enum Purpose: Sendable {
        case change
        case undo
        case redo
    }
}

/// Stays equal as long as no other connection commits.
struct CommitWitness: Sendable, Equatable {
    /// The number of the connection that has asked.
    let connection: UInt64
    let version: Int32
}

/// Takes what the connections of a coordinator commit.
final class RowSink: Sendable {
    /// How many bytes of changes one transaction may have.
    let limit: Int
    let order = CommitOrder()
    /// Gets each transaction, a later one maybe before an earlier one of another connection.
    let receive: @Sendable (LoggedStep) -> Void

    init(limit: Int, receive: @escaping @Sendable (LoggedStep) -> Void) {
        self.limit = limit
        self.receive = receive
    }
}
