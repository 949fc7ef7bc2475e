// The arithmetic of the library with nanoseconds, bytes and pages, where `Int` has 32 bits. A number that is too large
// stops the program.

@_extern(c, "putchar") func putchar(_ character: Int32) -> Int32

func say(_ text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { _ = putchar(Int32(byte)) } }
    _ = putchar(10)
}

@_extern(c, "finish") func finish(_ code: Int32)

nonisolated(unsafe) var failures: Int32 = 0

func check(_ name: StaticString, _ isTrue: Bool) {
    if isTrue { return }
    failures += 1
    say(name)
}

typealias Log = FMDatabaseCoordinator.WriteAheadLog

/// The books of a log in whose database pages have 4096 bytes.
func ledger(_ change: (inout Log) -> Void) -> CheckpointPolicy {
    var log = Log(persistence: .never)
    log.alarmSize = nil
    change(&log)
    var ledger = CheckpointPolicy(log)
    ledger.opened(0, frameSize: 4096 + 24)
    return ledger
}

func isCheckpoint(_ step: CheckpointPolicy.Step) -> Bool {
    if case .checkpoint = step { return true }
    return false
}

func checkTimes() {
    check("the clock has passed the end of 32 bits of nanoseconds", CoarseTime.now != 0)
    let begun = CoarseTime.ticks(4_000_000_000)
    let age = CoarseTime.age(of: begun, at: CoarseTime.ticks(9_000_000_000))
    check("a transaction of five seconds", age > .milliseconds(4_990) && age < .milliseconds(5_010))
    let month: UInt64 = 30 * 86_400 * 1_000_000_000
    let long = CoarseTime.age(of: CoarseTime.ticks(month), at: CoarseTime.ticks(2 * month))
    check(
        "one of thirty days, meanwhile the count begins again", long > .seconds(2_591_999) && long < .seconds(2_592_001)
    )

    let semaphore = DispatchSemaphore()
    semaphore.wait(until: .now + .seconds(3))
    check("a deadline in three seconds", semaphore.end?.uptimeNanoseconds == 8_000_000_001)
    semaphore.wait(until: .now + .seconds(1_000_000_000))
    check("one that is far away", semaphore.end?.uptimeNanoseconds == 86_405_000_000_001)
}

func checkLogs() {
    var patient = ledger { $0.checkpointInterval = .seconds(Int64.max) }
    _ = patient.committed(1, took: .zero, at: .now, movedPages: { nil })
    check("an interval without an end asks for no checkpoint", !isCheckpoint(patient.step(at: .now)))

    var endless = ledger {
        $0.checkpointPages = .max
        $0.checkpointInterval = nil
        $0.sizeLimit = 0
    }
    endless.opened(1 << 40, frameSize: 65536 + 24)
    check("a file of a terabyte, which is no log without an end", !isCheckpoint(endless.step(at: .now)))
    _ = endless.committed(1000, took: .zero, at: .now, movedPages: { nil })
    _ = endless.checkpointed(1000, moved: 1000, commits: 1, at: .now)
    endless.settled(1000, commits: 1)
    endless.failed(at: .now)
    _ = endless.committed(2000, took: .zero, at: .now, movedPages: { nil })
    check("a log without an end asks for no checkpoint", !isCheckpoint(endless.step(at: .now)))

    var large = ledger { $0.alarmSize = .max }
    var alarm: CheckpointPolicy.Alarm?
    for _ in 0..<3 { alarm = large.checkpointed(1_000_000, moved: 1, commits: 0, at: .now) }
    check("a log of 4 GB raises the alarm", alarm?.size == 4_120_000_000)
    check("it is cut when nobody writes", large.cutsWhenIdle(4_120_000_000))

    var busy = ledger { $0.checkpointPages = 1 }
    for _ in 0..<3 { _ = busy.checkpointed(.max, moved: .max, commits: 0, at: .now) }
    check("as many pages as can be moved", busy.statistics.checkpoints == 3)
}

@main
struct Checks {
    static func main() {
        check("Int has 32 bits", Int.bitWidth == 32)
        checkTimes()
        checkLogs()
        finish(failures)
    }
}
