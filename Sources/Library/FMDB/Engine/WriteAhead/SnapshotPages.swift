import Foundation

// SAFETY: the variables are read and written, and the connection is used, under `lock` alone.
/// All pages of a database in WAL mode after one commit, whose position in the WAL is known exactly. A read transaction
/// keeps the WAL and the file from losing any of this state.
final class SnapshotPages: @unchecked Sendable {
    /// The position after the commit; nil if the WAL was empty.
    let position: LogPosition?
    let pageCount: UInt32
    var pageSize: Int { pages.pageSize }

    private let lock = SystemLock()
    private let connection: Connection
    private var hasEnded = false
    private let pages: PlacedPages
    private var readCount: UInt32 = 0

    /// The maximum number of attempts to begin the transaction. An attempt fails if another connection commits
    /// meanwhile.
    private static let attempts = 10_000

    /// Begins the transaction.
    ///
    /// - Parameter connection: a connection that has no other users until ``end()``.
    init(_ connection: Connection) throws(FMError) {
        let state = try SnapshotPages.begin(connection)
        do throws(FMError) {
            guard let database = connection.databaseFile else { throw .notOpen() }
            let pageSize = try connection.number("PRAGMA main.page_size")
            pageCount = UInt32(clamping: try connection.number("PRAGMA main.page_count"))
            pages = PlacedPages(
                database: database, log: connection.logFile, pageSize: pageSize,
                offsets: try SnapshotPages.logged(connection, state), movedFrames: Int(state.movedFrames))
            (self.connection, position) = (connection, state.position)
        } catch {
            connection.endReadingLog()
            throw error
        }
    }

    deinit { end() }

    /// Ends the transaction. Any thread may call this.
    func end() {
        lock.withLock {
            guard !hasEnded else { return }
            hasEnded = true
            connection.endReadingLog()
        }
    }

    private static func begin(_ connection: Connection) throws(FMError) -> WriteAheadIndex {
        // A connection does not open the WAL before its first read.
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

    /// Returns the offsets of the pages whose newest content is only in the WAL.
    private static func logged(_ connection: Connection, _ state: WriteAheadIndex) throws(FMError) -> [UInt32: Int64] {
        // A fully checkpointed WAL may be restarted meanwhile.
        guard let position = state.position, !state.hasNothingToMove else { return [:] }
        guard let bytes = connection.logFile?.bytes, var log = WriteAheadLogFile(bytes) else { throw .unreadableLog() }
        let pages = log.committedPages(upTo: Int(position.frames))
        guard log.position == position else { throw .unreadableLog() }
        return pages.offsets
    }

    /// Reads the next pages.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Returns: whole pages in order; empty at the end.
    /// - Throws: `FMError`: `.interrupt` if the transaction has been ended; `.corrupt` if the file does not have the
    ///   number of pages that the connection expects.
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
            let count = pages.offset(of: page) == nil ? unloggedPages(from: page, to: last) : 1
            guard let found = pages.read(page, Int(count)) else {
                throw FMError(.ioErrorRead, "page \(page) of the database could not be read")
            }
            if page == 1 { try expectSize(DatabaseHeader(found)) }
            bytes += found
            readCount += count
        }
        return bytes
    }

    /// Throws if another file was copied over the open one. The connection would use the old number of pages, so the
    /// last pages would be missing.
    private func expectSize(_ header: DatabaseHeader?) throws(FMError) {
        let count = header?.pageCount ?? 0
        guard count == 0 || count == pageCount else { throw .changedPastLog() }
    }

    /// Returns the number of consecutive pages, from the first one on, that are not in the WAL.
    private func unloggedPages(from first: UInt32, to last: UInt32) -> UInt32 {
        var end = first
        while end < last, pages.offset(of: end + 1) == nil { end += 1 }
        return end - first + 1
    }
}

extension FMError {
    static func interruptedSnapshot() -> FMError { FMError(.interrupt, "the snapshot was interrupted") }

    static func changedPastLog() -> FMError {
        FMError(
            .corrupt,
            "the database has pages that no commit in its write-ahead log wrote: another file has replaced it or was copied over it"
        )
    }

    fileprivate static func unreadableLog() -> FMError {
        FMError(.corrupt, "the write-ahead log does not have the expected contents")
    }
}
