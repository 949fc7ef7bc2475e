import Foundation

/// The identity of a file: its device and inode, not its path.
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// - Returns: nil if the file does not exist.
    init?(path: String) {
        var facts = stat()
        guard !path.isEmpty, SystemFiles.stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    package init(_ facts: stat) {
        device = UInt64(truncatingIfNeeded: facts.st_dev)
        inode = UInt64(truncatingIfNeeded: facts.st_ino)
    }
}
