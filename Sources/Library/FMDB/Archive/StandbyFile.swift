import Foundation

final class StandbyFile {
    private let path: String
    private let store: ArchiveStore
    private let options: FMBackup.FollowOptions
    private let token: CancellationToken
    private var connection: Connection?

    init(_ path: String, _ store: ArchiveStore, _ options: FMBackup.FollowOptions, _ token: CancellationToken) {
        (self.path, self.store, self.options, self.token) = (path, store, options, token)
    }

    deinit { _ = connection?.close() }

    /// Applies new commits. Errors that may be temporary are reported; others are thrown.
    func catchUp(_ report: (FMBackup.FollowEvent) -> Void) throws {
        do {
            while let commit = try step() {
                report(.applied(commit))
                try token.checkCancellation()
            }
        } catch let failure as PieceFailure {
            report(.failing(failure.cause ?? FMError(.corrupt, "the piece \(failure.name.text): \(failure.reason)")))
        } catch let error as FMError where !error.endsFollowing {
            try token.checkCancellation()
            report(.failing(error))
        }
    }

    /// Applies the next commits. Returns the commit whose state the file has now, or nil if nothing is new.
    private func step() throws -> FMBackup.Commit? {
        for _ in 0..<4 {
            do {
                return try stepByOneList()
            } catch let failure as PieceFailure {
                // If the piece was merged since the list was made, a new list has what it was merged into.
                if try store.has(failure.name) { throw failure }
            }
        }
        return try stepByOneList()
    }

    private func stepByOneList() throws -> FMBackup.Commit? {
        let index = ArchiveIndex(try store.list())
        guard SystemFiles.exists(path) else { return try create() }
        guard let mark = try StandbyMark(of: path) else {
            throw FMError.misuse("the file \(path) exists but does not follow a backup: choose another path")
        }
        let connection = try opened()
        let commit = try mark.commit(PageTransaction.firstPage(connection))
        guard let commit, let own = index.generation(mark.generation) else { return try resynchronize(connection) }
        // Whether a snapshot can continue where the chain of commits cannot: after a gap, or in a newer generation.
        let hasLater = index.wholeSnapshots.last.map { $0.commit > commit || $0.generation > own.name } ?? false
        let chain = own.chain(after: commit)
        guard !chain.isEmpty else {
            if hasLater { return try resynchronize(connection) }
            try expectNoGap(index, after: commit)
            return nil
        }
        do {
            return try apply(chain, of: own.name, to: connection, after: commit)
        } catch let failure as PieceFailure {
            guard hasLater, try store.has(failure.name) else { throw failure }
            return try resynchronize(connection)
        }
    }

    private func expectNoGap(_ index: ArchiveIndex, after commit: UInt64) throws(FMError) {
        guard let gap = index.gaps.first(where: { $0.commits.contains(commit + 1) }) else { return }
        throw FMError(.corrupt, "the backup is incomplete: \(FMBackup.Gap(gap).description)")
    }

    private func opened() throws(FMError) -> Connection {
        if let connection, !connection.hasMoved { return connection }
        // The file was deleted or replaced, so open the one at its path.
        _ = connection?.close()
        connection = nil
        let opened = try Connection(
            path: path, flags: Constants.existingFileFlags, vfs: options.vfs, interruption: Interruption())
        opened.setBusyInterval(options.busyTimeout / .seconds(1))
        opened.obey(token)
        connection = opened
        return opened
    }

    // MARK: The first time

    private func create() throws -> FMBackup.Commit {
        let restored = path + "-restored"
        defer { SystemFiles.unlink(restored) }
        let state = try restore(to: restored)
        do {
            // It is closed before the file has its name: closing it later would drop the locks of a connection that has opened the file.
            let file = try PlainFile(restored, O_RDWR)
            let page = try StandbyMark.stamped(file.read(state.pageSize, at: 0), commit: state.commit.number)
            try file.write(page, at: 0)
            try file.sync()
        }
        try StandbyMark(state.generation, former: state.commit.number, next: state.commit.number).write(beside: path)
        // An earlier database of this name may have left these files, and SQLite would apply them to the new file.
        let removed = ["-journal", "-wal", "-shm"].filter { SystemFiles.unlink(path + $0) == 0 }
        // After a power cut the disk must not have the new file beside an old journal.
        if !removed.isEmpty { try PartialFile.syncFolder(of: path) }
        guard SystemFiles.rename(restored, path) == 0 else {
            throw FMError.file(.ioError, "\(restored) cannot be renamed", errno)
        }
        try PartialFile.syncFolder(of: path)
        return state.commit
    }

    private struct State {
        let generation: GenerationName
        let commit: FMBackup.Commit
        let pageCount: UInt32
        let pageSize: Int
    }

    private func restore(to other: String) throws -> State {
        var options = FMBackup.RestoreOptions()
        options.overwrites = true
        let run = RestoreFromArchive(store: store, moment: .latest, options: options, token: token, progress: nil)
        let restored = try run.run(to: other)
        guard let generation = run.generation else { throw FMError(.internal, "nothing was restored") }
        return State(
            generation: generation, commit: restored.commit, pageCount: UInt32(restored.pages),
            pageSize: Int(restored.bytes) / max(1, restored.pages))
    }

    // MARK: Resynchronizing

    /// Restores the newest state into another file, and replaces the pages that differ.
    private func resynchronize(_ connection: Connection) throws -> FMBackup.Commit {
        let other = path + "-restored"
        defer { SystemFiles.unlink(other) }
        let state = try restore(to: other)
        let file = try PlainFile(other, O_RDONLY)
        let first = try StandbyMark.stamped(file.read(state.pageSize, at: 0), commit: state.commit.number)
        // If anything fails, the next attempt compares all pages again.
        try StandbyMark(state.generation, former: 0, next: 0).write(beside: path)
        try replace(connection, state.pageSize, state.pageCount) { transaction in
            { body in
                try first.withUnsafeBytes { try body((1, $0)) }
                guard state.pageCount > 1 else { return }
                for number in 2...state.pageCount {
                    let page = try file.read(state.pageSize, at: Int64(number - 1) * Int64(state.pageSize))
                    guard try !transaction.has(page, at: number) else { continue }
                    try page.withUnsafeBytes { try body((number, $0)) }
                }
            }
        }
        try StandbyMark(state.generation, former: state.commit.number, next: state.commit.number).write(beside: path)
        return state.commit
    }

    // MARK: Applying

    private func apply(
        _ chain: [ListedPiece], of generation: GenerationName, to connection: Connection, after commit: UInt64
    ) throws -> FMBackup.Commit? {
        let changes = try StandbyChanges(chain, store, after: commit)
        if changes.isTooLarge { return try resynchronize(connection) }
        try StandbyMark(generation, former: commit, next: changes.record.number).write(beside: path)
        do {
            try replace(connection, with: changes)
        } catch {
            // Removes the next commit from the mark. Otherwise a foreign write that sets the change counter to its
            // number would not be noticed.
            try? StandbyMark(generation, former: commit, next: commit).write(beside: path)
            throw error
        }
        return FMBackup.Commit(changes.record.number, changes.record.time)
    }

    private func replace(_ connection: Connection, with changes: StandbyChanges) throws {
        try replace(connection, changes.pageSize, changes.record.pageCount) { transaction in
            { body in
                let page = try changes.pages[1] ?? transaction.page(1)
                let first = try StandbyMark.stamped(page, commit: changes.record.number)
                try first.withUnsafeBytes { try body((1, $0)) }
                for (number, page) in changes.sorted where number > 1 {
                    try page.withUnsafeBytes { try body((number, $0)) }
                }
            }
        }
    }

    private func replace(
        _ connection: Connection, _ pageSize: Int, _ pageCount: UInt32,
        _ source: (PageTransaction) -> PageTransaction.Source
    ) throws {
        try PageTransaction.run(connection) { transaction in
            guard transaction.pageSize == pageSize else {
                throw FMError.misuse("the database's page size has changed: delete \(path) to follow it again")
            }
            try transaction.replace(pageCount: pageCount, source(transaction))
        }
    }
}

extension FMError {
    /// Whether the error is permanent, so that repeating the attempt does not help.
    fileprivate var endsFollowing: Bool { resultCode == .misuse || extendedCode == .notSupported }
}

/// The pages that a series of commits changes, as they are after the last commit.
private struct StandbyChanges {
    /// The size in bytes of the pages after which no further piece is added.
    private static let usualContent = 16 << 20

    private(set) var pages: [UInt32: [UInt8]] = [:]
    private(set) var record: CommitRecord
    private(set) var pageSize = 0
    /// Whether the next commit changes more pages than memory should hold.
    private var endsAtLargeCommit = false

    /// Whether the first commit is already too large for memory.
    var isTooLarge: Bool { endsAtLargeCommit && pages.isEmpty }

    /// Reads the changes of the chain's first pieces.
    init(_ chain: [ListedPiece], _ store: ArchiveStore, after commit: UInt64) throws {
        record = CommitRecord(number: commit, time: 0, pageCount: 0, changedCount: 0)
        for piece in chain where !endsAtLargeCommit && pages.count * pageSize < StandbyChanges.usualContent {
            do {
                try add(piece.name, store)
            } catch let failure as PieceFailure {
                // Apply the commits before the damaged piece.
                guard record.number > commit else { throw failure }
                return
            }
        }
    }

    private mutating func add(_ name: PieceName, _ store: ArchiveStore) throws {
        let former = self
        self = try store.read(name) { header, body in
            guard former.pages.isEmpty || former.pageSize == header.pageSize else {
                throw PieceDamage("its page size differs from that of the previous pieces")
            }
            var (changes, decoder) = (former, try CommitsDecoder(header, body))
            changes.pageSize = header.pageSize
            while let record = try decoder.next() {
                let size = Int(record.changedCount) * header.pageSize
                // A piece with several commits is never larger than `maximumContent`.
                if header.count == 1, size > CommitsEncoder.maximumContent {
                    changes = former
                    changes.endsAtLargeCommit = true
                    return changes
                }
                try decoder.pages(of: record) { if header.count == 1 { changes.pages[$0] = Array($1) } }
                changes.record = record
            }
            changes.pages.merge(decoder.versions) { $1 }
            return changes
        }
    }

    var sorted: [(key: UInt32, value: [UInt8])] {
        pages.filter { $0.key <= record.pageCount }.sorted { $0.key < $1.key }
    }
}
