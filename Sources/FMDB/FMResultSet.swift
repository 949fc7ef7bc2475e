import Foundation

/// The rows of a query, one at a time.
///
///     let rows = db.executeQuery("SELECT name, age FROM person", withArgumentsIn: [])
///     while rows?.next() == true {
///         print(rows?.string(forColumn: "name") ?? "", rows?.int(forColumn: "age") ?? 0)
///     }
///
/// A new set stands before its first row. It closes itself at the end of its rows, when it is released, and when its
/// database closes; a set closed early frees its lock earlier. No row is copied: what is not read costs nothing.
///
/// Only the thread that uses the database may use it. The corresponding C function of each step is
/// [`sqlite3_step`](https://sqlite.org/c3ref/step.html).
public final class FMResultSet: NSObject {
    let cursor: FMStatement
    let state: UnsafeMutablePointer<FMStatement.StatementState>
    /// The use of the statement that belongs to this set.
    private(set) var use: UInt32
    private var database: FMDatabase?
    private var closesAtEnd: Bool
    private var rarities: ResultSetExtras?

    /// What few sets have; one reference, because many sets are made.
    private final class ResultSetExtras {
        var nameMap: NSMutableDictionary?
        /// What a client has set as the text, be it nil.
        var query: String??
    }

    private var rarelyUsed: ResultSetExtras {
        if let rarities { return rarities }
        let made = ResultSetExtras()
        rarities = made
        return made
    }

    /// The SQL text. It stays after the set is closed; a new value changes nothing but this property.
    public var query: String? {
        get { rarities?.query ?? cursor.sql }
        set { rarelyUsed.query = .some(newValue) }
    }

    /// A set without rows, already closed.
    public override init() {
        cursor = FMStatement()
        state = cursor.state
        use = 1
        closesAtEnd = true
        super.init()
        query = nil
    }

    private init(_ statement: FMStatement, of database: FMDatabase, closesAtEnd: Bool) {
        cursor = statement
        state = statement.state
        use = statement.state.pointee.use
        self.database = database
        self.closesAtEnd = closesAtEnd
        super.init()
    }

    /// A set over a statement that is in use.
    ///
    /// It may be one that was closed and that nobody has kept: to make a new one takes 40 ns, a tenth of a query by key.
    static func over(_ statement: FMStatement, of database: FMDatabase, closesAtEnd: Bool = true) -> FMResultSet {
        if statement.state.pointee.borrowed != nil { statement.state.copyBorrowed() }
        guard let closed = database.closedResultSets.take(for: statement) else {
            return FMResultSet(statement, of: database, closesAtEnd: closesAtEnd)
        }
        closed.use = statement.state.pointee.use
        closed.database = database
        closed.closesAtEnd = closesAtEnd
        closed.rarities = nil
        return closed
    }

    deinit {
        cursor.endUse(use)
    }

    /// The names in lower case as keys, their indexes as `NSNumber`. Of equal names the last column counts. It is made
    /// at the first call and empty for a closed set.
    public var columnNameToIndexMap: NSMutableDictionary {
        if let map = rarities?.nameMap { return map }
        let map = NSMutableDictionary()
        guard isOpen else { return map }
        let names = cursor.namesBeforeStep ?? cursor.columnNames
        for (name, index) in names.lowered { map[name.text] = NSNumber(value: index) }
        rarelyUsed.nameMap = map
        return map
    }

    /// Whether the statement still belongs to this set.
    var isOpen: Bool { state.pointee.use == use && state.pointee.isInUse }

    /// Whether an index names a column of the current row.
    @inline(__always)
    func has(_ index: Int32) -> Bool { hasAtHand(index) || hasParked(index) }

    /// Whether it does so in a row that this turn has read.
    @inline(__always)
    func hasAtHand(_ index: Int32) -> Bool {
        state.pointee.use == use && UInt32(bitPattern: index) < UInt32(bitPattern: state.pointee.width)
    }

    @inline(never)
    private func hasParked(_ index: Int32) -> Bool {
        state.pointee.use == use && state.pointee.parkedWidth > 0
            && UInt32(bitPattern: index) < UInt32(bitPattern: cursor.unpark())
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

    /// Gives the statement back and forgets the database. It may be called repeatedly.
    ///
    /// The corresponding C function is [`sqlite3_reset`](https://sqlite.org/c3ref/reset.html).
    public func close() {
        cursor.endUse(use)
        guard let database = database.take() else { return }
        // Out of turn, the list may be another thread's.
        if cursor.isFree, cursor.isCached, state.isAtHand { database.closedResultSets.keep(self) }
    }
}

// MARK: - Steps

extension FMResultSet {
    /// Goes to the next row.
    ///
    /// A statement that writes is complete, and its commit known to have worked, only at the end of its rows.
    ///
    /// - Returns: true if there is one; false at the end, after an error, and after the set was closed. The error is
    ///   ``FMDatabase/lastError()`` then; ``nextRow()`` tells the end from an error.
    @discardableResult
    public func next() -> Bool {
        guard isOpen, !cursor.isBusy else { return false }
        let code = cursor.step()
        if code == FMResultCode.row.rawValue { return true }
        if code != FMResultCode.done.rawValue { logFailure(code) }
        if closesAtEnd { close() }
        return false
    }

    /// Goes to the next row.
    ///
    /// - Throws: `FMError`: SQLite's code if the step fails, `.done` at the end of the rows, as in FMDB, and `.misuse`
    ///   on a set that is closed or in the midst of a step. In a loop ``nextRow()`` is the better choice.
    public func nextWithError() throws {
        let database = database
        do throws(FMError) {
            if try advance() { return }
        } catch {
            database?.logFailure(error)
            throw error
        }
        throw FMError(.done, "no more rows", sql: query, stage: .step)
    }

    /// Goes on once, for statements made by ``FMDatabase/prepare(_:)`` that return no rows.
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

    /// Goes on once, for statements made by ``FMDatabase/prepare(_:)`` that return no rows.
    ///
    /// - Throws: `FMError`: SQLite's code if the step fails, `.constraint` for example; `.misuse` on a set that is
    ///   closed or in the midst of a step.
    public func stepWithError() throws {
        if !isOpen || cursor.isBusy { throw unready }
        let code = cursor.step()
        guard code != FMResultCode.row.rawValue, code != FMResultCode.done.rawValue else { return }
        let error = cursor.stepError(code)
        database?.logFailure(error)
        throw error
    }

    /// Whether a row is current: true after a successful ``next()``, false before the first and after the end.
    @discardableResult
    public func hasAnotherRow() -> Bool {
        state.pointee.use == use && (state.pointee.width > 0 || cursor.unpark() > 0)
    }

    /// Goes to the next row.
    ///
    /// - Returns: false at the end of the rows.
    func advance() throws(FMError) -> Bool {
        if !isOpen || cursor.isBusy { throw unready }
        let code = cursor.step()
        if code == FMResultCode.row.rawValue { return true }
        defer { if closesAtEnd { close() } }
        if code == FMResultCode.done.rawValue { return false }
        throw cursor.stepError(code)
    }

    private func logFailure(_ code: Int32) {
        database?.logFailure(cursor.stepError(code))
    }

    /// Why there is no step of a closed set, and none from within its own step, which a custom function might try.
    private var unready: FMError {
        .misuse(isOpen ? "the result set is in use" : "the result set is closed", sql: query)
    }
}

// MARK: - Prepared statements

extension FMResultSet {
    /// Puts the statement back and binds new values by position.
    ///
    /// The corresponding C function is [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
    ///
    /// - Parameter array: a value for each parameter; what is too much is ignored.
    /// - Returns: false if there are too few values, if SQLite refuses one, or if the set is closed.
    @discardableResult
    public func bind(with array: [Any]) -> Bool {
        bind(.array(array))
    }

    /// Puts the statement back and binds new values by name.
    ///
    /// The corresponding C function is [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
    ///
    /// - Parameter dictionary: a value for each `:name`, under the name without the colon. Other names are logged and
    ///   ignored.
    /// - Returns: false if a name has no value, if SQLite refuses one, or if the set is closed.
    @discardableResult
    public func bind(with dictionary: [AnyHashable: Any]) -> Bool {
        bind(.dictionary(dictionary))
    }

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

/// Closed result sets of a database, to be used again by queries of the same statements.
///
/// The database owns the memory, because one more object would cost each query a count of references.
struct ClosedResultSets {
    private static let count = 8
    /// A set has its place by its statement's address.
    private let sets: UnsafeMutablePointer<FMResultSet?>

    init() {
        sets = .allocate(capacity: ClosedResultSets.count)
        sets.initialize(repeating: nil, count: ClosedResultSets.count)
    }

    /// Frees the memory; nothing may be asked afterwards.
    func deallocate() {
        sets.deinitialize(count: ClosedResultSets.count)
        sets.deallocate()
    }

    /// Takes out the closed set of a statement, unless a client still refers to it.
    @inline(__always)
    func take(for statement: FMStatement) -> FMResultSet? {
        let place = place(of: statement)
        guard isKnownUniquelyReferenced(&place.pointee), place.pointee?.cursor === statement else { return nil }
        return place.pointee.take()
    }

    /// Keeps a closed set in place of the one before.
    @inline(__always)
    func keep(_ set: FMResultSet) {
        place(of: set.cursor).pointee = set
    }

    func removeAll() {
        sets.update(repeating: nil, count: ClosedResultSets.count)
    }

    @inline(__always)
    private func place(of statement: FMStatement) -> UnsafeMutablePointer<FMResultSet?> {
        // The addresses of objects of this size are some hundred bytes apart.
        sets + (Int(bitPattern: ObjectIdentifier(statement)) >> 9) & (ClosedResultSets.count - 1)
    }
}
