#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// A process that is killed while it writes to a file with a continuous backup: what it has acknowledged is in the archive, which
    /// can be read, and in the file; the next process goes on with both. See ``KillTests``.
    @Suite(.serialized) struct BackupKillTests {
        @Test func noAcknowledgedTransactionIsMissingInTheArchive() async throws {
            var (folder, acknowledged) = (TemporaryFolder(), Set<Int>())
            var (random, faults, count) = (SeededNumbers(Kills.seed), [String](), 0)
            for round in 0..<max(4, Kills.count) {
                if round % 10 == 0 { (folder, acknowledged) = (TemporaryFolder(), []) }
                let numbers = try await work(round, in: folder, &random)
                count += numbers.count
                acknowledged.formUnion(numbers)
                let target = FMFolderTarget(URL(fileURLWithPath: folder.file() + "-archive"))
                let file = BackedUpFile(path: folder.file(), target: target)
                faults += missing(acknowledged, in: file.restored()).map { "round \(round), archive: \($0)" }
                // Opening the file moves what is in its log, so that the next process cannot go on there.
                if round % 3 == 2 {
                    faults += missing(acknowledged, in: file.survivors).map { "round \(round), file: \($0)" }
                }
                await Task.yield()
            }
            Kills.show("backup: \(max(4, Kills.count)) rounds, \(count) acknowledged, \(faults.count) faults")
            #expect(faults == [])
            #expect(count > 0)
        }

        /// - Returns: the numbers that a process has acknowledged until it was killed.
        private func work(_ round: Int, in folder: TemporaryFolder, _ random: inout SeededNumbers) async throws -> [Int]
        {
            var arguments = ["backup", "WAL", folder.file(), String(1 + round * 1_000_000)]
            var limit = Int.random(in: 1...40, using: &random)
            if round % 2 == 1 {
                arguments.append(String(Int.random(in: 1...1000, using: &random)))
                limit = .max
            }
            let (numbers, status) = try await inBackground { [arguments, limit] in
                try numbersOfWriter(arguments, killedAfter: limit)
            }
            #expect(status == SIGKILL, "the process ended by itself")
            return numbers
        }

        private func missing(_ numbers: Set<Int>, in survivors: Survivors) -> [String] {
            if let fault = survivors.fault { return [fault] }
            let lost = numbers.subtracting(survivors.numbers)
            return lost.isEmpty ? [] : ["\(lost.sorted()) are missing"]
        }
    }
#endif
