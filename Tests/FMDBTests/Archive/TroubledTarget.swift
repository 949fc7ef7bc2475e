import FMDB
import FMDBTestHelpers

// SAFETY: the closure is set by the test's thread alone, which makes all calls.
/// A target that fails when a test wants it, and does what a test wants before a call.
final class TroubledTarget: FMBackupTarget, @unchecked Sendable {
    enum Verb { case put, get, list, remove }

    private let target: any FMBackupTarget
    /// The error of a call, nil for none.
    var fails: (Verb, String) -> (any Error)? = { _, _ in nil }
    /// Whether a list lacks a piece.
    var hides: (String) -> Bool = { _ in false }

    init(_ target: any FMBackupTarget) { self.target = target }

    static func scene() throws -> (target: TroubledTarget, scene: ArchiveScene) {
        let kept = Locked<TroubledTarget?>(nil)
        let scene = try ArchiveScene { folder in
            let target = TroubledTarget(folder)
            kept.withLock { $0 = target }
            return target
        }
        return (kept.value ?? TroubledTarget(scene.target), scene)
    }

    private func enter(_ verb: Verb, _ name: String) throws {
        if let error = fails(verb, name) { throw error }
    }

    func put(_ piece: Data, named name: String) throws {
        try enter(.put, name)
        try target.put(piece, named: name)
    }

    func get(_ name: String) throws -> Data {
        try enter(.get, name)
        return try target.get(name)
    }

    func list() throws -> [FMBackupPiece] {
        try enter(.list, "")
        return try target.list().filter { !hides($0.name) }
    }

    func remove(_ name: String) throws {
        try enter(.remove, name)
        try target.remove(name)
    }
}
