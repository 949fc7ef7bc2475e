import FMDBSQLiteC

extension Connection {
    var changeRecorder: ChangeRecorder? {
        // SAFETY: nothing else is set, see `install(_:)`.
        changeState.recorder.map { unsafeDowncast($0, to: ChangeRecorder.self) }
    }
}

/// Records changes for receivers. Without receivers, each access costs two reads of an atomic number.
extension Connection {
    /// Adds this connection, which has just been opened, to the feed of its coordinator.
    func join(_ feed: ChangeFeed) {
        changeState.feed = feed
        // Only once, because resolving a path costs as much as the rest of a small commit.
        changeState.file = ChangeHub.canonical(activity.path)
        if let changeFile = changeState.file { ChangeHub.shared.opened(changeFile, by: feed) }
        // Runs no SQL yet, because the client may still have to set a key.
        if !isReadOnly, ChangeHub.shared.isConcerned(feed, files: allFiles([:])) {
            recordChanges()
            log(rows: ChangeHub.shared.rowSink(of: feed))
        }
    }

    /// Called when a thread gets the connection.
    @inline(__always)
    func followChanges() {
        if ChangeHub.generation.value != changeState.generation { refollow() }
    }

    /// Called when a thread gives the connection back.
    @inline(__always)
    func leaveChanges() {
        if changeState.isRecording || ChangeHub.generation.value != changeState.generation { publishRemaining() }
    }

    @inline(never)
    private func refollow() {
        guard let changeFeed = changeState.feed, handle != nil, !isAbandoned else { return }
        let generation = ChangeHub.generation.value
        if generation == 1 { return changeState.generation = 1 }
        let files = attachedFiles
        ChangeHub.shared.attached(files, by: changeFeed)
        let isConcerned = ChangeHub.shared.isConcerned(changeFeed, files: allFiles(files))
        changeState.generation = generation
        if !isConcerned {
            ignoreChanges()
        } else if !changeState.isRecording, !isReadOnly {
            // There may be an old recorder, which was used to track reads and has missed changes. So this creates a new one.
            recordChanges()
        }
        log(rows: changeState.isRecording ? ChangeHub.shared.rowSink(of: changeFeed) : nil)
    }

    /// Publishes the remaining changes at the end of an access. A receiver added during the access may have missed changes. Then an unknown
    /// change is published.
    @inline(never)
    private func publishRemaining() {
        if changeState.isRecording, let changeRecorder { return changeRecorder.conclude() }
        guard let changeFeed = changeState.feed, handle != nil, !isReadOnly,
            ChangeHub.shared.isConcerned(changeFeed, files: allFiles([:]))
        else { return }
        publish(.unknown)
    }

    /// Publishes committed changes.
    func publish(_ set: ChangeSet) {
        guard !set.isEmpty else { return }
        var files: [String: String] = [:]
        files["main"] = changeState.feed == nil ? ChangeHub.canonical(activity.path) : changeState.file
        for schema in set.attached { files[schema] = ChangeHub.canonical(filename(of: schema)) }
        ChangeHub.shared.publish(set, by: changeState.feed, files: files)
    }

    /// Publishes that the whole content of a database was replaced.
    func contentWasReplaced(_ schema: String = "main") {
        changeRecorder?.traits = nil
        publish(.replaced(schema))
    }

    private func allFiles(_ attached: [String: String]) -> [String] {
        [changeState.file].compactMap { $0 } + attached.keys
    }

    private var attachedFiles: [String: String] {
        var files: [String: String] = [:]
        for schema in schemas where schema != "main" && schema != "temp" {
            if let file = ChangeHub.canonical(filename(of: schema)) { files[file] = schema }
        }
        return files
    }

    /// See [`sqlite3_db_filename`](https://sqlite.org/c3ref/db_filename.html).
    private func filename(of schema: String) -> String? {
        sqlite3_db_filename(handle, schema).map { String(cString: $0) }
    }
}

// MARK: - Hooks

extension Connection {
    private func recordChanges() {
        let recorder = ChangeRecorder(self)
        install(recorder)
        changeState.isRecording = true
        let context = Unmanaged.passUnretained(recorder).toOpaque()
        sqlite3_update_hook(
            handle,
            { context, action, schema, table, row in
                guard let context, let schema, let table else { return }
                Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue().changed(action, schema, table, row)
            }, context)
        // A client may have replaced the hooks with its own.
        hookTransactionEnds()
        guardStatements()
    }

    /// Records the tables that each statement compiled from now on uses.
    private func install(_ recorder: ChangeRecorder) {
        changeState.recorder = recorder
        recorder.isStale = false
        authorizeStatements()
    }

    /// Whether a writing statement is in use, or a blob is open for writing.
    var isWriting: Bool {
        var isWriting = hasBlobForWriting
        forEachUse { isWriting = isWriting || !$0.isReadOnly }
        return isWriting
    }

    private func ignoreChanges() {
        guard recorder != nil else { return }
        log(rows: nil)
        if guards.sandbox == nil { stopAuthorizing() }
        sqlite3_update_hook(handle, nil, nil)
        changeState.isRecording = false
        changeState.recorder = nil
        forEachStatement { $0.recorded.run = nil }
        guardStatements()
    }

    /// Installs the commit hook and the rollback hook. SQLite allows one hook of each kind, so these serve all
    /// features.
    ///
    /// See [`sqlite3_commit_hook`](https://sqlite.org/c3ref/commit_hook.html).
    func hookTransactionEnds() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_commit_hook(
            handle,
            { context in
                guard let context else { return 0 }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                guard connection.allowsCommit() else { return 1 }
                connection.writeAhead.commitWatch?.begin()
                if connection.changeState.isRecording { connection.changeRecorder?.willCommit() }
                connection.noticeEnd(isCommitted: true)
                connection.eventState.statistics?.isCommitting = true
                return 0
            }, context)
        sqlite3_rollback_hook(
            handle,
            { context in
                guard let context else { return }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                if connection.changeState.isRecording { connection.changeRecorder?.rolledBack() }
                connection.noticeEnd(isCommitted: false)
                connection.eventState.statistics?.isCommitting = false
                connection.callRollbackHandler()
            }, context)
    }
}

// MARK: - What is read

extension Connection {
    /// Runs a body, and records which tables it reads and whether it may have written.
    func trackingReads<Value>(_ body: () throws -> Value) throws -> (value: Value, region: TableRegion, writes: Bool) {
        let recorder = changeRecorder ?? ChangeRecorder(self)
        if recorder !== changeState.recorder || recorder.isStale { install(recorder) }
        changeState.isTracking = true
        guardStatements()
        defer {
            changeState.isTracking = false
            guardStatements()
        }
        var result = try recorder.tracking(body)
        if !Connection.reportsEveryTable { result.region.isEverything = true }
        return result
    }

    /// Whether the authorizer reports a table if none of its columns is read, as in `count(*)`. SQLite does so since about
    /// 3.20.
    private static let reportsEveryTable: Bool = {
        var isReported = false
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { return false }
        return withUnsafeMutablePointer(to: &isReported) { answer in
            sqlite3_set_authorizer(
                handle,
                { context, action, _, _, _, _ in
                    if action == SQLITE_READ { context?.assumingMemoryBound(to: Bool.self).pointee = true }
                    return SQLITE_OK
                }, answer)
            sqlite3_exec(handle, "SELECT count(*) FROM sqlite_master", nil, nil, nil)
            return answer.pointee
        }
    }()

    /// Returns a number that changes when another connection has changed the database, or nil if it cannot be read.
    ///
    /// See [PRAGMA data_version](https://sqlite.org/pragma.html#pragma_data_version).
    func dataVersion() -> Int32? { number32("PRAGMA main.data_version") }
}
