#if S3
    import FMDB
    import FMDBS3
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// A continuous backup beside a server.
    @Suite(.enabled(if: S3Server.address != nil, "needs the server of Scripts/test-s3")) struct S3BackupTests {
        private let folder = TemporaryFolder()

        private func queue(_ target: FMS3Target) throws -> FMDatabaseQueue {
            var configuration = FMDatabaseQueue.Configuration()
            configuration.backup = .init(to: target, acknowledges: .whenShipped(within: .seconds(120)))
            return try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        }

        private func rows(_ path: String) throws -> [Int] {
            let database = FMDatabase.file(path)
            defer { database.close() }
            return try database.rows("SELECT i FROM t ORDER BY i", as: Int.self)
        }

        @Test func eachAcknowledgedCommitIsRestored() async throws {
            let target = try S3Server.target()
            let first = try queue(target)
            try await first.withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY)") }
            for row in 1...10 { try await first.withTransaction { try $0.execute("INSERT INTO t VALUES (\(row))") } }
            first.close()
            let second = try queue(target)
            try await second.withTransaction { try $0.execute("INSERT INTO t VALUES (11)") }
            second.close()

            let backup = FMBackup(target)
            #expect(try await backup.timeline().generations.count == 1)
            let restored = try await backup.restore(to: folder.file("restored.db"))
            #expect(try rows(restored.path) == Array(1...11))
            let earlier = try await backup.restore(
                to: folder.file("earlier.db"), at: .commit(restored.commit.number - 4))
            #expect(try rows(earlier.path) == Array(1...7))
            try await backup.compact()
            #expect(try await backup.verify().isWhole)
        }
    }
#endif
