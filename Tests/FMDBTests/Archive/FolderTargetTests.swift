import FMDB
import FMDBTestHelpers
import Testing

/// A folder that keeps the pieces of a backup.
@Suite struct FolderTargetTests {
    private let folder = TemporaryFolder()
    private let name = "0000018bcfe56800-00000001/snapshot-0000000000000001-0000018bcfe56800-00000000-end"
    private var target: FMFolderTarget { .folder(URL(fileURLWithPath: folder.file("a/b"))) }
    private var generation: String { folder.file("a/b/0000018bcfe56800-00000001") }

    @Test func aPieceIsKept() throws {
        #expect(try target.list() == [])
        try target.put(Data([1, 2]), named: name)
        #expect(try target.get(name) == Data([1, 2]))
        try target.put(Data([3]), named: name)
        #expect(try target.list() == [FMBackupPiece(name: name, size: 1)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: generation).count == 1)
        try target.remove(name)
        try target.remove(name)
        #expect(try target.list() == [])
        #expect(thrown { try target.get(name) }?.resultCode == .notFound)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b")) == [])
    }

    /// Without it the list would be that of an older archive.
    @Test func aPieceThatCannotBeLookedAtFailsTheList() throws {
        try target.put(Data([1]), named: name)
        let loop = generation + "/closed-0000000000000001"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        #expect(thrown { try target.list() }?.resultCode == .ioError)
        try FileManager.default.removeItem(atPath: loop)
        #expect(try target.list().count == 1)
    }

    @Test(arguments: ["", "a", "../a", "0000018bcfe56800-00000001/../../x", "0000018bcfe56800-00000001/closed-1"])
    func anotherNameIsRefused(_ name: String) {
        #expect(thrown { try target.put(Data(), named: name) }?.resultCode == .misuse)
        #expect(thrown { try target.get(name) }?.resultCode == .misuse)
        #expect(thrown { try target.remove(name) }?.resultCode == .misuse)
    }

    @Test func onlyTheFirstPartOfASnapshotMakesTheFolder() throws {
        let other = "0000018bcfe56800-00000001/closed-0000000000000001"
        #expect(thrown { try target.put(Data([1]), named: other) }?.resultCode == .cantOpen)
        try target.put(Data([1]), named: name)
        try target.put(Data([1]), named: other)
        #expect(try target.list().count == 2)
    }

    @Test func whatAnEndedProcessLeftIsDeleted() throws {
        try target.put(Data([1]), named: name)
        let (old, new) = (generation + "/.a.partial", generation + "/.b.partial")
        for path in [old, new] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -4000)], ofItemAtPath: old)
        #expect(try target.list().map(\.name) == [name])
        #expect(!FileManager.default.fileExists(atPath: old) && FileManager.default.fileExists(atPath: new))
    }

    @Test func aFolderThatCannotBeMadeIsTold() throws {
        try Data([1]).write(to: URL(fileURLWithPath: folder.file("a")))
        let error = thrown { try target.put(Data([1]), named: name) }
        #expect(error?.resultCode == .cantOpen && error?.message.contains("cannot be created") == true)
        #expect(thrown { try target.list() }?.resultCode == .cantOpen)
    }
}
