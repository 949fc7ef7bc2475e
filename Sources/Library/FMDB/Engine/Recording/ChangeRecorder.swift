import FMDBSQLiteC

/// Records what a connection commits.
///
/// SQLite's update hook tells single rows, and is silent of a table without rowids, a `DELETE` of all rows and a row that
/// a `REPLACE` removes. So what it has told is counted against what SQLite has counted, and where the numbers differ every
/// table that the statement may write counts as changed as a whole. What the statement may write is known from its
/// compilation. Changes lie in layers, one for each save point, and are told when the commit is known to have worked.
final class ChangeRecorder: StatementRecorder {
    unowned let connection: Connection
    /// With the names of their save points; nil for the lowest one.
    var layers: [(savePoint: String?, changes: ChangeSet)] = [(nil, ChangeSet())]
    /// Whether the transaction had begun before anybody recorded.
    private var isLate: Bool
    private var isCommitting = false
    private var epoch = 0
    /// Executions that have begun and not ended.
    private var openRuns = 0

    /// What the authorizer's answers are taken down for; nil if nobody has asked.
    private var collector: StatementTables?
    /// Whether statements were compiled without anybody having taken down their tables.
    var isStale = false
    /// The present step: the rows that SQLite had counted when it began, and those that executions inside it have counted.
    private var counting: (run: WriteRun?, before: Int32, inside: Int32) = (nil, 0, 0)
    /// The table of the last row that SQLite has reported. The pointers are the same for all rows of one execution.
    private var lastNames: (schema: UnsafePointer<CChar>, table: UnsafePointer<CChar>, key: TableKey)?
    private var lastChanges = TableChanges()

    /// Stands for the run of a statement that is passed over, because no receiver asks for its tables.
    private let passedRun = WriteRun(epoch: 0)
    private var passing: FMStatement?
    /// What was passed over in this transaction, and in which layer: a receiver may ask for it before the commit. With the number of
    /// ``ChangeHub/watches`` for the first of them.
    private var passed: (all: [(tables: StatementTables, layer: Int)], watches: UInt) = ([], 0)
    private var transaction = 1
    /// What the last row of a passed statement belongs to. The pointers are the same for all rows of one execution.
    private var passedNames: (schema: UnsafePointer<CChar>, table: UnsafePointer<CChar>)?

    /// What is known of the schema's text; nil if that may have changed.
    var traits: SchemaTraits? {
        didSet { if traits == nil { rows?.schemaMayHaveChanged() } }
    }

    /// Keeps what is changed in each row; nil where nobody undoes.
    var rows: RowLog?

    /// Whether the library itself has a question.
    var isAsking = false

    /// What is being read, and whether anything is written, while reads are tracked.
    var tracked: (region: TableRegion, writes: Bool)?
    var isTracking: Bool { tracked != nil }

    init(_ connection: Connection) {
        self.connection = connection
        isLate = connection.isTransactionOpen || connection.isWriting
    }

    var handle: OpaquePointer? { connection.handle }

    private var run: WriteRun? { counting.run }

    /// Whether what SQLite tells belongs to a statement of the library's.
    var isAtWork: Bool { run != nil }
}

// MARK: - What SQLite tells

extension ChangeRecorder {
    func authorize(_ action: Int32, _ first: String?, _ second: String?, _ schema: String?, _ trigger: String?) {
        if let collector {
            // SQLite compiles during an execution: another connection may have changed the schema.
            if run != nil, !isAsking { traits = nil }
            if let passing, collector === passing.recorded.tables, run === passedRun { passNoLonger(passing) }
            return collector.record(action, first, second, schema, trigger)
        }
        if [SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action) { isStale = true }
    }

    /// Takes down the tables of what is compiled during the body.
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

    /// Brings the rows of the last table to where they belong.
    private func flushRows() {
        guard let key = lastNames?.key else { return }
        let changes = lastChanges
        lastNames = nil
        lastChanges = TableChanges()
        if let run, run !== passedRun {
            run.tables[key, default: TableChanges()].formUnion(changes)
        } else {
            // A statement of the client's own, made with the C functions, or one within a virtual table's code.
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
        // An execution that SQLite begins again, because the schema has changed, continues after it.
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
            // The commonest: a query, a BEGIN, a COMMIT.
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

    /// Records what is written by statements of SQLite's own.
    func writing(_ body: () -> Int32) -> Int32 {
        let tables = StatementTables()
        readTraits()
        rows?.prepare()
        let run = WriteRun(epoch: epoch)
        run.firstRow = rows?.count ?? 0
        let code = count(in: run) { collecting(for: tables, body) }
        // What SQLite's own statements have done is undone by a save point of its own.
        if code != SQLITE_OK, run.epoch == epoch { rows?.failed(from: run.firstRow, mayKeep: false) }
        if run.epoch == epoch { settle(run, tables, hasWorked: code == SQLITE_OK) }
        if isCommitting { conclude() }
        return code
    }

    /// Adds to a run what is counted during the body, but for what belongs to runs inside it.
    private func count(in current: WriteRun?, _ body: () -> Int32) -> Int32 {
        flushRows()
        let outer = counting
        passedNames = nil
        counting = (current, connection.totalChanges, 0)
        let code = body()
        let difference = connection.totalChanges &- counting.before
        flushRows()
        // One that is passed no longer has got a run of its own.
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
    /// Whether no receiver asks for what a statement does.
    @inline(__always)
    private func mayPass(_ statement: FMStatement, _ tables: StatementTables) -> Bool {
        guard tracked == nil, rows == nil, statement.recorded.run == nil, !statement.isReadOnly else { return false }
        if tables.isUnwatched.watches == ChangeHub.watches.value { return tables.isUnwatched.answer }
        return judge(statement, tables)
    }

    @inline(never)
    private func judge(_ statement: FMStatement, _ tables: StatementTables) -> Bool {
        // One that returns rows may be put back before its end.
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

    /// Forgets what was passed over in the layers above the lowest ones.
    private func forgetPassed(above kept: Int) {
        for one in passed.all where one.layer > kept { one.tables.passedIn = 0 }
        passed.all.removeAll { $0.layer > kept }
    }

    /// SQLite compiles the statement again: it may do something else from now on.
    private func passNoLonger(_ statement: FMStatement) {
        let begun = WriteRun(epoch: epoch)
        follow(statement, begun)
        counting.run = begun
    }

    /// Whether a row belongs to a table that the statement is known to write. It may also call code that writes elsewhere.
    private func isPassed(_ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>) -> Bool {
        if let passedNames, passedNames.schema == schema, passedNames.table == table { return true }
        guard passing?.recorded.tables?.mayWrite(schema, table) ?? false else { return false }
        passedNames = (schema, table)
        return true
    }

    /// Marks as changed, as a whole, the tables that were passed over and that a receiver asks for by now.
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
            // Where only the failing row is undone (`OR FAIL`), what came before it stays.
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
            // One that is older than the recording takes every other along.
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

    /// Tells what has been committed, if it has.
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
