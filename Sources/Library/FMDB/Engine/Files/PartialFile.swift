import Foundation
import FMDBSQLiteC

/// A file that is written under a temporary name, and renamed when it is complete.
///
///     let file = try PartialFile(for: path, like: nil, vfsOf: nil)
///     do throws(FMError) {
///         // Write file.path with a connection, and close the connection.
///         try file.publish(overwrites: false)
///     } catch {
///         file.discard()
///         throw error
///     }
///
/// The temporary name is `.NAME.RANDOM.partial`, in the folder of the target. If the process or the power fails, the target either does
/// not exist or is complete.
struct PartialFile: Sendable {
    let path: String
    /// The final path of the file: absolute, without symbolic links.
    let target: String
    /// The VFS that syncs the file; nil for the default VFS.
    let vfs: String?
    /// The database that is copied, or nil if the file is not a copy of a database.
    private let original: FileIdentity?

    /// Creates an empty file under a temporary name.
    ///
    /// - Parameters:
    ///   - target: the final path of the file.
    ///   - source: the path of a file whose permissions the new file gets; nil for the OS's default permissions.
    ///   - connection: the connection whose VFS syncs the file, if that VFS can see the file; nil for the default VFS.
    /// - Throws: `FMError`: `.misuse` if the path does not name a file, `.cantOpen` if the folder is missing or not writable.
    init(for target: String, like source: String?, vfsOf connection: Connection?) throws(FMError) {
        let found = try PartialFile.location(of: target)
        path = PathParts.partial(found.folder, found.name)
        self.target = "\(found.folder)/\(found.name)"
        original = connection?.activity.file
        let file = SystemFiles.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .file(.cantOpen, "no file can be created in the folder \(found.folder)", errno) }
        // SQLite has no locks on this file, so closing it drops none.
        defer { SystemFiles.close(file) }
        vfs = connection?.vfs(of: path)
        if let source { SystemFiles.setMode(file, like: source) }
    }

    var size: Int64 { FileSize.of(path) ?? 0 }

    /// Deletes the file and its journal, WAL and WAL index.
    ///
    /// The OS frees the space of a file when its last descriptor is closed. For a gigabyte that takes more than 100 ms, so a worker thread
    /// closes it.
    func discard() {
        let file = SystemFiles.open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { WorkerThreads.shared.run(.current) { SystemFiles.close(file) } } }
        for suffix in ["", "-journal", "-wal", "-shm"] { SystemFiles.unlink(path + suffix) }
    }

    /// Syncs the file, renames it to its final name, and syncs the folder. No connection may have the file open.
    ///
    /// - Parameters:
    ///   - overwrites: whether to replace an existing file, which must not be in use.
    ///   - seconds: the time to wait for users of the existing file.
    ///   - token: the token that ends the wait early; nil for none.
    /// - Throws: `FMError`: `.misuse` if a file exists and must not be replaced, or has a WAL or journal; `.busy` if it is in use;
    ///   `.ioError` if the disk fails. The target is unchanged, unless only syncing the folder failed.
    func publish(overwrites: Bool, waitingFor seconds: Double = 0, token: CancellationToken? = nil) throws(FMError) {
        try sync()
        let former = try lockFormer(overwrites, seconds, token)
        defer { _ = former?.close() }
        try rename(replaces: overwrites)
        try PartialFile.syncFolder(of: target)
    }

    /// Throws if `publish` would refuse the target. Call it before copying.
    func expectPublishable(
        overwrites: Bool, waitingFor seconds: Double = 0, token: CancellationToken? = nil
    ) throws(FMError) {
        do throws(FMError) {
            _ = try lockFormer(overwrites, seconds, token)?.close()
        } catch {
            guard let original, original == FileIdentity(path: target) else { throw error }
            throw error.advising("it is the database's own file: name another file")
        }
    }

    /// Syncs the file through its VFS. See [`xSync`](https://sqlite.org/c3ref/io_methods.html).
    private func sync() throws(FMError) {
        let connection = try PartialFile.openUnchanging(path, vfs: vfs)
        defer { _ = connection.close() }
        try connection.syncFile()
    }

    private func rename(replaces: Bool) throws(FMError) {
        if replaces {
            guard SystemFiles.rename(path, target) == 0 else {
                throw .file(.ioError, "\(path) cannot be renamed", errno)
            }
            return
        }
        // A rename would replace a file that was created meanwhile. A link fails instead.
        if SystemFiles.link(path, target) == 0 {
            SystemFiles.unlink(path)
            return
        }
        let reason = errno
        guard reason != EEXIST else { throw .exists(target) }
        // Not every file system supports hard links.
        guard !SystemFiles.exists(target) else { throw .exists(target) }
        guard SystemFiles.rename(path, target) == 0 else {
            throw .file(.ioError, "\(path) cannot be renamed", errno)
        }
    }

    /// Syncs the folder of a file, which makes a new, renamed or deleted name durable.
    static func syncFolder(of path: String) throws(FMError) {
        let folder = PathParts(path).folder
        let descriptor = SystemFiles.open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A folder that is writable but not readable cannot be synced.
            guard [EMFILE, ENFILE, ENOMEM, EIO].contains(errno) else { return }
            throw .file(.ioErrorSync, "the folder of \(path) cannot be opened to be synced", errno)
        }
        defer { SystemFiles.close(descriptor) }
        // Some file systems cannot sync folders.
        guard SystemFiles.fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) else { return }
        throw .file(.ioErrorSync, "the folder of \(path) cannot be synced", errno)
    }

    /// Opens a file that does not change, read-only. SQLite takes no locks and creates no other files.
    static func openUnchanging(_ path: String, vfs: String?) throws(FMError) -> Connection {
        try Connection(
            path: unchangingURI(path), flags: Constants.unchangingFlags, vfs: vfs, interruption: Interruption())
    }

    /// Returns the URI to open a file that does not change, with ``Constants/unchangingFlags``.
    ///
    /// See [`immutable`](https://sqlite.org/uri.html#coreqp).
    static func unchangingURI(_ path: String) -> String {
        let reserved = Array("%?#".utf8)
        return "file:\(path.percentEncoded { !reserved.contains($0) })?immutable=1"
    }
}

extension PartialFile {
    /// Returns the folder and name of a file that may not exist yet, with symbolic links resolved.
    private static func location(of path: String) throws(FMError) -> (folder: String, name: String) {
        guard !path.isEmpty, path != ":memory:" else { throw .misuse("\"\(path)\" is not the path of a file") }
        guard !path.utf8.contains(0) else { throw .misuse("the path contains a NUL character") }
        // A rename would replace a symbolic link, not its target.
        let whole = path.withoutLinks ?? path
        let parts = PathParts(whole)
        guard let folder = (parts.folder.isEmpty ? "." : parts.folder).withoutLinks else {
            throw .file(.cantOpen, "the folder of \(path) cannot be used", errno)
        }
        return (folder == "/" ? "" : folder, parts.name)
    }

    /// Whether no connection of this process has the file open. It retries for 200 ms.
    ///
    /// A connection is removed from the open files a moment after SQLite has closed it. If its file was deleted, the new file may already
    /// have the same inode.
    private static func isFreeHere(_ file: FileIdentity) -> Bool {
        for _ in 0..<20 {
            if OpenFiles.shared.activities(on: file).isEmpty { return true }
            usleep(10_000)
        }
        return false
    }

    /// Locks the existing file that is about to be replaced.
    ///
    /// - Returns: the connection that holds the EXCLUSIVE lock until it is closed, or nil if no connection can be writing to the file.
    private func lockFormer(
        _ overwrites: Bool, _ seconds: Double, _ token: CancellationToken?
    ) throws(FMError) -> Connection? {
        guard let file = FileIdentity(path: target) else {
            try expectNothingBeside()
            return nil
        }
        guard overwrites else { throw .exists(target) }
        guard PartialFile.isFreeHere(file) else {
            throw FMError(.busy, "the file \(target) is open in this process, so it cannot be replaced")
        }
        var connection: Connection?
        do throws(FMError) {
            // An empty file has nothing to lose, and to lock it SQLite would create a journal.
            if FileSize.of(target) != 0 { connection = try lock(seconds, token) }
        } catch {
            // The file is corrupt, encrypted, in an unknown format or not a database, so no connection can be writing to it.
            let isUnknown = error.extendedCode == .readOnly && SystemFiles.access(target, W_OK) == 0
            guard isUnknown || [.notADatabase, .corrupt, .error].contains(error.resultCode) else { throw error }
        }
        do throws(FMError) {
            try expectNothingBeside()
        } catch {
            _ = connection?.close()
            throw error
        }
        return connection
    }

    /// Opens the target, applies its WAL or journal, and takes the EXCLUSIVE lock.
    private func lock(_ seconds: Double, _ token: CancellationToken?) throws(FMError) -> Connection {
        let connection = try Connection(
            path: target, flags: SQLITE_OPEN_READWRITE, vfs: vfs, interruption: Interruption())
        do throws(FMError) {
            connection.setBusyInterval(seconds)
            connection.obey(token)
            // Where the header does not give the number of pages, BEGIN EXCLUSIVE writes it, with a journal: not a file beside the target.
            try connection.askAll([
                "PRAGMA journal_mode = DELETE", "PRAGMA journal_mode = MEMORY", "BEGIN EXCLUSIVE",
            ])
            guard !connection.hasMoved else { throw FMError(.busy, "the file \(target) is being replaced") }
            return connection
        } catch {
            _ = connection.close()
            throw error
        }
    }

    private func expectNothingBeside() throws(FMError) {
        for suffix in ["-wal", "-journal"] where SystemFiles.exists(target + suffix) {
            throw .misuse(
                "the file \(target)\(suffix) exists, and SQLite would use it with the new file; move it away"
            )
        }
    }
}

extension FMError {
    fileprivate static func exists(_ path: String) -> FMError {
        .misuse("the file \(path) already exists and must not be overwritten: set `overwrites`, or remove it")
    }

    /// Returns the error of a failed system call. If the disk or quota is full, the code is `.full`.
    static func file(_ code: FMResultCode, _ message: String, _ number: Int32) -> FMError {
        let code = number == ENOSPC || number == EDQUOT ? FMResultCode.full : code
        return FMError(code, "\(message): \(systemMessage(number))", sql: nil, stage: .other)
    }
}
