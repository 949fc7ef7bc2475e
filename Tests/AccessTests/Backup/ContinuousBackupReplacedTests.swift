#if os(Linux) || os(macOS)
    import FMDB
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Backups of files that are replaced, overwritten or moved, and of targets that lose what they had.
    @Suite struct ContinuousBackupReplacedTests {
        private let scene = BackupScene()

        /// How another file gets the name of the database.
        enum Way: CaseIterable {
            case renamed, deletedAndMade, overwritten
        }

        /// Another database, which is not in WAL mode.
        private func makeOther(_ path: String) throws {
            let other = FMDatabase.file(path)
            try other.execute("CREATE TABLE other (x)")
            try other.execute("INSERT INTO other VALUES ('of the other one')")
            other.close()
        }

        private func replace(_ way: Way) throws {
            let other = scene.folder.file("other.db")
            try makeOther(other)
            try replace(way, with: other)
        }

        private func replace(_ way: Way, with other: String) throws {
            switch way {
            case .renamed: #expect(rename(other, scene.path) == 0)
            case .deletedAndMade:
                for suffix in ["", "-wal", "-shm"] { unlink(scene.path + suffix) }
                try FileManager.default.copyItem(atPath: other, toPath: scene.path)
            case .overwritten:
                // To open and close the file here would drop the locks of this process.
                let copy = Process()
                copy.executableURL = URL(fileURLWithPath: "/bin/cp")
                copy.arguments = [other, scene.path]
                try copy.run()
                copy.waitUntilExit()
            }
        }

        /// The index of the log counts no frame then, but the file has those of before.
        @Test func aFileThatIsWrittenOverBehindARestartingCheckpointIsNoticed() throws {
            let queue = try scene.begunQueue()
            try queue.commit(rows: 1...3)
            try scene.awaitAll(queue)
            let other = FMDatabase.file(scene.path)
            // Before its first read a connection does not know that there is a log.
            #expect(try other.value("SELECT count(*) FROM t", as: Int.self) == 3)
            try poll { RawCheckpoint.run(other, .restart) == 0 }
            var bytes = try Data(contentsOf: URL(fileURLWithPath: scene.path))
            try #require(bytes.count >= 8192)
            bytes[4096 + 100] ^= 1
            let changed = scene.folder.file("changed.db")
            try bytes.write(to: URL(fileURLWithPath: changed))
            try replace(.overwritten, with: changed)
            #expect(try scene.nextReason() == .databaseChanged)
            other.close()
            queue.close()
        }

        /// The log goes on, and has other contents of the pages than the file that SQLite reads them from.
        @Test func aFileThatIsWrittenOverBehindACheckpointIsNoticedAfterTheNextCommit() throws {
            let queue = try scene.begunQueue(.shipped) { $0.backup?.interval = .seconds(3600) }
            try queue.commit(rows: 1...3)
            try queue.withTransaction { try $0.execute("CREATE TABLE u (x)") }
            try queue.withTransaction { try $0.execute("INSERT INTO u VALUES (5)") }
            let other = FMDatabase.file(scene.path)
            #expect(try other.value("SELECT count(*) FROM u", as: Int.self) == 1)
            try poll { RawCheckpoint.run(other, .passive) == 0 }
            var bytes = try Data(contentsOf: URL(fileURLWithPath: scene.path))
            try #require(bytes.count == 3 * 4096)
            bytes[3 * 4096 - 1] = 6
            let changed = scene.folder.file("changed.db")
            try bytes.write(to: URL(fileURLWithPath: changed))
            try replace(.overwritten, with: changed)
            let salt = try scene.saltOfLog()
            try queue.commit(rows: 4...4)
            #expect(scene.reasons == [.databaseChanged])
            #expect(try scene.saltOfLog() == salt)
            #expect(try scene.restored { try $0.value("SELECT x FROM u", as: Int.self) } == 6)
            other.close()
            queue.close()
        }

        @Test(arguments: Way.allCases) func aFileThatIsReplacedWhileItIsOpenIsNotContinued(_ way: Way) throws {
            let first = try scene.begunQueue()
            try first.commit(rows: 1...3)
            try scene.awaitAll(first)
            first.close()
            // Nothing is in the log, from which SQLite would bring the former pages back.
            let queue = try scene.queue()
            try queue.withDatabase { _ in }
            try replace(way)
            // The next commit or close may be far off.
            let moment = Date()
            Thread.sleep(forTimeInterval: 0.7)
            queue.close()
            let again = try scene.queue()
            _ = try? again.withTransaction { try $0.execute("INSERT INTO other VALUES ('later')") }
            #expect(try scene.nextReason() == .databaseChanged)
            try scene.awaitAll(again)
            again.close()

            let live = FMDatabase.file(scene.path)
            defer { live.close() }
            let tables = try live.rows("SELECT name FROM sqlite_master ORDER BY name", as: String.self)
            #expect(
                try scene.restored { try $0.rows("SELECT name FROM sqlite_master ORDER BY name", as: String.self) }
                    == tables)
            #expect(
                try scene.restored { try $0.rows("SELECT x FROM other ORDER BY x", as: String.self) } == [
                    "later", "of the other one",
                ])
            // One that is noticed while the file is open has a generation of its own before the next opening puts it into WAL mode.
            let gaps = try scene.backup.timeline().gaps
            #expect(gaps.count == 1 || way == .overwritten && gaps.count == 2, "\(gaps)")
            expectNotFormer(at: moment, way)
        }

        @Test func aFileThatIsOverwrittenIsNoticedWithoutACommit() throws {
            let first = try scene.begunQueue()
            try scene.awaitAll(first)
            first.close()
            let queue = try scene.queue()
            try queue.withDatabase { _ in }
            // The first look at the file, after which nothing happens.
            Thread.sleep(forTimeInterval: 0.1)
            try replace(.overwritten)
            let moment = Date()
            #expect(try scene.nextReason() == .databaseChanged)
            queue.close()
            expectNotFormer(at: moment, .overwritten)
        }

        /// Expects that the former rows are not restored. On a busy machine the file that was written over, which has no such table then, may be
        /// stored before that moment.
        private func expectNotFormer(at moment: Date, _ way: Way) {
            let code = thrown { try scene.restoredRows(at: .date(moment)) }?.resultCode
            #expect(code == .corrupt || way == .overwritten && code == .error)
        }

        /// While it is open, the index of its log keeps the number of pages of the former file.
        @Test func theLastPagesOfALongerFileThatIsCopiedOverAreRestored() throws {
            let first = try scene.begunQueue()
            try scene.awaitAll(first)
            first.close()
            let queue = try scene.queue()
            try queue.withDatabase { _ in }
            let path = scene.folder.file("longer.db")
            let other = FMDatabase.file(path)
            _ = try other.value("PRAGMA journal_mode = WAL", as: String.self)
            try other.execute("CREATE TABLE other (x)")
            for _ in 1...9 { try other.execute("INSERT INTO other VALUES (\(String(repeating: "o", count: 6000)))") }
            other.close()
            try replace(.overwritten, with: path)
            // A snapshot would lack the last pages.
            let failure = try scene.next { if case .failing(let error, _) = $0 { error } else { nil } }
            #expect(failure.resultCode == .corrupt)
            queue.close()
            #expect(scene.reasons == [])
            let again = try scene.queue()
            #expect(try scene.nextReason() == .databaseChanged)
            try again.withTransaction { try $0.execute("INSERT INTO other VALUES ('later')") }
            try scene.awaitAll(again)
            let rows = try again.withDatabase { try $0.rows("SELECT quote(x) FROM other", as: String.self) }
            again.close()
            #expect(rows.count == 10)
            #expect(try scene.restored { try $0.rows("SELECT quote(x) FROM other", as: String.self) } == rows)
        }

        // MARK: The target

        @Test(arguments: ["snapshot", "commits", ""], [false, true])
        func whatIsAcknowledgedCanBeRestored(_ word: String, _ isIdle: Bool) throws {
            let queue = try scene.begunQueue(.shipped)
            try queue.commit(rows: 1...3)
            let (last, moment) = (try scene.lastCommit(), Date())
            for name in scene.target.names where word.isEmpty || name.contains(word) { try scene.target.remove(name) }
            let left = try scene.lastCommit()
            if isIdle { #expect(try scene.nextReason() == .incompleteArchive) }
            try queue.commit(rows: [4])
            #expect(try scene.restoredRows() == [1, 2, 3, 4])
            #expect(scene.reasons == (isIdle ? [] : [.incompleteArchive]))
            queue.close()
            // What comes before the first state is no gap.
            let gaps = try scene.backup.timeline().gaps.map(\.commits)
            #expect(gaps.map(\.lowerBound) == (word == "commits" ? [left + 1] : []))
            #expect(gaps.allSatisfy { (last - 1...last + 1).contains($0.upperBound) }, "\(gaps), \(last)")
            #expect(thrown { try scene.restoredRows(at: .date(moment)) } != nil)
        }

        @Test(arguments: [0, 50]) func whatTheTargetHasCutIsStoredAgain(_ percent: Int) throws {
            let queue = try scene.begunQueue(.shipped)
            try queue.commit(rows: 1...3)
            try scene.target.cut("commits", to: percent)
            try queue.commit(rows: [4])
            #expect(try scene.restoredRows() == [1, 2, 3, 4])
            queue.close()
        }

        @Test func aTargetThatTellsSmallerSizesHasLostNothing() throws {
            scene.target.isCompressing = true
            let queue = try scene.begunQueue(.shipped)
            try queue.commit(rows: 1...3)
            try queue.commit(rows: [4])
            queue.close()
            #expect(scene.reasons == [])
            #expect(try scene.backup.timeline().generations.count == 1)
        }

        @Test func aPieceThatIsEmptyIsFoundAtTheBeginning() throws {
            let first = try scene.begunQueue(.shipped)
            try first.commit(rows: 1...3)
            first.close()
            let middle = try #require(scene.target.names.first { $0.contains("commits") })
            try scene.target.cut(middle, to: 0)
            let queue = try scene.queue(.shipped)
            try queue.commit(rows: [4])
            #expect(try scene.restoredRows() == [1, 2, 3, 4])
            #expect(try scene.nextReason() == .incompleteArchive)
            queue.close()
        }

        @Test func aTargetThatLostItsBeginningIsFoundWithoutAnAcknowledgement() throws {
            let queue = try scene.begunQueue()
            try queue.commit(rows: [1])
            try scene.awaitAll(queue)
            for name in scene.target.names where name.contains("snapshot") { try scene.target.remove(name) }
            #expect(try scene.nextReason() == .incompleteArchive)
            #expect(try scene.restoredRows() == [1])
            queue.close()
        }

        @Test func anOutageIsAGapWithItsTimes() throws {
            let queue = try scene.begunQueue { $0.backup?.maximumLag = 100_000 }
            try queue.commit(rows: 1...3)
            try scene.awaitAll(queue)
            scene.target.isFailing = true
            try queue.withTransaction { try $0.execute("INSERT INTO t VALUES (4, zeroblob(300000))") }
            try scene.next { if case .fellBehind = $0 { true } else { nil } }
            let moment = Date()
            try queue.commit(rows: [5])
            scene.target.isFailing = false
            try scene.awaitSnapshot()
            queue.close()

            let gap = try #require(try scene.backup.timeline().gaps.first)
            #expect(gap.after < moment && moment < gap.before ?? .distantPast)
            #expect(try !scene.backup.verify().isWhole)
            let error = thrown { try scene.restoredRows(at: .date(moment)) }
            #expect(error?.resultCode == .corrupt)
            #expect(try scene.restoredRows() == [1, 2, 3, 4, 5])
        }

        @Test func aTryThatFailsReportsNoNewGeneration() throws {
            scene.target.refused = "snapshot"
            let queue = try scene.queue()
            try scene.awaitFailure()
            #expect(scene.reasons == [])
            scene.target.refused = nil
            #expect(try scene.nextReason() == .firstBackup)
            queue.close()
        }
    }
#endif
