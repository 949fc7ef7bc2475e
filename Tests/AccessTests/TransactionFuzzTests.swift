import FMDB
import Support
import Testing

/// Random blocks in every spelling of a transaction, beside a model of what must be in the file: what was reported.
///
/// `FMDB_TRANSACTION_FUZZ` says how many there are, 300 unless told, `FMDB_TRANSACTION_SEED` where they begin.
@Suite struct TransactionFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let histories = environment["FMDB_TRANSACTION_FUZZ"].flatMap(Int.init) ?? 300
    private static let first = environment["FMDB_TRANSACTION_SEED"].flatMap(Int.init) ?? 1

    @Test func whatIsInTheFileIsWhatWasReported() async throws {
        var tally: [String: Int] = [:]
        for seed in Self.first..<(Self.first + Self.histories) {
            let history = try FuzzedTransaction(seed)
            let outcome = await history.run()
            tally[outcome, default: 0] += 1
            #expect(history.faults == [], "seed \(seed): \(history.description)")
        }
        if Self.environment["FMDB_TRANSACTION_FUZZ"] != nil {
            print("transactions of \(Self.histories) histories: \(tally.sorted { $0.key < $1.key })")
        }
        if Self.histories >= 300 {
            for outcome in ["kept", "undone", "ended by SQLite", "ended by the block"] {
                #expect(tally[outcome, default: 0] > Self.histories / 50, "\(tally)")
            }
        }
    }
}

// SAFETY: one thread after the other uses it: the test waits for each transaction.
/// One block in one spelling.
final class FuzzedTransaction: @unchecked Sendable {
    private let folder = TemporaryFolder()
    private let disk: FMTestDisk
    private let spelling: FuzzedSpelling
    private let steps: [FuzzedStep]
    private let setsFlag: Bool
    private let throwsAtEnd: Bool
    private var model = TransactionModel()
    private var number = 0
    /// Whether writing to the file fails from now on.
    private var isArmed = false
    private(set) var faults: [String] = []
    private var log: [String] = []

    init(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        spelling = random.pick(FuzzedSpelling.allCases)
        steps = FuzzedStep.list(&random, depth: 0)
        setsFlag = random.chance(20)
        throwsAtEnd = random.chance(15)
        disk = FMTestDisk()
        let made = FMDatabase(path: folder.file())
        _ = disk.open(made)
        try made.script(
            """
            PRAGMA journal_mode = \(spelling.isPool || random.chance(50) ? "WAL" : "DELETE");
            CREATE TABLE t (x UNIQUE, b);
            INSERT INTO t VALUES (0, NULL);
            """)
        made.close()
    }

    var description: String { "\(spelling) flag \(setsFlag) throws \(throwsAtEnd)\n" + log.joined(separator: "\n") }

    /// - Returns: what became of it.
    func run() async -> String {
        do {
            let place = try FuzzedPlace(spelling, folder.file(), on: disk)
            model.begin(spelling)
            var error: (any Error)?
            do {
                try await place.run { db, rollback in try self.block(db, rollback) }
            } catch let caught {
                error = caught
            }
            disk.heal()
            log.append("reported: \(error.map { "\($0)" } ?? "success")")
            judge(error)
            try await place.expectUsable { if !$0 { self.faults.append($1) } }
            let other = FMDatabase.file(folder.file())
            let rows = try other.rows("SELECT x FROM t ORDER BY x", as: Int.self)
            let expected = (model.disk + [FuzzedPlace.last]).sorted()
            if rows != expected { faults.append("in the file \(rows), reported \(expected)") }
            let check: String = try other.value("PRAGMA integrity_check")
            if check != "ok" { faults.append(check) }
        } catch {
            faults.append("\(error)")
        }
        return model.end?.rawValue ?? (model.isKept ? "kept" : "undone")
    }

    private func judge(_ error: (any Error)?) {
        guard spelling.isFMDB else {
            return note(model.endOfVerb(error: error, isCommitted: (error as? FMError)?.message.contains("committed")))
        }
        note(model.endOfFMDBsVerb(error: error, flag: setsFlag, isSavePoint: spelling.isSavePoint))
    }

    private func note(_ fault: String?) {
        if let fault { faults.append(fault) }
    }

    private func block(_ db: FMDatabase, _ rollback: UnsafeMutablePointer<ObjCBool>?) throws {
        try db.addFunction("stop", argumentCount: 0) { [unowned db] _ in
            db.interrupt()
            return .null
        }
        // The large row must not find room in the cache.
        try db.script("PRAGMA cache_size = 10")
        do {
            try perform(steps, db)
        } catch {
            guard spelling.isFMDB else { throw error }
        }
        if let rollback { rollback.pointee = ObjCBool(setsFlag) }
        if !spelling.isFMDB, throwsAtEnd { throw Regret() }
    }

    private func perform(_ steps: [FuzzedStep], _ db: FMDatabase) throws {
        for step in steps {
            do {
                try perform(step, db)
            } catch {
                if !step.isSwallowed { throw error }
            }
        }
    }

    private func perform(_ step: FuzzedStep, _ db: FMDatabase) throws {
        switch step.deed {
        case .insert(let clause): try insert("INSERT \(clause) INTO t (x) VALUES (\(next()))", [number], db, step)
        case .insertTwice(let clause):
            let new = next()
            try insert(
                "INSERT \(clause) INTO t (x) VALUES (\(new)), (0)", [new], db, step,
                keptOnConstraint: clause == "OR FAIL")
        case .fillTheFile:
            let pages = try db.value("PRAGMA page_count", as: Int.self)
            try db.script("PRAGMA max_page_count = \(pages)")
            defer { FuzzedPlace.unlimit(db) }
            try insert("INSERT INTO t VALUES (\(next()), zeroblob(300000))", [number], db, step)
        case .breakTheDisk(let code):
            disk.fail([.write], at: 1, .sticky, code: code)
            defer { disk.heal() }
            try insert("INSERT INTO t VALUES (\(next()), zeroblob(300000))", [number], db, step)
        case .interrupt:
            try insert(
                "INSERT INTO t (x) SELECT \(next()) UNION ALL SELECT stop() UNION ALL SELECT \(next())", [], db, step)
        case .failAtTheCommit:
            disk.fail([.write, .sync], at: 1, .sticky)
            isArmed = true
        case .control(let texts): try control(texts, db, step)
        case .savePoint(let steps, let isThrowing): try savePoint(steps, isThrowing, db)
        case .fmdbSavePoint(let steps, let flag): try fmdbSavePoint(steps, flag, db)
        case .many(let text): try many(text, db)
        }
    }

    private func next() -> Int {
        number += 1
        return number
    }
}

// MARK: - Deeds

extension FuzzedTransaction {
    private func insert(
        _ sql: String, _ rows: [Int], _ db: FMDatabase, _ step: FuzzedStep, keptOnConstraint: Bool = false
    ) throws {
        do {
            try step.form.run(sql, db)
        } catch {
            log.append("\(sql): \(error)")
            let isConstraint = (error as NSError).code == FMResultCode.constraint.rawValue
            if model.isRunning, keptOnConstraint, isConstraint { note(model.insert(rows)) }
            model.failed(isOpen: db.isTransactionOpen)
            throw error
        }
        log.append("\(sql): done")
        note(model.insert(rows))
    }

    private func control(_ texts: [String], _ db: FMDatabase, _ step: FuzzedStep) throws {
        let sql = texts.joined(separator: "; ")
        if texts.count > 1, isArmed { disk.heal() }
        let before = model
        var isExpected = model.isRunning
        for text in texts where isExpected { isExpected = model.isRunning && model.control(text) }
        var failure: (any Error)?
        do {
            try (texts.count > 1 ? .script : step.form).run(sql, db)
        } catch {
            failure = error
        }
        log.append("\(sql): \(failure.map { "\($0)" } ?? "done")")
        if let failure, isExpected, isArmed, texts.count == 1 {
            model = before
            model.failed(isOpen: db.isTransactionOpen)
            throw failure
        }
        if (failure == nil) != isExpected { faults.append("\(sql) was expected to \(isExpected ? "work" : "fail")") }
        if let failure { throw failure }
    }

    private func savePoint(_ steps: [FuzzedStep], _ isThrowing: Bool, _ db: FMDatabase) throws {
        var number: Int?
        log.append("{")
        do {
            try db.withSavePoint {
                number = model.enter(isStrict: true)
                try perform(steps, db)
                if isThrowing { throw Regret() }
            }
        } catch {
            log.append("} \(error)")
            if let number { note(model.leave(number, isStrict: true, error: error)) }
            model.failed(isOpen: db.isTransactionOpen)
            throw error
        }
        log.append("}")
        if let number { note(model.leave(number, isStrict: true, error: nil)) }
    }

    private func fmdbSavePoint(_ steps: [FuzzedStep], _ flag: Bool, _ db: FMDatabase) throws {
        var number: Int?
        log.append("[")
        let error = db.inSavePoint { rollback in
            number = model.enter(isStrict: false)
            try? perform(steps, db)
            rollback.pointee = ObjCBool(flag)
        }
        log.append("] \(flag) \(error.map { "\($0)" } ?? "")")
        if let number { note(model.leave(number, isStrict: false, error: error, flag: flag)) }
        model.failed(isOpen: db.isTransactionOpen)
        if let error { throw error }
    }

    /// Many rows, between which the block does something else.
    private func many(_ text: String, _ db: FMDatabase) throws {
        let rows = [next(), next()]
        var number: Int?
        let values = rows.lazy.map { row -> Int in
            if row == rows[0] { number = self.model.enter(isStrict: true) }
            guard row == rows[1] else { return row }
            self.note(self.model.insert([rows[0]]))
            try? self.control([text], db, FuzzedStep(.control([text]), .execute, true))
            return row
        }
        do {
            try db.executeMany("INSERT INTO t (x) VALUES (?)", values)
        } catch {
            log.append("many \(rows): \(error)")
            if let number { note(model.leave(number, isStrict: true, error: error)) }
            model.failed(isOpen: db.isTransactionOpen)
            throw error
        }
        log.append("many \(rows): done")
        note(model.insert([rows[1]]))
        if let number { note(model.leave(number, isStrict: true, error: nil)) }
    }
}
