import FMDB
import FMDBTestHelpers

// SAFETY: one thread after the other uses it: it waits for each of its calls.
/// Plays a history, and compares everything after each step with the reference.
final class HistoryPlayer: @unchecked Sendable {
    struct Held {
        let set: FMResultSet
        let isCached: Bool
        /// What it must return; nil before the first step.
        var rows: [Int]?
        var isAlive = true
    }

    let stage: HistoryStage
    var reference: HistoryReference
    private(set) var faults: [String] = []
    var sets: [Int: Held] = [:]
    var prepared: [Int: Held] = [:]
    var isCaching = false
    /// Whether writing to the file fails from now on.
    var isArmed = false
    /// Whether the reference knows `isInTransaction`.
    private var isFlagKnown = true
    /// Whether the block is one of a reader.
    private(set) var isReader = false

    init(_ place: HistoryPlace, journal: String, flaw: HistoryReference.Flaw? = nil) throws {
        stage = try HistoryStage(place, journal: journal)
        reference = HistoryReference(flaw: flaw)
        if place == .memory || place == .file { (reference.changes, reference.lastID) = (nil, nil) }
    }

    func note(_ fault: String?) {
        if let fault { faults.append(fault) }
    }

    /// Whether rows are being read.
    var isReading: Bool { sets.values.contains { $0.isAlive && $0.rows != nil } }

    // MARK: The history

    /// - Returns: what is not as it must be.
    func play(_ steps: [HistoryStep]) async -> [String] {
        do {
            for step in steps where faults.isEmpty {
                if let db = stage.database {
                    try? perform(step.call, db)
                    compare(db)
                } else {
                    try await performAtTop(step.call)
                }
                if faults.isEmpty { try compareFile() }
            }
            if faults.isEmpty { try await finish() }
        } catch {
            note("\(error)")
        }
        return faults
    }

    private func finish() async throws {
        letGo()
        if let db = stage.database {
            if !reference.isConnected { try perform(.connection(.open), db) }
            if reference.isOpen { try perform(.rollback, db) }
            try perform(.change(.insert("t", clause: "OR IGNORE", [2_000_000]), .execute), db)
            compare(db)
            note(db.close() ? nil : "it does not close")
            reference.close(isInMemory: stage.isInMemory)
        } else {
            try await performAtTop(.connection(.close))
            if stage.place.isPool { try await performAtTop(.observe) }
        }
        try compareFile()
    }

    /// A call of a queue or a pool.
    private func performAtTop(_ call: HistoryCall) async throws {
        switch call {
        case .block(let verb, let body, let ending): try await access(verb, body, ending)
        case .connection(.close):
            try onBackgroundThread { [stage] in
                stage.queue?.close()
                stage.pool?.releaseAllDatabases()
            }
            if stage.queue != nil {
                try stage.observeAgain()
                reference.close(isInMemory: false)
                reference.flag = false
                reference.reopen(isInMemory: false)
                (reference.changes, reference.lastID) = (nil, nil)
            }
        case .connection(.checkpoint(let mode)):
            // Locked by the queue's own transaction; see `checkpoint` of a database.
            let isOpen = reference.isOpen
            try onBackgroundThread { [stage] in
                guard let queue = stage.queue else { return }
                let error = thrown { try queue.checkpoint(mode) }
                if isOpen ? error?.resultCode != .locked : error != nil {
                    self.note("checkpoint: \(String(describing: error))")
                }
            }
        case .outOfTime(let number): try outOfTime(number)
        case .observe:
            guard !reference.isOpen else { return }
            note(try await stage.observe())
            // It writes a row, in a transaction.
            (reference.changes, reference.lastID, reference.flag) = (nil, nil, false)
        // Those of a database alone, which a shrunk history may have in the place of their block.
        default: break
        }
    }

    private func outOfTime(_ number: Int) throws {
        let isOpen = reference.isOpen
        let isDone = try onBackgroundThread { [stage] in
            let error = thrown {
                try stage.coordinator?.withTransaction(timeout: .zero) { db in
                    try db.execute("INSERT INTO t (x) VALUES (\(number))")
                }
            }
            if let error, error.extendedCode != .deadlineExceeded, !isOpen { self.note("outOfTime: \(error)") }
            return error == nil
        }
        if isDone {
            _ = reference.apply(.insert("t", clause: "", [number]), isReading: false)
        }
        // Whether its transaction had begun is not known.
        isFlagKnown = isOpen
        (reference.changes, reference.lastID) = (nil, nil)
    }

    private func access(_ verb: HistoryVerb, _ body: [HistoryStep], _ ending: HistoryEnding) async throws {
        let isExpected = reference.canEnter(verb, onCoordinator: true)
        let frame = Locked<HistoryReference.Frame?>(nil)
        if stage.place.isPool || verb == .migrate { (reference.changes, reference.lastID) = (nil, nil) }
        var failure: (any Error)?
        do {
            try await stage.run(verb, undoes: ending == .undoes) { db in
                frame.withLock { $0 = self.reference.enter(verb, isGroup: self.stage.place.isGroup && verb.isGrouped) }
                self.isReader = verb.isRead
                // Each connection of a pool has a flag of its own.
                let isFlagKnown = self.isFlagKnown && !self.stage.place.isPool
                self.isFlagKnown = true
                if !isFlagKnown, verb.isDatabase || verb.isSavePoint {
                    self.reference.flag = db.isInTransaction
                }
                defer {
                    self.letGo()
                    self.isReader = false
                }
                self.compare(db)
                try self.perform(body, ending, verb, db)
            }
        } catch {
            failure = error
        }
        stage.disk.heal()
        isArmed = false
        if failure != nil { try stage.waitForItsGroup() }
        if verb == .migrate { (reference.changes, reference.lastID) = (nil, nil) }
        if (frame.value != nil) != isExpected {
            note("\(verb) \(isExpected ? "did not run" : "ran"): \(String(describing: failure))")
        }
        if let frame = frame.value {
            note(reference.leave(frame, error: failure, undoes: verb.isFMDB && ending == .undoes))
        }
        reference.endAccess()
    }

    /// The result sets end with the access.
    private func letGo() {
        for held in sets.values { held.set.close() }
        for held in prepared.values { held.set.close() }
        (sets, prepared) = ([:], [:])
    }

    // MARK: Within a block

    private func perform(
        _ steps: [HistoryStep], _ ending: HistoryEnding, _ verb: HistoryVerb, _ db: FMDatabase
    ) throws {
        for step in steps where faults.isEmpty {
            do {
                try perform(step.call, db)
            } catch {
                if !step.isSwallowed { throw error }
            }
            compare(db)
        }
        if ending == .undoes, !verb.isFMDB { throw Regret() }
    }

    private func perform(_ call: HistoryCall, _ db: FMDatabase) throws {
        if isReader, !call.isOfReader { return }
        switch call {
        case .change(let change, let form): try run(change, form, db)
        case .control(let texts, let form): try control(texts, form, db)
        case .begin, .commit, .rollback, .savePoint: try transaction(call, db)
        case .block(let verb, let body, let ending): try block(verb, body, ending, db)
        case .many(let numbers, let text): try many(numbers, text, db)
        case .fault(let fault): try perform(fault, db)
        case .rows(let call, let slot): try perform(call, slot, db)
        case .prepared(let call, let slot): try perform(call, slot, db)
        case .connection(let call): try perform(call, db)
        case .misuse(let misuse): try perform(misuse, db)
        case .reenter: reenter()
        case .cancel: cancel()
        case .outOfTime, .observe: break
        }
    }

    private func block(
        _ verb: HistoryVerb, _ body: [HistoryStep], _ ending: HistoryEnding, _ db: FMDatabase
    ) throws {
        let isExpected = reference.canEnter(verb)
        var frame: HistoryReference.Frame?
        var failure: (any Error)?
        if verb == .migrate { (reference.changes, reference.lastID) = (nil, nil) }
        do {
            try stage.run(verb, on: db, undoes: ending == .undoes) {
                frame = reference.enter(verb)
                compare(db)
                try perform(body, ending, verb, db)
            }
        } catch {
            failure = error
        }
        if !reference.isWithinVerb || frame != nil && verb == .migrate { stage.disk.heal() }
        if verb == .migrate { (reference.changes, reference.lastID) = (nil, nil) }
        if (frame != nil) != isExpected {
            note("\(verb) \(isExpected ? "did not run" : "ran"): \(String(describing: failure))")
        }
        if let frame { note(reference.leave(frame, error: failure, undoes: verb.isFMDB && ending == .undoes)) }
        // A commit may have failed within.
        if isArmed, failure != nil { settleFailedCommit(db) }
        if let failure { throw failure }
    }

    /// Runs something that must have a code; -1 is any error.
    func expect(
        _ expected: Int32, _ name: String, _ db: FMDatabase, orElse before: HistoryReference? = nil,
        _ body: () throws -> Void
    ) throws {
        var failure: (any Error)?
        do { try body() } catch { failure = error }
        let code = failure.map { Int32(($0 as NSError).code) } ?? 0
        if let failure, isArmed, expected == 0 || code == 10, let before {
            reference = before
            reference.failed(isOpen: db.isTransactionOpen)
            throw failure
        }
        if expected == -1 ? code == 0 : code != expected { note("\(name): code \(code), expected \(expected)") }
        if let failure { throw failure }
    }

    // MARK: What must hold

    private func compare(_ db: FMDatabase) {
        guard faults.isEmpty else { return }
        let (changes, lastID) = (Int(db.changes), Int(db.lastInsertRowId))
        note(changes, reference.changes, "changes")
        note(lastID, reference.lastID, "lastInsertRowId")
        (reference.changes, reference.lastID) = (changes, lastID)
        note(db.isOpen, reference.isConnected, "isOpen")
        if reference.end != .cancelled, !isReader { note(db.isTransactionOpen, reference.isOpen, "isTransactionOpen") }
        if !isReader { note(db.isInTransaction, reference.flag, "isInTransaction") }
        guard reference.isRunning else { return }
        do {
            let content = try HistoryContent.read(db)
            if content != reference.content { note("there is \(content), expected \(reference.content)") }
        } catch {
            note("the rows cannot be read: \(error)")
        }
    }

    private func note<Value: Equatable>(_ value: Value, _ expected: Value?, _ name: String) {
        if let expected, value != expected { note("\(name) is \(value), expected \(expected)") }
    }

    private func compareFile() throws {
        guard !stage.isInMemory, !reference.isOpen else { return }
        let content = try stage.file()
        if content != reference.disk.inFile { note("in the file is \(content), expected \(reference.disk.inFile)") }
    }
}

extension HistoryCall {
    /// Whether a reader may do it, or is refused with a certain code.
    fileprivate var isOfReader: Bool {
        switch self {
        case .change, .rows, .misuse, .reenter, .cancel: true
        default: false
        }
    }
}

extension HistoryVerb {
    /// Whether it shares its commit.
    fileprivate var isGrouped: Bool {
        switch self {
        case .immediate, .asyncTransaction, .write, .asyncWrite: true
        default: false
        }
    }
}
