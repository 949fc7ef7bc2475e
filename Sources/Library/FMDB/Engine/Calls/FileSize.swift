import Foundation

/// Reads file sizes with `stat`. It never opens the file, because closing it would drop SQLite's locks on it.
package enum FileSize {
    /// Returns the size of a file in bytes, following symbolic links, or nil if the file does not exist.
    package static func of(_ path: String) -> Int64? {
        var facts = stat()
        return SystemFiles.stat(path, &facts) == 0 ? Int64(facts.st_size) : nil
    }
}
