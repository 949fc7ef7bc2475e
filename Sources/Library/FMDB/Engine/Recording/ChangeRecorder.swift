import FMDBSQLiteC

/// Records the changes that a connection commits.
///
/// SQLite's update hook reports single rows. It does not report rows of WITHOUT ROWID tables, a `DELETE` of all rows,
/// and rows that a `REPLACE` removes. So the recorder compares the number of reported rows with the number that SQLite
/// counted. If they differ, every table that the statement may write counts as wholly changed. The authorizer reports
/// these tables during compilation. Changes are kept in layers, one for each savepoint, and are published when the
/// commit has succeeded.
final class ChangeRecorder: StatementRecorder {
    unowned let connection: Connection
    /// The changes by savepoint, the oldest first; the first layer has no savepoint.
    var layers: [(savePoint: String?, changes: ChangeSet)] = [(nil, ChangeSet())]
    /// Whether the transaction began before the recording.
    private var isLate: Bool
    private var isCommitting = false
    private var epoch = 0
    /// The number of executions in progress.
    private var openRuns = 0

    /// The tables to which the authorizer adds; nil if none are collected.
    private var collector: StatementTables?
    /// Whether statements were compiled without recording their tables.
    var isStale = false
    /// The current step: its run, SQLite's row count at its start, and the rows that nested executions have counted.
    private var counting: (run: WriteRun?, before: Int32, inside: Int32) = (nil, 0, 0)
    /// The table of the last reported row. The pointers are the same for all rows of one execution.
    private var lastNames: (schema: UnsafePointer<CChar>, table: UnsafePointer<CChar>, key: TableKey)?
    private var lastChanges = TableChanges()

    /// The run of a skipped statement: one whose tables no receiver observes.
    private let passedRun = WriteRun(epoch: 0)
    private var passing: FMStatement?
    /// The tables of the statements skipped in this transaction, with their layers. They are kept, because a receiver
    /// may begin to observe them before the commit. `watches` is the value of ``ChangeHub/watches`` at the first of
    /// them.
    private var passed: (all: [(tables: StatementTables, layer: Int)], watches: UInt) = ([], 0)
    private var transaction = 1
    /// The table of the last row of a skipped statement. The pointers are the same for all rows of one execution.
    private var passedNames: (schema: UnsafePointer<CChar>, table: UnsafePointer<CChar>)?

    /// What the SQL of the schema says about REPLACE and FAIL; nil if the schema may have changed.
    var traits: SchemaTraits? {
        didSet { if traits == nil { rows?.schemaMayHaveChanged() } }
    }

    /// The log of row changes for undo; nil if no sink receives them.
    var rows: UndoLog?

    /// Whether an internal query is running.
    var isAsking = false

    /// The tables read, and whether anything is written; nil unless reads are tracked.
    var tracked: (region: TableRegion, writes: Bool)?
    var isTracking: Bool { tracked != nil }

    init(_ connection: Connection) {
        self.connection = connection
        isLate = connection.isTransactionOpen || connection.isWriting
    }

    var handle: OpaquePointer? { connection.handle }

    private var run: WriteRun? { counting.run }

    /// Whether SQLite's reports belong to a statement that the library runs.
    var isAtWork: Bool { run != nil }
}

// MARK: - Callbacks of SQLite

extension ChangeRecorder {
    func authorize(_ action: Int32, _ first: String?, _ second: String?, _ schema: String?, _ trigger: String?) {
        if let collector {
            // SQLite recompiles a statement while it runs if the schema has changed, perhaps by another connection.
            if run != nil, !isAsking { traits = nil }
            if let passing, collector === passing.recorded.tables, run === passedRun { passNoLonger(passing) }
            return collector.record(action, first, second, schema, trigger)
        }
        if [SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action) { isStale = true }
    }

    /// Records the tables of what the body compiles.
    func collecting<Value>(for tables: StatementTables, _ body: () -> Value) -> Value {
        let outer = collector
        collector = tables
        defer { collector = outer }
        return body()
    }

    func changed(
        _ action: Int32, _ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>, _ row: sqlite3_int64
    ) {
        if run === passedRun, isPassed(schema, table) { return }
        if let lastNames, lastNames.schema == schema, lastNames.table == table {
        } else {
            flushRows()
            let key = TableKey(schema: String(cString: schema), name: String(cString: table))
            lastNames = (schema, table, key)
        }
        run?.told += 1
        switch action {
        case SQLITE_INSERT: lastChanges.inserted.insert(row)
        case SQLITE_DELETE: lastChanges.deleted.insert(row)
        default: lastChanges.updated.insert(row)
        }
    }

    /// Adds the collected rows of the last table to the run or the layer to which they belong.
    private func flushRows() {
        guard let key = lastNames?.key else { return }
        let changes = lastChanges
        lastNames = nil
        lastChanges = TableChanges()
        if let run, run !== passedRun {
            run.tables[key, default: TableChanges()].formUnion(changes)
        } else {
            // The rows belong to a statement that the app runs by C functions, or to an internal statement of a virtual
            // table.
            layers[layers.count - 1].changes.change(key) { $0.formUnion(changes) }
        }
    }

    func willCommit() {
        isCommitting = true
        rows?.willCommit()
    }

    func rolledBack() {
        lastNames = nil
        lastChanges = TableChanges()
        forgetTransaction()
        rows?.rolledBack()
        epoch &+= 1
        // A statement may still be running: SQLite restarts it after the rollback if the schema has changed.
        guard let run else { return }
        (run.tables, run.told, run.counted, run.epoch) = ([:], 0, 0, epoch)
        counting = (run, connection.totalChanges, 0)
    }

    private func forgetTransaction() {
        layers = [(nil, ChangeSet())]
        isLate = false
        isCommitting = false
        passed.all.removeAll(keepingCapacity: true)
        transaction &+= 1
    }
}

// MARK: - Steps

extension ChangeRecorder {
    func step(_ statement: FMStatement, _ body: () -> Int32) -> Int32 {
        if let tables = statement.recorded.tables, statement.isReadOnly, tables.savePoint == nil, tables.changesNothing
        {
            // The common case: a query, a BEGIN, a COMMIT.
            let code = tracked == nil ? body() : trackedStep(tables, body)
            if isCommitting { conclude() }
            return code
        }
        if let tables = statement.recorded.tables, mayPass(statement, tables) { return pass(statement, tables, body) }
        if run == nil { rows?.prepare() }
        let tables = statement.recorded.tables ?? StatementTables(statement.sql)
        statement.recorded.tables = tables
        if statement.recorded.run == nil, !statement.isReadOnly { begin(statement, tables) }
        let code = count(in: statement.recorded.run) { collecting(for: tables, body) }
        track(tables)
        if code != SQLITE_ROW { end(statement, tables, code) }
        if isCommitting { conclude() }
        return code
    }

    private func trackedStep(_ tables: StatementTables, _ body: () -> Int32) -> Int32 {
        let code = collecting(for: tables, body)
        track(tables)
        return code
    }

    private func track(_ tables: StatementTables) {
        guard tracked != nil else { return }
        tracked?.region.formUnion(tables.region)
        if tables.writes.keys.contains(where: { $0.schema != "temp" }) { tracked?.writes = true }
    }

    func ending(_ statement: FMStatement, _ body: () -> Void) {
        guard let run = statement.recorded.run else { return body() }
        _ = count(in: run) {
            body()
            return SQLITE_OK
        }
        end(
            statement, statement.recorded.tables ?? StatementTables(),
            connection.isWithoutError ? SQLITE_DONE : SQLITE_ERROR)
        if isCommitting { conclude() }
    }

    /// Records what SQLite's internal statements write during a body.
    func writing(_ body: () -> Int32) -> Int32 {
        let tables = StatementTables()
        readTraits()
        rows?.prepare()
        let run = WriteRun(epoch: epoch)
        run.firstRow = rows?.count ?? 0
        let code = count(in: run) { collecting(for: tables, body) }
        // SQLite undoes its internal statements by a savepoint of its own.
        if code != SQLITE_OK, run.epoch == epoch { rows?.failed(from: run.firstRow, mayKeep: false) }
        if run.epoch == epoch { settle(run, tables, hasWorked: code == SQLITE_OK) }
        if isCommitting { conclude() }
        return code
    }

    /// Adds the number of rows that SQLite counts during the body to a run. Rows of nested runs are excluded.
    private func count(in current: WriteRun?, _ body: () -> Int32) -> Int32 {
        flushRows()
        let outer = counting
        passedNames = nil
        counting = (current, connection.totalChanges, 0)
        let code = body()
        let difference = connection.totalChanges &- counting.before
        flushRows()
        // A statement that is no longer skipped has received its own run.
        run?.counted &+= difference &- counting.inside
        passedNames = nil
        counting = (outer.run, outer.before, outer.inside &+ difference)
        return code
    }

    private func begin(_ statement: FMStatement, _ tables: StatementTables) {
        if rows != nil || !tables.changesNothing { readTraits() }
        let begun = WriteRun(epoch: epoch)
        if connection.isTransactionOpen, !tables.schemas.isEmpty { begun.versions = versions(of: tables.schemas) }
        follow(statement, begun)
    }

    private func follow(_ statement: FMStatement, _ begun: WriteRun) {
        begun.firstRow = rows?.count ?? 0
        begun.triggersMayFail = traits?.mayFail ?? true
        statement.recorded.run = begun
        statement.state.pointee.flags.insert(.followed)
        openRuns += 1
    }

    private func end(_ statement: FMStatement, _ tables: StatementTables, _ code: Int32) {
        if let run = statement.recorded.run {
            statement.recorded.run = nil
            openRuns -= 1
            if run.epoch == epoch, !tables.isVacuum { settle(run, tables, hasWorked: code == SQLITE_DONE) }
        }
        if code == SQLITE_DONE, let savePoint = tables.savePoint { move(savePoint.step, savePoint.name) }
    }
}

// MARK: - Statements that are passed over

extension ChangeRecorder {
    /// Whether no receiver observes what a statement changes.
    @inline(__always)
    private func mayPass(_ statement: FMStatement, _ tables: StatementTables) -> Bool {
        guard tracked == nil, rows == nil, statement.recorded.run == nil, !statement.isReadOnly else { return false }
        if tables.isUnwatched.watches == ChangeHub.watches.value { return tables.isUnwatched.answer }
        return judge(statement, tables)
    }

    @inline(never)
    private func judge(_ statement: FMStatement, _ tables: StatementTables) -> Bool {
        // A statement that returns rows may be reset before its end.
        guard tables.isPlainWrite, statement.columnCount == 0 else {
            tables.isUnwatched = (false, ChangeHub.watches.value)
            return false
        }
        let watched = watched(tables.writes.keys)
        tables.isUnwatched = (watched.tables.isEmpty, watched.watches)
        return watched.tables.isEmpty
    }

    private func watched(_ tables: some Sequence<TableKey>) -> (tables: [TableKey], watches: UInt) {
        ChangeHub.shared.watched(tables, by: connection.changeState.feed, file: connection.changeState.file)
    }

    private func pass(_ statement: FMStatement, _ tables: StatementTables, _ body: () -> Int32) -> Int32 {
        let outer = passing
        passing = statement
        openRuns += 1
        passedRun.counted = 0
        let code = count(in: passedRun) { collecting(for: tables, body) }
        openRuns -= 1
        passing = outer
        if passedRun.counted > 0 || hidesDeletions(tables), tables.passedIn != transaction { record(passed: tables) }
        if statement.recorded.run != nil, code != SQLITE_ROW { end(statement, tables, code) }
        if isCommitting { conclude() }
        return code
    }

    private func record(passed tables: StatementTables) {
        tables.passedIn = transaction
        if passed.all.isEmpty { passed.watches = tables.isUnwatched.watches }
        passed.all.append((tables, layers.count))
    }

    /// Forgets the statements skipped in the layers above the first `kept` ones.
    private func forgetPassed(above kept: Int) {
        for one in passed.all where one.layer > kept { one.tables.passedIn = 0 }
        passed.all.removeAll { $0.layer > kept }
    }

    /// Stops skipping a statement that SQLite recompiles, because it may now do something else.
    private func passNoLonger(_ statement: FMStatement) {
        let begun = WriteRun(epoch: epoch)
        follow(statement, begun)
        counting.run = begun
    }

    /// Whether a row belongs to a table that the skipped statement writes. A function that it calls may write to other
    /// tables.
    private func isPassed(_ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>) -> Bool {
        if let passedNames, passedNames.schema == schema, passedNames.table == table { return true }
        guard passing?.recorded.tables?.mayWrite(schema, table) ?? false else { return false }
        passedNames = (schema, table)
        return true
    }

    /// Marks as wholly changed those tables of skipped statements that a receiver observes by now.
    private func mergePassed() {
        for (tables, _) in passed.all {
            for key in watched(tables.writes.keys).tables {
                guard let writes = tables.writes[key] else { continue }
                layers[0].changes.change(key) { changes in
                    changes.becomeWhole(writes)
                    if replaces(key, writes, tables) { changes.deleted.becomeWholeTable() }
                }
            }
        }
    }
}

// MARK: - Executions

extension ChangeRecorder {
    private func settle(_ run: WriteRun, _ tables: StatementTables, hasWorked: Bool) {
        if hasWorked, !tables.changesNothing { readTraits() }
        guard hasWorked else {
            // With `OR FAIL`, SQLite undoes only the failing row and keeps the earlier ones.
            let keeps = connection.changes > 0 || tables.mentionsFail || (traits?.mayFail ?? true)
            if connection.changes == 0 {
                rows?.failed(from: run.firstRow, mayKeep: tables.mentionsFail || run.triggersMayFail)
            }
            if keeps, run.told > 0 || run.counted > 0 { merge(run, tables, asksSchema: false) }
            return
        }
        if hasChangedSchema(run, tables) {
            traits = nil
            mergeSchema(tables)
        }
        if tables.setsHeader, isCommitting || connection.isTransactionOpen {
            layers[layers.count - 1].changes.schemas.insert("main")
        }
        if run.counted > 0 || hidesDeletions(tables) { merge(run, tables, asksSchema: true) }
    }

    /// Whether a statement that may change the schema has done so: `CREATE TABLE IF NOT EXISTS` seldom does.
    private func hasChangedSchema(_ run: WriteRun, _ tables: StatementTables) -> Bool {
        guard !tables.schemas.isEmpty else { return false }
        if let versions = run.versions {
            guard let now = self.versions(of: Set(versions.keys)) else { return true }
            return versions != now
        }
        return isCommitting || connection.isTransactionOpen || openRuns > 0
    }
}

// MARK: - Transactions

extension ChangeRecorder {
    private func move(_ step: SavePointStep, _ name: String) {
        let index = layers.lastIndex { $0.savePoint == name }.map { $0 - 1 }
        switch step {
        case .start:
            layers.append((name, ChangeSet()))
            rows?.mark()
        case .release:
            // A savepoint from before the recording includes all others.
            let kept = index ?? 0
            while layers.count > kept + 1, let top = layers.popLast() {
                layers[layers.count - 1].changes.formUnion(top.changes)
            }
            rows?.release(to: kept)
            for index in passed.all.indices { passed.all[index].layer = min(passed.all[index].layer, layers.count) }
        case .rollback:
            let kept = index.map { $0 + 1 } ?? 0
            forgetPassed(above: kept)
            rows?.rollBack(to: index)
            layers.removeLast(layers.count - kept)
            layers.append((index.map { _ in name }, ChangeSet()))
            epoch &+= 1
        }
    }

    /// Publishes the changes, if they were committed.
    func conclude() {
        guard isCommitting else { return }
        isCommitting = false
        // A commit that fails with `SQLITE_BUSY` leaves the transaction open, to be committed later.
        guard !connection.isTransactionOpen else { return }
        flushRows()
        rows?.conclude()
        if !passed.all.isEmpty, passed.watches != ChangeHub.watches.value { mergePassed() }
        if layers.count == 1, layers[0].changes.isEmpty, !isLate {
            passed.all.removeAll(keepingCapacity: true)
            transaction &+= 1
            return
        }
        var all = layers[0].changes
        for layer in layers.dropFirst() { all.formUnion(layer.changes) }
        if isLate { all.isUnknown = true }
        forgetTransaction()
        connection.publish(all)
    }
}
