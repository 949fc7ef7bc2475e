import Foundation
import FMDBSQLiteC

/// A file that is written under a temporary name, and gets its own name when it is whole.
///
///     let file = try PartialFile(for: path, like: nil, vfsOf: nil)
///     do throws(FMError) {
///         // Write file.path by a connection, and close that.
///         try file.publish(overwrites: false)
///     } catch {
///         file.discard()
///         throw error
///     }
///
/// The temporary name is `.NAME.RANDOM.partial`, in the folder of the target. Whenever the process or the power ends, the target
/// either does not exist or is whole.
struct PartialFile: Sendable {
    let path: String
    /// The path that the file gets: absolute, without symbolic links.
    let target: String
    /// The VFS that syncs the file; nil for the default one.
    let vfs: String?
    /// What is copied; nil for a file of anything else.
    private let original: FileIdentity?

    /// Makes an empty file under a temporary name.
    ///
    /// - Parameters:
    ///   - source: the path of a file whose permissions the new one gets; nil for those of the system.
    ///   - connection: whose VFS syncs the file, if that sees it; nil for the default one.
    /// - Throws: `FMError`: `.misuse` for a path that names no file, `.cantOpen` if the folder is missing or cannot be written.
    init(for target: String, like source: String?, vfsOf connection: Connection?) throws(FMError) {
        let found = try PartialFile.location(of: target)
        path = PathParts.partial(found.folder, found.name)
        self.target = "\(found.folder)/\(found.name)"
        original = connection?.activity.file
        let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .file(.cantOpen, "no file can be created in the folder \(found.folder)", errno) }
        // SQLite has no lock on this file, so to close it drops none.
        defer { Foundation.close(file) }
        vfs = connection?.vfs(of: path)
        var facts = stat()
        if let source, !source.isEmpty, stat(source, &facts) == 0 { fchmod(file, facts.st_mode & 0o777) }
    }

    var size: Int64 { FileSize.of(path) ?? 0 }

    /// Deletes the file, and what SQLite has made beside it.
    ///
    /// The system frees the space of a file when nobody has it open any more. For a gigabyte that takes more than 100 ms, in which
    /// the caller has better things to do.
    func discard() {
        let file = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { WorkerThreads.shared.run(.current) { _ = Foundation.close(file) } } }
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Syncs the file, gives it its name, and syncs the folder. No connection may have the file open.
    ///
    /// - Parameters:
    ///   - overwrites: whether a file that has the name is replaced. It is an error if it has other users.
    ///   - seconds: how long to wait for the users of that file.
    /// - Throws: `FMError`: `.misuse` if a file must not be replaced, or has a WAL or journal beside it; `.busy` if it is in use;
    ///   `.ioError` if the disk fails. Unless only the folder could not be synced, the target is as it was.
    func publish(overwrites: Bool, waitingFor seconds: Double = 0, token: CancellationToken? = nil) throws(FMError) {
        try sync()
        let former = try lockFormer(overwrites, seconds, token)
        defer { _ = former?.close() }
        try rename(replaces: overwrites)
        try PartialFile.syncFolder(of: target)
    }

    /// Refuses a target that ``publish(overwrites:waitingFor:)`` would refuse, before anything is copied.
    func expectPublishable(
        overwrites: Bool, waitingFor seconds: Double = 0, token: CancellationToken? = nil
    ) throws(FMError) {
        do throws(FMError) {
            _ = try lockFormer(overwrites, seconds, token)?.close()
        } catch {
            guard let original, original == FileIdentity(path: target) else { throw error }
            throw error.advising("it is the file of the database itself: name another one")
        }
    }

    /// See [`xSync`](https://sqlite.org/c3ref/io_methods.html).
    private func sync() throws(FMError) {
        let connection = try PartialFile.openUnchanging(path, vfs: vfs)
        defer { _ = connection.close() }
        try connection.syncFile()
    }

    private func rename(replaces: Bool) throws(FMError) {
        if replaces {
            guard Foundation.rename(path, target) == 0 else {
                throw .file(.ioError, "\(path) cannot be renamed", errno)
            }
            return
        }
        // A rename would replace a file that has been made meanwhile.
        if link(path, target) == 0 {
            unlink(path)
            return
        }
        let reason = errno
        guard reason != EEXIST else { throw .exists(target) }
        // Not every file system has links.
        guard access(target, F_OK) != 0 else { throw .exists(target) }
        guard Foundation.rename(path, target) == 0 else { throw .file(.ioError, "\(path) cannot be renamed", errno) }
    }

    /// Makes the names of a folder durable.
    static func syncFolder(of path: String) throws(FMError) {
        let folder = PathParts(path).folder
        let descriptor = Foundation.open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // One that may be written but not read cannot be synced.
            guard [EMFILE, ENFILE, ENOMEM, EIO].contains(errno) else { return }
            throw .file(.ioErrorSync, "the folder of \(path) cannot be opened to be synced", errno)
        }
        defer { Foundation.close(descriptor) }
        // Some file systems have no such thing.
        guard fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) else { return }
        throw .file(.ioErrorSync, "the folder of \(path) cannot be synced", errno)
    }

    /// Opens a file that nobody changes, for reading: SQLite takes no locks and makes no files beside it.
    static func openUnchanging(_ path: String, vfs: String?) throws(FMError) -> Connection {
        try Connection(
            path: unchangingURI(path), flags: Constants.unchangingFlags, vfs: vfs, interruption: Interruption())
    }

    /// The URI of a file that nobody changes, to be opened with ``Constants/unchangingFlags``.
    ///
    /// See [`immutable`](https://sqlite.org/uri.html#coreqp).
    static func unchangingURI(_ path: String) -> String {
        let reserved = Array("%?#".utf8)
        return "file:\(path.percentEncoded { !reserved.contains($0) })?immutable=1"
    }
}

extension PartialFile {
    /// Where a file lies that need not exist.
    private static func location(of path: String) throws(FMError) -> (folder: String, name: String) {
        guard !path.isEmpty, path != ":memory:" else { throw .misuse("\"\(path)\" is not the path of a file") }
        guard !path.utf8.contains(0) else { throw .misuse("the path contains a NUL character") }
        // A rename replaces a link, not what it leads to.
        let whole = path.withoutLinks ?? path
        let parts = PathParts(whole)
        guard let folder = (parts.folder.isEmpty ? "." : parts.folder).withoutLinks else {
            throw .file(.cantOpen, "the folder of \(path) cannot be used", errno)
        }
        return (folder == "/" ? "" : folder, parts.name)
    }

    /// Whether no connection of this process is open on the file.
    ///
    /// A connection is forgotten a moment after SQLite has closed it. If its file had been deleted, another file may have that one's
    /// number by then, so it is worth looking again.
    private static func isFreeHere(_ file: FileIdentity) -> Bool {
        for _ in 0..<20 {
            if OpenFiles.shared.activities(on: file).isEmpty { return true }
            usleep(10_000)
        }
        return false
    }

    /// Locks the file that is about to be replaced against everybody else.
    ///
    /// - Returns: what keeps others out until it is closed, when the file may have another name, or none; nil if nobody can be in the midst
    ///   of writing a file.
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
            // To lock an empty file SQLite would make a journal, and nothing can be lost of it.
            if FileSize.of(target) != 0 { connection = try lock(seconds, token) }
        } catch {
            // Damaged, encrypted, of an unknown format, or something else: nobody can be in the midst of writing it.
            let isUnknown = error.extendedCode == .readOnly && access(target, W_OK) == 0
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

    /// Has SQLite move a log or journal into the file, and keeps others out.
    private func lock(_ seconds: Double, _ token: CancellationToken?) throws(FMError) -> Connection {
        let connection = try Connection(
            path: target, flags: SQLITE_OPEN_READWRITE, vfs: vfs, interruption: Interruption())
        do throws(FMError) {
            connection.setBusyInterval(seconds)
            connection.obey(token)
            try connection.askAll(["PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE"])
            guard !connection.hasMoved else { throw FMError(.busy, "the file \(target) is being replaced") }
            return connection
        } catch {
            _ = connection.close()
            throw error
        }
    }

    private func expectNothingBeside() throws(FMError) {
        for suffix in ["-wal", "-journal"] where access(target + suffix, F_OK) == 0 {
            throw .misuse(
                "the file \(target)\(suffix) is there, which SQLite would take for a part of the new file; move it away"
            )
        }
    }
}

extension FMError {
    fileprivate static func exists(_ path: String) -> FMError {
        .misuse("the file \(path) already exists, and is not to be overwritten: set `overwrites`, or remove it")
    }

    /// A call of the system that has failed.
    static func file(_ code: FMResultCode, _ message: String, _ number: Int32) -> FMError {
        let code = number == ENOSPC || number == EDQUOT ? FMResultCode.full : code
        return FMError(code, "\(message): \(systemMessage(number))", sql: nil, stage: .other)
    }
}
