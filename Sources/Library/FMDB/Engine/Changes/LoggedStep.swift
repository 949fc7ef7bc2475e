/// The row changes of one transaction in the main database.
struct LoggedStep: Sendable {
    let changes: [RowChange]
    /// The layouts of the tables; nil if nothing was changed.
    let layouts: RowLayouts?
    /// The approximate size in memory, in bytes.
    let bytes: Int
    /// The reason why the step cannot be undone; nil if it can.
    let obstacle: String?
    /// Whether the step undoes or redoes another one.
    let purpose: Purpose
    /// The number of the other step, if this step undoes or redoes one.
    let number: Int
    /// The commit number. A later commit has a greater number.
    let order: Int
    /// Shows whether another connection has committed since; nil if SQLite cannot report this.
    let witness: CommitWitness?

    enum Purpose: Sendable {
        case change
        case undo
        case redo
    }
}

/// A value that stays equal as long as no other connection commits.
struct CommitWitness: Sendable, Equatable {
    /// The number of the connection that read the version.
    let connection: UInt64
    let version: Int32
}

/// Receives the row changes that the connections of a coordinator commit.
final class RowSink: Sendable {
    /// The maximum size of one transaction's changes, in bytes.
    let limit: Int
    let order = CommitOrder()
    /// Receives each transaction. Transactions of different connections may arrive out of order.
    let receive: @Sendable (LoggedStep) -> Void

    init(limit: Int, receive: @escaping @Sendable (LoggedStep) -> Void) {
        self.limit = limit
        self.receive = receive
    }
}
