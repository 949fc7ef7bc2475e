#if Tool && os(Linux)
    import FMDB
    import Foundation
    import FMDBTestHelpers
    import Testing

    @testable import FMDBCommand

    /// What runs in the studio beside its requests.
    @Suite struct StudioWorkTests {
        /// Work that says when nobody can run it any more.
        private final class Work: Sendable {
            private let hasRun: Locked<Bool>
            private let gone: AsyncStream<Void>.Continuation

            init(_ hasRun: Locked<Bool>, _ gone: AsyncStream<Void>.Continuation) {
                self.hasRun = hasRun
                self.gone = gone
            }

            func run() { hasRun.withLock { $0 = true } }

            deinit { gone.finish() }
        }

        @Test(arguments: [("one more", 64, 429), ("0", 1, 409)])
        func workThatIsRefusedHasNotRun(name: String, count: Int, status: Int) async throws {
            let running = RunningQueries()
            let (begun, hasBegun) = AsyncStream<Void>.makeStream()
            let tasks = (0..<count).map { number in
                Task {
                    try await running.run("\(number)") {
                        hasBegun.yield()
                        // A task that is cancelled gets nil.
                        for await _ in AsyncStream<Void>.makeStream().stream {}
                    }
                }
            }
            var number = 0
            for await _ in begun {
                number += 1
                if number == count { break }
            }

            let hasRun = Locked(false)
            let (gone, end) = AsyncStream<Void>.makeStream()
            func refused() async throws {
                let work = Work(hasRun, end)
                try await running.run(name) { work.run() }
            }
            let error = await #expect(throws: StudioError.self) { try await refused() }
            #expect(error?.status.code == status)
            for await _ in gone {}
            #expect(!hasRun.value)

            for number in 0..<count { running.cancel("\(number)") }
            for task in tasks { try await task.value }
            #expect(try await running.run(name) { 1 } == 1)
        }

        /// - Parameter count: how many events come while nobody reads, besides the greeting.
        @Test(arguments: [(7, 7), (8, nil), (30, nil)]) func eventsThatAreDroppedAreMadeUpFor(
            count: Int, kept: Int?
        ) async throws {
            let folder = TemporaryFolder()
            let pool = FMDatabasePool(path: folder.file())
            let feed = LiveFeed(pool)
            let events = try #require(feed.events())
            for number in 1...count { feed.tell("event \(number)") }
            feed.end()
            var told: [String] = []
            for await event in events { told.append(event) }
            if let kept {
                #expect(told == [": hello\n\n"] + (1...kept).map { "event \($0)" })
            } else {
                #expect(told.count == 8)
                #expect(told.last == "data: {\"schema\":true}\n\n")
                #expect(told.contains("event \(count)"))
            }
            pool.close()
        }
    }
#endif
