import FMDB
import FMDBTestHelpers
import Testing

// Each test has a process of its own, which the nested call must stop. In that process the call has a thread of its own:
// should it hang, the process ends without a failure, and the test fails.
#if os(Linux) || os(macOS)
    @Suite struct QueueNestingTests {
        @Test func testB313_inDatabaseInsideItsOwnBlockStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inDatabase { _ in
                        queue.inDatabase { _ in }
                    }
                }
                nested.arrives()
            }
        }

        @Test func testB313_inDatabaseInsideATransactionStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inTransaction { _, _ in
                        queue.inDatabase { _ in }
                    }
                }
                nested.arrives()
            }
        }

        @Test func testD18_aTransactionInsideABlockStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inDatabase { _ in
                        queue.inTransaction { _, _ in }
                    }
                }
                nested.arrives()
            }
        }

        @Test func testD18_aDeferredTransactionInsideABlockStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inDatabase { _ in
                        queue.inDeferredTransaction { _, _ in }
                    }
                }
                nested.arrives()
            }
        }

        @Test func testD18_anImmediateTransactionInsideABlockStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inDatabase { _ in
                        queue.inImmediateTransaction { _, _ in }
                    }
                }
                nested.arrives()
            }
        }

        @Test func testD18_anExclusiveTransactionInsideABlockStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inDatabase { _ in
                        queue.inExclusiveTransaction { _, _ in }
                    }
                }
                nested.arrives()
            }
        }

        @Test func testD18_aSavePointInsideABlockStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inDatabase { _ in
                        queue.inSavePoint { _, _ in }
                    }
                }
                nested.arrives()
            }
        }

        @Test func testD18_comingBackThroughAnotherQueueStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let queue = FMDatabaseQueue()
                let other = FMDatabaseQueue()
                let nested = BackgroundThreads.start {
                    queue.inDatabase { _ in
                        other.inDatabase { _ in
                            queue.inDatabase { _ in }
                        }
                    }
                }
                nested.arrives()
            }
        }
    }
#endif
