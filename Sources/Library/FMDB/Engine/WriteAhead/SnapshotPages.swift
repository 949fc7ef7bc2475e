import Foundation

// SAFETY: the variables are read and written, and the connection is used, under `lock` alone.
/// All pages of a database in WAL mode as they were after one commit, whose place in the log is known exactly. It has a read
/// transaction, during which neither the log nor the file loses what belongs to that state.
final class SnapshotPages: @unchecked Sendable {
    /// The place behind the commit; nil if the log was empty.
    let position: LogPosition?
    let pageCount: UInt32
    var pageSize: Int { pages.pageSize }

    private let lock = NSLock()
    private let connection: Connection
    private var hasEnded = false
    private let pages: PlacedPages
    private var readCount: UInt32 = 0

    /// How often a transaction is begun until no commit comes in between.
    private static let attempts = 10_000

    /// Begins the transaction.
    ///
    /// - Parameter connection: nobody else uses it until ``end()``.
    init(_ connection: Connection) throws(FMError) {
        let state = try SnapshotPages.begin(connection)
        do throws(FMError) {
            guard let database = connection.databaseFile else { throw .notOpen() }
            let pageSize = try connection.number("PRAGMA main.page_size")
            pageCount = UInt32(clamping: try connection.number("PRAGMA main.page_count"))
            pages = PlacedPages(
                database: database, log: connection.logFile, pageSize: pageSize,
                offsets: try SnapshotPages.logged(connection, state))
            (self.connection, position) = (connection, state.position)
        } catch {
            connection.endReadingLog()
            throw error
        }
    }

    deinit { end() }

    /// Ends the transaction, from any thread.
    func end() {
        lock.withLock {
            guard !hasEnded else { return }
            hasEnded = true
            connection.endReadingLog()
        }
    }

    private static func begin(_ connection: Connection) throws(FMError) -> WriteAheadIndex {
        // Before its first read a connection does not know that there is a log.
        try connection.beginReadingLog()
        connection.endReadingLog()
        for _ in 0..<attempts {
            let before = try connection.logState()
            try connection.beginReadingLog()
            do throws(FMError) {
                let after = try connection.logState()
                if after.position == before.position { return after }
            } catch {
                connection.endReadingLog()
                throw error
            }
            connection.endReadingLog()
        }
        throw FMError(.busy, "no snapshot could be taken, because other connections never stopped committing")
    }

    /// Where the pages lie whose newest content is in the log only.
    private static func logged(_ connection: Connection, _ state: WriteAheadIndex) throws(FMError) -> [UInt32: Int64] {
        // A log that is wholly in the database may be restarted meanwhile.
        guard let position = state.position, !state.hasNothingToMove else { return [:] }
        guard let bytes = connection.logFile?.bytes, var log = WriteAheadLogFile(bytes) else { throw .unreadableLog() }
        let pages = log.committedPages(upTo: Int(position.frames))
        guard log.position == position else { throw .unreadableLog() }
        return pages.offsets
    }

    /// Reads the next pages.
    ///
    /// - Parameter limit: the most bytes.
    /// - Returns: whole pages in order; nothing at the end.
    /// - Throws: `FMError`: `.interrupt` if the transaction has been ended; `.corrupt` if the file has another number of pages than
    ///   the connection knows of.
    func read(_ limit: Int) throws(FMError) -> [UInt8] {
        lock.lock()
        defer { lock.unlock() }
        guard !hasEnded else { throw .interruptedSnapshot() }
        return try readPages(limit)
    }

    private func readPages(_ limit: Int) throws(FMError) -> [UInt8] {
        var bytes: [UInt8] = []
        let last = min(pageCount, readCount + UInt32(max(1, limit / max(1, pageSize))))
        bytes.reserveCapacity(Int(last - readCount) * pageSize)
        while readCount < last {
            let page = readCount + 1
            let count = pages.offsets[page] == nil ? unloggedPages(from: page, to: last) : 1
            guard let found = pages.read(page, Int(count)) else {
                throw FMError(.ioErrorRead, "page \(page) of the database could not be read")
            }
            if page == 1 { try expectSize(DatabaseHeader(found)) }
            bytes += found
            readCount += count
        }
        return bytes
    }

    /// Throws if another file was copied over the open one: the connection goes by the former number of pages, so the last ones would
    /// be missing.
    private func expectSize(_ header: DatabaseHeader?) throws(FMError) {
        let count = header?.pageCount ?? 0
        guard count == 0 || count == pageCount else { throw .changedPastLog() }
    }

    /// How many pages from one on lie one behind the other in the database file.
    private func unloggedPages(from first: UInt32, to last: UInt32) -> UInt32 {
        var end = first
        while end < last, pages.offsets[end + 1] == nil { end += 1 }
        return end - first + 1
    }
}

extension FMError {
    static func interruptedSnapshot() -> FMError { FMError(.interrupt, "the snapshot was interrupted") }

    static func changedPastLog() -> FMError {
        FMError(
            .corrupt,
            "the database has pages that no commit in its log has made: another file has taken its place, or was written over it"
        )
    }

    fileprivate static func unreadableLog() -> FMError {
        FMError(.corrupt, "the write-ahead log is not as it must be")
    }
}
