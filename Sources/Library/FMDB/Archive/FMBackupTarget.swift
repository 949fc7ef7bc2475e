import Foundation

/// A store for the pieces of a backup: a folder, or a service for which you implement four calls. See <doc:ArchiveFormat>.
///
/// Names consist of ASCII letters and digits, "-", and one "/". A stored piece is never changed. FMDB calls the target on its own threads
/// or on the caller's thread, and may make several calls at a time. The calls may take long. If a call throws an error that is not an
/// ``FMError``, FMDB wraps it in an ``FMError`` with the code `.ioError`.
public protocol FMBackupTarget: Sendable {
    /// Stores a piece, and returns once it is durable. A reader of the name must find either the whole piece or nothing.
    ///
    /// - Parameters:
    ///   - piece: the bytes. A piece has at most about 35 MB, unless a single commit changed more.
    ///   - name: the name. An existing piece of that name is replaced.
    /// - Throws: any error. FMDB stores the piece again later.
    func put(_ piece: Data, named name: String) throws

    /// Reads a piece.
    ///
    /// - Parameter name: the name of the piece.
    /// - Returns: the bytes of the piece.
    /// - Throws: any error. The call must throw if there is no such piece.
    func get(_ name: String) throws -> Data

    /// Lists all pieces whose `put` has returned, in any order. It may list other files too; FMDB ignores them.
    ///
    /// - Returns: the names and sizes of the pieces.
    /// - Throws: any error.
    func list() throws -> [FMBackupPiece]

    /// Deletes a piece. A missing piece is not an error.
    ///
    /// - Parameter name: the name of the piece.
    /// - Throws: any error. FMDB removes the piece later.
    func remove(_ name: String) throws
}

/// A piece of a backup as its target lists it.
public struct FMBackupPiece: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The size in bytes. A piece that has become shorter since it was stored counts as lost.
    public let size: Int64

    /// Creates the description of a piece.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - size: the size in bytes.
    public init(name: String, size: Int64) { (self.name, self.size) = (name, size) }
}

/// A target whose errors are converted to ``FMError``.
struct ArchiveStore: Sendable {
    let target: any FMBackupTarget

    func put(_ piece: Data, named name: PieceName) throws(FMError) {
        try run("the piece \(name.text) cannot be stored") { try target.put(piece, named: name.text) }
    }

    func get(_ name: PieceName) throws(FMError) -> Data {
        try run("the piece \(name.text) cannot be read") { try target.get(name.text) }
    }

    /// Lists the pieces, and skips other files.
    ///
    /// - Parameter generation: the first generation to list.
    func list(from generation: String = "") throws(FMError) -> [ListedPiece] {
        let all = try run("the pieces of the backup cannot be listed") { try target.list() }
        return all.compactMap { piece in
            guard piece.name >= generation else { return nil }
            return PieceName(piece.name).map { ListedPiece(name: $0, size: piece.size) }
        }
    }

    func remove(_ name: PieceName) throws(FMError) {
        try run("the piece \(name.text) cannot be deleted") { try target.remove(name.text) }
    }

    private func run<Value>(_ message: String, _ body: () throws -> Value) throws(FMError) -> Value {
        do {
            return try body()
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.ioError, message, cause: error).causedBy(error)
        }
    }
}

struct ListedPiece: Hashable, Sendable {
    let name: PieceName
    let size: Int64
}
