import Foundation

extension FMDatabase {
    /// One line of the library's log.
    public struct LogMessage: Sendable {
        /// How serious a message is.
        public enum Level: String, Sendable {
            /// What ``FMDatabase/traceExecution`` asks for.
            case trace
            /// Something that works, but was hardly meant so: an unknown column name, for example.
            case warning
            /// Something failed.
            case error
        }

        /// How serious it is.
        public let level: Level
        /// The message. It contains argument values only where ``FMDatabase/traceExecution`` asks for them.
        public let text: String
        /// The path of the database concerned; nil for one in memory.
        public let path: String?
        /// The SQL text concerned, if any.
        public let sql: String?
        /// The error behind the message, if any.
        public let error: FMError?
    }

    /// Takes every message of the library. An app replaces it to log elsewhere, or not at all:
    ///
    ///     FMDatabase.logHandler = { message in logger.warning("\(message.text)") }
    ///
    /// At first messages go to the standard error. The handler is shared by all databases and is called on the thread
    /// that uses the database; it must not use that database itself. It may be set from any thread.
    public static var logHandler: @Sendable (LogMessage) -> Void {
        get { LogTarget.shared.handler }
        set { LogTarget.shared.handler = newValue }
    }

    final func logFailure(_ error: FMError) {
        guard logsErrors else { return }
        let text = error.reason.map { "\(error.message) - \($0)" } ?? error.message
        send(.error, text, sql: error.sql, error: error)
    }

    final func logWarning(_ text: String, sql: String? = nil) {
        guard logsErrors else { return }
        send(.warning, text, sql: sql)
    }

    /// Logs a statement and its values before it runs, if that is asked for.
    @inline(__always)
    final func trace(_ statement: FMStatement, _ arguments: Arguments) {
        switch arguments {
        case .dictionary, .strings: traceAlways(statement, arguments)
        case .none, .array, .typed: if traceExecution { traceAlways(statement, arguments) }
        }
    }

    @inline(never)
    private func traceAlways(_ statement: FMStatement, _ arguments: Arguments) {
        switch arguments {
        case .dictionary(let values) where values.count > statement.parameterCount:
            warn(of: values.keys.map { String(describing: $0.base) }, statement)
        case .strings(let values) where values.count > statement.parameterCount: warn(of: Array(values.keys), statement)
        default: break
        }
        guard traceExecution else { return }
        let values =
            statement.sql.namesKey ? "values that are not shown" : FMDatabase.shown(arguments)
        send(.trace, "executing with \(values)", sql: statement.sql)
    }

    private static func shown(_ arguments: Arguments) -> String {
        switch arguments {
        case .none: "no arguments"
        case .array(let values): "\(values)"
        case .dictionary(let values): "\(values)"
        case .strings(let values): "\(values)"
        case .typed(let values):
            "\(values.positional) \(Dictionary(values.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))"
        }
    }

    private func warn(of names: [String], _ statement: FMStatement) {
        let names = statement.unknownNames(among: names).joined(separator: ", ")
        logWarning("the statement has no parameter for: \(names)", sql: statement.sql)
    }

    private func send(_ level: LogMessage.Level, _ text: String, sql: String?, error: FMError? = nil) {
        FMDatabase.logHandler(
            LogMessage(
                level: level, text: text, path: databasePath?.withoutKeyParameters, sql: sql?.withoutKeys, error: error)
        )
    }
}

// SAFETY: the handler is read and written under the lock alone.
/// Holds the process-wide handler.
private final class LogTarget: @unchecked Sendable {
    static let shared = LogTarget()

    private let lock = NSLock()
    private var current: @Sendable (FMDatabase.LogMessage) -> Void = { message in
        let place = message.path ?? "in-memory database"
        let sql = message.sql.map { " - in: " + $0 } ?? ""
        let line = "FMDB \(message.level): \(message.text) (\(place))\(sql)\n"
        // A closed standard error is no reason to fail.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    var handler: @Sendable (FMDatabase.LogMessage) -> Void {
        get { lock.withLock { current } }
        set { lock.withLock { current = newValue } }
    }
}
