import FMDB
import FMDBTestHelpers
import Testing

/// A moment at which a database is at work and is called.
enum MisuseScene: String, CaseIterable, Sendable, CustomTestStringConvertible {
    // Between two steps.
    case executeQuery, executeQueryCached, query, prepared, forEachRow, decoding
    // From within a function that a reading statement calls.
    case inExecuteQuery, inExecuteQueryCached, inQuery, inPrepared, inForEachRow, inRows, inValue, inStringForQuery
    case inExecuteOfSelect, inScriptOfSelect
    // From the block that gets the rows of a script.
    case rowBlock
    // From within a function that a writing statement calls.
    case inExecuteUpdate, inExecuteUpdateCached, inExecute, inPreparedInsert, inScriptOfInsert, inQueryOfInsert

    enum Kind { case between, reading, writing }

    var testDescription: String { rawValue }

    /// The column of the table.
    var state: MisuseState {
        switch kind {
        case .between: .iterating
        case .reading: .inReadingFunction
        case .writing: .inWritingFunction
        }
    }

    var kind: Kind {
        switch self {
        case .executeQuery, .executeQueryCached, .query, .prepared, .forEachRow, .decoding: .between
        case .inExecuteUpdate, .inExecuteUpdateCached, .inExecute, .inPreparedInsert, .inScriptOfInsert,
            .inQueryOfInsert:
            .writing
        default: .reading
        }
    }

    private var isCached: Bool { rawValue.hasSuffix("Cached") }

    /// Whether the work is a result set of a client's, in FMDB's spelling.
    private var isFMDBsSet: Bool {
        switch self {
        case .executeQuery, .executeQueryCached, .prepared, .inExecuteQuery, .inExecuteQueryCached, .inPrepared,
            .inStringForQuery:
            true
        default: false
        }
    }

    /// Whether a call that ends sets ends this work, too.
    private func isEnded(by verb: MisuseVerb) -> Bool {
        switch verb.ends {
        case .none: false
        case .cached: isCached
        case .sets: true
        case .all: kind == .between
        }
    }

    /// What the work may come to when the verb was called in the middle of it. What is ended ends, in FMDB's spelling;
    /// a call that throws throws, or delivers everything. Nothing is cut short without a word.
    func allowedOutcomes(after verb: MisuseVerb) -> [String] {
        let isEnded = isEnded(by: verb)
        if kind == .writing { return verb.rollsBack ? ["failed 4"] : ["done"] }
        guard isEnded else { return [complete] }
        if isFMDBsSet { return self == .inStringForQuery ? ["nil"] : [kind == .between ? "[1]" : "[]"] }
        return ["failed 4", "failed 21", complete]
    }

    private var complete: String {
        switch self {
        case .inValue, .inStringForQuery: "1"
        case .inExecuteOfSelect: "called for [1, 2, 3]"
        default: "[1, 2, 3]"
        }
    }
}

// MARK: - Playing

extension MisuseScene {
    /// A database with the rows 1, 2 and 3 in the table `t`, and an empty table `log`.
    static func stage() -> FMDatabase {
        let database = FMDatabase.memory()
        database.executeStatements(MisuseState.tables)
        return database
    }

    /// Does the work, and calls `act` once in the middle of it.
    func play(on database: FMDatabase, act: @escaping () -> Void) -> String {
        database.shouldCacheStatements = isCached
        var isFirst = true
        var numbers: [Int64] = []
        let once = { (number: Int64) in
            numbers.append(number)
            guard isFirst else { return }
            isFirst = false
            act()
        }
        do {
            switch kind {
            case .between: return try playBetween(database, once)
            default:
                try database.addFunction("act", argumentCount: 1) { arguments in
                    if case .integer(let number) = arguments[0] { once(number) }
                    return arguments[0]
                }
                let outcome = try kind == .reading ? playReading(database, once) : playWriting(database)
                return outcome.isEmpty ? "called for \(numbers)" : outcome
            }
        } catch let error as NSError {
            return "failed \(error.code)"
        }
    }

    private func playBetween(_ database: FMDatabase, _ act: @escaping (Int64) -> Void) throws -> String {
        let sql: FMSQL = "SELECT x FROM t ORDER BY x"
        switch self {
        case .query:
            let cursor = try database.query(sql)
            return try read(cursor, act)
        case .forEachRow:
            var numbers: [Int64] = []
            try database.forEachRow(sql) { row in
                numbers.append(try row.value(at: 0))
                act(numbers.last ?? 0)
            }
            return "\(numbers)"
        case .decoding:
            return try Listener.$current.withValue(Listener(act)) {
                "\(try database.rows(sql, as: Heard.self).map(\.number))"
            }
        case .prepared:
            let rows = database.prepare(sql.text)
            #expect(rows.bind(with: []))
            return readInFMDBsSpelling(rows, act)
        default: return readInFMDBsSpelling(try database.executeQuery(sql.text, values: nil), act)
        }
    }

    private func playReading(_ database: FMDatabase, _ act: (Int64) -> Void) throws -> String {
        let sql: FMSQL = "SELECT act(x) FROM t"
        switch self {
        case .inQuery: return try read(database.query(sql)) { _ in }
        case .inForEachRow:
            var numbers: [Int64] = []
            try database.forEachRow(sql) { numbers.append(try $0.value(at: 0)) }
            return "\(numbers)"
        case .inRows: return "\(try database.rows(sql, as: Int64.self))"
        case .inValue: return "\(try database.value(sql, as: Int64?.self) ?? -1)"
        case .inStringForQuery: return database.stringForQuery(sql.text) ?? "nil"
        case .inExecuteOfSelect:
            try database.execute(sql)
            return ""
        case .inPrepared: return readInFMDBsSpelling(database.prepare(sql.text)) { _ in }
        case .inScriptOfSelect, .rowBlock: return playScript(database, act)
        default: return readInFMDBsSpelling(try database.executeQuery(sql.text, values: nil)) { _ in }
        }
    }

    private func playScript(_ database: FMDatabase, _ act: (Int64) -> Void) -> String {
        var numbers: [Int64] = []
        let sql = self == .rowBlock ? "SELECT x FROM t ORDER BY x" : "SELECT act(x) AS x FROM t"
        let done = withoutActuallyEscaping(act) { act in
            database.executeStatements(sql) { row in
                let number = (row["x"] as? String).flatMap { Int64($0) } ?? -1
                numbers.append(number)
                if self == .rowBlock { act(number) }
                return 0
            }
        }
        return done ? "\(numbers)" : "failed \(database.lastErrorCode())"
    }

    private func playWriting(_ database: FMDatabase) throws -> String {
        let sql: FMSQL = "INSERT INTO log SELECT act(x) FROM t ORDER BY x"
        switch self {
        case .inExecute: try database.execute(sql)
        case .inPreparedInsert: try database.prepare(sql.text).stepWithError()
        case .inQueryOfInsert:
            let rows = try database.query(sql)
            #expect(try rows.nextRow() == nil)
        case .inScriptOfInsert:
            if !database.executeStatements(sql.text) { throw database.lastError() }
        default: try database.executeUpdate(sql.text, values: nil)
        }
        return "done"
    }
}

// MARK: - Reading

private func read(_ cursor: FMResultSet, _ act: (Int64) -> Void) throws -> String {
    var numbers: [Int64] = []
    while let row = try cursor.nextRow() {
        numbers.append(try row.value(at: 0))
        act(numbers.last ?? 0)
    }
    return "\(numbers)"
}

private func readInFMDBsSpelling(_ rows: FMResultSet, _ act: (Int64) -> Void) -> String {
    var numbers: [Int64] = []
    while rows.next() {
        numbers.append(rows.longLongInt(forColumnIndex: 0))
        act(numbers.last ?? 0)
    }
    return "\(numbers)"
}

/// A value that tells when it is read, at which moment a client's code runs between two steps of the library's.
private struct Heard: FMValueConvertible {
    let number: Int64

    var fmValue: FMValue { .integer(number) }

    static func fromFMValue(_ value: FMValue) -> Heard? {
        guard case .integer(let number) = value else { return nil }
        Listener.current?.hear(number)
        return Heard(number: number)
    }
}

/// Who listens. A type that is read knows of nobody, so this comes with the task.
// SAFETY: used by the one thread that reads, within the call that sets it.
private final class Listener: @unchecked Sendable {
    @TaskLocal static var current: Listener?

    let hear: (Int64) -> Void

    init(_ hear: @escaping (Int64) -> Void) {
        self.hear = hear
    }
}
