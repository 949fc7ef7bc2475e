import FMDB
import FMDBTestHelpers
import Testing

/// Copies on a disk that fails. The power is cut, or an operation fails, at each operation in turn.
@Suite struct BackupDiskTests {
    enum Verb: CaseIterable {
        case backup, vacuum

        static var possible: [Verb] { SQLiteVersion.linked >= SQLiteVersion(3, 27) ? allCases : [.backup] }

        func run(_ database: FMDatabase, _ scene: BackupScene) throws {
            var options = BackupScene.smallSteps
            options.overwrites = true
            switch self {
            case .backup: try database.backup(to: scene.copy, options)
            case .vacuum: try database.vacuum(into: scene.copy, overwrites: true)
            }
        }
    }

    /// Runs a verb with something that goes wrong on the disk.
    ///
    /// - Returns: whether it has thrown.
    private func run(
        _ verb: Verb, _ scene: BackupScene, _ disk: FMTestDisk, replaces: Bool, _ prepare: () -> Void
    ) throws -> Bool {
        if replaces { try scene.people(3, in: "copy.db", journal: "DELETE", vfs: disk.vfs).close() }
        let database = try scene.people(60, pageSize: 1024, vfs: disk.vfs)
        prepare()
        let error = thrown { try verb.run(database, scene) }
        database.close()
        return error != nil
    }

    /// A power cut may leave files under temporary names.
    private func expectOneOrTheOther(_ scene: BackupScene, replaces: Bool, hasFailed: Bool, _ place: Comment) throws {
        let names = try scene.leftovers()
        guard names.contains("copy.db") else { return #expect(hasFailed && !replaces, place) }
        let count = try scene.count(scene.copy)
        #expect(count == 60 || hasFailed && replaces && count == 3, place)
    }

    @Test(arguments: Verb.possible, [false, true]) func aPowerCutLeavesTheFormerFileOrTheWholeCopy(
        _ verb: Verb, _ replaces: Bool
    ) throws {
        let disk = FMTestDisk()
        var (number, failures) = (1, 0)
        while true {
            let scene = BackupScene()
            let hasFailed = try run(verb, scene, disk, replaces: replaces) { disk.cutPower(at: number) }
            let wasCut = disk.isPowerCut
            if hasFailed { failures += 1 }
            // Without a power cut, it comes right behind the call.
            let damage = FMTestDisk.Damage.all(seed: UInt64(number))[number % 4]
            try disk.restorePower(damage)
            try expectOneOrTheOther(
                scene, replaces: replaces, hasFailed: hasFailed, "cut at \(number), \(damage), \(verb)")
            guard wasCut else { break }
            number += 1
        }
        #expect(failures > 10)
    }

    @Test(arguments: Verb.possible, [FMResultCode.full, .ioErrorWrite]) func aFailureLeavesTheFormerFile(
        _ verb: Verb, _ code: FMResultCode
    ) throws {
        let disk = FMTestDisk()
        var (number, failures) = (1, 0)
        while true {
            let scene = BackupScene()
            let hasFailed = try run(verb, scene, disk, replaces: true) {
                disk.fail([.open, .read, .write, .sync, .truncate], at: number, .sticky, code: code)
            }
            let wasMet = disk.failures > 0
            disk.heal()
            if hasFailed { failures += 1 }
            #expect(try scene.leftovers() == ["copy.db"])
            try expectOneOrTheOther(scene, replaces: true, hasFailed: hasFailed, "\(code) at \(number), \(verb)")
            guard wasMet else { break }
            number += 1
        }
        #expect(failures > 10)
    }
}
