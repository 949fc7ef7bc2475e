import FMDB
import FMDBTestHelpers
import Testing

/// Commits that are acknowledged when they are in the target of a backup: whatever ends the work, each of them is in the archive,
/// which can be read, and in the file; and those who come later go on.
///
/// A normal run takes some of the operations; with `FMDB_POWER_SWEEP=full` in the environment it is all of them, and the tests
/// print what they have found.
@Suite(.serialized) struct BackedUpFileTests {
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_POWER_SWEEP"] == "full"

    private struct Outcome: Sendable {
        var runs = 0
        var acknowledged = 0
        var faults: [String] = []

        /// The outcome with that of one more run.
        func judging(_ file: BackedUpFile, _ acknowledged: Set<Int>, _ place: String) -> Outcome {
            var outcome = self
            outcome.judge(file, acknowledged, place)
            return outcome
        }

        /// Looks at a file and its archive after a run, and goes on with both.
        private mutating func judge(_ file: BackedUpFile, _ acknowledged: Set<Int>, _ place: String) {
            runs += 1
            self.acknowledged += acknowledged.count
            expect(acknowledged, in: file.restored(), "\(place): the archive")
            expect(acknowledged, in: file.survivors, "\(place): the file")
            var next = file
            (next.vfs, next.patience) = (nil, .seconds(60))
            let number = 1000
            if next.write(number...number) != [number] { faults.append("\(place): no work afterwards") }
            let (restored, survivors) = (next.restored(), next.survivors)
            expect(acknowledged.union([number]), in: survivors, "\(place): the file afterwards")
            expect(survivors.numbers, in: restored, "\(place): the archive afterwards")
            if restored.numbers != survivors.numbers { faults.append("\(place): the archive has other transactions") }
        }

        private mutating func expect(_ numbers: Set<Int>, in survivors: Survivors, _ place: String) {
            if let fault = survivors.fault { return faults.append("\(place): \(fault)") }
            let lost = numbers.subtracting(survivors.numbers)
            if !lost.isEmpty { faults.append("\(place): \(lost.sorted()) are lost") }
        }

        func show(_ what: String) {
            guard BackedUpFileTests.isFull else { return }
            print("archive: \(what): \(runs) runs, \(acknowledged) acknowledged, \(faults.count) faults")
        }
    }

    private func numbers(upTo count: Int, short: Int) -> [Int] {
        Array(stride(from: 1, through: count, by: Self.isFull ? 1 : max(1, count / short))) + [count + 1]
    }

    @Test func nothingIsLostWhenThePowerIsCut() async throws {
        let count = try countOfOperations()
        var outcome = Outcome()
        for number in numbers(upTo: count, short: 6) {
            for damage in FMTestDisk.Damage.all(seed: UInt64(number)) {
                let (folder, disk) = (TemporaryFolder(), FMTestDisk())
                defer { withExtendedLifetime(folder) {} }
                let target = CutTarget { disk.isPowerCut }
                var file = BackedUpFile(path: folder.file(), target: target)
                (file.vfs, file.patience) = (disk.vfs, .milliseconds(500))
                disk.cutPower(at: number)
                // It waits, and other tests need the thread.
                outcome = try await inBackground { [file, outcome] in
                    let acknowledged = file.write(1...10)
                    try disk.restorePower(damage)
                    let left = BackedUpFile(path: file.path, target: CutTarget(copying: target))
                    return outcome.judging(left, acknowledged, "operation \(number), \(damage)")
                }
            }
        }
        outcome.show("power cuts at \(count) operations")
        #expect(outcome.faults == [])
        #expect(outcome.acknowledged > 0)
    }

    private func countOfOperations() throws -> Int {
        let (folder, disk) = (TemporaryFolder(), FMTestDisk())
        var file = BackedUpFile(path: folder.file(), target: CutTarget())
        file.vfs = disk.vfs
        disk.cutPower(at: 0)
        try #require(file.write(1...10) == Set(1...10))
        try #require(disk.count > 10)
        return disk.count
    }

    /// The target is gone from one of its calls on, in the midst of commits, snapshots and what removes old pieces.
    @Test(arguments: CutTarget.Effect.allCases) func nothingIsLostWhenTheTargetIsCutOff(
        _ effect: CutTarget.Effect
    ) async throws {
        let (folder, whole) = (TemporaryFolder(), CutTarget())
        try #require(BackedUpFile(path: folder.file(), target: whole).write(1...10) == Set(1...10))
        var outcome = Outcome()
        for number in numbers(upTo: whole.calls, short: 12) {
            let (folder, target) = (TemporaryFolder(), CutTarget())
            defer { withExtendedLifetime(folder) {} }
            var file = BackedUpFile(path: folder.file(), target: target)
            file.patience = .milliseconds(500)
            target.cut(at: number, effect)
            outcome = try await inBackground { [file, outcome] in
                let acknowledged = file.write(1...10)
                target.restore()
                return outcome.judging(file, acknowledged, "call \(number), \(effect)")
            }
        }
        outcome.show("a target gone at each of \(whole.calls) calls, \(effect)")
        #expect(outcome.faults == [])
        #expect(outcome.acknowledged > 0)
    }
}
