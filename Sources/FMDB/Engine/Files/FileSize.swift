import Foundation

/// Sizes in bytes that the system tells of a path. No file is opened: to close it again would drop SQLite's locks on it.
package enum FileSize {
    /// The size of a file, of the one that a link leads to; nil if it is not there.
    package static func of(_ path: String) -> Int64? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int64(facts.st_size) : nil
    }

    /// What is free on the file system of a folder; nil if the system does not tell.
    package static func free(at folder: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
