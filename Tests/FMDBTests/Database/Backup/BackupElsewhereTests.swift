import FMDB
import Foundation
import SQLite3
import FMDBTestHelpers
import Testing

/// A database whose file system keeps its files elsewhere, as Ceph's does: it does not see the files of this machine.
@Suite struct BackupElsewhereTests {
    private let scene = BackupScene()
    private var path: String { Elsewhere.prefix + scene.folder.file("far.db") }

    private func database(_ count: Int) throws -> FMDatabase {
        let database = FMDatabase(path: path)
        database.logsErrors = false
        try #require(database.open(withFlags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs: Elsewhere.name))
        try database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
        try scene.add(count, to: database)
        return database
    }

    @Test func aBackupIsAFileOfThisMachine() throws {
        let database = try database(100)
        let backup = try database.backup(to: scene.copy)
        #expect(backup.verification == .quick)
        #expect(try scene.count(scene.copy) == 100)
        #expect(thrown { try database.backup(to: scene.copy) }?.resultCode == .misuse)
        try scene.add(1, to: database)
        var options = FMDatabase.BackupOptions()
        options.overwrites = true
        try database.backup(to: scene.copy, options)
        #expect(try scene.count(scene.copy) == 101)
    }

    @Test func aFileOfThisMachineIsRestored() throws {
        let former = try scene.people(7, in: "copy.db", journal: "DELETE")
        former.close()
        let database = try database(100)
        try database.restore(from: scene.copy)
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 7)
        database.close()
        #expect(try scene.count(scene.folder.file("far.db")) == 7)
    }

    @Test func vacuumIntoIsRefused() throws {
        let database = try database(1)
        let error = thrown { try database.vacuum(into: scene.copy) }
        #expect(error?.extendedCode == .notSupported)
        // An SQLite that lacks the statement says so first.
        #expect(error?.message.contains("use backup(to:)") == FMSQLiteFeature.vacuumInto.isAvailable)
        #expect(try scene.leftovers().isEmpty)
    }

    @Test func anErrorBlamesNoFolderOfThisMachine() throws {
        let database = FMDatabase(path: Elsewhere.prefix + "/nowhere/a.db")
        database.logsErrors = false
        #expect(!database.open(withFlags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs: Elsewhere.name))
        let text = "\(database.lastError())"
        #expect(database.lastErrorCode() == SQLITE_CANTOPEN)
        #expect(text.contains("in the file system \(Elsewhere.name)"))
        #expect(!text.contains("folder"))
    }
}

/// SQLite's file system below another root, so that no path of this machine is one of its own.
private enum Elsewhere {
    static let prefix = "/elsewhere:"
    static let name = register()

    // SAFETY: found once, and never changed.
    nonisolated(unsafe) private static let base: UnsafeMutablePointer<sqlite3_vfs> = {
        guard let base = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file system") }
        return base
    }()

    /// A path without the root; nil for one of this machine.
    private static func stripped(_ path: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
        guard let path, strncmp(path, prefix, prefix.utf8.count) == 0 else { return nil }
        return path + prefix.utf8.count
    }

    private static func register() -> String {
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: base.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(strdup("fmdb-test-elsewhere"))
        vfs.pointee.xFullPathname = { _, path, length, result in
            guard let path, let result, strlen(path) < Int(length) else { return SQLITE_CANTOPEN }
            strcpy(result, path)
            return SQLITE_OK
        }
        vfs.pointee.xOpen = { _, path, file, flags, result in
            file?.pointee.pMethods = nil
            guard let path = Elsewhere.stripped(path) else { return SQLITE_NOTFOUND }
            return Elsewhere.base.pointee.xOpen(Elsewhere.base, path, file, flags, result)
        }
        vfs.pointee.xDelete = { _, path, sync in
            guard let path = Elsewhere.stripped(path) else { return SQLITE_NOTFOUND }
            return Elsewhere.base.pointee.xDelete(Elsewhere.base, path, sync)
        }
        vfs.pointee.xAccess = { _, path, flags, result in
            guard let path = Elsewhere.stripped(path) else { return SQLITE_NOTFOUND }
            return Elsewhere.base.pointee.xAccess(Elsewhere.base, path, flags, result)
        }
        sqlite3_vfs_register(vfs, 0)
        return String(cString: vfs.pointee.zName)
    }
}
