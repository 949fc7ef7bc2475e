import Foundation

final class RestoreFromArchive {
    typealias Progress = FMBackup.RestoreProgress

    private let store: ArchiveStore
    private let limit: FMBackup.Moment
    private let options: FMBackup.RestoreOptions
    private let token: CancellationToken?
    private let progress: ((Progress) throws -> Void)?
    /// The pieces that cannot be used, with the reasons.
    private var damaged: [PieceName: String] = [:]
    /// The generation whose state was restored.
    private(set) var generation: GenerationName?

    init(
        store: ArchiveStore, moment: FMBackup.Moment, options: FMBackup.RestoreOptions, token: CancellationToken?,
        progress: ((Progress) throws -> Void)?
    ) {
        (self.store, limit, self.options) = (store, moment, options)
        (self.token, self.progress) = (token, progress)
    }

    /// Restores to a path. On failure, the path has no file or the previous one.
    func run(to path: String) throws -> FMBackup.Restored {
        let file = try PartialFile(for: path, like: nil, vfsOf: nil)
        // After `publish`, the temporary name no longer exists, so this does nothing.
        defer { file.discard() }
        try file.expectPublishable(overwrites: options.overwrites, token: token)
        let (state, gap) = try write(to: file.path)
        let verification = try verify(file.path)
        try token?.checkCancellation()
        try file.publish(overwrites: options.overwrites, token: token)
        return FMBackup.Restored(
            path: file.target, commit: .init(state.number, state.time), pages: Int(state.pageCount),
            bytes: Int64(state.pageCount) * Int64(state.pageSize), verification: verification.check,
            unchecked: verification.unchecked, problem: gap)
    }

    // MARK: Writing

    private func write(to path: String) throws -> (state: ArchiveReplay.State, problem: FMBackup.Gap?) {
        let file = try PlainFile(path, O_RDWR)
        var pieces = try store.list()
        while true {
            let plan = try plan(pieces)
            do {
                let state = try replay(plan, to: file)
                generation = plan.snapshot.generation
                return (state, plan.problem.map { FMBackup.Gap($0, damaged) })
            } catch let failure as PieceFailure {
                pieces = try store.list()
                // If a compaction has merged or removed the piece meanwhile, the restore is planned again with the new
                // list.
                guard pieces.contains(where: { $0.name == failure.name }) else { continue }
                if let cause = failure.cause, !options.acceptsLess { throw cause }
                damaged[failure.name] = failure.reason
            }
        }
    }

    private func plan(_ pieces: [ListedPiece]) throws(FMError) -> RestorePlan {
        let plan: RestorePlan
        do throws(FMError) {
            plan = try RestorePlan(ArchiveIndex(pieces, without: Set(damaged.keys)), limit)
        } catch {
            guard !damaged.isEmpty else { throw error }
            let reasons = damaged.map { "\($0.key.text): \($0.value)" }.sorted()
            throw FMError(.corrupt, "\(error.message); damaged pieces: \(reasons.joined(separator: "; "))")
        }
        guard let gap = plan.problem, !options.acceptsLess else { return plan }
        throw FMError(.corrupt, "the backup is incomplete: \(FMBackup.Gap(gap, damaged).description)")
    }

    private func replay(_ plan: RestorePlan, to file: PlainFile) throws -> ArchiveReplay.State {
        var replay = ArchiveReplay(store, file, limit)
        var done: Int64 = 0
        try file.setSize(0)
        for piece in plan.snapshot.parts + plan.commits {
            try token?.checkCancellation()
            try replay.apply(piece.name)
            done += piece.size
            try progress?(Progress(completed: done, total: plan.bytes))
        }
        return try replay.finish()
    }

    // MARK: Checking

    private func verify(_ path: String) throws -> FMDatabase.Verified {
        guard options.verification != .none else { return (.none, []) }
        let isPlain = try PlainFile(path, O_RDONLY).read(16, at: 0) == DatabaseHeader.magic
        guard isPlain || options.configure != nil else {
            return (.none, ["pages: the file is encrypted or not a database, and no key was given"])
        }
        return try FMDatabase.verifyFile(path, vfs: nil, by: options.verification, token) {
            try options.configure?($0)
        }
    }
}
