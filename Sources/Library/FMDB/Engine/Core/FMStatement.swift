import Foundation
import FMDBSQLiteC

/// One compiled SQL statement, `sqlite3_stmt*`.
///
/// The library creates and caches statements; a client gets one from ``FMResultSet/statement``. After its database is
/// closed, a statement does nothing, but its properties stay readable. Only the thread that uses the database may use
/// its statements.
///
/// See [Prepared Statement Object](https://sqlite.org/c3ref/stmt.html).
public final class FMStatement: NSObject {
    /// The state that changes with each step. It is stored through a constant pointer, because a class property costs
    /// an exclusivity check at each access (measured: 22 ns against 5.5 for a lookup by name).
    struct StatementState {
        /// The C statement; nil once finalised.
        var raw: OpaquePointer?
        /// The number of columns while a row is current, else 0. One comparison rejects a bad index, a missing row and
        /// a closed statement.
        var width: Int32 = 0
        /// Counts the uses. A result set of an earlier use has a different number.
        var use: UInt32 = 0
        /// Counts the steps of all uses; incremented before each step. It shows that a row is out of date if a client
        /// keeps it after the next step.
        var rowNumber: UInt64 = 0
        var isInUse = false
        var flags: Flags = []
        /// A number that differs from those of statements compiled shortly before or after this one on the connection.
        var number: UInt8 = 0
        /// The thread that may use the connection; nil if no queue or pool lends the connection.
        let holder: Unmanaged<AtomicWord>?
        /// The number of columns of the row that was current when the thread gave the connection back.
        var parkedWidth: Int32 = 0
        /// The action that a client's code requested during a binding or a step; performed afterwards.
        var deferredAction = DeferredAction.nothing
        /// Whether a NaN is bound, which SQLite stores as NULL.
        var hasNaN = false
        /// Whether the log has reported that NaN becomes NULL, and that a value is stored as its description.
        var hasToldNaN = false
        var hasToldDescription = false
        /// Whether the log has reported surplus values.
        var hasToldSurplus = false
        /// Whether bound values hold memory of SQLite or of the client, and must be cleared after the use.
        var holdsValues = false
        /// The memory of small bound values.
        var bytes = BoundBytes()
        /// The large bound values that SQLite borrows; this keeps them alive.
        var borrowed: BorrowedValues?
        /// The slot of the last column name that was looked up; nil before the first lookup.
        var lastName: UnsafeMutablePointer<ColumnNames.Slot>?
        /// The use that began before this one on the same connection, and the use that began after it.
        var outerUse: UnsafeMutablePointer<StatementState>?
        var innerUse: UnsafeMutablePointer<StatementState>?
        /// The statement that owns this state.
        var owner: Unmanaged<FMStatement>?
        /// The facts that other threads read; nil for a statement that `init()` created.
        let facts: UnsafeMutablePointer<StatementFacts>?

        init(_ facts: StatementFacts? = nil, holder: AtomicWord? = nil) {
            raw = facts?.raw
            self.holder = holder.map { Unmanaged.passUnretained($0) }
            self.facts = facts.map {
                let memory = UnsafeMutablePointer<StatementFacts>.allocate(capacity: 1)
                memory.initialize(to: $0)
                return memory
            }
        }
    }

    /// The reasons to leave the fast path. The common case, no reason, costs one comparison.
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let stepping = Flags(rawValue: 1)
        /// Values are being bound, which may run a client's code.
        static let binding = Flags(rawValue: 2)
        /// Each step goes through ``Connection/stepGuarded(_:_:)``.
        static let guarded = Flags(rawValue: 4)
        /// The end of the execution must be recorded.
        static let followed = Flags(rawValue: 8)
        /// The library carries out the statement's work before its first row, or wraps its steps.
        static let checkpoint = Flags(rawValue: 16)
        /// The process is a child of the one that opened the connection.
        static let abandoned = Flags(rawValue: 32)
        /// The connection must record a possible schema change after the execution.
        static let changesSchema = Flags(rawValue: 64)
        /// The statement begins or ends a transaction or a savepoint for the client.
        static let controlling = Flags(rawValue: 128)
    }

    enum DeferredAction { case nothing, endUse, close }

    let state: UnsafeMutablePointer<StatementState>
    /// The connection; nil for a statement that `init()` created.
    let connection: Connection?
    let source: StatementSource

    /// The number of uses of the statement. Setting it changes only this property.
    public var useCount: Int {
        get { uses }
        set { uses = newValue }
    }

    /// A stored public property would cost a dynamic exclusivity check at each use.
    private var uses = 0

    /// The SQL. Setting it changes only this property.
    public var query: String

    // Each feature keeps its state in one of these structs of plain data.
    var cacheEntry = CacheEntry()
    var neighbours = StatementNeighbours()
    var observed = ObservedExecution()
    var recorded = RecordedExecution()
    var columns = StatementColumns()
    /// The time that this execution has spent in SQLite, if that time is limited.
    var timeSpent = Duration.zero

    /// The error of the value that could not be converted during the current binding.
    var conversionFailure: FMError?
    /// The parameter names, read at the first access.
    private(set) lazy var parameterNames = ParameterNames(of: state.pointee.raw)

    /// Creates a closed statement without SQL.
    public override init() {
        state = .allocate(capacity: 1)
        state.initialize(to: StatementState())
        connection = nil
        source = StatementSource(sql: "")
        query = ""
        super.init()
    }

    init(
        _ raw: OpaquePointer, of connection: Connection, sql: String, restLength: Int, isOwn: Bool = false,
        pragma: CheckpointPragma? = nil
    ) {
        source = StatementSource(
            sql: sql, restLength: restLength, schemaEdition: connection.transactions.schemaEdition, pragma: pragma)
        state = .allocate(capacity: 1)
        state.initialize(to: StatementState(StatementFacts(raw, source), holder: connection.ownership?.holder))
        self.connection = connection
        query = sql
        super.init()
        if pragma != nil || source.kind == .vacuum { state.pointee.flags.insert(.checkpoint) }
        // A statement of a script has no use that would set the flag later.
        if connection.statements.areGuarded { state.pointee.flags.insert(.guarded) }
        if source.kind.mayChangeSchema { state.pointee.flags.insert(.changesSchema) }
        if !isOwn, ControlStatement(sql) != nil { state.pointee.flags.insert(.controlling) }
        state.pointee.owner = Unmanaged.passUnretained(self)
        connection.add(self)
    }

    deinit {
        finalize()
        state.pointee.bytes.release()
        state.pointee.facts?.deinitialize(count: 1)
        state.pointee.facts?.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The `sqlite3_stmt*`, for C functions that the library does not wrap; nil once closed. Setting it does nothing.
    public var statement: UnsafeMutableRawPointer! {
        get { state.pointee.raw.map { UnsafeMutableRawPointer($0) } }
        @available(
            *, deprecated, message: "the library manages the C statement; setting it does nothing"
        )
        set { _ = newValue }
    }

    /// Whether a result set, or a call in progress, holds the statement. Setting it does nothing.
    public var inUse: Bool {
        get { state.pointee.isInUse }
        @available(
            *, deprecated, message: "the library manages the use of statements; setting it does nothing"
        )
        set { _ = newValue }
    }

    /// Finalises the statement. During a binding or a step, this is deferred until that ends. A result set that uses
    /// the statement ends.
    ///
    /// The corresponding C function is [`sqlite3_finalize`](https://sqlite.org/c3ref/finalize.html).
    public func close() {
        if isBusy {
            state.pointee.deferredAction = .close
        } else {
            emitting { finalize() }
        }
    }

    /// Resets the statement to the position before its first row. The values stay bound. During a binding or a step,
    /// this does nothing.
    ///
    /// The corresponding C function is [`sqlite3_reset`](https://sqlite.org/c3ref/reset.html).
    public func reset() {
        guard !isBusy else { return }
        emitting { rewind() }
    }

    private func rewind() {
        if !state.pointee.flags.isDisjoint(with: [.followed, .abandoned]) { return rewindWatched() }
        state.pointee.width = 0
        state.pointee.parkedWidth = 0
        sqlite3_reset(state.pointee.raw)
    }

    private func rewindWatched() {
        guard state.pointee.flags.contains(.abandoned) else { return conclude { rewind() } }
        state.pointee.width = 0
        state.pointee.parkedWidth = 0
    }

    private func finalize() {
        guard let raw = state.pointee.raw else { return }
        let isAbandoned = state.pointee.flags.contains(.abandoned)
        if state.pointee.flags.contains(.followed), !isAbandoned { return conclude { finalize() } }
        state.pointee.width = 0
        state.pointee.parkedWidth = 0
        if state.pointee.isInUse {
            becomeFree()
            if !isAbandoned { recordSchemaChange() }
        }
        if case .wanted = observed.counters { keepCounters() }
        state.pointee.raw = nil
        if !isAbandoned {
            connection?.activity.forget(state.pointee.facts)
            sqlite3_finalize(raw)
        }
        state.pointee.borrowed = nil
        connection?.remove(self)
    }
}

// MARK: - Use

extension FMStatement {
    /// The SQL from which the statement was compiled.
    @inline(__always)
    var sql: String { source.sql }
    var isClosed: Bool { state.pointee.raw == nil }
    var isInUse: Bool { state.pointee.isInUse }
    var isFree: Bool { !isInUse && !isClosed }
    /// Whether the statement can be used without further checks.
    @inline(__always)
    var isAtHand: Bool {
        isFree && state.pointee.flags.isEmpty && state.isAtHand && connection?.statements.areGuarded == false
    }
    /// The connection, if the next step needs no further checks; else nil.
    @inline(__always)
    var connectionAtHand: Connection? {
        state.pointee.flags.isEmpty && state.pointee.raw != nil && state.isAtHand ? connection : nil
    }
    var use: UInt32 { state.pointee.use }
    /// Whether a binding or a step is in progress. If so, the caller is client code that the binding or the step has
    /// called.
    var isBusy: Bool { !state.pointee.flags.isDisjoint(with: [.stepping, .binding]) }

    /// Begins a use of the statement, for one execution.
    func beginUse() {
        uses &+= 1
        state.pointee.isInUse = true
        state.pointee.use &+= 1
        connection?.beginUse(state)
    }

    /// Ends a use, unless it has already ended. A cached statement becomes free; any other statement is finalised.
    func endUse(_ use: UInt32) {
        guard state.pointee.use == use, state.pointee.isInUse else { return }
        if state.pointee.flags.isEmpty, state.isAtHand { free() } else { endUseWatched(use) }
    }

    @inline(never)
    private func endUseWatched(_ use: UInt32) {
        if isBusy {
            if state.pointee.deferredAction == .nothing { state.pointee.deferredAction = .endUse }
            return
        }
        switch connection?.ownership?.tryAcquire() ?? .holder {
        case .holder: freeWatched()
        case .refused: connection?.ownership?.postpone { self.endUse(use) }
        case .acquired:
            freeWatched()
            connection?.ownership?.leave()
        }
    }

    private func freeWatched() {
        emitting { free() }
        recordSchemaChange()
        if let connection, connection.isRollbackPending { connection.rollBackIfPending() }
    }

    private func free() {
        state.pointee.parkedWidth = 0
        guard cacheEntry.isCached else { return finalize() }
        rewind()
        // A free statement must keep neither a client's blob nor its secrets.
        if state.pointee.holdsValues { clearBindings() }
        growBytes()
        state.pointee.bytes.clear()
        becomeFree()
    }

    /// Resets the statement within the same use, to bind other values.
    func beginAgain() {
        emitting { rewind() }
        growBytes()
    }

    private func growBytes() {
        let isTooSmall = state.pointee.bytes.isTooSmall
        // Frees the previous row's large values before those of the next row are bound.
        if isTooSmall || state.pointee.borrowed != nil { clearBindings() }
        if isTooSmall { state.pointee.bytes.grow() }
    }

    /// Runs a body, then emits the events that it has recorded.
    @inline(__always)
    private func emitting(_ body: () -> Void) {
        guard state.pointee.flags.contains(.followed) else { return body() }
        body()
        connection?.events?.emit()
    }

    private func recordSchemaChange() {
        if state.pointee.flags.contains(.changesSchema) { connection?.recordSchemaChange(by: source.kind) }
    }

    private func becomeFree() {
        if columns.rowDecoder != nil { replaceRowDecoder(with: nil) }
        state.pointee.use &+= 1
        state.pointee.isInUse = false
        connection?.endUse(state)
    }

    /// Steps to the next row.
    ///
    /// See [`sqlite3_step`](https://sqlite.org/c3ref/step.html).
    ///
    /// - Returns: `SQLITE_ROW`, `SQLITE_DONE` or an error; `SQLITE_MISUSE` for a closed statement, and for a call from
    ///   within the statement's own step.
    func step() -> Int32 {
        let state = state
        guard state.pointee.flags.isDisjoint(with: [.stepping, .guarded, .checkpoint, .controlling]), state.isAtHand,
            let raw = state.pointee.raw
        else {
            return stepWatched()
        }
        return advance(raw)
    }

    /// Whether a step may begin a transaction: the statement writes, or controls transactions for the client.
    var mayBeginTransaction: Bool {
        state.pointee.flags.contains(.controlling)
            || state.pointee.facts?.pointee.writes == true && sql.firstKeyword != "PRAGMA"
    }

    @inline(never)
    private func stepWatched() -> Int32 {
        guard let raw = state.pointee.raw, !state.pointee.flags.contains(.stepping) else { return SQLITE_MISUSE }
        guard let connection else { return advance(raw) }
        let code = connection.stepGuarded(self) {
            if connection.refusesToBegin(self) { return Constants.moved }
            return vacuuming(connection) {
                guard let recorder = connection.recorderAtWork else { return stepOnce(raw, connection) }
                return recorder.step(self) { stepOnce(raw, connection) }
            }
        }
        if code == SQLITE_DONE, state.pointee.flags.contains(.controlling), let control = ControlStatement(sql) {
            connection.noticeControl(control, sql: sql)
        }
        return code
    }

    private func stepOnce(_ raw: OpaquePointer, _ connection: Connection) -> Int32 {
        if let pragma = source.pragma, let code = carryOut(pragma, raw, connection) { return code }
        guard connection.hasEventHandler, let events = connection.events else { return advance(raw) }
        return advanceObserved(raw, events)
    }

    @inline(__always)
    private func advance(_ raw: OpaquePointer) -> Int32 { settle(proceed(raw)) }

    /// Calls `sqlite3_step` and updates the state of the row.
    @inline(__always)
    func proceed(_ raw: OpaquePointer) -> Int32 {
        let state = state
        state.pointee.flags.insert(.stepping)
        state.pointee.rowNumber &+= 1
        #if DEBUG
            Simulated.thread?.step(.statement)
        #endif
        let code = sqlite3_step(raw)
        state.pointee.flags.remove(.stepping)
        if code == SQLITE_ROW {
            if state.pointee.width == 0 { beginRows(raw) }
        } else if code == SQLITE_DONE {
            state.pointee.width = 0
            state.pointee.parkedWidth = 0
        } else {
            return fail(code, raw)
        }
        return code
    }

    /// Handles a failed step.
    ///
    /// - Returns: the code, or the code of a retry.
    @inline(never)
    private func fail(_ code: Int32, _ raw: OpaquePointer) -> Int32 {
        let hasRows = state.pointee.width > 0 || state.pointee.parkedWidth > 0
        state.pointee.width = 0
        state.pointee.parkedWidth = 0
        guard let connection else { return code }
        var code = code
        if !hasRows, connection.locks.repeatsStatements {
            state.pointee.flags.insert(.stepping)
            code = connection.repeating(code, isCommit: ControlStatement(sql) == .commit) {
                sqlite3_reset(raw)
                return sqlite3_step(raw)
            }
            state.pointee.flags.remove(.stepping)
            if code == SQLITE_ROW { beginRows(raw) }
            if code == SQLITE_ROW || code == SQLITE_DONE { return code }
        }
        connection.noticeFailure(stepError(code))
        if connection.isStopped(code) { connection.loseSuspendedTransaction() }
        return code
    }

    /// Performs the action that was deferred during a step.
    @inline(__always)
    func settle(_ code: Int32) -> Int32 {
        if state.pointee.deferredAction != .nothing {
            return performDeferredAction() && code == SQLITE_ROW ? SQLITE_ABORT : code
        }
        return code
    }

    /// Called for the first row of an execution. SQLite may have recompiled the statement, which may now have other
    /// columns.
    private func beginRows(_ raw: OpaquePointer) {
        state.pointee.parkedWidth = 0
        state.pointee.width = sqlite3_column_count(raw)
        if let names = columns.names, !names.isCurrent(for: raw) { replaceNames(with: nil) }
    }

    /// Performs the action that a client's code requested during a binding or a step.
    ///
    /// - Returns: whether an action was deferred. The step or the binding is then incomplete.
    func performDeferredAction() -> Bool {
        let deferredAction = state.pointee.deferredAction
        state.pointee.deferredAction = .nothing
        switch deferredAction {
        case .nothing: return false
        case .close: finalize()
        case .endUse: endUse(state.pointee.use)
        }
        return true
    }
}
