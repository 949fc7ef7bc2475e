import FMDB
import FMDBTestHelpers
import Testing

/// The file that a copy is written to.
@Suite struct BackupTargetTests {
    private let scene = BackupScene()

    @Test func anExistingFileIsKept() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scene.copy))
        let database = try scene.people(10)
        #expect(thrown { try database.backup(to: scene.copy) }?.resultCode == .misuse)
        #expect(FileManager.default.contents(atPath: scene.copy) == Data("mine".utf8))
        #expect(try scene.leftovers() == ["copy.db"])
    }

    @Test func aFileThatAppearsMeanwhileIsKept() throws {
        let database = try scene.people()
        let error = thrown {
            try database.backup(to: scene.copy, BackupScene.smallSteps) { _ in
                try Data("mine".utf8).write(to: URL(fileURLWithPath: scene.copy))
            }
        }
        #expect(error?.resultCode == .misuse)
        #expect(FileManager.default.contents(atPath: scene.copy) == Data("mine".utf8))
        #expect(try scene.leftovers() == ["copy.db"])
    }

    @Test(arguments: ["", "text", "database", "old", "wal"])
    func anExistingFileIsReplacedIfThatIsWanted(_ former: String) throws {
        switch former {
        case "database": try scene.people(3, in: "copy.db", journal: "DELETE").close()
        case "old":
            // SQLite before 3.7 did not write how many pages there are. When a transaction begins, SQLite writes it.
            try scene.people(3, in: "copy.db", journal: "DELETE").close()
            var bytes = try Data(contentsOf: URL(fileURLWithPath: scene.copy))
            for place in [28..<32, 92..<96] { bytes.replaceSubrange(place, with: Data(count: 4)) }
            try bytes.write(to: URL(fileURLWithPath: scene.copy))
        case "wal":
            // A log that a process has left.
            let other = try scene.people(3, in: "other.db")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: scene.folder.file("other.db" + suffix), toPath: scene.copy + suffix)
            }
            other.close()
        default: try Data(former.utf8).write(to: URL(fileURLWithPath: scene.copy))
        }
        try scene.people(10).backup(to: scene.copy, BackupScene.overwriting)
        #expect(try scene.leftovers() == ["copy.db"])
        #expect(try scene.count(scene.copy) == 10)
    }

    @Test func aFileThatThisProcessHasOpenIsNotReplaced() throws {
        let former = try scene.people(3, in: "copy.db", journal: "DELETE")
        #expect(thrown { try scene.people(10).backup(to: scene.copy, BackupScene.overwriting) }?.resultCode == .busy)
        #expect(try former.value("SELECT count(*) FROM person", as: Int.self) == 3)
    }

    @Test func theSourceIsNotReplacedByItsCopy() throws {
        let database = try scene.people(10)
        let path = scene.folder.file("source.db")
        #expect(thrown { try database.backup(to: path, BackupScene.overwriting) }?.resultCode == .busy)
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 10)
    }

    @Test(arguments: ["-wal", "-journal"]) func aForeignLogBesideTheTargetIsRefused(_ suffix: String) throws {
        try Data("left".utf8).write(to: URL(fileURLWithPath: scene.copy + suffix))
        let database = try scene.people(10)
        #expect(thrown { try database.backup(to: scene.copy) }?.resultCode == .misuse)
        #expect(try scene.leftovers() == ["copy.db" + suffix])
    }

    @Test(arguments: ["", ":memory:", "a\0b"]) func aPathThatNamesNoFileIsRefused(_ path: String) throws {
        let database = try scene.people(10)
        #expect(thrown { try database.backup(to: path) }?.resultCode == .misuse)
    }

    @Test func aMissingFolderIsTold() throws {
        let database = try scene.people(10)
        let error = thrown { try database.backup(to: scene.folder.file("missing/copy.db")) }
        #expect(error?.resultCode == .cantOpen)
        #expect(error?.message.contains("missing") == true)
    }

    @Test func aLinkIsFollowed() throws {
        try FileManager.default.createSymbolicLink(atPath: scene.folder.file("link"), withDestinationPath: scene.copy)
        try scene.people(3, in: "copy.db", journal: "DELETE").close()
        try scene.people(10).backup(to: scene.folder.file("link"), BackupScene.overwriting)
        #expect(try scene.count(scene.copy) == 10)
    }

    @Test func aNameOfTheGreatestLengthIsPossible() throws {
        let path = scene.folder.file(String(repeating: "ä", count: 120) + ".db?%#")
        try scene.people(10).backup(to: path)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func twoCopiesToOneNameMakeOneFile() async throws {
        let (scene, outcomes) = (scene, Locked<[FMResultCode?]>([]))
        for number in 0..<4 { try scene.people(200, in: "\(number).db").close() }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let database = FMDatabase.file(scene.folder.file("\(number).db"))
                    let code = thrown { try database.backup(to: scene.copy, BackupScene.smallSteps) }?.resultCode
                    outcomes.withLock { $0.append(code) }
                }
            }
        }
        #expect(outcomes.value.filter { $0 == nil }.count == 1)
        #expect(outcomes.value.filter { $0 == .misuse }.count == 3)
        #expect(try scene.count(scene.copy) == 200)
    }
}
