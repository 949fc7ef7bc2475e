import FMDBSQLiteC

/// The row changes of the main database in the current transaction, in order.
///
/// The recorder reports rollbacks; the log then removes the changes.
final class UndoLog {
    let sink: RowSink
    private var purpose = LoggedStep.Purpose.change
    private var number = 0
    private unowned let connection: Connection
    private var changes: [RowChange] = []
    private var bytes = 0
    /// The number of changes at the start of each of the recorder's savepoints.
    private var marks: [Int] = []
    private var obstacle: String?
    /// The layouts of the tables; nil before the first statement.
    private var layouts: RowLayouts?
    /// Whether the schema may have changed.
    private var isUnsure = false
    private var witness: CommitWitness?
    /// The witness at the time when the layouts were last checked.
    private var knownWitness: CommitWitness?
    /// The number of the current commit; nil if none has been drawn.
    private var place: Int?

    init(of connection: Connection, _ sink: RowSink) {
        self.connection = connection
        self.sink = sink
    }

    deinit { settle() }

    var count: Int { changes.count }

    /// Records that the transaction undoes or redoes a step.
    func serve(_ purpose: LoggedStep.Purpose, of number: Int) {
        (self.purpose, self.number) = (purpose, number)
    }

    /// Updates the layouts. Call this before a client's statement begins.
    func prepare() {
        if witness == nil {
            witness = connection.changeRecorder?.asking { CommitWitness(connection) } ?? nil
            // Another connection may have changed the schema, and SQLite may have loaded it for an earlier statement.
            if witness == nil || witness != knownWitness { isUnsure = true }
            knownWitness = witness
        }
        if layouts == nil || isUnsure { lookAtSchema() }
    }

    private func lookAtSchema() {
        isUnsure = false
        connection.changeRecorder?.asking {
            guard layouts == nil || connection.schemaVersion != layouts?.version else { return }
            if !changes.isEmpty { spoil(UndoLog.schemaChanged) }
            layouts = connection.rowLayouts()
        }
    }

    func schemaMayHaveChanged() { isUnsure = true }

    private static let schemaChanged = "the schema was changed"

    /// Records why the transaction cannot be undone.
    func spoil(_ reason: String) {
        if obstacle == nil { obstacle = reason }
        changes = []
        bytes = 0
    }

    // MARK: Callbacks of SQLite

    func record(_ question: RowQuestion) {
        guard strcmp(question.schema, "main") == 0 else {
            if strcmp(question.schema, "temp") != 0 { spoil("an attached database was changed") }
            return
        }
        let table = String(cString: question.table)
        guard obstacle == nil, !table.hasPrefix("sqlite_") else { return }
        switch layouts?.role(of: table) {
        case .table(let layout), .text(let layout): append(question, table, layout)
        case .index: break
        case .lost(let reason): spoil(reason)
        case nil: spoil(UndoLog.schemaChanged)
        }
    }

    private func append(_ question: RowQuestion, _ table: String, _ layout: RowLayout) {
        let blobColumn = question.blobColumn
        // Rollbacks within statements that the client runs by C functions are not reported.
        guard blobColumn != nil || connection.changeRecorder?.isAtWork ?? false else {
            return spoil("rows were changed by C functions")
        }
        // A further write to the same blob: the first write has logged the value.
        if let blobColumn, let last = changes.last, last.blobColumn == blobColumn, last.oldRow == question.oldRow,
            last.table == table, marks.last.map({ $0 < changes.count }) ?? true
        {
            return
        }
        var change = question.change(tellsValues: blobColumn == nil)
        if let blobColumn { change.old[blobColumn] = question.old(blobColumn) }
        guard !change.isIdle else { return }
        if let reason = change.loss(layout) ?? question.loss(change) { return spoil(reason) }
        changes.append(change)
        bytes += change.bytes
        if bytes > sink.limit { spoil("a transaction has changed more than \(sink.limit) bytes of rows") }
    }

    // MARK: Calls of the recorder

    func mark() { marks.append(changes.count) }

    /// Drops all savepoints except the first `kept` ones.
    func release(to kept: Int) { marks.removeLast(max(marks.count - kept, 0)) }

    /// - Parameter index: the number of the savepoint that is rolled back to; nil if it is older than the log.
    func rollBack(to index: Int?) {
        isUnsure = true
        truncate(to: index.flatMap { $0 < marks.count ? marks[$0] : nil } ?? 0)
        release(to: index.map { $0 + 1 } ?? 0)
    }

    /// Removes the changes of a failed statement, which SQLite has rolled back.
    func failed(from count: Int, mayKeep: Bool) {
        guard count < changes.count else { return }
        if mayKeep { spoil("a failed statement may have kept a part of its changes") }
        truncate(to: count)
    }

    private func truncate(to count: Int) {
        guard count < changes.count else { return }
        for change in changes[count...] { bytes -= change.bytes }
        changes.removeSubrange(count...)
    }

    /// Draws the number of a commit. SQLite is about to commit, and holds the write lock.
    func willCommit() {
        // A failed commit may be retried, and then has a number already.
        settle()
        place = sink.order.draw()
    }

    /// Waits until the other connections have reported their commits. Call this in a transaction that holds SQLite's
    /// write lock.
    ///
    /// - Returns: false if a connection has not reported its commit within five seconds.
    func waitForOthers() -> Bool {
        // What this connection committed through C functions is reported with the current transaction.
        settle()
        return sink.order.waitUntilSettled()
    }

    private func settle() {
        if let place = place.take() { sink.order.settle(place) }
    }

    /// Clears the log after a rollback, which may also have undone schema changes.
    func rolledBack() {
        isUnsure = true
        clear()
    }

    private func clear() {
        changes = []
        bytes = 0
        marks = []
        obstacle = nil
        purpose = .change
        witness = nil
        settle()
    }

    /// Passes the committed changes to the sink.
    func conclude() {
        defer { clear() }
        if isUnsure, !changes.isEmpty { lookAtSchema() }
        guard obstacle != nil || !changes.isEmpty || purpose != .change else { return }
        let order = place ?? sink.order.draw()
        place = order
        sink.receive(
            LoggedStep(
                changes: changes, layouts: layouts, bytes: bytes, obstacle: obstacle, purpose: purpose, number: number,
                order: order, witness: witness))
    }
}

extension RowQuestion {
    /// Returns why the values of a row cannot be written back, or nil. Text that is not UTF-8 was read as bytes.
    fileprivate func loss(_ change: RowChange) -> String? {
        let isLost = [change.old, change.new].enumerated().contains { isNew, values in
            values.indices.contains { column in
                guard case .blob? = values[column] else { return false }
                return isText(column, isNew: isNew == 1)
            }
        }
        return isLost ? "a TEXT value of the table \(change.table) is not valid UTF-8" : nil
    }
}

extension RowChange {
    /// Returns why the old values may differ from the stored ones, or nil.
    fileprivate func loss(_ layout: RowLayout) -> String? {
        let isLost = layout.columns.indices.contains { column in
            guard column < old.count, case .real(let number)? = old[column] else { return false }
            switch layout.columns[column].reals {
            case .exact: return false
            case .fromIntegers: return abs(number) >= 0x1p53
            case .unsure: return number.rounded() == number
            }
        }
        return isLost ? "SQLite does not report whether a number of the table \(table) was an integer" : nil
    }

    /// Whether an update has changed no value.
    fileprivate var isIdle: Bool {
        action == .update && blobColumn == nil && oldRow == newRow && !old.indices.contains(where: changes)
    }

    func changes(_ column: Int) -> Bool {
        switch (old[column], new[column]) {
        case (let old?, let new?): !old.isStored(as: new)
        case (nil, nil): false
        default: true
        }
    }

    fileprivate var bytes: Int { (old + new).reduce(128) { $0 + 32 + ($1?.byteCount ?? 0) } }
}

extension FMValue {
    /// Whether SQLite stores both values identically, bit by bit. Swift's `==` also equates canonically equivalent
    /// text, and 0.0 with -0.0.
    fileprivate func isStored(as other: FMValue) -> Bool {
        switch (self, other) {
        case (.text(let text), .text(let other)): text.utf8.elementsEqual(other.utf8)
        case (.real(let number), .real(let other)): number.bitPattern == other.bitPattern
        default: self == other
        }
    }

    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let data): data.count
        default: 0
        }
    }
}

extension CommitWitness {
    init?(_ connection: Connection) {
        guard let version = connection.dataVersion() else { return nil }
        self.init(connection: UInt64(connection.number), version: version)
    }
}
