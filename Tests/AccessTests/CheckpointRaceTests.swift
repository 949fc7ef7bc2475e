import FMDB
import Support
import Testing

/// A commit meets the beginning of a checkpoint on a log that is in the database already.
@Suite struct CheckpointRaceTests {
    /// Whether the linked SQLite has the bug.
    static let hasBug =
        SQLiteVersion.linked < SQLiteVersion(3, 51, 3)
        && !(SQLiteVersion(3, 50, 7)..<SQLiteVersion(3, 51)).contains(.linked)
        && !(SQLiteVersion(3, 44, 6)..<SQLiteVersion(3, 45)).contains(.linked)

    @Test(.enabled(if: hasBug)) func withoutTheLibraryTheFileIsCorrupted() throws {
        let scene = try CheckpointRaceScene()
        let isReached = try scene.inTheWindow {
            try scene.insert()
        } of: {
            RawCheckpoint.run(scene.mover, .passive)
        }

        #expect(isReached)
        #expect(try scene.verdict().hasPrefix("lost"))
    }

    @Test(.enabled(if: hasBug)) func withoutTheLibraryAFullCheckpointThatIsRefusedTheWriteLockCorruptsTheFile() throws {
        let scene = try CheckpointRaceScene()
        try scene.writer.execute("BEGIN IMMEDIATE")
        let isReached = try scene.inTheWindow {
            try scene.insert()
            try scene.writer.execute("COMMIT")
        } of: {
            RawCheckpoint.run(scene.mover, .truncate)
        }

        #expect(isReached)
        #expect(try scene.verdict().hasPrefix("lost"))
    }

    @Test(arguments: CheckpointWay.allCases) func nothingIsLost(by way: CheckpointWay) throws {
        let scene = try CheckpointRaceScene()
        let isReached = try scene.inTheWindow {
            try scene.insert()
        } of: {
            try way.move(scene.mover)
        }

        #expect(isReached)
        #expect(try scene.verdict() == "nothing is lost")
    }

    @Test(arguments: CheckpointWay.allCases) func nothingIsLostBesideAWriteTransaction(by way: CheckpointWay) throws {
        let scene = try CheckpointRaceScene()
        try scene.writer.execute("BEGIN IMMEDIATE")
        let isReached = try scene.inTheWindow {
            try scene.insert()
            try scene.writer.execute("COMMIT")
        } of: {
            try? way.move(scene.mover)
        }

        #expect(isReached)
        #expect(try scene.verdict() == "nothing is lost")
    }

    @Test func nothingIsLostInAnAttachedFile() throws {
        let scene = try CheckpointRaceScene()
        let other = FMDatabase.memory()
        #expect(other.close() && FaultVFS.open(other))
        other.logsErrors = false
        try other.execute("ATTACH \(scene.folder.file()) AS other")
        _ = try other.value("SELECT count(*) FROM other.t", as: Int.self)
        let isReached = try scene.inTheWindow {
            try scene.insert()
        } of: {
            try other.checkpoint(.passive, name: "other")
        }

        #expect(isReached)
        other.close()
        #expect(try scene.verdict() == "nothing is lost")
    }
}

/// A spelling of a checkpoint.
enum CheckpointWay: String, CaseIterable {
    case passive, full, restart, truncate, statement, truncatingStatement, cachedStatement, script, quotedName

    func move(_ database: FMDatabase) throws {
        switch self {
        case .passive: try database.checkpoint(.passive)
        case .full: try database.checkpoint(.full)
        case .restart: try database.checkpoint(.restart, name: "main")
        case .truncate: try database.checkpoint(.truncate)
        // It answers that there is a row.
        case .statement: try? database.executeUpdate("PRAGMA wal_checkpoint", values: nil)
        case .truncatingStatement: _ = try database.rows("PRAGMA main.wal_checkpoint(TRUNCATE)", as: Int.self)
        case .cachedStatement:
            let rows = try database.executeQuery(" /* move */ pragma wal_checkpoint = full;", values: nil)
            while rows.next() {}
        case .script: _ = database.executeStatements("SELECT 1; PRAGMA WAL_CHECKPOINT(PASSIVE); SELECT 2")
        case .quotedName: try database.execute("PRAGMA [main].\"wal_checkpoint\"('passive')")
        }
    }
}
