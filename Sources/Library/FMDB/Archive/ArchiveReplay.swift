import Foundation

/// The error for a piece that cannot be used.
struct PieceFailure: Error {
    let name: PieceName
    let reason: String
    /// The target's error, or nil if the piece was read and is damaged.
    let cause: FMError?

    /// Throws the target's error if the piece could not be read. A piece that was merged or removed since the list was made counts as
    /// damaged, and does not throw.
    func expectDamage(in store: ArchiveStore) throws(FMError) {
        if let cause, cause.resultCode != .notFound, try store.has(name) { throw cause }
    }
}

extension ArchiveStore {
    /// Whether a new list has a piece. It has none that was merged or removed since an earlier list.
    func has(_ name: PieceName) throws(FMError) -> Bool {
        try list(from: name.generation.text).contains { $0.name == name }
    }

    /// Reads a piece, and checks its header and checksum.
    ///
    /// - Throws: ``PieceFailure``, and errors of the body. A ``PieceDamage`` that the body throws becomes a ``PieceFailure``.
    func read<Value>(_ name: PieceName, _ body: (PieceHeader, UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        let piece: Data
        do {
            piece = try get(name)
        } catch {
            throw PieceFailure(name: name, reason: error.message, cause: error)
        }
        do {
            return try piece.withUnsafeBytes {
                let (header, content) = try PieceHeader.read($0, named: name)
                return try body(header, content)
            }
        } catch let damage as PieceDamage {
            throw PieceFailure(name: name, reason: damage.reason, cause: nil)
        }
    }
}

/// Writes the pages of pieces into a database file, one piece after the other.
struct ArchiveReplay {
    /// The commit and the size of the file's state.
    struct State: Equatable {
        let number: UInt64
        let time: UInt64
        let pageCount: UInt32
        let pageSize: Int
    }

    private let store: ArchiveStore
    private let file: PlainFile
    /// The moment to restore. Later commits are skipped.
    private let limit: FMBackup.Moment
    /// The state of the file, or nil before the first part of the snapshot.
    private(set) var state: State?
    /// The number of the snapshot's pages that have been written.
    private var snapshotPages: UInt32 = 0

    init(_ store: ArchiveStore, _ file: PlainFile, _ limit: FMBackup.Moment) {
        (self.store, self.file, self.limit) = (store, file, limit)
    }

    mutating func apply(_ name: PieceName) throws {
        switch name.kind {
        case .snapshot: try store.read(name) { try applySnapshot($0, $1) }
        case .commits: try store.read(name) { try applyCommits($0, $1) }
        case .closed, .gap: break
        }
    }

    /// Sets the file's final size.
    func finish() throws(FMError) -> State {
        guard let state else { throw FMError(.corrupt, "the snapshot has no pages") }
        try file.setSize(Int64(state.pageCount) * Int64(state.pageSize))
        return state
    }

    private mutating func applySnapshot(_ header: PieceHeader, _ body: UnsafeRawBufferPointer) throws {
        let pages = try SnapshotPiece.decode(header, body)
        guard header.firstPage - 1 == snapshotPages, state.map({ $0.pageCount == header.pageCount }) ?? true else {
            throw PieceDamage("its pages do not follow those of the previous part")
        }
        try expectPageSize(header)
        try file.write(pages, at: Int64(header.firstPage - 1) * Int64(header.pageSize))
        snapshotPages += header.count
        if case .snapshot(_, isLast: true) = header.name.kind, snapshotPages != header.pageCount {
            throw PieceDamage("pages are missing after it")
        }
        state = State(
            number: header.name.first, time: header.name.firstTime, pageCount: header.pageCount,
            pageSize: header.pageSize)
    }

    private mutating func applyCommits(_ header: PieceHeader, _ body: UnsafeRawBufferPointer) throws {
        try expectPageSize(header)
        var decoder = try CommitsDecoder(header, body)
        while let record = try decoder.next(), limit.includes(record.number, record.time) {
            let isNew = record.number > state?.number ?? 0
            try decoder.pages(of: record) { number, content in
                // For a piece with several commits, only the last version of each page is written, below.
                if isNew, header.count == 1 { try file.write(content, at: offset(of: number, header)) }
            }
            guard isNew else { continue }
            state = State(
                number: record.number, time: max(record.time, state?.time ?? 0), pageCount: record.pageCount,
                pageSize: header.pageSize)
        }
        let pageCount = state?.pageCount ?? 0
        for (number, content) in decoder.versions.sorted(by: { $0.key < $1.key }) where number <= pageCount {
            try file.write(content, at: offset(of: number, header))
        }
    }

    private func offset(of page: UInt32, _ header: PieceHeader) -> Int64 { Int64(page - 1) * Int64(header.pageSize) }

    private func expectPageSize(_ header: PieceHeader) throws(PieceDamage) {
        guard state.map({ $0.pageSize == header.pageSize }) ?? true else {
            throw PieceDamage("its page size differs from that of the previous pieces")
        }
    }
}
