import Foundation

extension FMError {
    /// Information about the holders of a lock that a call could not get. Errors with the code ``FMResultCode/busy`` or
    /// ``FMResultCode/locked`` have it.
    ///
    ///     do {
    ///         try db.execute("UPDATE person SET age = age + 1")
    ///     } catch {
    ///         for holder in error.contention?.holders ?? [] {
    ///             print(holder.label ?? holder.command ?? "?", holder.sql ?? "", holder.callSite ?? "")
    ///         }
    ///         throw error
    ///     }
    ///
    /// The information is collected when the error is created, after SQLite has given up. A holder that has released its lock by then is
    /// missing, so the list may be empty. Connections of this process are included if this library opened them. Other processes are
    /// included on Linux, where the kernel lists their locks.
    ///
    /// What another process is doing is included if both processes publish their activity for the file, see
    /// ``FMDatabaseCoordinator/Configuration/publishesActivity``. The other process has 100 ms to answer. See [File Locking And
    /// Concurrency](https://sqlite.org/lockingv3.html).
    public struct Contention: Sendable {
        /// The lock that was refused.
        public let lock: Lock
        /// The holders of the lock, starting with those in this process. Empty if none was found.
        public let holders: [Holder]
        /// The number of this process's open connections to the database file, including the failed one. 1 for an in-memory
        /// database.
        public let connectionsOnFile: Int
        /// A sentence for a log. It contains SQL, truncated to 200 characters, and never argument values.
        public let hint: String

        init(_ lock: Lock, holders: [Holder] = [], connectionsOnFile: Int, advice: String? = nil) {
            (self.lock, self.holders, self.connectionsOnFile) = (lock, holders, connectionsOnFile)
            hint = Contention.words(lock, holders, connectionsOnFile, advice)
        }
    }
}

extension FMError.Contention {
    /// The lock that a call could not get. See [File Locking And Concurrency](https://sqlite.org/lockingv3.html).
    public enum Lock: String, Sendable {
        /// Another connection writes or is about to write: RESERVED, or in WAL mode the write lock.
        case write
        /// Another connection has exclusive access, or waits for readers to finish: EXCLUSIVE or PENDING.
        case exclusive
        /// Another connection reads, so that nothing can be written to the file: SHARED, or a read mark in WAL mode.
        case read
        /// Another connection is running a checkpoint.
        case checkpoint
        /// Another connection recovers the WAL index after a crash.
        case recovery
        /// No lock is held, but the snapshot of this transaction is out of date, so it cannot write:
        /// ``FMResultCode/busySnapshot``. Roll back, and begin again with `BEGIN IMMEDIATE`.
        case snapshot
        /// Another connection to the shared cache uses the table.
        case sharedCache
        /// The connection blocks itself: another of its statements is still returning rows, or its own transaction is open.
        case sameConnection
        /// Unknown, for example because the lock has been released.
        case unknown
    }

    /// The holder of a lock.
    public struct Holder: Sendable {
        /// The process ID, including that of holders in this process, or nil if the OS does not provide it.
        public let processID: Int32?
        /// The program name of another process, truncated to 15 characters on Linux, or nil for this process.
        public let command: String?
        /// The label of the queue or pool, or the name of the database file. nil for a connection outside this library, and for another
        /// process unless both publish their activity.
        public let label: String?
        /// The SQL of the running statement, or of the statement that took the lock. For another process it is known if both publish their
        /// activity, and has `?` in place of each literal.
        public let sql: String?
        /// The call site of the holder's access to a queue or pool, such as "App/Store.swift:12", or nil if there is none.
        public let callSite: String?
        /// The age of the holder's transaction or, without a transaction, of its access to a queue or pool. nil if unknown.
        public let duration: Duration?

        /// The kind of object that owns the connection, such as a queue.
        let role: String?
    }
}

// MARK: - In words

extension FMError.Contention {
    private static func words(_ lock: Lock, _ holders: [Holder], _ connections: Int, _ advice: String?) -> String {
        var parts = holders.prefix(3).map { $0.words(lock) }
        if holders.count > 3 { parts.append("\(holders.count - 3) more connections hold it") }
        if parts.isEmpty { parts.append(lock.wordsWithoutHolder) }
        if let advice { parts.append(advice) }
        if connections > 1 { parts.append("\(connections) connections of this process are open on this file") }
        return parts.joined(separator: "; ")
    }
}

extension FMError.Contention.Holder {
    fileprivate func words(_ lock: FMError.Contention.Lock) -> String {
        var words = "\(name) \(lock.wordsOfHolder)"
        let begun = [duration.map { "begun \($0.words) ago" }, callSite.map { "at " + $0 }].compactMap { $0 }
        if !begun.isEmpty { words += ", " + begun.joined(separator: " ") }
        if let sql { words += ": " + (sql.count > 200 ? sql.prefix(199) + "…" : sql) }
        return words
    }

    private var name: String {
        if let label {
            let name = "the \(role ?? "connection")" + (label.isEmpty ? "" : " \"\(label)\"")
            guard let processID, processID != getpid() else { return name }
            return "\(name) of process \(processID)" + (command.map { " (\($0))" } ?? "")
        }
        guard let processID else { return "an unknown process" }
        if let command { return "process \(processID) (\(command))" }
        return processID == getpid()
            ? "this process, through an ATTACH or a connection of another library,"
            : "process \(processID)"
    }
}

extension FMError.Contention.Lock {
    fileprivate var wordsOfHolder: String {
        switch self {
        case .write: "holds the write lock"
        case .exclusive: "holds an exclusive lock"
        case .read: "is reading"
        case .checkpoint: "is running a checkpoint"
        case .recovery: "is recovering the WAL"
        case .sharedCache: "uses the shared cache"
        case .sameConnection: "blocks itself"
        case .snapshot, .unknown: "has the file open"
        }
    }

    fileprivate var wordsWithoutHolder: String {
        switch self {
        case .snapshot:
            "another connection has written since this transaction began to read; roll back and begin again with BEGIN IMMEDIATE"
        case .sharedCache: "another connection to the shared cache uses the table"
        case .sameConnection: "another statement of this connection, or its own transaction, is in progress"
        case .recovery: "the WAL is being recovered"
        default: "the holder of the lock was not found; the lock may be free now"
        }
    }
}

extension Duration {
    fileprivate var words: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        guard milliseconds >= 100 else { return "\(milliseconds) ms" }
        return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }
}
