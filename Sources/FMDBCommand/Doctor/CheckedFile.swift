#if Tool
    import FMDB

    /// What the checks of a file have found.
    struct CheckedFile {
        var findings: [FMDatabase.Finding]
        var unchecked: [String]
        let duration: Duration

        /// - Parameter db: can read alone. FTS tables that it cannot check are checked by a connection that may write, and does not.
        init(_ db: FMDatabase, isQuick: Bool, _ openForWriting: () throws -> FMDatabase) throws {
            var options = FMDatabase.IntegrityOptions()
            options.depth = isQuick ? .quick : .full
            let report = try db.integrity(options)
            (findings, unchecked, duration) = (report.findings, report.unchecked, report.duration)
            guard unchecked.contains(where: isFullText), let writer = try? openForWriting() else {
                return
            }
            defer { writer.close() }
            (options.checksPages, options.checksForeignKeys) = (false, false)
            let rest = try writer.integrity(options)
            findings += rest.findings
            unchecked = unchecked.filter { !isFullText($0) } + rest.unchecked
        }

        private func isFullText(_ reason: String) -> Bool { reason.hasPrefix("FTS table ") }
    }
#endif
