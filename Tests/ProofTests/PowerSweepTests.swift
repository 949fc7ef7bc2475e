import FMDB
import Support
import Testing

/// The power is cut at every operation on the disk, which then has none, all or some of what was not synced. In the modes
/// that SQLite calls durable no acknowledged transaction is lost, and none is there in part.
///
/// A normal run takes some of the operations; with `FMDB_POWER_SWEEP=full` in the environment it is all of them, in all
/// modes, and the tests print what they have found.
@Suite struct PowerSweepTests {
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_POWER_SWEEP"] == "full"
    private static let step = isFull ? 1 : 23

    @Test(arguments: PoweredWork.cases(Durability.durable))
    func nothingThatWasAcknowledgedIsLost(_ work: PoweredWork, _ mode: Durability) throws {
        let outcome = try sweep(work, mode)
        #expect(outcome.faults == [])
        #expect(outcome.losses == [:])
    }

    /// A disk that loses what SQLite does not sync, or these tests would find nothing.
    @Test func theLastCommitIsLostWhereSQLiteDoesNotSyncIt() throws {
        let outcome = try sweep(.queue, Durability(journal: "DELETE", synchronous: "FULL"))
        #expect(outcome.faults == [])
        #expect(Set(outcome.losses.keys) == [1])
    }

    @Test func filesAreDamagedWhereSQLiteDoesNotSyncThem() throws {
        #expect(try sweep(.queue, Durability(journal: "DELETE", synchronous: "OFF")).faults != [])
    }

    /// In the other modes the last transactions may be lost, as documented, but the file is whole.
    @Test(.enabled(if: isFull), arguments: PoweredWork.cases(Durability.others))
    func otherModesKeepTheirPromises(_ work: PoweredWork, _ mode: Durability) throws {
        let outcome = try sweep(work, mode)
        if mode.isConsistent { #expect(outcome.faults == []) }
        if mode.synchronous == "OFF", work != .migration { #expect(outcome.faults != []) }
    }

    private struct Outcome {
        var runs = 0
        var faults: [String] = []
        /// How many acknowledged transactions were lost: in how many runs.
        var losses: [Int: Int] = [:]
    }

    private func sweep(_ work: PoweredWork, _ mode: Durability) throws -> Outcome {
        let (count, all) = try run(work, mode, cuttingAt: 0, .keepsUnsynced, into: nil)
        try #require(count > 10, "the work does not pass through the disk")
        try #require(all.count == work.transactionCount, "the work does not succeed")
        var outcome = Outcome()
        // The last one is a cut after all operations.
        for number in Array(stride(from: 1, through: count, by: PowerSweepTests.step)) + [count + 1] {
            for damage in FMTestDisk.Damage.all(seed: UInt64(number)) {
                _ = try run(work, mode, cuttingAt: number, damage, into: &outcome)
            }
        }
        if PowerSweepTests.isFull {
            let losses = outcome.losses.sorted { $0.key < $1.key }.map { "\($0.value) lost \($0.key)" }
            print(
                "power: \(work.rawValue), \(mode): \(count) operations, \(outcome.runs) runs,",
                "\(outcome.faults.count) damaged, \(losses.isEmpty ? "none lost any" : losses.joined(separator: ", "))")
        }
        return outcome
    }

    /// - Returns: how many operations there were, and what was acknowledged.
    private func run(
        _ work: PoweredWork, _ mode: Durability, cuttingAt number: Int, _ damage: FMTestDisk.Damage,
        into outcome: UnsafeMutablePointer<Outcome>?
    ) throws -> (Int, Set<Int>) {
        let folder = TemporaryFolder()
        let disk = FMTestDisk()
        try work.prepare(folder.file(), mode)
        disk.cutPower(at: number)
        let acknowledged = work.run(folder.file(), mode, on: disk)
        let count = disk.count
        try disk.restorePower(damage)
        let survivors = work.survivors(folder.file(), mode)
        if let outcome {
            outcome.pointee.runs += 1
            if let fault = survivors.fault {
                outcome.pointee.faults.append("operation \(number), \(damage): \(fault)")
            } else {
                let lost = acknowledged.subtracting(survivors.numbers).count
                if lost > 0 { outcome.pointee.losses[lost, default: 0] += 1 }
            }
        }
        return (count, acknowledged)
    }
}
