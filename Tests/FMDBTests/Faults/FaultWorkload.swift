import FMDB
import FMDBTestHelpers

/// A small script of a database's life, on files whose operations may fail, and the knowledge of what must be true
/// after it.
///
/// Each batch is a transaction of its own. One that was acknowledged must be there afterwards; of one that failed, all
/// or nothing: SQLite may have written it and failed only then.
struct FaultWorkload {
    /// How SQLite writes.
    struct Setting: Sendable {
        /// What `PRAGMA journal_mode` takes.
        let journal: String
        /// With many rows the cache is too small for a transaction, and pages are written before the commit.
        let rowsPerBatch: Int
    }

    private enum Outcome { case failed, done }
    private struct Undone: Error {}

    private let disk: FMTestDisk
    private let database: FMDatabase
    private let setting: Setting
    private var table = Outcome.failed
    /// What became of each batch; of one that is not listed no row may ever be seen.
    private var batches: [Int: Outcome] = [:]
    /// What became of the update of batches 1 and 2; nil before it was tried.
    private var raise: Outcome?

    /// What was not as it must be, in words.
    private(set) var violations: [String] = []
    /// How many calls said that they failed.
    private(set) var reports = 0

    init(_ path: String, on disk: FMTestDisk, _ setting: Setting) {
        self.disk = disk
        database = FMDatabase(path: path)
        database.logsErrors = false
        database.maxBusyRetryTimeInterval = 0
        self.setting = setting
    }

    mutating func run() {
        open()
        create()
        insert(batch: 1)
        insertInFMDBsSpelling(batch: 2)
        raiseAll()
        insertBesideUndoneSavePoint(batch: 3)
        attempt { try $0.checkpoint(.truncate) }
        read("before closing")
        close()
        open()
        insert(batch: 4)
        read("after reopening")
        close()
    }
}

// MARK: - The steps

extension FaultWorkload {
    private mutating func open() {
        guard disk.open(database) else {
            reports += 1
            return
        }
        let journal = setting.journal
        attempt { database in
            _ = try database.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
            try database.execute("PRAGMA cache_size = 10")
        }
    }

    private mutating func close() {
        if !database.close() { reports += 1 }
    }

    private mutating func create() {
        let done = attempt { database in
            try database.withTransaction {
                try database.execute("CREATE TABLE entry (batch INTEGER, number INTEGER, version INTEGER, body TEXT)")
                try database.execute("CREATE INDEX entry_by_batch ON entry (batch, version)")
            }
        }
        table = done ? .done : .failed
        expectNoTransaction("CREATE TABLE")
    }

    private mutating func insert(batch: Int) {
        let numbers = numbers
        let done = attempt { database in
            try database.withTransaction { try FaultWorkload.insert(batch, numbers, into: database) }
        }
        batches[batch] = done ? .done : .failed
        expectNoTransaction("batch \(batch)")
    }

    private mutating func insertBesideUndoneSavePoint(batch: Int) {
        let numbers = numbers
        let done = attempt { database in
            try database.withTransaction {
                try FaultWorkload.insert(batch, numbers, into: database)
                do {
                    try database.withSavePoint {
                        try FaultWorkload.insert(-batch, numbers, into: database)
                        throw Undone()
                    }
                } catch is Undone {}
            }
        }
        batches[batch] = done ? .done : .failed
        expectNoTransaction("batch \(batch)")
    }

    private mutating func insertInFMDBsSpelling(batch: Int) {
        let done =
            database.beginTransaction()
            && insertInFMDBsSpelling(rowsOf: batch)
            && database.inSavePoint { rollback in
                _ = insertInFMDBsSpelling(rowsOf: -batch)
                rollback.pointee = true
            } == nil
            && database.commit()
        if !done {
            reports += 1
            database.rollback()
        }
        batches[batch] = done ? .done : .failed
        expectNoTransaction("batch \(batch)")
    }

    private func insertInFMDBsSpelling(rowsOf batch: Int) -> Bool {
        numbers.allSatisfy { number in
            database.executeUpdate(
                "INSERT INTO entry VALUES (?, ?, 0, ?)",
                withArgumentsIn: [batch, number, FaultWorkload.body(batch, number)])
        }
    }

    private mutating func raiseAll() {
        let done = attempt { database in
            _ = try database.withTransaction { try database.execute("UPDATE entry SET version = version + 1") }
        }
        raise = done ? .done : .failed
        expectNoTransaction("UPDATE")
    }

    @discardableResult
    private mutating func attempt(_ body: (FMDatabase) throws -> Void) -> Bool {
        do {
            try body(database)
            return true
        } catch {
            reports += 1
            return false
        }
    }

    private mutating func expectNoTransaction(_ step: String) {
        if database.isTransactionOpen { violations.append("\(step) left a transaction open") }
    }

    private var numbers: Range<Int> { 0..<setting.rowsPerBatch }

    private static func insert(_ batch: Int, _ numbers: Range<Int>, into database: FMDatabase) throws {
        for number in numbers {
            try database.execute("INSERT INTO entry VALUES (\(batch), \(number), 0, \(body(batch, number)))")
        }
    }

    private static func body(_ batch: Int, _ number: Int) -> String {
        String(repeating: "\(batch).\(number) ", count: 400)
    }
}

// MARK: - What must be true

extension FaultWorkload {
    private typealias Entry = (batch: Int, number: Int, version: Int, body: String)

    private static let everything: FMSQL = "SELECT batch, number, version, body FROM entry ORDER BY batch, number"

    /// Reads all entries, in both spellings. A read may fail, but what it delivers must be right and whole.
    private mutating func read(_ moment: String) {
        do {
            judge(try database.rows(FaultWorkload.everything, as: (Int, Int, Int, String).self), moment)
        } catch {
            reports += 1
        }
        if let entries = readInFMDBsSpelling() {
            judge(entries, moment + ", in FMDB's spelling")
        } else {
            reports += 1
        }
    }

    private func readInFMDBsSpelling() -> [Entry]? {
        guard let rows = database.executeQuery(FaultWorkload.everything.text, withArgumentsIn: []) else { return nil }
        var entries: [Entry] = []
        while rows.next() {
            entries.append(
                (
                    rows.long(forColumn: "batch"), rows.long(forColumn: "number"), rows.long(forColumn: "version"),
                    rows.string(forColumn: "body") ?? "NULL"
                ))
        }
        return database.hadError() ? nil : entries
    }

    /// Opens the files as a new process would, with nothing failing any more, and looks at everything.
    mutating func judgeFiles() throws {
        let fresh = FMDatabase.file(database.databasePath ?? "")
        defer { fresh.close() }
        let integrity = try fresh.value("PRAGMA integrity_check", as: String.self)
        if integrity != "ok" { violations.append("integrity_check: \(integrity)") }
        if fresh.tableExists("entry") {
            judge(try fresh.rows(FaultWorkload.everything, as: (Int, Int, Int, String).self), "at the end")
        } else if table == .done {
            violations.append("at the end: the acknowledged table is lost")
        }
    }

    private mutating func judge(_ entries: [Entry], _ moment: String) {
        for batch in Set(batches.keys).union(entries.map(\.batch)).sorted() {
            let found = entries.filter { $0.batch == batch }.map(\.number)
            if found == Array(numbers) && batches[batch] != nil { continue }
            if found.isEmpty && batches[batch] != .done { continue }
            let outcome = batches[batch].map { "\($0)" } ?? "undone"
            violations.append("\(moment): batch \(batch) is \(outcome), but its rows are \(found)")
        }
        if entries.contains(where: { $0.body != FaultWorkload.body($0.batch, $0.number) }) {
            violations.append("\(moment): the text of a row is not what was written")
        }
        // The update changed all rows that there were, or none.
        let versions = Set(entries.filter { $0.batch == 1 || $0.batch == 2 }.map(\.version))
        let allowed: [Set<Int>] =
            switch raise {
            case nil: [[], [0]]
            case .failed: [[], [0], [1]]
            case .done: [[], [1]]
            }
        if !allowed.contains(versions) {
            violations.append("\(moment): the versions are \(versions.sorted()), one of \(allowed) is expected")
        }
    }
}
