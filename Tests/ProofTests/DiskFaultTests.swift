import FMDB
import FMDBTestHelpers
import Testing

/// Every operation on the disk fails in turn, once or from then on, in each work of ``DiskWork``. Whatever fails: nothing
/// crashes, each call throws or has done what it was to do, no transaction is there in part, no connection is left open, and
/// the objects work as soon as the disk does.
///
/// A normal run takes a few of the operations; with `FMDB_FAULT_SWEEP=full` in the environment it is all of them, in more
/// modes, and the tests print what they have found.
@Suite struct DiskFaultTests {
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_FAULT_SWEEP"] == "full"
    private static let modes = Durability.failing(isFull ? ["WAL", "DELETE", "TRUNCATE"] : ["WAL", "DELETE"])

    @Test(arguments: DiskWork.cases(modes))
    func eachCallThrowsOrIsDoneAndNothingIsLeftOpen(_ work: DiskWork, _ mode: Durability) async throws {
        let reported = DiskFault.allCases.filter { $0 != .shortRead }
        let outcome = try await sweep(work, mode, reported)
        #expect(outcome.wrong == [])
        #expect(outcome.leaked == [])
        #expect(outcome.failures > 0)
    }

    /// SQLite takes a short read for the end of the file, and its rest for zeros, without an error, for every caller: rows may
    /// be wrong, and what is made of them may be written. What the library promises is that nothing crashes, hangs or stays
    /// open. How often rows were wrong while the reads were short, and how often the file is afterwards, is counted.
    @Test(arguments: DiskWork.cases(modes))
    func aShortReadStopsNothingAndLeavesNothingOpen(_ work: DiskWork, _ mode: Durability) async throws {
        let outcome = try await sweep(work, mode, [.shortRead])
        #expect(outcome.leaked == [])
        #expect(outcome.failures > 0)
    }

    private struct Outcome {
        var runs = 0
        /// In how many runs something failed.
        var failures = 0
        var wrong: [String] = []
        /// In how many runs the files were wrong afterwards.
        var damaged = 0
        var leaked: [String] = []
    }

    private func sweep(_ work: DiskWork, _ mode: Durability, _ faults: [DiskFault]) async throws -> Outcome {
        var outcome = Outcome()
        for fault in faults {
            var untouched = Outcome()
            let count = try run(work, mode, fault, .once, failingAt: 0, &untouched)
            #expect(untouched.wrong == [], "without a fault everything works")
            for duration in [FMTestDisk.Persistence.once, .sticky] where count > 0 {
                for number in stride(from: 1, through: count, by: DiskFaultTests.isFull ? 1 : max(1, count / 2)) {
                    _ = try run(work, mode, fault, duration, failingAt: number, &outcome)
                    await Task.yield()
                }
            }
        }
        if DiskFaultTests.isFull {
            print(
                "faults: \(work.rawValue), \(mode.journal), \(faults.map(\.rawValue).joined(separator: "/")):",
                "\(outcome.runs) runs, \(outcome.failures) with failures, \(outcome.wrong.count) wrong,",
                "\(outcome.damaged) of them afterwards, \(outcome.leaked.count) leaked")
        }
        return outcome
    }

    /// - Returns: how many operations there were that could fail.
    private func run(
        _ work: DiskWork, _ mode: Durability, _ fault: DiskFault, _ duration: FMTestDisk.Persistence,
        failingAt number: Int, _ outcome: inout Outcome
    ) throws -> Int {
        let folder = TemporaryFolder()
        let disk = FMTestDisk()
        try work.prepare(folder.file(), mode)
        let run = DiskRun(work, folder.file(), mode, on: disk, stopsAtFailure: false)
        disk.fail(fault.kinds, at: number, duration, code: fault.code)
        var (count, failures) = (0, 0)
        run.run {
            (count, failures) = (disk.count, disk.failures)
            disk.heal()
        }
        let place = "operation \(number), \(fault), \(duration)"
        outcome.runs += 1
        outcome.failures += failures > 0 ? 1 : 0
        if disk.openFileCount > 0 { outcome.leaked.append("\(place): \(disk.openFileCount) files") }
        let survivors = work.survivors(folder.file(), otherFirst: number % 2 == 0)
        let damage = work.faults(survivors, requiring: run.acknowledged)
        let wrong = run.faults + damage
        outcome.damaged += damage.isEmpty ? 0 : 1
        if !wrong.isEmpty { outcome.wrong.append("\(place): \(wrong.joined(separator: "; "))") }
        return count
    }
}
