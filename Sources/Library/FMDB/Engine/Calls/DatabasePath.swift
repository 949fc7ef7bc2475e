import Foundation
import FMDBSQLiteC

/// The path of a database file, with the reasons why it cannot be opened or written.
struct DatabasePath: CustomStringConvertible {
    private let path: String

    init(_ path: String, _ flags: Int32 = 0) {
        // The query of a URI may contain a key.
        let isURI = flags & SQLITE_OPEN_URI != 0 && path.hasPrefix("file:")
        self.path = isURI ? URL(string: path)?.path ?? path.withoutKeyParameters : path.withoutKeyParameters
    }

    var description: String { path }

    private var folder: String {
        let folder = PathParts(path).folder
        return folder.isEmpty ? "." : folder
    }

    /// Whether there is no file. If the system refuses to look, this is unknown, and false.
    var isMissing: Bool { !SystemFiles.exists(path) && errno == ENOENT }
    var hasFolder: Bool { SystemFiles.exists(folder) }

    /// Whether the path contains a `~` that a shell would expand to a home folder.
    private var namesHome: Bool { path.hasPrefix("~") || path.contains("/~/") }
    private static let adviceOnTilde = ", because SQLite does not expand ~: use NSHomeDirectory() for the home folder"

    func reasonNotToOpen(_ flags: Int32, _ systemError: Int32) -> String? {
        if let reason = DatabasePath.shortage(systemError) { return "\(path): \(reason)" }
        var facts = stat()
        if SystemFiles.stat(path, &facts) == 0 {
            if facts.isFolder { return "\(path): it is a folder" }
            if SystemFiles.access(path, R_OK) != 0 { return "\(path): permission denied" }
        } else if SystemFiles.stat(folder, &facts) != 0 {
            return "\(path): the folder does not exist" + (namesHome ? DatabasePath.adviceOnTilde : "")
        } else if !facts.isFolder {
            return "\(path): \(folder) is not a folder"
        } else if flags & SQLITE_OPEN_CREATE == 0 {
            return "\(path): the file does not exist, and the flags do not allow creating it"
        } else if SystemFiles.access(folder, W_OK) != 0 {
            return "\(path): the file does not exist, and the folder cannot be written"
        }
        guard systemError != 0 else { return path.isEmpty ? nil : path }
        return "\(path): " + systemMessage(systemError)
    }

    /// Returns why SQLite cannot create its own files next to the database, or nil.
    func reasonNotToMakeFiles(_ systemError: Int32) -> String? {
        if let reason = DatabasePath.shortage(systemError) { return reason }
        // Another VFS may keep the database elsewhere.
        guard !path.isEmpty, SystemFiles.exists(path), SystemFiles.access(folder, W_OK) != 0 else { return nil }
        return "the folder \(folder) cannot be written, but SQLite must create its journal or the files of its "
            + "write-ahead log there"
    }

    private static func shortage(_ systemError: Int32) -> String? {
        systemError == EMFILE || systemError == ENFILE ? "too many files are open" : nil
    }
}
