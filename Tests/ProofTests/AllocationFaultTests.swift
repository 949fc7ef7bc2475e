#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// Memory runs out, in a process of its own. `FMDB_ALLOCATIONS=full` lets each allocation fail, and prints how many
    /// there were; a normal run takes one in 41.
    @Suite struct AllocationFaultTests {
        private static let isFull = ProcessInfo.processInfo.environment["FMDB_ALLOCATIONS"] == "full"

        @Test func eachCallFailsOrIsDoneAndNothingIsLeft() async throws {
            let (status, lines) = try await inBackground {
                let process = try ChildProcess("FMDBAllocationFaults", [Self.isFull ? "1" : "41"])
                var lines: [String] = []
                while let line = process.readLine(within: patience) { lines.append(line) }
                return (process.wait(), lines)
            }
            #expect(status == 0, "\(lines.joined(separator: "\n"))")
            #expect(lines.count >= 20)
            if Self.isFull { print(lines.map { "allocations: " + $0 }.joined(separator: "\n")) }
        }
    }
#endif
