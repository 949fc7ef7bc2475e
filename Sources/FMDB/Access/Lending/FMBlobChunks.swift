import Foundation

/// The content of a blob or text as an asynchronous sequence of chunks, which is never in memory as a whole.
///
///     for try await chunk in pool.blobChunks(table: "file", column: "content", row: 7) {
///         try await response.write(chunk)
///     }
///
/// All chunks are of one state of the database, whatever is written meanwhile. One chunk is read ahead.
///
/// From the first chunk until the last one is read a connection is held, in a read transaction. When the loop is left or the task is
/// cancelled, the connection is given back. See <doc:LargeValues> for what that means for other calls.
///
/// The sequence throws `CancellationError` when the task is cancelled, so that a part is not taken for the whole. Each iteration begins
/// anew, with the value as it is then. See ``FMDatabaseCoordinator/blobChunks(table:column:row:schema:chunkSize:timeout:file:line:)``.
public struct FMBlobChunks: AsyncSequence, Sendable {
    fileprivate let start: @Sendable () -> BlobChunkSource

    /// Begins with the first chunk.
    ///
    /// - Returns: the iterator, which takes a connection when it is first asked for a chunk.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(start: start) }

    /// Goes from chunk to chunk.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let start: @Sendable () -> BlobChunkSource
        private var source: BlobChunkSource?
        private var hasEnded = false

        fileprivate init(start: @escaping @Sendable () -> BlobChunkSource) {
            self.start = start
        }

        /// The next chunk.
        ///
        /// - Returns: nil at the end.
        /// - Throws: `FMError`, as ``FMDatabase/openBlob(table:column:row:schema:isReadOnly:)`` does; `.range` for a chunk size below 1;
        ///   `.deadlineExceeded` if the time is up; `.misuse` if the queue or pool is closed meanwhile. `CancellationError` if the task
        ///   was cancelled. After an error there is nothing more.
        public mutating func next() async throws -> Data? {
            guard !hasEnded else { return nil }
            let source = self.source ?? start()
            self.source = source
            do {
                if let chunk = try await source.next() { return chunk }
                (self.source, hasEnded) = (nil, true)
                return nil
            } catch {
                (self.source, hasEnded) = (nil, true)
                throw error
            }
        }
    }
}

/// One iteration: a task of its own has the connection until everything is read, or this object is released.
private final class BlobChunkSource: Sendable {
    private let handoff = Handoff<Data>()
    private let task: Task<Void, Never>
    private let stamp = ForkStamp()

    init(_ coordinator: FMDatabaseCoordinator, _ place: BlobPlace, _ options: AccessOptions) {
        task = Task { [handoff] in
            do {
                try await coordinator.hold(handoff, options) { try $0.hand(place, to: handoff) }
                handoff.finish(nil)
            } catch {
                handoff.finish(error)
            }
        }
    }

    deinit {
        // A child process does not have the thread.
        if !stamp.isInherited { task.cancel() }
    }

    func next() async throws -> Data? {
        guard !stamp.isInherited else { throw FMError.forked(nil) }
        return try await withTaskCancellationHandler {
            let chunk = try await handoff.take()
            if chunk != nil { try Task.checkCancellation() }
            return chunk
        } onCancel: {
            task.cancel()
        }
    }
}

/// Which value is read, and in what pieces.
private struct BlobPlace: Sendable {
    let table: String
    let column: String
    let row: Int64
    let schema: String
    let chunkSize: Int
}

extension FMDatabase {
    /// Hands over a value, chunk by chunk. The thread is within a read transaction.
    fileprivate func hand(_ place: BlobPlace, to handoff: Handoff<Data>) throws {
        guard place.chunkSize > 0 else { throw FMBlob.noSize(place.chunkSize) }
        let blob = try openBlob(table: place.table, column: place.column, row: place.row, schema: place.schema)
        defer { try? blob.close() }
        var offset = 0
        while offset < blob.count, try handoff.waitForRoom() {
            let chunk = try blob.read(at: offset, count: min(place.chunkSize, blob.count - offset))
            handoff.give(chunk)
            offset += chunk.count
        }
        // SQLite is asked once more, which says so if the access is to end.
        try blob.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0), at: 0)
    }
}

// MARK: - The connection

extension FMDatabaseCoordinator {
    /// Lends a connection that reads to a body that waits for its client between its reads.
    fileprivate final func hold(
        _ handoff: Handoff<Data>, _ options: AccessOptions, _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws {
        guard !mainSlots.semaphore.isInherited else { throw FMError.forked(nil) }
        guard let readers = readerSlots else { return try await holdOwnReader(handoff, options, body) }
        try await listed(handoff) {
            try await self.readSnapshot(from: readers, options) { try $0.whileStoppable(handoff, body) }
        }
    }

    /// A queue has one connection, which its other calls need meanwhile.
    private func holdOwnReader(
        _ handoff: Handoff<Data>, _ options: AccessOptions, _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws {
        guard isFile else { throw FMError.withoutReader() }
        // What is missing is made, and what was left by a crash is undone, by a connection that may write.
        try await lend(mainSlots, options.joining) { _ in }
        let slots = FixedConnectionSlots(
            SlotsName("reader of the queue", configuration.label, path), flags: { $0.readerFlags })
        try await listed(handoff) {
            // Without a log the lock of a reader keeps the others from writing.
            self.suspension.include(ObjectIdentifier(slots), nil, isSpared: false) {
                handoff.stop(FMError.suspended(nil))
            }
            defer {
                self.suspension.exclude(ObjectIdentifier(slots))
                slots.forget().map(self.discard)
            }
            try await self.lend(slots, options) { database in
                try database.withSnapshot { try database.whileStoppable(handoff, body) }
            }
        }
    }

    /// Runs a body that whoever closes the connections may end.
    private func listed(_ handoff: Handoff<Data>, _ body: () async throws -> Void) async throws {
        let id = ObjectIdentifier(handoff)
        let closed = FMError.misuse("\(mainSlots.name.text) was closed while a blob was read from it")
        guard heldReads.add(id, { handoff.stop(closed) }) else { throw FMError.closed(mainSlots.semaphore) }
        defer { heldReads.remove(id) }
        try await body()
    }
}

extension FMError {
    fileprivate static func withoutReader() -> FMError {
        .misuse(
            "blobChunks needs a database file: it reads with a connection of its own, which would have another "
                + "database in memory; use openBlob within a block")
    }
}

extension FMDatabase {
    /// Runs a body that ends its waits when the access is to end.
    fileprivate func whileStoppable(_ handoff: Handoff<Data>, _ body: (FMDatabase) throws -> Void) throws {
        guard let token = connection?.token else { return try body(self) }
        try token.alsoOnStop({ handoff.stop() }) { try body(self) }
    }
}

extension FMDatabaseCoordinator {
    /// The content of a blob or text in chunks, for code that sends it somewhere without having it in memory.
    ///
    ///     for try await chunk in pool.blobChunks(table: "file", column: "content", row: 7) {
    ///         try await response.write(chunk)
    ///     }
    ///
    /// A pool uses one of its readers. A queue opens a connection of its own for the iteration, so that its other calls go on. Writers do
    /// not wait for either in [WAL mode](https://sqlite.org/wal.html), but the log grows as long as the iteration lasts. In other journal modes
    /// a commit fails with `.busy` meanwhile. See <doc:LargeValues>.
    ///
    /// A client that is slow holds the connection for as long; `timeout` limits that. `close()` ends the iteration with an error, and
    /// `close(timeout:)` lets it go on for that time.
    ///
    /// The corresponding C functions are [`sqlite3_blob_open`](https://sqlite.org/c3ref/blob_open.html) and
    /// [`sqlite3_blob_read`](https://sqlite.org/c3ref/blob_read.html).
    ///
    /// - Parameters:
    ///   - table: a table with rowids, as for ``FMDatabase/openBlob(table:column:row:schema:isReadOnly:)``.
    ///   - column: the column.
    ///   - row: the rowid of the row.
    ///   - schema: "main" or the name of a database that ``Configuration/configure`` attaches. Default: "main".
    ///   - chunkSize: how many bytes a chunk has, the last one fewer; 1 or more. Default: 64 KB.
    ///   - timeout: how long the iteration may take from its first chunk on, waiting for a reader included; nil for no limit. Default: nil.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: a sequence, which retains the queue or pool. Nothing is read before it is iterated, and what fails is thrown then. A value
    ///   without bytes has no chunk.
    public final func blobChunks(
        table: String, column: String, row: Int64, schema: String = "main", chunkSize: Int = 65_536,
        timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> FMBlobChunks {
        let place = BlobPlace(table: table, column: column, row: row, schema: schema, chunkSize: chunkSize)
        return FMBlobChunks { BlobChunkSource(self, place, AccessOptions(timeout, nil, file, line)) }
    }
}
