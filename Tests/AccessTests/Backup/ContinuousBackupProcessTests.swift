#if os(Linux)
    import FMDB
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Backups of processes that are killed while they write, and of files that other processes write.
    @Suite struct ContinuousBackupProcessTests {
        private let folder = TemporaryFolder()
        private var archive: URL { URL(fileURLWithPath: folder.file("archive")) }

        /// Has a process write until the target has so many commits more, and kills it.
        private func killWriter(after count: UInt64) throws {
            let holder = try HolderProcess(path: folder.file())
            let backup = FMBackup(archive)
            let start = (try? backup.timeline().last?.number) ?? 0
            #expect(try holder.answer(to: "backup \(archive.path)") == "ok")
            try poll { ((try? backup.timeline().last?.number) ?? 0) >= start + count }
            holder.kill()
        }

        /// What the process has left, looked at in a copy: the log stays as it is.
        private func acknowledgedRow(_ round: Int) throws -> Int {
            let copy = folder.file("left-\(round).db")
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: folder.file() + suffix) {
                try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: copy + suffix)
            }
            let database = FMDatabase.file(copy)
            defer { database.close() }
            return try database.value("SELECT coalesce(max(i), 0) FROM acknowledged", as: Int.self)
        }

        @Test func afterAKillItGoesOnWithoutASnapshot() async throws {
            for round in 1...4 {
                let (acknowledged, rows) = try await inBackground {
                    try killWriter(after: UInt64(round * 7))
                    let copy = folder.file("copy-\(round).db")
                    try FMBackup(archive).restore(to: copy)
                    let restored = FMDatabase.file(copy)
                    defer { restored.close() }
                    return (try acknowledgedRow(round), try restored.rows("SELECT i FROM t", as: Int.self))
                }
                #expect(rows == Array(1...rows.count))
                #expect(rows.count >= acknowledged && acknowledged > 0)
            }
            #expect(try await FMBackup(archive).timeline().generations.count == 1)
            #expect(try await FMBackup(archive).timeline().gaps.isEmpty)
        }
    }
#endif
