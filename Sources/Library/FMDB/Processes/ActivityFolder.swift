import Foundation

/// The folder with the sockets of one user's processes.
///
/// Only its owner may access it. So other users can neither connect nor create sockets there.
struct ActivityFolder: Hashable, Sendable {
    let path: String

    /// The folder in which this process listens.
    static var own: ActivityFolder { runtime ?? temporary }

    /// The folders in which this user's processes may listen. There are several, because processes may have different environments.
    static var all: [ActivityFolder] {
        var folders = [own]
        let others = [ActivityFolder(path: "/run/user/\(geteuid())/fmdb-activity"), temporary]
        for folder in others where !folders.contains(folder) { folders.append(folder) }
        return folders
    }

    /// The folder in `XDG_RUNTIME_DIR`; nil if that variable or folder is missing, or if another user owns the folder and could replace its
    /// content.
    ///
    /// See the [XDG Base Directory Specification](https://specifications.freedesktop.org/basedir-spec/latest/).
    private static var runtime: ActivityFolder? {
        var facts = stat()
        guard let path = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), path.hasPrefix("/"),
            stat(path, &facts) == 0, facts.st_uid == geteuid(), access(path, W_OK) == 0
        else { return nil }
        return ActivityFolder(path: path + "/fmdb-activity")
    }

    private static var temporary: ActivityFolder {
        #if os(Linux)
            // `TMPDIR` is not used, because it may differ between processes.
            let folder = access("/tmp", W_OK) == 0 ? "/tmp/" : NSTemporaryDirectory()
        #else
            let folder = NSTemporaryDirectory()
        #endif
        return ActivityFolder(path: folder + (folder.hasSuffix("/") ? "" : "/") + "fmdb-activity-\(geteuid())")
    }
}

// MARK: - Whose it is

extension ActivityFolder {
    /// Creates the folder if it is missing, and checks it.
    func prepare() throws(FMError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw FMError(.cantOpen, "the folder \(path) cannot be created: \(systemMessage(errno))")
        }
        guard try isThere() else { throw FMError(.cantOpen, "the folder \(path) is gone") }
    }

    /// Whether the folder exists. Throws `.permission` if other users can access it, or if it is not a folder of this user.
    func isThere() throws(FMError) -> Bool {
        var facts = stat()
        // `stat` is not used, because it follows symbolic links, which another user may have created.
        guard lstat(path, &facts) == 0 else { return false }
        var reason: String?
        if !facts.isFolder {
            reason = "it is not a folder"
        } else if facts.st_uid != geteuid() {
            reason = "it belongs to another user"
        } else if facts.st_mode & 0o077 != 0 {
            reason = "other users can access it; its mode must be 0700"
        }
        guard let reason else { return true }
        throw FMError(.permission, "\(path) cannot be used: \(reason)")
    }
}

// MARK: - Sockets

extension ActivityFolder {
    /// The socket of a process, which may have ended.
    struct Socket: Hashable, Sendable {
        let processID: Int32
        let path: String
    }

    /// Returns the socket on which a process answers questions about a file.
    func socket(of processID: Int32, for file: FileIdentity) -> Socket {
        Socket(processID: processID, path: "\(path)/\(file.shortName).\(processID)")
    }

    /// Returns the sockets for a file. Their processes may have ended.
    ///
    /// - Parameter file: the file; nil for all files.
    func sockets(for file: FileIdentity?) -> [Socket] {
        let start = file.map { $0.shortName + "." } ?? ""
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(start), let dot = name.lastIndex(of: "."),
                let number = Int32(name[name.index(after: dot)...]), number > 0
            else { return nil }
            return Socket(processID: number, path: "\(path)/\(name)")
        }
    }
}

extension FileIdentity {
    /// A hash of the file's device and inode in 16 hexadecimal digits. The path itself would not fit in a socket's address. The hash is
    /// FNV-1a, see [RFC 9923](https://www.rfc-editor.org/rfc/rfc9923).
    fileprivate var shortName: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for number in [device, inode] {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                hash = (hash ^ (number >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        return hash.hexadecimal
    }
}
