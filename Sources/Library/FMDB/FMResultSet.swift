import Foundation

/// The rows of a query, one at a time.
///
///     let rows = db.executeQuery("SELECT name, age FROM person", withArgumentsIn: [])
///     while rows?.next() == true {
///         print(rows?.string(forColumn: "name") ?? "", rows?.int(forColumn: "age") ?? 0)
///     }
///
/// A new result set is before its first row. It closes itself after its last row, when it is released, and when its database closes. Close
/// it earlier to release its read lock earlier. Rows are not copied: columns that are not read cost nothing.
///
/// Use it only on the thread that uses the database. The C function of each step is [`sqlite3_step`](https://sqlite.org/c3ref/step.html).
public final class FMResultSet: NSObject {
    let cursor: FMStatement
    let state: UnsafeMutablePointer<FMStatement.StatementState>
    /// The use number that the statement had when this result set was created. The set is closed once the statement has another use number.
    private(set) var use: UInt32
    private var database: FMDatabase?
    private var closesAtEnd: Bool
    private var extras: ResultSetExtras?

    /// State that few result sets need. It is behind one reference, so that the other result sets stay small.
    private final class ResultSetExtras {
        var nameMap: NSMutableDictionary?
        /// The value that the app has set for ``query``, which may be nil. The outer optional is nil if the app has set none.
        var query: String??
        /// The statement's count of rows when the set was created, if the statement writes. It shows whether the statement has run.
        var rowBeforeWrite: UInt64?
        /// The warnings that were logged for this set.
        var warnings: Set<String> = []
    }

    private var madeExtras: ResultSetExtras {
        if let extras { return extras }
        let made = ResultSetExtras()
        extras = made
        return made
    }

    /// The SQL. It is kept after the result set is closed. Setting it changes only this property, not the statement.
    public var query: String? {
        get { extras?.query ?? cursor.sql }
        set { madeExtras.query = .some(newValue) }
    }

    /// Creates a closed result set without rows.
    public override init() {
        cursor = FMStatement()
        state = cursor.state
        use = 1
        closesAtEnd = true
        super.init()
        query = nil
    }

    /// Creates a closed result set without rows for the given SQL.
    convenience init(withoutRowsOf sql: String) {
        self.init()
        query = sql
    }

    private init(_ statement: FMStatement, of database: FMDatabase, closesAtEnd: Bool) {
        cursor = statement
        state = statement.state
        use = statement.state.pointee.use
        self.database = database
        self.closesAtEnd = closesAtEnd
        super.init()
    }

    /// Returns a result set for a statement in use.
    ///
    /// It reuses a closed result set that nothing else retains: allocating a new one takes 40 ns, a tenth of a query by key.
    static func over(_ statement: FMStatement, of database: FMDatabase, closesAtEnd: Bool = true) -> FMResultSet {
        if statement.state.pointee.borrowed != nil { statement.state.copyBorrowed() }
        guard let closed = database.closedResultSets.take(for: statement) else {
            let made = FMResultSet(statement, of: database, closesAtEnd: closesAtEnd)
            if !statement.isReadOnly { made.recordRowBeforeWrite() }
            return made
        }
        closed.use = statement.state.pointee.use
        closed.database = database
        closed.closesAtEnd = closesAtEnd
        if closed.extras != nil { closed.extras = nil }
        if !statement.isReadOnly { closed.recordRowBeforeWrite() }
        return closed
    }

    deinit {
        if extras != nil { warnIfNotRun() }
        cursor.endUse(use)
    }

    /// Column names in lower case, with their indexes as `NSNumber`. If several columns share a name, the last one is used. Empty for a
    /// closed result set.
    public var columnNameToIndexMap: NSMutableDictionary {
        if let map = extras?.nameMap { return map }
        let map = NSMutableDictionary()
        guard isOpen else { return map }
        let names = cursor.namesBeforeStep ?? cursor.columnNames
        for (name, index) in names.lowered { map[name.text] = NSNumber(value: index) }
        madeExtras.nameMap = map
        return map
    }

    var isOpen: Bool { state.pointee.use == use && state.pointee.isInUse }

    /// Whether an index names a column of the current row.
    @inline(__always)
    func has(_ index: Int32) -> Bool { hasAtHand(index) || hasParked(index) }

    /// Whether an index names a column of the current row, if the current access has read that row.
    @inline(__always)
    func hasAtHand(_ index: Int32) -> Bool {
        state.pointee.use == use && UInt32(bitPattern: index) < UInt32(bitPattern: state.pointee.width)
    }

    @inline(never)
    private func hasParked(_ index: Int32) -> Bool {
        guard state.pointee.use == use, state.pointee.width > 0 || state.pointee.parkedWidth > 0 else {
            warnOfMissingRow()
            return false
        }
        let width = state.pointee.width > 0 ? state.pointee.width : cursor.unpark()
        if UInt32(bitPattern: index) < UInt32(bitPattern: width) { return true }
        // Index -1 comes from an unknown name, which has been logged.
        if index >= 0 { warn("there is no column \(index): the row has \(Int(width).of("column")), counted from 0") }
        return false
    }

    /// The database; nil after the set is closed. Setting it does nothing.
    public var parentDB: FMDatabase? {
        get { isOpen ? database : nil }
        @available(*, deprecated, message: "a result set belongs to one database; setting it does nothing")
        set { _ = newValue }
    }

    /// The statement; nil after the set is closed. Setting it does nothing.
    public var statement: FMStatement? {
        get {
            guard isOpen else { return nil }
            database?.show(cursor)
            return cursor
        }
        @available(*, deprecated, message: "a result set belongs to one statement; setting it does nothing")
        set { _ = newValue }
    }

    /// Closes the result set and returns its statement to the cache. It may be called repeatedly. See
    /// [`sqlite3_reset`](https://sqlite.org/c3ref/reset.html).
    public func close() {
        if extras != nil { warnIfNotRun() }
        end()
    }

    private func end() {
        cursor.endUse(use)
        guard let database = database.take() else { return }
        // The list is used only within an access; otherwise another thread may be using it at the same time.
        if cursor.isFree, cursor.cacheEntry.isCached, state.isAtHand { database.closedResultSets.keep(self) }
    }
}

// MARK: - Warnings

extension FMResultSet {
    /// Logs a warning about a probable mistake, once for each result set and text.
    func warn(_ text: String) {
        guard state.isAtHand, madeExtras.warnings.insert(text).inserted else { return }
        cursor.connection?.warn(text, sql: query)
    }

    func warnOfMissingRow() {
        warn("a value is read without a current row: call next() first, and read only after it has returned true")
    }

    /// Warns that the remaining rows are lost. A set that reached its end or was closed by `close()` has no database, and gets no warning.
    @inline(never)
    private func warnIfTakenAway() {
        guard !isOpen, state.isAtHand, closesAtEnd, let database = database.take() else { return }
        database.logWarning(
            "the result set was closed before its last row, for example by close() of its database or at the end of its block",
            sql: query)
    }

    @inline(never)
    private func recordRowBeforeWrite() {
        // Rows of a pragma that the library executes itself are not counted.
        guard closesAtEnd, !state.pointee.flags.contains(.checkpoint) else { return }
        madeExtras.rowBeforeWrite = state.pointee.rowNumber
    }

    @inline(never)
    private func warnIfNotRun() {
        guard isOpen, extras?.rowBeforeWrite == state.pointee.rowNumber else { return }
        warn("the statement did not run, because its result set was closed before the first next(): read it to its end")
    }
}

// MARK: - Steps

extension FMResultSet {
    /// Moves to the next row.
    ///
    /// A statement that writes is complete and committed only after its last row.
    ///
    /// - Returns: true if there is one; false after the last row, after an error, and after the result set was closed.
    ///   ``FMDatabase/lastError()`` is then the error; ``nextRow()`` throws it.
    @discardableResult
    public func next() -> Bool {
        guard isOpen, !cursor.isBusy else {
            warnIfTakenAway()
            return false
        }
        let code = cursor.step()
        if code == FMResultCode.row.rawValue { return true }
        guard code == FMResultCode.done.rawValue else { return fail(code) }
        if closesAtEnd { end() }
        return false
    }

    @inline(never)
    private func fail(_ code: Int32) -> Bool {
        let (database, error) = (database, cursor.stepError(code))
        database?.logFailure(error)
        if closesAtEnd { end() }
        database?.record(error)
        return false
    }

    /// Moves to the next row.
    ///
    /// - Throws: `FMError`: SQLite's code if the step fails, `.done` after the last row, as in FMDB, and `.misuse` on a
    ///   result set that is closed or executing a step. In a loop prefer ``nextRow()``.
    public func nextWithError() throws {
        let database = database
        if !isOpen { throw closed }
        do throws(FMError) {
            if try advance() { return }
        } catch {
            database?.logFailure(error)
            throw error
        }
        throw FMError(.done, "no more rows", sql: query, stage: .step)
    }

    /// Makes one step. For statements of ``FMDatabase/prepare(_:)`` that return no rows.
    ///
    /// - Returns: true if the statement has finished; false for a row and for an error.
    @discardableResult
    public func step() -> Bool {
        guard isOpen, !cursor.isBusy else { return false }
        let code = cursor.step()
        if code == FMResultCode.done.rawValue { return true }
        if code != FMResultCode.row.rawValue { logFailure(code) }
        return false
    }

    /// Makes one step. For statements of ``FMDatabase/prepare(_:)`` that return no rows.
    ///
    /// - Throws: `FMError`: SQLite's code if the step fails, `.constraint` for example; `.misuse` on a result set that
    ///   is closed or executing a step.
    public func stepWithError() throws {
        if !isOpen { throw closed }
        if cursor.isBusy { throw unready }
        let code = cursor.step()
        guard code != FMResultCode.row.rawValue, code != FMResultCode.done.rawValue else { return }
        let error = cursor.stepError(code)
        database?.logFailure(error)
        throw error
    }

    /// Whether a row is current: true after a successful ``next()``, false before the first and after the end.
    @discardableResult
    public func hasAnotherRow() -> Bool { state.pointee.use == use && (state.pointee.width > 0 || cursor.unpark() > 0) }

    func advance() throws(FMError) -> Bool {
        if !isOpen || cursor.isBusy { throw unready }
        let code = cursor.step()
        if code == FMResultCode.row.rawValue { return true }
        defer { if closesAtEnd { end() } }
        if code == FMResultCode.done.rawValue { return false }
        throw cursor.stepError(code)
    }

    private func logFailure(_ code: Int32) { database?.logFailure(cursor.stepError(code)) }

    /// FMDB's error for a step of a closed result set.
    private var closed: FMError {
        FMError(.misuse, "parentDB does not exist", sql: query, stage: .other, reason: unready.message)
    }

    /// The error for a step of a closed result set, or for a step during another step of the set, for example in a custom function.
    private var unready: FMError {
        .misuse(isOpen ? "the result set is in use" : "the result set is closed", sql: query)
    }
}

// MARK: - Prepared statements

extension FMResultSet {
    /// Resets the statement and binds new values by position. See [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
    ///
    /// - Parameter array: a value for each parameter; surplus values are ignored.
    /// - Returns: false if there are too few values, if SQLite refuses one, or if the set is closed.
    @discardableResult
    public func bind(with array: [Any]) -> Bool { bind(.array(array)) }

    /// Resets the statement and binds new values by name. See [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
    ///
    /// - Parameter dictionary: a value for each `:name`, under the name without the colon. Other names are logged and ignored.
    /// - Returns: false if a name has no value, if SQLite refuses one, or if the set is closed.
    @discardableResult
    public func bind(with dictionary: [AnyHashable: Any]) -> Bool { bind(.dictionary(dictionary)) }

    func bind(_ arguments: Arguments) -> Bool {
        guard isOpen, !cursor.isBusy, let database else { return false }
        cursor.reset()
        return database.report { () throws(FMError) in
            try database.bind(cursor, arguments)
            state.copyBorrowed()
        }
    }
}

// MARK: - Use again

/// Closed result sets of a database, reused by queries with the same statements.
///
/// The database owns the memory: another object would add reference counting to each query.
struct ClosedResultSets {
    /// The slots, indexed by statement number.
    private struct Slots {
        var count = 0
        var sets: UnsafeMutablePointer<FMResultSet?>
    }

    private let slots: UnsafeMutablePointer<Slots>

    init() {
        slots = .allocate(capacity: 1)
        slots.initialize(to: Slots(sets: .allocate(capacity: 0)))
    }

    /// Frees the memory. No other method may be called afterwards.
    func deallocate() {
        removeAll()
        slots.pointee.sets.deallocate()
        slots.deallocate()
    }

    /// Removes and returns the closed result set of a statement, unless something else retains it.
    @inline(__always)
    func take(for statement: FMStatement) -> FMResultSet? {
        let slot = Int(statement.state.pointee.number)
        guard slot < slots.pointee.count else { return nil }
        let place = slots.pointee.sets + slot
        guard isKnownUniquelyReferenced(&place.pointee), place.pointee?.cursor === statement else { return nil }
        return place.pointee.take()
    }

    @inline(__always)
    func keep(_ set: FMResultSet) {
        let slot = Int(set.state.pointee.number)
        if slot >= slots.pointee.count { grow(to: slot + 1) }
        slots.pointee.sets[slot] = set
    }

    @inline(never)
    private func grow(to least: Int) {
        let (former, sets) = (slots.pointee.count, slots.pointee.sets)
        let count = max(2 * former, least, 8)
        let grown = UnsafeMutablePointer<FMResultSet?>.allocate(capacity: count)
        grown.moveInitialize(from: sets, count: former)
        (grown + former).initialize(repeating: nil, count: count - former)
        sets.deallocate()
        slots.pointee = Slots(count: count, sets: grown)
    }

    func removeAll() {
        slots.pointee.sets.deinitialize(count: slots.pointee.count)
        slots.pointee.count = 0
    }
}
