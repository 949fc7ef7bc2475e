import Foundation

/// The size that `stat` gives for a path. The file is not opened: to close it again would drop SQLite's locks on it.
package enum FileSize {
    /// The size of a file in bytes, of the one that a link leads to; nil if it is not there.
    package static func of(_ path: String) -> Int64? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int64(facts.st_size) : nil
    }
}
