#if Tool
    import FMDB

    /// What the checks of a file have found.
    struct CheckedFile {
        let findings: [FMDatabase.Finding]
        var unchecked: [String]
        let duration: Duration

        /// - Parameter db: can read alone. What it cannot check, FTS tables for example, a connection checks that may write, and does
        ///   not.
        init(_ db: FMDatabase, isQuick: Bool, _ openForWriting: () throws -> FMDatabase) throws {
            var options = FMDatabase.IntegrityOptions()
            options.depth = isQuick ? .quick : .full
            var report = try db.integrity(options)
            if !report.unchecked.isEmpty, let writer = try? openForWriting() {
                defer { writer.close() }
                report = try writer.integrity(options)
            }
            (findings, unchecked, duration) = (report.findings, report.unchecked, report.duration)
            // A database that is not filled yet, or one of which nothing is left.
            if try db.pragma(.pageCount) == 0 { unchecked.append("pages: the file is empty") }
        }
    }
#endif
