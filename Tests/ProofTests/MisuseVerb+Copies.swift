import FMDB
import FMDBTestHelpers

extension MisuseVerb {
    /// Copies of a database, and its health.
    static let copies = [
        MisuseVerb("backup(to:_:progress:)") {
            let folder = TemporaryFolder()
            return try $0.backup(to: folder.file("copy.db")).pages > 0 ? "done" : "no pages"
        },
        MisuseVerb("vacuum(into:overwrites:)") {
            let folder = TemporaryFolder()
            try $0.vacuum(into: folder.file("copy.db"))
            return "done"
        },
        MisuseVerb("restore(from:_:progress:)") { database in
            let folder = TemporaryFolder()
            let file = FMDatabase.file(folder.file())
            file.executeStatements("PRAGMA synchronous = OFF; BEGIN; \(MisuseState.tables) COMMIT")
            file.close()
            return try database.restore(from: folder.file()).pages > 0 ? "done" : "no pages"
        },
        MisuseVerb("serialized(schema:)") { try $0.serialized().isEmpty ? "no bytes" : "bytes" },
        MisuseVerb("deserialize(_:schema:)") {
            let file = FMDatabase.memory()
            file.executeStatements(MisuseState.tables)
            try $0.deserialize(file.serialized())
            return "done"
        },
        MisuseVerb("integrity(_:)") { try $0.integrity().isHealthy ? "healthy" : "findings" },
    ]
}
