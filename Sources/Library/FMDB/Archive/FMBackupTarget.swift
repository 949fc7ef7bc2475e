import Foundation

/// Where the pieces of a backup are kept: a folder, or a service for which you write the four calls. See <doc:ArchiveFormat>.
///
/// Names consist of the digits and letters of ASCII, "-", and one "/". A piece is never changed after it was put. The calls are made
/// on threads of the library or on that of the caller, one or several at a time. They may take long. An error that is not an
/// ``FMError`` becomes the underlying error of one with the code `.ioError`.
public protocol FMBackupTarget: Sendable {
    /// Stores a piece, and returns once it is durable. A reader of the name must find the whole piece or none.
    ///
    /// - Parameters:
    ///   - piece: the bytes. A piece has at most some 35 MB, unless one commit has changed more.
    ///   - name: the name. One that is there already is replaced.
    /// - Throws: any error. The piece is put again later.
    func put(_ piece: Data, named name: String) throws

    /// Reads a piece.
    ///
    /// - Parameter name: its name.
    /// - Returns: its bytes.
    /// - Throws: any error, also if there is no such piece.
    func get(_ name: String) throws -> Data

    /// All pieces, in any order: each whose `put` has returned. What else lies there may be listed too; it is left alone.
    ///
    /// - Returns: their names and sizes.
    /// - Throws: any error.
    func list() throws -> [FMBackupPiece]

    /// Deletes a piece. It is no error if there is no such piece.
    ///
    /// - Parameter name: its name.
    /// - Throws: any error. The piece is removed later.
    func remove(_ name: String) throws
}

/// A piece of a backup as its target lists it.
public struct FMBackupPiece: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The size in bytes. A piece that is shorter now than when it was put counts as lost.
    public let size: Int64

    /// Describes a piece.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - size: the size in bytes.
    public init(name: String, size: Int64) { (self.name, self.size) = (name, size) }
}

/// The calls of a target, whose errors are those of the library.
struct ArchiveStore: Sendable {
    let target: any FMBackupTarget

    func put(_ piece: Data, named name: PieceName) throws(FMError) {
        try run("the piece \(name.text) cannot be stored") { try target.put(piece, named: name.text) }
    }

    func get(_ name: PieceName) throws(FMError) -> Data {
        try run("the piece \(name.text) cannot be read") { try target.get(name.text) }
    }

    /// What is no piece is left out.
    ///
    /// - Parameter generation: that of the first ones.
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
