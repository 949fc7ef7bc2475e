import FMDB
import FMDBTestHelpers
import Testing

/// The power is cut at every operation on the disk, which then has none, all or some of what was not synced. In the modes
/// that SQLite calls durable no acknowledged transaction is lost, and none is there in part.
///
/// A normal run takes some of the operations; with `FMDB_POWER_SWEEP=full` in the environment it is all of them, in all
/// modes, and the tests print what they have found.
@Suite struct PowerSweepTests {
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_POWER_SWEEP"] == "full"

    @Test(arguments: DiskWork.cases(Durability.durable))
    func nothingThatWasAcknowledgedIsLost(_ work: DiskWork, _ mode: Durability) async throws {
        let outcome = try await sweep(work, mode)
        #expect(outcome.faults == [])
        #expect(outcome.losses == [:])
    }

    /// The power returns, and is cut once more while SQLite brings the files in order, or soon afterwards.
    @Test(
        arguments: DiskWork.cases(Durability.durable).filter { isFull || [.queue, .attached, .vacuum].contains($0.0) })
    func nothingIsLostByASecondCutDuringTheRecovery(_ work: DiskWork, _ mode: Durability) async throws {
        let count = try countOfOperations(work, mode)
        var outcome = Outcome()
        for number in stride(from: 3, through: count, by: max(1, count / (PowerSweepTests.isFull ? 20 : 3))) {
            for damage in FMTestDisk.Damage.all(seed: UInt64(number)) {
                try await cutTwice(work, mode, number, damage, &outcome)
            }
        }
        outcome.show("\(work.rawValue) cut twice", mode, count)
        #expect(outcome.runs > 10)
        #expect(outcome.faults == [])
        #expect(outcome.losses == [:])
    }

    /// A disk that loses what SQLite does not sync, or these tests would find nothing.
    @Test func theLastCommitIsLostWhereSQLiteDoesNotSyncIt() async throws {
        let outcome = try await sweep(.queue, Durability(journal: "DELETE", synchronous: "FULL"))
        #expect(outcome.faults == [])
        #expect(Set(outcome.losses.keys) == [1])
    }

    /// In this mode SQLite alone damages the file: it shortens it when the journal has been deleted, and syncs nothing in between.
    @Test func aVacuumDoesNotDamageTheFile() async throws {
        let mode = Durability(journal: "DELETE", synchronous: "FULL")
        let count = try countOfOperations(.vacuum, mode)
        #expect(try await sweep(.vacuum, mode, numbers: Array(1...count)).faults == [])
    }

    @Test func filesAreDamagedWhereSQLiteDoesNotSyncThem() async throws {
        #expect(try await sweep(.queue, Durability(journal: "DELETE", synchronous: "OFF")).faults != [])
    }

    /// In the other modes the last transactions may be lost, as documented, but the file is whole.
    @Test(.enabled(if: isFull), arguments: DiskWork.cases(Durability.others))
    func otherModesKeepTheirPromises(_ work: DiskWork, _ mode: Durability) async throws {
        let outcome = try await sweep(work, mode)
        if mode.isConsistent { #expect(outcome.faults == []) }
        if mode.synchronous == "OFF", work != .migration { #expect(outcome.faults != []) }
    }

    private struct Outcome {
        var runs = 0
        var faults: [String] = []
        /// How many acknowledged transactions were lost: in how many runs.
        var losses: [Int: Int] = [:]

        mutating func add(_ survivors: Survivors, requiring required: Set<Int>, attempted: Set<Int>, _ place: String) {
            runs += 1
            if let fault = survivors.fault {
                faults.append("\(place): \(fault)")
            } else if !attempted.isSuperset(of: survivors.numbers) {
                faults.append("\(place): \(survivors.numbers.subtracting(attempted)) were undone")
            } else {
                let lost = required.subtracting(survivors.numbers).count
                if lost > 0 { losses[lost, default: 0] += 1 }
            }
        }

        func show(_ work: String, _ mode: Durability, _ count: Int) {
            guard PowerSweepTests.isFull else { return }
            let losses = losses.sorted { $0.key < $1.key }.map { "\($0.value) lost \($0.key)" }
            print(
                "power: \(work), \(mode): \(count) operations, \(runs) runs,",
                "\(faults.count) damaged, \(losses.isEmpty ? "none lost any" : losses.joined(separator: ", "))")
        }
    }

    // MARK: One cut

    private func countOfOperations(_ work: DiskWork, _ mode: Durability) throws -> Int {
        let folder = TemporaryFolder()
        try work.prepare(folder.file(), mode)
        let disk = FMTestDisk()
        disk.cutPower(at: 0)
        let run = DiskRun(work, folder.file(), mode, on: disk, stopsAtFailure: true)
        run.run()
        try #require(run.faults == [])
        try #require(run.acknowledged == work.all, "the work does not succeed")
        try #require(disk.count > 10, "the work does not pass through the disk")
        return disk.count
    }

    /// - Parameter numbers: the operations at which the power is cut; nil for the usual ones.
    private func sweep(_ work: DiskWork, _ mode: Durability, numbers: [Int]? = nil) async throws -> Outcome {
        let count = try countOfOperations(work, mode)
        var outcome = Outcome()
        // The last one is a cut after all operations.
        let usual = Array(stride(from: 1, through: count, by: PowerSweepTests.isFull ? 1 : 61)) + [count + 1]
        for number in numbers ?? usual {
            for damage in FMTestDisk.Damage.all(seed: UInt64(number)) {
                let folder = TemporaryFolder()
                let run = try cut(work, mode, at: number, damage, folder)
                outcome.faults += run.faults
                outcome.add(
                    work.survivors(folder.file(), otherFirst: number % 2 == 0),
                    requiring: run.acknowledged.union(work.prepared), attempted: work.attempted,
                    "operation \(number), \(damage)")
                await Task.yield()
            }
        }
        outcome.show(work.rawValue, mode, count)
        return outcome
    }

    /// Cuts the power at an operation of a work, and restores it.
    private func cut(
        _ work: DiskWork, _ mode: Durability, at number: Int, _ damage: FMTestDisk.Damage, _ folder: TemporaryFolder
    ) throws -> DiskRun {
        let disk = FMTestDisk()
        try work.prepare(folder.file(), mode)
        disk.cutPower(at: number)
        let run = DiskRun(work, folder.file(), mode, on: disk, stopsAtFailure: true)
        run.run()
        try disk.restorePower(damage)
        return run
    }

    // MARK: Two cuts

    /// Cuts the power at an operation of a work, then at operations of those who come after it.
    private func cutTwice(
        _ work: DiskWork, _ mode: Durability, _ number: Int, _ damage: FMTestDisk.Damage, _ outcome: inout Outcome
    ) async throws {
        let folder = TemporaryFolder()
        let first = try cut(work, mode, at: number, damage, folder)
        // In the same folder: a journal has the path of the journal that is common to several files.
        let left = try FolderContent(folder.path)
        var isCut = true
        for second in stride(from: 1, to: 10_000, by: PowerSweepTests.isFull ? 1 : 9) where isCut {
            try left.restore()
            let disk = FMTestDisk()
            disk.cutPower(at: second)
            let run = DiskRun(work, folder.file(), mode, on: disk, stopsAtFailure: true)
            if let file = try? work.open(run) {
                do {
                    try work.runOnceMore(file, run)
                } catch let wrong as DiskRun.Wrong {
                    outcome.faults.append("operations \(number) and \(second), \(damage): \(wrong.reason)")
                } catch {}
                _ = file.close()
            }
            outcome.faults += run.faults
            isCut = disk.isPowerCut
            try disk.restorePower(FMTestDisk.Damage.all(seed: UInt64(second))[(number + second) % 4])
            outcome.add(
                work.survivors(folder.file(), otherFirst: second % 2 == 0),
                requiring: first.acknowledged.union(work.prepared).union(run.acknowledged),
                attempted: work.attempted, "operations \(number) and \(second), \(damage)")
            await Task.yield()
        }
    }
}

/// The files of a folder.
private struct FolderContent {
    private let path: String
    private let files: [String: Data]

    init(_ path: String) throws {
        self.path = path
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            files[name] = FileManager.default.contents(atPath: path + "/" + name)
        }
        self.files = files
    }

    func restore() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
        for (name, content) in files { try content.write(to: URL(fileURLWithPath: path + "/" + name)) }
    }
}
