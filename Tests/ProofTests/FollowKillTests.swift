#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// A process that is killed at each of its operations on a standby file: the file has the state of a commit.
    @Suite(.serialized) struct FollowKillTests {
        @Test func aKilledProcessLeavesTheStateOfACommit() async throws {
            let folder = TemporaryFolder()
            let (source, standby) = (folder.file("source.db"), folder.file("standby.db"))
            var configuration = FMDatabaseQueue.Configuration()
            configuration.backup = .init(
                to: .folder(URL(fileURLWithPath: standby + "-archive")),
                acknowledges: .whenShipped(within: .seconds(600)))
            let queue = try FMDatabaseQueue(path: source, configuration: configuration)
            try await queue.withDatabase { db in try db.execute("CREATE TABLE row (round INTEGER, content BLOB)") }
            let backup = FMBackup(URL(fileURLWithPath: standby + "-archive"))
            #expect(try follow(standby, backup, at: nil) == 0)
            var (operation, written, outcomes) = (1, 0, Set<Int>())
            while true {
                written += 1
                try await write(written, queue)
                let status = try follow(standby, backup, at: operation)
                let rounds = try self.rounds(standby)
                #expect(rounds == written || rounds == written - 1, "killed at \(operation)")
                outcomes.insert(written - rounds)
                // The next process goes on.
                written += 1
                try await write(written, queue)
                #expect(try follow(standby, backup, at: nil) == 0)
                #expect(try self.rounds(standby) == written, "after the kill at \(operation)")
                guard status == SIGKILL else { break }
                operation += 1
            }
            queue.close()
            Kills.show("follow: killed at each of \(operation - 1) operations")
            #expect(outcomes == [0, 1] && operation > 10)
        }

        private func write(_ round: Int, _ queue: FMDatabaseQueue) async throws {
            try await queue.withTransaction { db in
                for _ in 0..<3 { try db.execute("INSERT INTO row VALUES (\(round), randomblob(3000))") }
            }
        }

        /// Has a process follow until the file has the last commit.
        ///
        /// - Parameter operation: at which operation on the file it kills itself.
        private func follow(_ path: String, _ backup: FMBackup, at operation: Int?) throws -> Int32 {
            let last = try #require(try backup.timeline().last?.number)
            let arguments = ["follow", "DELETE", path, String(last)] + (operation.map { [String($0)] } ?? [])
            return try onBackgroundThread { try numbersOfWriter(arguments, killedAfter: .max).1 }
        }

        /// How many rounds are in the file, each of which is there whole.
        private func rounds(_ path: String) throws -> Int {
            let db = FMDatabase.file(path)
            defer { db.close() }
            #expect(try db.value("PRAGMA integrity_check", as: String.self) == "ok")
            let parts = try db.value(
                "SELECT count(*) FROM (SELECT 1 FROM row GROUP BY round HAVING count(*) <> 3)", as: Int.self)
            #expect(parts == 0)
            return try db.value("SELECT count(DISTINCT round) FROM row", as: Int.self)
        }
    }
#endif
