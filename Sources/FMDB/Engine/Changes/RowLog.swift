import SQLiteC

/// A change of a row that can be undone.
struct LoggedChange: Sendable {
    enum Action: Sendable {
        case insertion
        case update
        case deletion
    }

    let action: Action
    let table: String
    let oldRow: Int64
    let newRow: Int64
    /// The values before an update or a deletion, by the layout's columns; nil for one that the row lacks, whose value is the column's
    /// default.
    let old: [FMValue?]
    /// The values after an update or an insertion.
    let new: [FMValue?]
    /// The column that was written through a blob: what it has become is not known.
    let blobColumn: Int?
}

/// What a transaction has changed in the rows of the main database.
struct LoggedStep: Sendable {
    let changes: [LoggedChange]
    /// nil if nothing was changed.
    let layouts: RowLayouts?
    /// In memory, about.
    let bytes: Int
    /// Why it cannot be undone.
    let obstacle: String?
    /// Whether it undoes or redoes another one.
    let purpose: Purpose
    /// What tells whether somebody else has committed since; nil if that cannot be asked.
    let witness: CommitWitness?

    enum Purpose: Sendable {
        case change
        case undo
        case redo
    }
}

/// The same again as long as no other connection has committed anything.
struct CommitWitness: Sendable, Equatable {
    private let connection: UInt64
    private let version: Int32

    init?(_ connection: Connection) {
        guard let version = connection.dataVersion() else { return nil }
        self.connection = UInt64(connection.number)
        self.version = version
    }
}

/// Takes what the connections of a coordinator commit.
final class RowSink: Sendable {
    /// How many bytes of changes one transaction may have.
    let limit: Int
    let receive: @Sendable (LoggedStep) -> Void

    init(limit: Int, receive: @escaping @Sendable (LoggedStep) -> Void) {
        self.limit = limit
        self.receive = receive
    }
}

/// The changes of the rows of the main database in the present transaction, in the order in which they were made.
///
/// The recorder says what is rolled back of them.
final class RowLog {
    let sink: RowSink
    var purpose = LoggedStep.Purpose.change
    private unowned let connection: Connection
    private var changes: [LoggedChange] = []
    private var bytes = 0
    /// How many changes there were when each of the recorder's save points began.
    private var marks: [Int] = []
    private var obstacle: String?
    /// nil before the first statement.
    private var layouts: RowLayouts?
    /// Whether the schema may be another one by now.
    private var isUnsure = false
    private var witness: CommitWitness?

    init(of connection: Connection, _ sink: RowSink) {
        self.connection = connection
        self.sink = sink
    }

    var count: Int { changes.count }

    /// To be called before a statement of the client's begins.
    func prepare() {
        if layouts == nil || isUnsure { lookAtSchema() }
        if witness == nil { witness = connection.recorder?.asking { CommitWitness(connection) } ?? nil }
    }

    private func lookAtSchema() {
        isUnsure = false
        connection.recorder?.asking {
            guard layouts == nil || connection.schemaVersion != layouts?.version else { return }
            if !changes.isEmpty { spoil(RowLog.schemaChanged) }
            layouts = connection.rowLayouts()
        }
    }

    func schemaMayHaveChanged() { isUnsure = true }

    private static let schemaChanged = "the schema was changed"

    /// The transaction cannot be undone.
    func spoil(_ reason: String) {
        if obstacle == nil { obstacle = reason }
        changes = []
        bytes = 0
    }

    // MARK: What SQLite tells

    func note(_ question: RowQuestion) {
        guard strcmp(question.schema, "main") == 0 else {
            if strcmp(question.schema, "temp") != 0 { spoil("an attached database was changed") }
            return
        }
        let table = String(cString: question.table)
        guard obstacle == nil, !table.hasPrefix("sqlite_") else { return }
        switch layouts?.role(of: table) {
        case .table, .text: append(question, table)
        case .index: break
        case .lost(let reason): spoil(reason)
        case nil: spoil(RowLog.schemaChanged)
        }
    }

    private func append(_ question: RowQuestion, _ table: String) {
        let blobColumn = question.blobColumn
        let change: LoggedChange
        if let blobColumn {
            // One write of many: the first one has kept the value.
            if let last = changes.last, last.blobColumn == blobColumn, last.oldRow == question.oldRow,
                last.table == table,
                marks.last.map({ $0 < changes.count }) ?? true
            {
                return
            }
            var old = [FMValue?](repeating: nil, count: question.count)
            old[blobColumn] = question.old(blobColumn)
            change = LoggedChange(
                action: .update, table: table, oldRow: question.oldRow, newRow: question.oldRow, old: old, new: [],
                blobColumn: blobColumn)
        } else {
            change = LoggedChange(
                action: question.loggedAction, table: table, oldRow: question.oldRow, newRow: question.newRow,
                old: question.old, new: question.new, blobColumn: nil)
        }
        guard !change.isIdle else { return }
        changes.append(change)
        bytes += change.bytes
        if bytes > sink.limit { spoil("a transaction has changed more than \(sink.limit) bytes of rows") }
    }

    // MARK: What the recorder tells

    func mark() { marks.append(changes.count) }

    /// Keeps the first save points only.
    func release(to kept: Int) { marks.removeLast(max(marks.count - kept, 0)) }

    /// - Parameter index: the number of the save point that is rolled back to; nil for one that is older than the log.
    func rollBack(to index: Int?) {
        truncate(to: index.flatMap { $0 < marks.count ? marks[$0] : nil } ?? 0)
        release(to: index.map { $0 + 1 } ?? 0)
    }

    /// A statement has failed, and was rolled back by itself.
    ///
    /// - Parameter mayKeep: whether a part of it may have been kept.
    func failed(from count: Int, mayKeep: Bool) {
        guard count < changes.count else { return }
        if mayKeep { spoil("a statement has failed that may have kept a part of what it had done") }
        truncate(to: count)
    }

    private func truncate(to count: Int) {
        guard count < changes.count else { return }
        for change in changes[count...] { bytes -= change.bytes }
        changes.removeSubrange(count...)
    }

    func clear() {
        changes = []
        bytes = 0
        marks = []
        obstacle = nil
        purpose = .change
        witness = nil
    }

    /// Hands over what was committed.
    func conclude() {
        defer { clear() }
        if isUnsure, !changes.isEmpty { lookAtSchema() }
        guard obstacle != nil || !changes.isEmpty || purpose != .change else { return }
        sink.receive(
            LoggedStep(
                changes: changes, layouts: layouts, bytes: bytes, obstacle: obstacle, purpose: purpose, witness: witness
            ))
    }
}

extension RowQuestion {
    fileprivate var loggedAction: LoggedChange.Action {
        switch action {
        case SQLITE_INSERT: .insertion
        case SQLITE_DELETE: .deletion
        default: .update
        }
    }
}

extension LoggedChange {
    /// Whether an update has written what was there.
    fileprivate var isIdle: Bool { action == .update && blobColumn == nil && oldRow == newRow && old == new }

    fileprivate var bytes: Int { (old + new).reduce(128) { $0 + 32 + ($1?.byteCount ?? 0) } }
}

extension FMValue {
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let data): data.count
        default: 0
        }
    }
}
