import Foundation
import FMDBSQLiteC

// SAFETY: the words are atomic, and only the thread that uses the connection sets them. Only that thread reads and writes
// `isCommitting` and `isPaused`. `slow` is read and written only under the lock.
/// Counts a connection's executions, for other threads to read.
///
/// SQLite reports the start and end of each execution through a callback, so a connection that is not published has no overhead.
/// See [`sqlite3_trace_v2`](https://sqlite.org/c3ref/trace_v2.html).
final class ExecutionStatistics: @unchecked Sendable {
    struct Slow: Sendable {
        /// The SQL, cut to 4,000 bytes.
        let sql: String
        let duration: Duration
        /// The ``CoarseTime`` at which the execution ended.
        let end: UInt
        /// The query plan, or nil until it is requested.
        var plan: [String]?
    }

    private let readCount = AtomicWord(0)
    private let commitCount = AtomicWord(0)
    /// The address of the statement that started last; 0 after it has ended.
    private let newest = AtomicWord(0)
    /// The ``CoarseTime`` at which the newest statement started.
    private let newestBegan = AtomicWord(0)
    /// The number of pages in the WAL after the last commit; 0 before the first.
    private let logPages = AtomicWord(0)
    private let logTime = AtomicWord(0)
    private let unexplained = AtomicWord(0)
    private let threshold: Int64
    private let lock = SystemLock()
    private var slow: [Slow] = []

    /// Whether a commit has started, and its statement has not ended yet.
    var isCommitting = false
    /// Whether a body of ``paused(_:)`` is running. Its statements are not counted.
    private var isPaused = false

    /// The maximum number of slow statements kept.
    private static let most = 16
    /// The maximum length of a slow statement's SQL in bytes.
    private static let longest = 4000

    init(slowThreshold: Duration) {
        let (seconds, attoseconds) = slowThreshold.components
        threshold = seconds > 1_000_000_000 ? .max : seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    var reads: Int { Int(bitPattern: readCount.value) }
    var commits: Int { Int(bitPattern: commitCount.value) }
    var slowStatements: [Slow] { lock.withLock { slow } }

    /// The number of pages in the WAL after the last commit, and the ``CoarseTime`` of that commit, or nil before the first commit.
    var log: (pages: Int, time: UInt)? {
        let time = logTime.value
        return time == 0 ? nil : (Int(bitPattern: logPages.value), time)
    }

    /// Returns the time since a statement started, or nil if it has ended or another one has started since.
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

// MARK: - Executions

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

    /// Whether a statement counts as a read: not EXPLAIN, and not PRAGMA, because the library runs many of its own.
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
    /// Runs a body whose statements are not counted.
    func paused<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        isPaused = true
        defer { isPaused = false }
        return try body()
    }

    /// Whether a slow statement has no plan yet.
    var hasUnexplained: Bool { unexplained.value != 0 }

    /// Adds the missing plans. Call it on the thread that uses the connection.
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
