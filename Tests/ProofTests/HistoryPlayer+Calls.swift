import FMDB
import FMDBTestHelpers

// MARK: - Statements

extension HistoryPlayer {
    func run(_ change: HistoryChange, _ form: HistoryForm, _ db: FMDatabase) throws {
        let before = reference
        var expected = reference.apply(change, isReading: isReading)
        if isReader, expected != 1 {
            // Nothing of it happens.
            reference = before
            (reference.changes, reference.lastID) = (nil, nil)
            expected = expected == -1 ? -1 : 8
        }
        try expect(reference.isConnected ? expected : form == .execute ? 21 : 7, change.sql, db, orElse: before) {
            try form.run(change.sql, db)
        }
    }

    func control(_ texts: [String], _ form: HistoryForm, _ db: FMDatabase) throws {
        if texts.count > 1, isArmed { stage.disk.heal() }
        let before = reference
        var isExpected = true
        for text in texts where isExpected { isExpected = reference.control(text) }
        let sql = texts.joined(separator: "; ")
        try expect(isExpected ? 0 : -1, sql, db, orElse: before) { try form.run(sql, db) }
    }

    func transaction(_ call: HistoryCall, _ db: FMDatabase) throws {
        let before = reference
        let expected = reference.transaction(call)
        // Also where it fails on a broken disk.
        defer { if call == .commit || call == .rollback, !reference.isOpen { reference.flag = false } }
        try expect(expected ? 0 : reference.isRunning ? 1 : -1, "\(call)", db, orElse: before) {
            var isDone = true
            switch call {
            case .begin(.deferred): isDone = db.beginDeferredTransaction()
            case .begin(.immediate): isDone = db.beginImmediateTransaction()
            case .begin(.exclusive): isDone = db.beginExclusiveTransaction()
            case .commit: isDone = db.commit()
            case .rollback: isDone = db.rollback()
            case .savePoint(.start, let name): try db.startSavePoint(withName: name)
            case .savePoint(.release, let name): try db.releaseSavePoint(withName: name)
            case .savePoint(.rollback, let name): try db.rollbackToSavePoint(withName: name)
            default: break
            }
            if !isDone { throw db.lastError() }
        }
    }

    /// Many rows, between which the block does something else.
    func many(_ numbers: [Int], _ text: String, _ db: FMDatabase) throws {
        var frame: HistoryReference.Frame?
        let isNested = reference.isOpen
        let values = numbers.lazy.map { number -> Int in
            if number == numbers[0] { frame = self.reference.enter(isNested ? .savePoint : .immediate) }
            guard number == numbers[1] else { return number }
            _ = self.reference.apply(.insert("t", clause: "", [numbers[0]]), isReading: false)
            try? self.control([text], .execute, db)
            return number
        }
        var failure: (any Error)?
        do {
            try db.executeMany("INSERT INTO t (x) VALUES (?)", values)
        } catch {
            failure = error
        }
        if failure == nil { _ = reference.apply(.insert("t", clause: "", [numbers[1]]), isReading: false) }
        if let frame { note(reference.leave(frame, error: failure, undoes: false)) }
        (reference.changes, reference.lastID) = (nil, nil)
        if failure != nil, isArmed { settleFailedCommit(db) }
        if let failure { throw failure }
    }
}

extension HistoryReference {
    /// FMDB's calls, which keep the flag.
    ///
    /// - Returns: whether the call works.
    fileprivate mutating func transaction(_ call: HistoryCall) -> Bool {
        guard isRunning else {
            if call == .rollback, rollBackDespiteCancellation() { return true }
            if call == .commit || call == .rollback, !isOpen { flag = false }
            return false
        }
        defer { if call == .commit || call == .rollback, !isOpen { flag = false } }
        switch call {
        case .begin:
            let isDone = control("BEGIN")
            if isDone { flag = true }
            return isDone
        case .commit: return control("COMMIT")
        case .rollback: return control("ROLLBACK")
        case .savePoint(.start, let name): return control("SAVEPOINT \(name)")
        case .savePoint(.release, let name): return control("RELEASE \(name)")
        case .savePoint(.rollback, let name): return control("ROLLBACK TO \(name)")
        default: return false
        }
    }
}

// MARK: - Faults

extension HistoryPlayer {
    func perform(_ fault: HistoryFault, _ db: FMDatabase) throws {
        // An interruption stays in force until the last row is read.
        guard reference.isRunning, !isReading else { return }
        switch fault {
        case .fillTheFile(let number):
            let pages = try db.value("PRAGMA page_count", as: Int.self)
            db.executeStatements("PRAGMA max_page_count = \(pages)")
            // Also where the library runs nothing any more.
            defer { _ = RawSQL.run(db, "PRAGMA max_page_count = 1000000") }
            try insertLargeRow(number, db)
        case .breakTheDisk(let code, let number):
            stage.disk.fail([.write], at: 1, .sticky, code: code)
            defer { stage.disk.heal() }
            try insertLargeRow(number, db)
        case .interrupt(let numbers):
            do {
                try db.execute(
                    "INSERT INTO t (x) SELECT \(numbers[0]) UNION ALL SELECT stop() UNION ALL SELECT \(numbers[1])")
                note("the interruption has no effect")
            } catch {
                note(error.resultCode == .interrupt ? nil : "interrupted: \(error)")
                reference.failed(isOpen: db.isTransactionOpen)
                note(db.isTransactionOpen ? "the transaction is open after an interruption" : nil)
                throw error
            }
        case .failAtTheCommit:
            stage.disk.fail([.write, .sync], at: 1, .sticky)
            isArmed = true
        }
    }

    /// A verb has failed on a broken disk: with its commit, or before. A failed commit within a block ends that.
    func settleFailedCommit(_ db: FMDatabase) {
        reference.failed(isOpen: db.isTransactionOpen)
        if reference.isRunning, reference.isWithinVerb, (try? db.value("SELECT 1", as: Int.self)) == nil {
            reference.lose()
        }
    }

    /// A row that may be written or not.
    private func insertLargeRow(_ number: Int, _ db: FMDatabase) throws {
        do {
            try db.execute("INSERT INTO t (x, b) VALUES (\(number), zeroblob(300000))")
        } catch {
            reference.failed(isOpen: db.isTransactionOpen)
            throw error
        }
        _ = reference.apply(.insert("t", clause: "", [number]), isReading: false)
    }

    func reenter() {
        guard let coordinator = stage.coordinator else { return }
        if let pool = stage.pool {
            let content = try? pool.read { db in try HistoryContent.read(db, ["t", "u"]) }
            if content != reference.disk { note("a reader sees \(String(describing: content))") }
            return
        }
        let error = thrown { try coordinator.withDatabase { _ in self.note("it was entered twice") } }
        note(error?.extendedCode == .wouldDeadlock ? nil : "re-entered: \(String(describing: error))")
    }

    func cancel() {
        guard let task = stage.task.value else { return }
        task.cancel()
        reference.cancel()
    }

    func perform(_ misuse: HistoryMisuse, _ db: FMDatabase) throws {
        if misuse == .openAgain, !reference.isConnected || !reference.isRunning { return }
        try expect(reference.isRunning ? misuse.code : -1, "\(misuse)", db) { try misuse.run(db) }
    }
}

// MARK: - Kept objects

extension HistoryPlayer {
    func perform(_ call: HistoryRows, _ slot: Int, _ db: FMDatabase) throws {
        switch call {
        case .open:
            sets[slot]?.set.close()
            sets[slot] = nil
            try expect(reference.isRunning ? 0 : -1, "executeQuery", db) {
                let set = try db.executeQuery("SELECT x FROM t ORDER BY x + 0", values: nil)
                sets[slot] = Held(set: set, isCached: isCaching)
            }
        case .next: try next(slot)
        case .close:
            sets[slot]?.set.close()
            sets[slot] = nil
        }
    }

    private func next(_ slot: Int) throws {
        guard var held = sets[slot] else { return }
        if held.isAlive, reference.isRunning, held.rows == nil {
            held.rows = reference.content.tables["t"].map { $0.values.sorted() }
        }
        var failure: (any Error)?
        do { try held.set.nextWithError() } catch { failure = error }
        let isRow = failure == nil
        let expected = held.isAlive && reference.isRunning ? held.rows?.first : nil
        let row = isRow ? Int(held.set.int(forColumnIndex: 0)) : nil
        if row != expected {
            let error = failure.map { "\($0)" } ?? ""
            note("set\(slot) returns \(row ?? -1), expected \(expected ?? -1): \(error)")
        }
        held.rows?.removeFirst(isRow ? 1 : 0)
        sets[slot] = isRow ? held : nil
        if !isRow { held.set.close() }
    }

    func perform(_ call: HistoryPrepared, _ slot: Int, _ db: FMDatabase) throws {
        switch call {
        case .prepare:
            prepared[slot]?.set.close()
            prepared[slot] = Held(set: db.prepare("INSERT INTO t (x) VALUES (?)"), isCached: isCaching)
            if !reference.isRunning { prepared[slot]?.isAlive = false }
        case .step(let number):
            guard let held = prepared[slot] else { return }
            let before = reference
            let expected = held.isAlive ? reference.apply(.insert("t", clause: "", [number]), isReading: false) : -1
            try expect(held.isAlive ? expected : -1, "the prepared statement", db, orElse: before) {
                guard held.set.bind(with: [number]) else { throw FMError(.misuse, "bind") }
                try held.set.stepWithError()
            }
        case .close:
            prepared[slot]?.set.close()
            prepared[slot] = nil
        }
    }

    /// Result sets that a call ends.
    private func end(_ isEnded: (Held) -> Bool) {
        for (slot, held) in sets where isEnded(held) { sets[slot]?.isAlive = false }
        for (slot, held) in prepared where isEnded(held) { prepared[slot]?.isAlive = false }
    }
}

// MARK: - The connection

extension HistoryPlayer {
    func perform(_ call: HistoryConnection, _ db: FMDatabase) throws {
        switch call {
        case .close:
            end { _ in true }
            note(db.close() ? nil : "it does not close")
            reference.close(isInMemory: stage.isInMemory)
        case .open:
            let isNew = !reference.isConnected
            try stage.open()
            if isNew {
                reference.reopen(isInMemory: stage.isInMemory)
                (reference.changes, reference.lastID) = (nil, nil)
            }
        case .clearCachedStatements:
            db.clearCachedStatements()
            end { $0.isCached }
        case .closeOpenResultSets:
            db.closeOpenResultSets()
            end { _ in true }
        case .shouldCacheStatements(let isOn):
            db.shouldCacheStatements = isOn
            if !isOn { end { $0.isCached } }
            isCaching = isOn
        case .checkpoint(let mode):
            let expected: Int32 = !reference.isRunning ? -1 : isReading || reference.isOpen ? 6 : 0
            try expect(expected, "checkpoint", db, orElse: reference) {
                try db.checkpoint(mode)
            }
        case .vacuum: try vacuum(db)
        case .backup: try backup(db)
        case .attach, .detach: try attach(call == .attach, db)
        }
    }

    private func vacuum(_ db: FMDatabase) throws {
        (reference.changes, reference.lastID) = (nil, nil)
        let before = reference
        try expect(!reference.isRunning ? -1 : isReading || reference.isOpen ? 1 : 0, "VACUUM", db, orElse: before) {
            try db.execute("VACUUM")
        }
    }

    private func backup(_ db: FMDatabase) throws {
        let path = stage.folder.file("copy.db")
        let isDone = db.write(toFile: path)
        guard reference.isRunning, stage.isInMemory else { return note(isDone ? "a backup was made" : nil) }
        guard isDone else { return note(reference.isOpen ? nil : "no backup was made: \(db.lastErrorMessage())") }
        let copy = FMDatabase.file(path)
        defer { copy.close() }
        let content = try HistoryContent.read(copy, ["t", "u"])
        if content != reference.content.inFile { note("the backup has \(content)") }
    }

    private func attach(_ isOn: Bool, _ db: FMDatabase) throws {
        // Whether it is allowed in a transaction depends on SQLite's version.
        guard reference.isRunning, !reference.isOpen, !isReading else { return }
        let isThere = reference.content.tables["aux.a"] != nil
        let sql =
            isOn ? "ATTACH ':memory:' AS aux; CREATE TABLE aux.a (id INTEGER PRIMARY KEY, x UNIQUE)" : "DETACH aux"
        try expect(isOn == isThere ? 1 : 0, sql, db) {
            if !db.executeStatements(sql) { throw db.lastError() }
        }
        if isOn { reference.attach() } else { reference.detach() }
    }
}
