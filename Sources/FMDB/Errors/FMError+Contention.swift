import Foundation

extension FMError {
    /// Who kept the lock that a call could not get: what an error with the code ``FMResultCode/busy`` or
    /// ``FMResultCode/locked`` knows beyond SQLite's message.
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
    /// It is found out when the error is made, after SQLite has given up. A holder that ended in between is not in it,
    /// so it may be empty. Connections of this process are known if they are of this library; other processes on Linux
    /// alone, where the kernel lists their locks.
    ///
    /// See [File Locking And Concurrency](https://sqlite.org/lockingv3.html).
    public struct Contention: Sendable {
        /// Which lock it was.
        public let lock: Lock

        /// Whoever holds that lock, those of this process first; empty if nobody was found.
        public let holders: [Holder]

        /// How many connections of this process are open on the database file, the failed one among them; 1 for a
        /// database in memory.
        public let connectionsOnFile: Int

        /// All of it in words, for a log. SQL texts are in it, cut to 200 characters; argument values never are.
        public let hint: String

        init(_ lock: Lock, holders: [Holder] = [], connectionsOnFile: Int) {
            self.lock = lock
            self.holders = holders
            self.connectionsOnFile = connectionsOnFile
            hint = Contention.words(lock, holders, connectionsOnFile)
        }
    }
}

extension FMError.Contention {
    /// What kept a call from its lock. See [File Locking And Concurrency](https://sqlite.org/lockingv3.html).
    public enum Lock: String, Sendable {
        /// Another connection writes, or is going to: RESERVED, or in WAL mode the write lock.
        case write
        /// Another connection shuts all others out, or waits for its readers to end: EXCLUSIVE or PENDING.
        case exclusive
        /// Another connection reads, so that nothing can be written to the file: SHARED, or a read mark in WAL mode.
        case read
        /// Another connection moves the pages of the WAL into the file.
        case checkpoint
        /// Another connection rebuilds the index of the WAL after a crash.
        case recovery
        /// Nobody holds anything, but what this transaction has read was changed since, so that it cannot write any
        /// more: ``FMResultCode/busySnapshot``. Roll it back and begin anew, with `BEGIN IMMEDIATE`.
        case snapshot
        /// Another connection that shares the cache uses the table.
        case sharedCache
        /// The connection blocks itself: another statement of it is in the midst of its rows, or its own
        /// transaction is open.
        case sameConnection
        /// It could not be found out, because it was over by then for example.
        case unknown
    }

    /// Somebody who holds a lock.
    public struct Holder: Sendable {
        /// The process, this one's own for a connection of this process; nil if the system does not tell.
        public let processID: Int32?

        /// The name of another process' program, of which Linux keeps 15 characters; nil for this process.
        public let command: String?

        /// The label of the queue or pool whose connection it is, or the name of the database's file; nil for another
        /// process, and for a connection of this process that is not of this library.
        public let label: String?

        /// The SQL text that runs now, else the one that took the lock; nil for another process.
        public let sql: String?

        /// The call on a queue or pool that the holder is within, "App/Store.swift:12" for example; nil where there is
        /// none.
        public let callSite: String?

        /// How long the holder's transaction has been open, or where it has none, its access to a queue or pool; nil
        /// if neither is known.
        public let duration: Duration?

        /// What kind of object has the connection.
        let role: String?
    }
}

// MARK: - In words

extension FMError.Contention {
    private static func words(_ lock: Lock, _ holders: [Holder], _ connections: Int) -> String {
        var parts = holders.prefix(3).map { $0.words(lock) }
        if holders.count > 3 { parts.append("\(holders.count - 3) more connections hold it") }
        if parts.isEmpty { parts.append(lock.wordsWithoutHolder) }
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
        if let label { return "the \(role ?? "connection") \"\(label)\"" }
        guard let processID else { return "an unknown process" }
        if let command { return "process \(processID) (\(command))" }
        return processID == getpid()
            ? "this process, through a connection of another library," : "process \(processID)"
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
