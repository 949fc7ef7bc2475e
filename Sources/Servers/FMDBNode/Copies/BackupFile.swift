#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDB
    import FMDBCluster

    /// A copy of a cluster's database as one SQLite file.
    struct BackupFile {
        let path: String
        let replaces: Bool

        /// Fetches the database from a node, merges the write-ahead log into the file, checks the file, and moves it to its path when it is
        /// complete.
        ///
        /// - Returns: the size in bytes.
        func write(_ database: String, from node: NodeConnection, timeout: Duration) throws(NodeError) -> Int {
            guard replaces || !FileManager.default.fileExists(atPath: path) else {
                throw NodeError(.cannotUse, "\(path) exists already: use another name, or give --replace")
            }
            let files: [WireFile]
            do throws(NodeFailure) {
                files = try node.dump(database, timeout: timeout)
            } catch {
                throw NodeError(error, "the node \(node.address) gives no copy of \"\(database)\"")
            }
            guard files.contains(where: { !$0.bytes.isEmpty }) else {
                throw NodeError(.wrongState, "the node \(node.address) has no database \"\(database)\"")
            }
            return try write(files, of: database)
        }

        private func write(_ files: [WireFile], of database: String) throws(NodeError) -> Int {
            let url = URL(fileURLWithPath: path)
            // The folder is on the same file system, so that the file can be renamed.
            let folder = url.deletingLastPathComponent().appendingPathComponent(
                ".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
                defer { try? FileManager.default.removeItem(at: folder) }
                let copy = folder.appendingPathComponent("copy")
                for file in files where !file.bytes.isEmpty {
                    let suffix = file.name == database ? "" : "-wal"
                    try Data(file.bytes).write(to: URL(fileURLWithPath: copy.path + suffix))
                }
                try merge(copy.path)
                try DurableFile.move(copy.path, to: path)
                return Int(FileSize.of(path) ?? 0)
            } catch let error as NodeError {
                throw error
            } catch {
                throw NodeError(.cannotUse, "the backup \(path) cannot be written: \(reason(error))")
            }
        }

        private func merge(_ copy: String) throws {
            let db = FMDatabase(path: copy)
            db.logsErrors = false
            guard db.open() else { throw db.lastError() }
            defer { db.close() }
            // Leaving WAL mode removes the log next to the file.
            let mode = try db.value("PRAGMA journal_mode = DELETE", as: String.self)
            let findings = try db.rows("PRAGMA integrity_check", as: String.self)
            guard mode == "delete", findings == ["ok"] else {
                throw NodeError(
                    .failed,
                    "the copy is damaged, so no backup was written: \(findings.prefix(3).joined(separator: "; "))")
            }
        }
    }
#endif
