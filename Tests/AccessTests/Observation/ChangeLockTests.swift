import FMDB
import FMDBTestHelpers
import Testing

/// A change is observed while another connection keeps the database locked.
@Suite struct ChangeLockTests {
    @Test func aTableThatIsMadeAfterAWaitIsReported() async throws {
        let folder = TemporaryFolder()
        let plan = FMTestDisk()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = plan.vfs
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        try queue.here { try $0.execute("CREATE TABLE t (a)") }
        let changes = queue.changes().makeAsyncIterator()
        try queue.here { try $0.execute("INSERT INTO t VALUES (1)") }
        _ = await changes.next()
        let holder = Confined(FMDatabase.file(folder.file()))
        try holder.value.execute("BEGIN EXCLUSIVE")
        let attempts = Locked(0)
        plan.before(.lock) {
            attempts.withLock { $0 += 1 }
            // The first ones are the library's own questions, which do not wait.
            if attempts.value == 4 { holder.value.rollback() }
        }
        try queue.deferredHere { try $0.execute("CREATE TABLE IF NOT EXISTS n (a)") }
        plan.before(.lock, nil)
        try queue.here { try $0.execute("INSERT INTO t VALUES (2)") }

        #expect(await changes.next()?.schemaChanged == true)
    }
}

extension FMDatabaseCoordinator {
    fileprivate func deferredHere(_ body: (FMDatabase) throws -> Void) throws {
        try withTransaction(.deferred) { try body($0) }
    }
}
