import Foundation

/// A folder that keeps the pieces of a backup.
///
///     let backup = FMBackup(.folder(URL(fileURLWithPath: "/var/backups/people")))
///
/// Each generation has its own subfolder. A piece is written under a temporary name, synced to disk, and renamed; then the subfolder is
/// synced. So the folder can be copied at any time, even while pieces are being stored.
public struct FMFolderTarget: FMBackupTarget, Hashable {
    /// The folder, which is created when the first piece is stored.
    public let url: URL

    /// The age in seconds after which a temporary file is considered abandoned by an ended process.
    private static let abandonedAfter: TimeInterval = 3600

    /// Creates a target for a folder, which need not exist yet.
    public init(_ url: URL) { self.url = url }

    /// Stores a piece. It throws `FMError`: `.full` if there is no space, `.ioError` if the disk fails, `.misuse` if the name is not a
    /// piece's name. `.cantOpen` if the folder cannot be written, or no longer exists: a missing folder is created only for the first part
    /// of a snapshot.
    public func put(_ piece: Data, named name: String) throws {
        let path = try path(of: name)
        let folder = PathParts(path).folder
        // Commits cannot be restored without their snapshot, so a vanished folder is not created again for them.
        if PieceName(name)?.isFirstPart == true { try FMFolderTarget.make(folder) }
        let partial = PathParts.partial(folder, PathParts(path).name)
        do throws(FMError) {
            try FMFolderTarget.write(piece, to: partial)
            guard SystemFiles.rename(partial, path) == 0 else {
                throw .file(.ioError, "\(partial) cannot be renamed", errno)
            }
        } catch {
            SystemFiles.unlink(partial)
            throw error
        }
        try PartialFile.syncFolder(of: path)
    }

    /// Reads a piece. It throws `FMError`: `.notFound` if there is no such piece, `.ioErrorRead` if the disk fails.
    public func get(_ name: String) throws -> Data {
        let path = try path(of: name)
        guard SystemFiles.exists(path) else { throw FMError(.notFound, "there is no piece \(path)") }
        do throws(FMError) {
            return try PlainFile(path, O_RDONLY).contents()
        } catch {
            throw error.causedBy(error, "the piece \(error.message)", code: .ioErrorRead)
        }
    }

    /// Lists the pieces; none if the folder does not exist. It also deletes temporary files that an ended process left more than an hour
    /// ago. It throws `FMError`: `.cantOpen` if the folder cannot be opened, `.ioErrorRead` if reading it fails, `.busy` if pieces are removed
    /// each time that it is read.
    public func list() throws -> [FMBackupPiece] {
        try names(in: url.path).filter { GenerationName($0) != nil }.flatMap { try pieces(in: $0) }
    }

    /// Deletes a piece, and the folder of its generation if that is empty then. It throws `FMError` with the code `.ioError` if the piece
    /// cannot be deleted.
    public func remove(_ name: String) throws {
        let path = try path(of: name)
        guard SystemFiles.unlink(path) == 0 || errno == ENOENT else {
            throw FMError.file(.ioError, "\(path) cannot be deleted", errno)
        }
        // This fails, as intended, if the folder is not empty.
        SystemFiles.rmdir(PathParts(path).folder)
    }
}

extension FMBackupTarget where Self == FMFolderTarget {
    /// A target that stores the pieces in a folder, which need not exist yet.
    public static func folder(_ url: URL) -> FMFolderTarget { FMFolderTarget(url) }
}

extension FMFolderTarget {
    private func path(of name: String) throws(FMError) -> String {
        guard PieceName(name) != nil else { throw .misuse("\"\(name)\" is not the name of a piece") }
        return "\(url.path)/\(name)"
    }

    private func names(in folder: String) throws(FMError) -> [String] {
        do throws(SystemFiles.FolderFailure) {
            return try SystemFiles.names(in: folder)
        } catch {
            switch error {
            case .cannotOpen(ENOENT): return []
            case .cannotOpen(ENOTDIR) where folder != url.path: return []
            case .cannotOpen(let number): throw .file(.cantOpen, "the folder \(folder) cannot be read", number)
            // A list that ends early would look like an older archive.
            case .cannotRead(let number):
                throw .file(.ioErrorRead, "the folder \(folder) cannot be read completely", number)
            }
        }
    }

    /// Lists a generation. If a compaction removes a piece meanwhile, the list may lack the piece into which it was merged, so the folder is
    /// read again.
    private func pieces(in generation: String) throws(FMError) -> [FMBackupPiece] {
        let folder = "\(url.path)/\(generation)"
        for _ in 0..<10 {
            var (pieces, isWhole) = ([FMBackupPiece](), true)
            for name in try names(in: folder) { try add("\(generation)/\(name)", to: &pieces, &isWhole) }
            if isWhole { return pieces }
        }
        throw FMError(
            .busy, "the folder \(folder) cannot be listed, because its pieces are merged or removed again and again")
    }

    /// Adds a file to a list if it is a piece.
    ///
    /// - Parameter isWhole: set to false if the piece no longer exists.
    private func add(_ name: String, to pieces: inout [FMBackupPiece], _ isWhole: inout Bool) throws(FMError) {
        var facts = stat()
        let path = "\(url.path)/\(name)"
        guard SystemFiles.stat(path, &facts) == 0 else {
            guard errno == ENOENT else { throw .file(.ioErrorRead, "\(path) cannot be examined", errno) }
            if PieceName(name) != nil { isWhole = false }
            return
        }
        if PieceName(name) != nil {
            pieces.append(FMBackupPiece(name: name, size: Int64(facts.st_size)))
        } else if name.contains("/."), name.hasSuffix(".partial"), FMFolderTarget.isAbandoned(path) {
            SystemFiles.unlink(path)
        }
    }

    private static func isAbandoned(_ path: String) -> Bool {
        var facts = stat()
        guard SystemFiles.lstat(path, &facts) == 0 else { return false }
        return Date().timeIntervalSince1970 - Double(facts.modified) / 1e9 > abandonedAfter
    }

    /// Creates a folder and its parents, and syncs each so that it survives a power loss.
    private static func make(_ folder: String) throws(FMError) {
        guard !SystemFiles.exists(folder) else { return }
        let parent = PathParts(folder).folder
        if !parent.isEmpty, parent != folder { try make(parent) }
        guard SystemFiles.mkdir(folder, 0o755) == 0 || errno == EEXIST else {
            throw .file(.cantOpen, "the folder \(folder) cannot be created", errno)
        }
        try PartialFile.syncFolder(of: folder)
    }

    private static func write(_ piece: Data, to path: String) throws(FMError) {
        let file = try PlainFile(path, O_WRONLY | O_CREAT | O_EXCL)
        try file.write([UInt8](piece), at: 0)
        try file.sync()
    }
}
