import Foundation

/// An asynchronous sequence of chunks of a BLOB or TEXT value, which is never in memory as a whole.
///
///     for try await chunk in pool.blobChunks(table: "file", column: "content", row: 7) {
///         try await response.write(chunk)
///     }
///
/// All chunks come from one snapshot of the database, even if others write meanwhile. One chunk is read ahead.
///
/// The sequence holds a connection, in a read transaction, from the first chunk until the last one is read. When the
/// loop is left or the task is cancelled, the connection is given back. See <doc:LargeValues> for the effects on other
/// calls.
///
/// The sequence throws `CancellationError` when the task is cancelled, so that the caller does not take a part for the
/// whole value. Each iteration reads the value again, with its content at that time. See
/// ``FMDatabaseCoordinator/blobChunks(table:column:row:schema:chunkSize:timeout:file:line:)``.
public struct FMBlobChunks: AsyncSequence, Sendable {
    fileprivate let start: @Sendable () -> BlobChunkSource

    /// Begins an iteration at the first chunk.
    ///
    /// - Returns: the iterator, which takes a connection when its first chunk is requested.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(start: start) }

    /// An iterator over the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let start: @Sendable () -> BlobChunkSource
        private var source: BlobChunkSource?
        private var hasEnded = false

        fileprivate init(start: @escaping @Sendable () -> BlobChunkSource) {
            self.start = start
        }

        /// Returns the next chunk.
        ///
        /// - Returns: the chunk, or nil at the end.
        /// - Throws: `FMError`, as ``FMDatabase/openBlob(table:column:row:schema:isReadOnly:)`` does; `.range` for a
        ///   chunk size below 1; `.deadlineExceeded` if the time limit has passed; `.misuse` if the queue or pool is
        ///   closed meanwhile. `CancellationError` if the task was cancelled. After an error the iteration has ended.
        public mutating func next() async throws -> Data? {
            guard !hasEnded else { return nil }
            let source = self.source ?? start()
            self.source = source
            var chunk: Data?
            defer { if chunk == nil { (self.source, hasEnded) = (nil, true) } }
            chunk = try await source.next()
            return chunk
        }
    }
}

/// One iteration over the pieces. A thread of the library holds the connection until everything is read, or this object is released.
private final class BlobChunkSource: Sendable {
    private let handoff = Handoff<Data>()
    private let token: CancellationToken
    private let stamp = ForkStamp()

    init(_ coordinator: FMDatabaseCoordinator, _ place: BlobPlace, _ options: AccessOptions) {
        let token = options.makeToken() ?? CancellationToken()
        self.token = token
        coordinator.hold(handoff, options, token) { [handoff] in
            try $0.send(place, to: handoff)
        } done: { [handoff] outcome in
            DeadlineTimer.shared.retire(token)
            handoff.finish(outcome)
        }
    }

    deinit {
        // A forked child process does not have the thread.
        if !stamp.isInherited { token.stop(.cancelled) }
    }

    func next() async throws -> Data? {
        guard !stamp.isInherited else { throw FMError.forked(nil) }
        return try await withTaskCancellationHandler {
            let chunk = try await handoff.take()
            if chunk != nil { try Task.checkCancellation() }
            return chunk
        } onCancel: {
            SystemTask.cancelling { [token] in token.stop(.cancelled) }
        }
    }
}

/// The value to read, and the size of its chunks.
private struct BlobPlace: Sendable {
    let table: String
    let column: String
    let row: Int64
    let schema: String
    let chunkSize: Int
}

extension FMDatabase {
    /// Sends a value chunk by chunk. The thread is in a read transaction.
    fileprivate func send(_ place: BlobPlace, to handoff: Handoff<Data>) throws {
        guard place.chunkSize > 0 else { throw FMBlob.noSize(place.chunkSize) }
        let blob = try openBlob(table: place.table, column: place.column, row: place.row, schema: place.schema)
        defer { try? blob.close() }
        var offset = 0
        while offset < blob.count, try handoff.waitForRoom() {
            let chunk = try blob.read(at: offset, count: min(place.chunkSize, blob.count - offset))
            handoff.give(chunk)
            offset += chunk.count
        }
        // Reads nothing, but throws if the iteration was stopped or its time limit has passed.
        try blob.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0), at: 0)
    }
}

// MARK: - The connection

extension FMDatabaseCoordinator {
    fileprivate typealias Held = @Sendable (FMDatabase) throws -> Void
    fileprivate typealias Ended = @Sendable (Result<Void, any Error>) -> Void

    /// Lends a reading connection to a body that waits for its consumer between reads.
    ///
    /// Giving the connection back needs no thread of Swift's task pool, because all of these may be waiting in
    /// `close()`.
    ///
    /// - Parameter done: called once, on any thread, after the connection is given back.
    fileprivate final func hold(
        _ handoff: Handoff<Data>, _ options: AccessOptions, _ token: CancellationToken, _ body: @escaping Held,
        done: @escaping Ended
    ) {
        guard !mainSlots.semaphore.isInherited else { return done(.failure(FMError.forked(nil))) }
        guard isFile else {
            let message =
                "blobChunks needs a database file: it reads on a separate connection, which would have its own "
                + "in-memory database; use openBlob within a block"
            return done(.failure(FMError.misuse(message)))
        }
        let snapshot: Held = { database in
            try database.withSnapshot {
                try token.alsoOnStop({ handoff.stop() }) { try body(database) }
            }
        }
        // A connection that may write first creates a missing file, and recovers from a crash.
        guard let first = readerSlots == nil ? mainSlots : unopenedWriter else {
            return holdReader(handoff, options, token, snapshot, done)
        }
        lend(first, options.joining, token, { _ in }) { outcome in
            guard case .success = outcome else { return done(outcome) }
            self.holdReader(handoff, options, token, snapshot, done)
        }
    }

    /// Lends a reader. A queue has none, so it opens another connection for the iteration and keeps its own one for its
    /// other calls.
    private func holdReader(
        _ handoff: Handoff<Data>, _ options: AccessOptions, _ token: CancellationToken, _ body: @escaping Held,
        _ done: @escaping Ended
    ) {
        let id = ObjectIdentifier(handoff)
        let closed = FMError.misuse("\(mainSlots.name.text) was closed while a blob was read from it")
        guard heldReads.add(id, { handoff.stop(closed) }) else {
            return done(.failure(FMError.closed(mainSlots.semaphore)))
        }
        let name = SlotsName("reader of the queue", configuration.label, path)
        let own = readerSlots == nil ? FixedConnectionSlots(name, flags: { $0.readerFlags }) : nil
        // Without WAL mode the reader's lock prevents others from writing, so a suspension ends the iteration.
        if own != nil {
            suspension.include(id, nil, isSpared: false) { handoff.stop(FMError.suspended(nil)) }
        }
        lend(readerSlots ?? own ?? mainSlots, options, token, body) { outcome in
            self.suspension.exclude(id)
            own?.forget().map(self.discard)
            self.heldReads.remove(id)
            done(outcome)
        }
    }
}

extension FMDatabaseCoordinator {
    /// Returns a BLOB or TEXT value in chunks, for code that sends it somewhere without loading it into memory. See
    /// ``FMBlobChunks``.
    ///
    /// A pool uses one of its readers. A queue opens a separate connection for the iteration, so that its other calls
    /// continue. In [WAL mode](https://sqlite.org/wal.html) writers do not wait for the iteration, but the log grows as
    /// long as it lasts. In other journal modes a commit fails with `.busy` meanwhile. See <doc:LargeValues>.
    ///
    /// A slow consumer holds the connection for that long; `timeout` limits this. `close()` ends the iteration with an
    /// error, and `close(timeout:)` lets it continue until the timeout.
    ///
    /// The corresponding C functions are [`sqlite3_blob_open`](https://sqlite.org/c3ref/blob_open.html) and
    /// [`sqlite3_blob_read`](https://sqlite.org/c3ref/blob_read.html).
    ///
    /// - Parameters:
    ///   - table: a table with rowids, as for ``FMDatabase/openBlob(table:column:row:schema:isReadOnly:)``.
    ///   - column: the column.
    ///   - row: the rowid.
    ///   - schema: "main" or the name of a database that ``Configuration/configure`` attaches. Default: "main".
    ///   - chunkSize: the number of bytes of each chunk except the last; 1 or more. Default: 64 KB.
    ///   - timeout: how long the iteration may take from its first chunk on, including the wait for a reader; nil for
    ///     no limit. Default: nil.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    /// - Returns: a sequence, which retains the queue or pool. Nothing is read before it is iterated, and errors are
    ///   thrown then. A value without bytes has no chunks.
    public final func blobChunks(
        table: String, column: String, row: Int64, schema: String = "main", chunkSize: Int = 65_536,
        timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> FMBlobChunks {
        let place = BlobPlace(table: table, column: column, row: row, schema: schema, chunkSize: chunkSize)
        return FMBlobChunks { BlobChunkSource(self, place, AccessOptions(timeout, nil, file, line)) }
    }
}
