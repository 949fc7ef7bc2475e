#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation

    typealias ContinuousBackup = FMDatabaseCoordinator.ContinuousBackup

    /// What a simulation does to a database with a backup, as a seed chooses it.
    struct BackupPlan: Sendable {
        enum Place: Sendable {
            /// A target on another machine.
            case elsewhere
            /// A folder on the simulated disk.
            case folder
        }

        /// What happens while processes work.
        enum Event: Sendable {
            case kill, cutPower, replace, delete, swap, moveDate, outage, lose, pause
        }

        let seed: UInt64
        let place: Place
        var random: SeededNumbers
        let isPool: Bool
        let lives: Int
        let hasSecondWriter: Bool
        /// The number of tasks of a process that commit at the same time.
        let writers: Int
        let hasCaretaker: Bool
        let hasStandby: Bool
        var keepsShort: Bool
        /// The same for all processes, as a version of the library has one size.
        let partSize: Int
        var events: [Event]
        let faults: FMSimulation.Target.Faults

        init(_ seed: UInt64, _ place: Place) {
            var random = SeededNumbers(Int(truncatingIfNeeded: seed) ^ (place == .folder ? 0x5EED : 0))
            (self.seed, self.place) = (seed, place)
            isPool = random.chance(50)
            lives = random.pick([1, 2, 3])
            hasSecondWriter = random.chance(30)
            writers = random.pick([1, 1, 2, 4])
            hasCaretaker = random.chance(40)
            hasStandby = random.chance(30)
            keepsShort = random.chance(25)
            partSize = random.pick([8 << 10, 64 << 10, 16 << 20])
            var events: [Event] = [.pause]
            for event in [Event.kill, .cutPower, .replace, .delete, .swap, .moveDate, .outage, .lose]
            where random.chance(40) {
                events.append(event)
            }
            // What retention removes is known only as long as each life continues the one before.
            self.events =
                keepsShort
                ? events.filter { ![.cutPower, .replace, .delete, .swap, .moveDate, .lose].contains($0) } : events
            var faults = FMSimulation.Target.Faults()
            if random.chance(80) {
                faults.refusals = random.pick([0, 3, 20])
                faults.lostAnswers = random.pick([0, 3, 20])
                faults.pauses = random.pick([0, 10, 50])
                faults.repeats = random.pick([0, 10])
                // Old lists break the contract of a target: two generations may then give one number to different commits.
                faults.oldLists = 0
                faults.longestPause = random.pick([.milliseconds(20), .seconds(2), .seconds(20)])
            }
            self.faults = faults
            self.random = random
        }

        /// The settings of the backup in one life.
        func backup(to target: any FMBackupTarget, _ random: inout SeededNumbers) -> ContinuousBackup {
            func made(_ target: some FMBackupTarget) -> ContinuousBackup { ContinuousBackup(to: target) }
            var backup = made(target)
            backup.snapshotInterval = random.pick([nil, .milliseconds(1), .seconds(1), .seconds(86_400)])
            backup.retention = keepsShort ? random.pick([.zero, .seconds(2)]) : nil
            backup.acknowledgement = random.pick([.whenCommitted, .whenShipped(within: .seconds(3)), .whenShipped()])
            backup.interval = random.pick([.milliseconds(1), .milliseconds(50), .seconds(1)])
            backup.maximumLag = random.pick([60_000, 256 << 20])
            backup.targetTimeout = random.pick([.milliseconds(50), .seconds(5), .seconds(300)])
            backup.closingTimeout = random.pick([.zero, .milliseconds(100), .seconds(5), .seconds(60)])
            backup.maximumCommitSize = random.pick([1 << 16, 256 << 20])
            backup.snapshotPartSize = partSize
            return backup
        }

        /// The configuration of a queue or pool in one life.
        func configuration(_ backup: ContinuousBackup?, _ random: inout SeededNumbers)
            -> FMDatabaseCoordinator.Configuration
        {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.backup = backup
            configuration.busyTimeout = .seconds(20)
            configuration.configure = { $0.logsErrors = false }
            configuration.synchronous = random.pick([nil, .normal, .full])
            if random.chance(30) { configuration.groupCommit = .init() }
            var log = FMDatabaseCoordinator.WriteAheadLog()
            log.checkpointInterval = random.pick([nil, .milliseconds(50), .seconds(10)])
            log.checkpointPages = random.pick([5, 50, 1000])
            log.truncatesOnClose = random.chance(30)
            log.sizeLimit = random.pick([nil, 1 << 16, 16 << 20])
            configuration.writeAheadLog = log
            return configuration
        }
    }
#endif
