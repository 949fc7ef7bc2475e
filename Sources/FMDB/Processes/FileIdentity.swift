import Foundation

/// A file by what it is, whatever path led to it.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// - Returns: nil if there is no such file.
    init?(path: String) {
        var facts = stat()
        guard !path.isEmpty, stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    init(_ facts: stat) {
        device = UInt64(truncatingIfNeeded: facts.st_dev)
        inode = UInt64(truncatingIfNeeded: facts.st_ino)
    }
}

extension stat {
    /// When the file was changed last, in nanoseconds since 1970: the time that no call can set back.
    var changed: Int64 {
        #if canImport(Darwin)
            let time = st_ctimespec
        #else
            let time = st_ctim
        #endif
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
