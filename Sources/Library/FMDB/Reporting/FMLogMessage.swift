import Foundation

/// One line of the library's log.
public struct FMLogMessage: Sendable {
    /// How serious a message is.
    public enum Level: String, Sendable {
        /// A trace, requested by ``FMDatabase/traceExecution``.
        case trace
        /// A probable mistake that is not an error, such as an unknown column name.
        case warning
        /// Something failed.
        case error
    }

    /// How serious it is.
    public let level: Level
    /// The message. It contains argument values only if ``FMDatabase/traceExecution`` is set.
    public let text: String
    /// The path of the database concerned; nil for one in memory.
    public let path: String?
    /// The SQL concerned, if any.
    public let sql: String?
    /// The error that caused the message, if any.
    public let error: FMError?
}

// SAFETY: the handler is read and written under the lock alone.
/// Receives the messages of all databases.
final class MessageLog: @unchecked Sendable {
    static var shared: MessageLog { PerProcess.object(real) { MessageLog(real.handler) } }
    private static let real = MessageLog(write)

    /// Held while the process is forked.
    let lock = SystemLock(isQuiet: true)
    private var current: @Sendable (FMLogMessage) -> Void

    private init(_ handler: @escaping @Sendable (FMLogMessage) -> Void) { current = handler }

    var handler: @Sendable (FMLogMessage) -> Void {
        get { lock.withLock { current } }
        set { lock.withLock { current = newValue } }
    }

    private static let write: @Sendable (FMLogMessage) -> Void = { message in
        let place = message.path ?? "in-memory database"
        let sql = message.sql.map { " - in: " + $0 } ?? ""
        let line = "FMDB \(message.level): \(message.text) (\(place))\(sql)\n"
        // An error is ignored, because the standard error may be closed.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
