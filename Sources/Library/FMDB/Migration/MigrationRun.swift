import Foundation

struct MigrationRun {
    private let migrator: FMMigrator
    private let db: FMDatabase

    init(of migrator: FMMigrator, on db: FMDatabase) { (self.migrator, self.db) = (migrator, db) }

    func applied() throws -> [String] {
        if let names = try recordedNames() { return names }
        if let findAdopted = migrator.findAdopted { return try findAdopted(db) }
        let version = try db.value("PRAGMA main.user_version", as: Int32.self)
        return try migrator.names(upToUserVersion: UInt32(bitPattern: version))
    }

    func pending() throws -> ArraySlice<FMMigrator.Step> {
        try migrator.expectSoundSteps(upTo: nil)
        return try migrator.pending(after: applied())
    }

    /// Runs the pending steps, up to and including the step named `last` if that is not nil.
    func run(upTo last: String?) throws -> FMMigrator.Report {
        guard !db.isTransactionOpen else { throw FMError.misuse("a migration cannot run within a transaction") }
        try migrator.expectSoundSteps(upTo: last)
        return try withRetries {
            let present = try applied()
            let pending = try migrator.pending(after: present)
            let end = migrator.steps.firstIndex { $0.name == last } ?? migrator.steps.count - 1
            var done: [FMMigrator.Report.AppliedStep] = []
            var others: [String] = []
            for step in pending.prefix(max(0, end + 1 - present.count)) {
                if let duration = try run(step) {
                    done.append(.init(name: step.name, duration: duration))
                } else {
                    others.append(step.name)
                }
            }
            let known = migrator.steps.count
            return FMMigrator.Report(
                applied: done, alreadyApplied: present.prefix(known) + others, unknown: Array(present.dropFirst(known)))
        }
    }

    /// Applies the migrator's lock timeout while a body runs.
    private func withRetries<Value>(_ body: () throws -> Value) throws -> Value {
        let interval = db.maxBusyRetryTimeInterval
        // The app may have set `PRAGMA busy_timeout` itself, which `maxBusyRetryTimeInterval` does not show.
        let timeout = try db.value("PRAGMA busy_timeout", as: Int.self)
        db.maxBusyRetryTimeInterval = migrator.lockTimeout / .seconds(1)
        defer {
            db.maxBusyRetryTimeInterval = interval
            if timeout > 0 {
                db.despiteInterruption { () throws(FMError) in try db.command("PRAGMA busy_timeout = \(timeout)") }
            }
        }
        return try db.retrying(FMDatabaseCoordinator.Retry(attempts: 1), body)
    }
}

// MARK: - One step

extension MigrationRun {
    /// - Returns: the duration of the step; nil if another process has run it meanwhile.
    private func run(_ step: FMMigrator.Step) throws -> Duration? {
        do {
            return switch step.kind {
            case .transaction(let keys): try run(step, keys)
            case .outside: try runOutside(step)
            }
        } catch let error as FMError {
            // These errors concern the whole database, not the step.
            let isGeneral = error.extendedCode == .newerDatabase || error.extendedCode == .migrationMismatch
            throw isGeneral ? error : error.inStep(step.name)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw FMError(.abort, "\(error)", sql: nil, stage: .other, underlying: error).inStep(step.name)
        }
    }

    private func run(_ step: FMMigrator.Step, _ keys: FMMigrator.ForeignKeys) throws -> Duration? {
        try withForeignKeys(keys == .enforced) { wereEnforced in
            var start = ContinuousClock.now
            let isDone = try db.withTransaction(.immediate) {
                start = .now
                // The steps are read again under the lock, because another process may have run the step meanwhile.
                let present = try applied()
                guard try lacks(step, present) else { return false }
                try step.body(db)
                if keys == .checkedAtEnd, wereEnforced { try expectForeignKeys() }
                try recordStep(step, after: present)
                return true
            }
            return isDone ? start.duration(to: .now) : nil
        }
    }

    private func runOutside(_ step: FMMigrator.Step) throws -> Duration? {
        let present = try applied()
        guard try lacks(step, present) else { return nil }
        let start = ContinuousClock.now
        do {
            // SQLite does not wait for the locks of others when it changes the journal mode, for example.
            try db.retrying(FMDatabaseCoordinator.Retry(steadilyFor: migrator.lockTimeout)) { try step.body(db) }
        } catch {
            if db.isTransactionOpen { db.undoTransaction() }
            throw error
        }
        guard !db.isTransactionOpen else {
            db.undoTransaction()
            throw FMError.misuse("it left a transaction open, which was rolled back")
        }
        try db.withTransaction(.immediate) {
            let now = try recordedNames() ?? present
            if try lacks(step, now) { try recordStep(step, after: now) }
        }
        return start.duration(to: .now)
    }

    private func lacks(_ step: FMMigrator.Step, _ present: [String]) throws(FMError) -> Bool {
        try migrator.pending(after: present).contains { $0.name == step.name }
    }

    private func recordStep(_ step: FMMigrator.Step, after present: [String]) throws(FMError) {
        if try !hasRecord() {
            try db.execute(
                "CREATE TABLE \(record) (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, time REAL NOT NULL)")
            try note(present, at: 1)
        }
        try note([step.name], at: present.count + 1)
        if let version = step.userVersion {
            try db.command("PRAGMA main.user_version = \(Int32(bitPattern: version))")
        }
    }
}

// MARK: - Foreign keys

extension MigrationRun {
    /// Sets the enforcement of foreign keys while a body runs.
    ///
    /// If foreign keys are enforced, `DROP TABLE` first deletes the table's rows, and foreign key actions may delete
    /// rows that reference them, even if the constraints are deferred. Within a transaction SQLite ignores the pragma,
    /// so it is set before.
    ///
    /// - Parameter body: receives the connection's previous setting.
    private func withForeignKeys<Value>(_ isOn: Bool, _ body: (Bool) throws -> Value) throws -> Value {
        let wasOn = try enforcesForeignKeys()
        return try db.withPragma("foreign_keys", isOn) {
            guard try !isOn || enforcesForeignKeys() else {
                throw FMError(.error, "this SQLite cannot enforce foreign keys")
            }
            return try body(wasOn)
        }
    }

    private func enforcesForeignKeys() throws(FMError) -> Bool {
        // A SQLite built without foreign keys returns no row.
        try db.value("PRAGMA foreign_keys", as: Int?.self) == 1
    }

    private func expectForeignKeys() throws(FMError) {
        var counts: [String: Int] = [:]
        let cursor = try db.query("PRAGMA main.foreign_key_check")
        defer { cursor.close() }
        while let row = try cursor.nextRow() {
            let (child, parent) = (try row.value(at: 0, as: String.self), try row.value(at: 2, as: String.self))
            counts["of \"\(child)\" without a row of \"\(parent)\"", default: 0] += 1
        }
        guard !counts.isEmpty else { return }
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value.of("row")) \($0.key)" }
        throw FMError(
            .constraintForeignKey, "foreign keys are violated: " + list.joined(separator: ", "))
    }
}

// MARK: - The record

/// The table that records the steps of a database.
extension MigrationRun {
    private var record: FMSQL { "main.\(identifier: migrator.table)" }

    private func hasRecord() throws(FMError) -> Bool {
        try db.value(
            """
            SELECT count(*) FROM main.sqlite_master WHERE type = 'table' AND name = \(migrator.table) COLLATE NOCASE
            """, as: Int.self) > 0
    }

    /// Returns the names of the recorded steps, in order; nil if the table does not exist.
    private func recordedNames() throws(FMError) -> [String]? {
        guard try hasRecord() else { return nil }
        return try db.rows("SELECT name FROM \(record) ORDER BY position", as: String.self)
    }

    /// Records steps, the first at the given position. Positions count from 1.
    private func note(_ steps: [String], at position: Int) throws(FMError) {
        let time = Date().timeIntervalSince1970
        for (offset, step) in steps.enumerated() {
            try db.execute("INSERT INTO \(record) VALUES (\(position + offset), \(step), \(time))")
        }
    }
}
