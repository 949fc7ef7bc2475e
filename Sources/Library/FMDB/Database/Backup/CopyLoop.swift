/// Copies the pages of one connection's database to another's, in steps. The copy can be cancelled between two steps.
final class CopyLoop {
    typealias Progress = FMDatabase.BackupProgress

    private let copy: PageCopy
    private let source: FMDatabase
    private let target: FMDatabase
    /// The app's database: the source or the target. Cancelling its access or suspending its connection ends the copy.
    private let own: FMDatabase
    private let options: FMDatabase.BackupOptions
    private let progress: ((Progress) throws -> Void)?
    private var last: Progress?
    private var syncedPages = 0
    private(set) var restarts = 0
    private(set) var isComplete = false

    /// - Parameter own: the app's database, one of the two. The progress block must not use it.
    init(
        from source: FMDatabase, _ sourceSchema: String, to target: FMDatabase, _ targetSchema: String, own: FMDatabase,
        _ options: FMDatabase.BackupOptions, _ progress: ((Progress) throws -> Void)?
    ) throws(FMError) {
        (self.source, self.target, self.own) = (source, target, own)
        (self.options, self.progress) = (options, progress)
        copy = try PageCopy(of: sourceSchema, in: source.opened(), to: target.opened(), targetSchema)
    }

    /// The number of pages after which the target is synced, or nil for never. One large sync would delay other writers and the end of a
    /// cancelled task.
    var pagesPerSync: Int?

    /// Copies until the copy is complete or has restarted `limit` times.
    func run(upTo limit: Int) throws {
        let count = Int32(clamping: max(1, options.pagesPerStep))
        while !isComplete {
            let code = try stepWaiting(count)
            updateProgress()
            isComplete = code == PageCopy.done
            try reportProgress()
            if isComplete { return try copy.finish(after: code) }
            guard restarts < limit else { return }
            try syncAtTimes()
            source.connection?.pause(options.pause)
        }
    }

    private func syncAtTimes() throws(FMError) {
        guard let pagesPerSync, let last else { return }
        syncedPages = min(syncedPages, last.completed)
        guard last.completed - syncedPages >= pagesPerSync else { return }
        syncedPages = last.completed
        try target.connection?.syncFile()
    }

    /// Copies one step. Waits for locks, for at most the options' `busyTimeout`.
    private func stepWaiting(_ count: Int32) throws -> Int32 {
        let start = ContinuousClock.now
        while true {
            try checkCancellation()
            let code = copy.step(count)
            if code == PageCopy.ok || code == PageCopy.done { return code }
            guard PageCopy.isWait(code), start.duration(to: .now) < options.busyTimeout else { throw copy.error(code) }
            own.connection?.pause(.milliseconds(10))
        }
    }

    /// Updates the progress. SQLite restarts the copy by itself if another connection has changed the source.
    private func updateProgress() {
        let now = Progress(completed: max(0, copy.total - copy.remaining), remaining: copy.remaining)
        if let last, now.completed <= last.completed, last.remaining > 0 { restarts += 1 }
        last = now
    }

    private func reportProgress() throws {
        guard let progress, let last else { return }
        let earlier = own.refusal
        own.refusal = earlier ?? .misuse("the database is being copied: its progress block must not use it")
        defer { own.refusal = earlier }
        try progress(last)
    }

    private func checkCancellation() throws(FMError) {
        guard source.isOpen, target.isOpen, let connection = own.connection else {
            throw .misuse("the database was closed while it was being copied")
        }
        try connection.checkCancellation()
    }

    func cancel() { copy.cancel() }
}
