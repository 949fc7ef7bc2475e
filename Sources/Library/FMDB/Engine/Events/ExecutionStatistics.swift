import Foundation
import FMDBSQLiteC

// SAFETY: the words are atomic, and only the thread that uses the connection sets them. `isCommitting` is read and written by that
// thread alone, `slow` under the lock alone.
/// Counts what a connection executes, for other threads to read.
///
/// SQLite itself reports the beginning and the end of each execution, so that a connection that is not published pays nothing.
/// See [`sqlite3_trace_v2`](https://sqlite.org/c3ref/trace_v2.html).
final class ExecutionStatistics: @unchecked Sendable {
    struct Slow: Sendable {
        /// The text, or its beginning.
        let sql: String
        let duration: Duration
        /// When it ended, by ``CoarseTime``.
        let end: UInt
        /// nil as long as nobody has asked for it.
        var plan: [String]?
    }

    private let readCount = AtomicWord(0)
    private let commitCount = AtomicWord(0)
    /// The statement that began last, and when, by ``CoarseTime``.
    private let newest = AtomicWord(0)
    private let newestBegan = AtomicWord(0)
    /// The pages of the log after the last commit, and when that was; 0 before the first.
    private let logPages = AtomicWord(0)
    private let logTime = AtomicWord(0)
    private let unexplained = AtomicWord(0)
    private let threshold: Int64
    private let lock = NSLock()
    private var slow: [Slow] = []

    /// Whether a commit has begun of whose end SQLite is yet to tell.
    var isCommitting = false
    /// Whether what is executed is the library's own.
    private var isPaused = false

    /// How many slow statements are kept.
    private static let most = 16
    /// How many bytes of a text.
    private static let longest = 4000

    init(slowThreshold: Duration) {
        let (seconds, attoseconds) = slowThreshold.components
        threshold = seconds > 1_000_000_000 ? .max : seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    var reads: Int { Int(bitPattern: readCount.value) }
    var commits: Int { Int(bitPattern: commitCount.value) }
    var slowStatements: [Slow] { lock.withLock { slow } }

    /// The pages of the log after the last commit, and when that was, by ``CoarseTime``; nil before the first.
    var log: (pages: Int, time: UInt)? {
        let time = logTime.value
        return time == 0 ? nil : (Int(bitPattern: logPages.value), time)
    }

    /// How long ago a statement began; nil unless it is the newest one.
    func age(of statement: OpaquePointer) -> Duration? {
        let began = newestBegan.value
        guard newest.value == UInt(bitPattern: statement) else { return nil }
        return CoarseTime.age(of: began, at: CoarseTime.now)
    }

    func recordLogLength(_ pages: Int32) {
        logPages.value = UInt(bitPattern: Int(pages))
        logTime.value = CoarseTime.now
    }
}

// MARK: - What SQLite tells

extension ExecutionStatistics {
    func begin(_ statement: OpaquePointer) {
        newestBegan.value = CoarseTime.now
        newest.value = UInt(bitPattern: statement)
    }

    func end(_ statement: OpaquePointer, _ nanoseconds: Int64) {
        if newest.value == UInt(bitPattern: statement) { newest.value = 0 }
        if isCommitting, sqlite3_get_autocommit(sqlite3_db_handle(statement)) != 0 {
            isCommitting = false
            commitCount.value &+= 1
        }
        if isPaused { return }
        if sqlite3_stmt_readonly(statement) != 0, sqlite3_column_count(statement) > 0, isQuery(statement) {
            readCount.value &+= 1
        }
        if nanoseconds >= threshold { keep(statement, nanoseconds) }
    }

    /// Not `PRAGMA`, many of which are the library's own, nor `EXPLAIN`.
    private func isQuery(_ statement: OpaquePointer) -> Bool {
        guard let text = sqlite3_sql(statement) else { return false }
        var scanner = SQLScanner(cString: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self))
        guard let first = scanner.nextStatement() else { return false }
        return !scanner.isKeyword(first, "PRAGMA") && !scanner.isKeyword(first, "EXPLAIN")
    }

    @inline(never)
    private func keep(_ statement: OpaquePointer, _ nanoseconds: Int64) {
        guard let text = sqlite3_sql(statement) else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, ExecutionStatistics.longest))
        let one = Slow(
            sql: String(decoding: bytes, as: UTF8.self), duration: .nanoseconds(nanoseconds), end: CoarseTime.now,
            plan: bytes.count == ExecutionStatistics.longest ? [] : nil)
        lock.withLock {
            if slow.count == ExecutionStatistics.most { slow.removeFirst() }
            slow.append(one)
        }
        unexplained.value = 1
    }
}

// MARK: - Plans

extension ExecutionStatistics {
    /// Counts nothing meanwhile.
    func paused<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        isPaused = true
        defer { isPaused = false }
        return try body()
    }

    /// Whether a slow statement has no plan yet.
    var hasUnexplained: Bool { unexplained.value != 0 }

    /// Finds the plans that are missing, on the thread that uses the connection.
    func explain(_ explain: (String) -> [String]) {
        unexplained.value = 0
        for sql in slowStatements.filter({ $0.plan == nil }).map(\.sql) {
            let plan = paused { explain(sql) }
            lock.withLock {
                for index in slow.indices where slow[index].plan == nil && slow[index].sql == sql {
                    slow[index].plan = plan
                }
            }
        }
    }
}
