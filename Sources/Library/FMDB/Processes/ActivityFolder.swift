import Foundation

/// The folder with the sockets of the processes of one user.
///
/// It belongs to that user, and nobody else may enter it. So nobody else can connect, or put a socket of his own there.
struct ActivityFolder: Hashable, Sendable {
    let path: String

    /// Where processes of this user listen.
    static var own: ActivityFolder { runtime ?? temporary }

    /// Where other processes of this user may listen: not each of them has the same environment.
    static var all: [ActivityFolder] {
        var folders = [own]
        let others = [ActivityFolder(path: "/run/user/\(geteuid())/fmdb-activity"), temporary]
        for folder in others where !folders.contains(folder) { folders.append(folder) }
        return folders
    }

    /// See the [XDG Base Directory Specification](https://specifications.freedesktop.org/basedir-spec/latest/), which demands that the folder
    /// belongs to the user. Another owner could put one of his own in the place of what is made there.
    private static var runtime: ActivityFolder? {
        var facts = stat()
        guard let path = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), path.hasPrefix("/"),
            stat(path, &facts) == 0, facts.st_uid == geteuid(), access(path, W_OK) == 0
        else { return nil }
        return ActivityFolder(path: path + "/fmdb-activity")
    }

    private static var temporary: ActivityFolder {
        #if os(Linux)
            // `TMPDIR` may be another one in each process.
            let folder = access("/tmp", W_OK) == 0 ? "/tmp/" : NSTemporaryDirectory()
        #else
            let folder = NSTemporaryDirectory()
        #endif
        return ActivityFolder(path: folder + (folder.hasSuffix("/") ? "" : "/") + "fmdb-activity-\(geteuid())")
    }
}

// MARK: - Whose it is

extension ActivityFolder {
    /// Makes the folder, if it is not there, and checks it.
    func prepare() throws(FMError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw FMError(.cantOpen, "the folder \(path) cannot be made: \(systemMessage(errno))")
        }
        guard try isThere() else { throw FMError(.cantOpen, "the folder \(path) is gone") }
    }

    /// Whether the folder is there. Throws `.permission` if what is there is not this user's alone.
    func isThere() throws(FMError) -> Bool {
        var facts = stat()
        // Not `stat`: a symbolic link leads to what its owner likes.
        guard lstat(path, &facts) == 0 else { return false }
        var reason: String?
        if facts.st_mode & S_IFMT != S_IFDIR {
            reason = "it is not a folder"
        } else if facts.st_uid != geteuid() {
            reason = "it belongs to another user"
        } else if facts.st_mode & 0o077 != 0 {
            reason = "others may enter it; its mode must be 0700"
        }
        guard let reason else { return true }
        throw FMError(.permission, "\(path) is not used: \(reason)")
    }
}

// MARK: - Sockets

extension ActivityFolder {
    /// A process that listens, or did so.
    struct Socket: Hashable, Sendable {
        let processID: Int32
        let path: String
    }

    /// The socket on which a process answers questions about a file.
    func socket(of processID: Int32, for file: FileIdentity) -> Socket {
        Socket(processID: processID, path: "\(path)/\(file.shortName).\(processID)")
    }

    /// The sockets for a file, of processes that may be gone.
    ///
    /// - Parameter file: nil for those of all files.
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
    /// Sixteen letters that stand for the file: a path would not fit in the address of a socket. It is FNV-1a, see
    /// [RFC 9923](https://www.rfc-editor.org/rfc/rfc9923).
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
