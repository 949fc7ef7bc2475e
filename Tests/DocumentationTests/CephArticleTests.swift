import FMDB
import SQLite3
import FMDBTestHelpers
import Testing

/// The example of the article Ceph. `Examples/CephStore/demo` runs the same on a cluster.
@Suite struct CephArticleTests {
    func openOnCeph(_ path: String, extension library: String) throws -> FMDatabase {
        let scratch = FMDatabase(path: nil)
        guard scratch.open() else { throw scratch.lastError() }
        defer { scratch.close() }
        try scratch.loadExtension(at: library)  // "/usr/lib/x86_64-linux-gnu/libcephsqlite.so"

        let db = FMDatabase(path: path)  // "/POOL:NAMESPACE/NAME.db"
        guard db.open(withFlags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs: "ceph") else { throw db.lastError() }
        try db.execute("PRAGMA temp_store = MEMORY")
        try db.execute("PRAGMA page_size = 65536")
        _ = try db.value("PRAGMA journal_mode = PERSIST", as: String.self)
        return db
    }

    @Test(.enabled(if: FMSQLiteFeature.loadExtension.isAvailable))
    func withoutTheExtensionItSaysSo() {
        let folder = TemporaryFolder()
        let library = folder.file("libcephsqlite.so")
        do {
            _ = try openOnCeph("/pool:space/a.db", extension: library)
            Issue.record("it was opened")
        } catch {
            #expect((error as? FMError)?.resultCode == .cantOpen)
            #expect("\(error)".contains(library))
        }
    }
}
