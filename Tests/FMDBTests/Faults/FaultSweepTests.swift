import FMDB
import FMDBTestHelpers
import Testing

/// Every file operation of a small workload fails in turn, once or from then on. Whatever fails: nothing crashes,
/// nothing that was acknowledged is lost, no transaction is there in part, and the connection leaves its transaction.
///
/// A normal run takes a few of the operations; with `FMDB_FAULT_SWEEP=full` in the environment it is all of them, in
/// more settings.
@Suite struct FaultSweepTests {
    /// The faults that SQLite reports, unlike a short read.
    private static let faults = [DiskFault.device, .full, .busy]
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_FAULT_SWEEP"] == "full"
    private static let step = isFull ? 1 : 7

    static let settings =
        isFull
        ? ["DELETE", "WAL", "TRUNCATE", "PERSIST"].flatMap { journal in
            [3, 24].map { FaultWorkload.Setting(journal: journal, rowsPerBatch: $0) }
        }
        : ["DELETE", "WAL"].map { FaultWorkload.Setting(journal: $0, rowsPerBatch: 3) }

    @Test(arguments: faults, settings)
    func failingOnce(_ fault: DiskFault, _ setting: FaultWorkload.Setting) throws {
        try sweep(fault, .once, setting)
    }

    @Test(arguments: faults, settings)
    func failingFromThenOn(_ fault: DiskFault, _ setting: FaultWorkload.Setting) throws {
        try sweep(fault, .sticky, setting)
    }

    private func sweep(_ fault: DiskFault, _ duration: FMTestDisk.Persistence, _ setting: FaultWorkload.Setting) throws
    {
        let untouched = try run(fault, duration, setting, failingAt: 0)
        #expect(untouched.reports == 0, "without a fault everything works")
        try #require(untouched.operations > 10, "the workload does not pass through the file system")
        for number in stride(from: 1, through: untouched.operations, by: FaultSweepTests.step) {
            let result = try run(fault, duration, setting, failingAt: number)
            #expect(result.failures > 0, "operation \(number) did not happen")
            // SQLite keeps silent where nothing is lost: when a checkpoint fails while closing, when a page cannot be
            // written before the commit to make room in the cache, and when an old journal cannot be looked into. So does the
            // library where it compares the size of a journal with that of the file at its path.
            // Since 3.50 it waits at its first lock, too.
            let hasWaited = fault == .busy && number == 1 && SQLiteVersion.linked >= SQLiteVersion(3, 50)
            if result.kind != .size, !hasWaited, setting.journal == "DELETE" && setting.rowsPerBatch == 3 {
                #expect(result.reports > 0, "nobody learnt that operation \(number) failed")
            }
        }
    }

    private func run(
        _ fault: DiskFault, _ duration: FMTestDisk.Persistence, _ setting: FaultWorkload.Setting, failingAt number: Int
    ) throws -> (operations: Int, kind: FMTestDisk.Operation?, failures: Int, reports: Int) {
        let folder = TemporaryFolder()
        let disk = FMTestDisk()
        let kinds = Locked([FMTestDisk.Operation]())
        for kind in fault.kinds { disk.before(kind) { kinds.withLock { $0.append(kind) } } }
        disk.fail(fault.kinds, at: number, duration, code: fault.code)
        var workload = FaultWorkload(folder.file(), on: disk, setting)
        workload.run()
        let kind = number > 0 ? kinds.value.dropFirst(number - 1).first : nil
        let result = (disk.count, kind, disk.failures, workload.reports)
        disk.heal()
        try workload.judgeFiles()
        #expect(workload.violations == [], "operation \(number) of \(fault) failed, \(duration), \(setting)")
        return result
    }
}
