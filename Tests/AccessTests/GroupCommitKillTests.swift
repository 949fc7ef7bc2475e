#if os(Linux)
    import FMDB
    import Support
    import Testing

    /// A process that commits in groups and is killed in the midst of it. `FMDB_KILLS` says how often, 3 times unless told.
    @Suite struct GroupCommitKillTests {
        private static let kills = ProcessInfo.processInfo.environment["FMDB_KILLS"].flatMap(Int.init) ?? 3

        @Test func noAcknowledgedWriteIsLostWithTheProcess() throws {
            let folder = TemporaryFolder()
            let path = folder.file()
            var acknowledged: Set<Int> = []
            // The same file each time, so that what an earlier kill has left behind is recovered from, too.
            for kill in 0..<Self.kills {
                let numbers = try onBackgroundThread { try writeAndKill(path, first: kill * 1_000_000) }
                #expect(numbers.count >= 100)
                acknowledged.formUnion(numbers)

                let database = FMDatabase.file(path)
                let found = Set(try database.rows("SELECT x FROM t", as: Int.self))
                #expect(acknowledged.subtracting(found) == [])
                #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
                database.close()
            }
        }
    }

    /// Starts the writer, and kills it after some hundred acknowledgements.
    ///
    /// - Returns: the numbers that it has acknowledged.
    private func writeAndKill(_ path: String, first: Int) throws -> [Int] {
        let writer = try ChildProcess("GroupWriter", [path, String(first)])
        let limit = Int.random(in: 100...1500)
        var numbers: [Int] = []
        while numbers.count < limit, let line = writer.readLine() { numbers.append(try #require(Int(line))) }
        writer.kill()
        while let line = writer.readLine() { numbers.append(try #require(Int(line))) }
        return numbers
    }
#endif
