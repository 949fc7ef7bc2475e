#if os(Linux)
    import Dispatch
    import FMDB
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Changes by other processes, of which the kernel tells.
    @Suite(.serialized) struct FileEventTests {
        private let folder = TemporaryFolder()

        enum Mode: String, CaseIterable {
            case wal
            case delete
            case truncate
            case persist
        }

        /// A queue whose checks are counted.
        private final class Scene {
            let looks = Counter()
            let rests = DispatchSemaphore(value: 0)
            let queue: FMDatabaseQueue

            init(
                _ path: String, mode: Mode = .wal, usesEvents: Bool = true, patience: Duration = .milliseconds(50)
            ) throws {
                let (looks, rests) = (looks, rests)
                var configuration = FMDatabaseCoordinator.Configuration()
                configuration.watchesFiles = usesEvents
                configuration.watchPatience = patience
                configuration.onWatch = { step in
                    switch step {
                    case .looks: looks.add()
                    case .rests: rests.signal()
                    }
                }
                queue = try FMDatabaseQueue(path: path, configuration: configuration)
                try queue.here { db in
                    _ = try db.value("PRAGMA journal_mode = \(raw: mode.rawValue)", as: String.self)
                    try db.execute("CREATE TABLE log (line)")
                }
            }

            var changes: FMChanges { queue.changes(externalChanges: .poll(every: .milliseconds(1))) }

            /// Waits until nothing more is looked for.
            func rest() async throws { try await inBackground { [rests] in rests.wait() } }
        }

        private final class Counter: @unchecked Sendable {
            private let lock = NSLock()
            private var number = 0
            var value: Int { lock.withLock { number } }
            func add() { lock.withLock { number += 1 } }
        }

        @Test(arguments: Mode.allCases) func aCommitOfAnotherProcessIsTold(mode: Mode) async throws {
            let scene = try Scene(folder.file(), mode: mode)
            let holder = try HolderProcess(path: folder.file())
            let changes = scene.changes.makeAsyncIterator()
            #expect(await changes.next()?.isUnknown == true, "the first look")
            for number in 0..<5 {
                // Nothing is looked for any more, so that only an event can report it.
                try await scene.rest()
                #expect(try holder.answer(to: "INSERT INTO log VALUES (\(number))") == "ok")
                #expect(await changes.next()?.isUnknown == true)
            }
        }

        @Test func aCommitLongAfterItsLastWriteIsTold() async throws {
            let scene = try Scene(folder.file(), patience: .zero)
            let holder = try HolderProcess(path: folder.file())
            let changes = scene.changes.makeAsyncIterator()
            _ = await changes.next()
            try await scene.rest()
            // Pages go into the log before the transaction is committed.
            let fill = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 2000) "
            let text = "PRAGMA cache_size = 5; BEGIN IMMEDIATE; INSERT INTO log \(fill) SELECT zeroblob(1000) FROM r"
            #expect(try holder.answer(to: text) == "ok")
            #expect(try holder.answer(to: "COMMIT") == "ok")
            #expect(await changes.next()?.isUnknown == true)
            #expect(try scene.queue.here { try $0.value("SELECT count(*) FROM log", as: Int.self) } == 2000)
        }

        @Test func whileNobodyWritesNothingIsDone() async throws {
            let scene = try Scene(folder.file())
            let changes = scene.changes.makeAsyncIterator()
            _ = await changes.next()
            try await scene.rest()
            let count = scene.looks.value
            let other = FMDatabase.file(folder.file("other.db"))
            try other.execute("CREATE TABLE t (n)")
            let reader = FMDatabase.file(folder.file())
            for number in 0..<300 {
                try other.execute("INSERT INTO t VALUES (\(number))")
                _ = try reader.value("SELECT count(*) FROM log", as: Int.self)
            }
            #expect(scene.looks.value == count)
            #expect(try HolderProcess(path: folder.file()).answer(to: "INSERT INTO log VALUES (1)") == "ok")
            #expect(await changes.next()?.isUnknown == true)
        }

        @Test func manyCommitsLeadToFewLooksAndTheLastIsSeen() async throws {
            let scene = try Scene(folder.file())
            let values = scene.queue.values(externalChanges: .poll(every: .milliseconds(20))) { db in
                try db.value("SELECT count(*) FROM log", as: Int.self)
            }
            let iterator = values.makeAsyncIterator()
            #expect(try await iterator.next() == 0)
            let holder = try HolderProcess(path: folder.file())
            // Without waiting for the disk: commits that are further apart than the interval are looked at one by one.
            let inserts = (0..<500).map { "INSERT INTO log VALUES (\($0))" }.joined(separator: "; ")
            #expect(try holder.answer(to: "PRAGMA synchronous = OFF; " + inserts) == "ok")
            while try await iterator.next() != 500 {}
            #expect(scene.looks.value < 500)
        }

        @Test(arguments: [true, false]) func withoutEventsItIsLookedFor(isRefused: Bool) async throws {
            let scene = try Scene(folder.file(), usesEvents: !isRefused)
            let holder = try HolderProcess(path: folder.file())
            let changes = scene.changes.makeAsyncIterator()
            for number in 0..<5 {
                #expect(await changes.next()?.isUnknown == true)
                #expect(try holder.answer(to: "INSERT INTO log VALUES (\(number))") == "ok")
            }
            #expect(await changes.next()?.isUnknown == true)
        }

        /// The kernel's limits are those of the user and of the process, which other tests need.
        @Test(arguments: [ENOSPC, EMFILE, ENOMEM]) func whereTheKernelRefusesItIsLookedForAndToldOnce(
            code: Int32
        ) async throws {
            let told = Locked<[FMEvent.FileWatchRefused]>([])
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.watchRefusal = code
            configuration.eventHandler = { event in
                if case .fileWatchRefused(let refusal) = event { told.withLock { $0.append(refusal) } }
            }
            let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
            try queue.here { try $0.execute("CREATE TABLE log (line)") }
            let holder = try HolderProcess(path: folder.file())
            let changes = queue.changes(externalChanges: .poll(every: .milliseconds(1))).makeAsyncIterator()
            for number in 0..<5 {
                #expect(await changes.next()?.isUnknown == true)
                #expect(try holder.answer(to: "INSERT INTO log VALUES (\(number))") == "ok")
            }
            #expect(await changes.next()?.isUnknown == true)
            #expect(told.value.map(\.errorNumber) == [code])
            #expect(told.value.first?.path.hasSuffix("test.db") == true)
            #expect(told.value.first?.reason == String(cString: strerror(code)))
        }

        @Test func aFileInAnotherPlaceOfALinkIsWatched() async throws {
            let real = folder.file("real")
            try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("link.db"), withDestinationPath: real + "/a.db")
            let scene = try Scene(folder.file("link.db"))
            let changes = scene.changes.makeAsyncIterator()
            _ = await changes.next()
            try await scene.rest()
            #expect(try HolderProcess(path: real + "/a.db").answer(to: "INSERT INTO log VALUES (1)") == "ok")
            #expect(await changes.next()?.isUnknown == true)
        }

        @Test func aFileThatTakesThePlaceOfAClosedOneIsNoticed() async throws {
            let scene = try Scene(folder.file(), mode: .delete)
            let changes = scene.changes.makeAsyncIterator()
            _ = await changes.next()
            try await scene.rest()
            scene.queue.inDatabase { $0.close() }
            let other = FMDatabase.file(folder.file("other.db"))
            try other.execute("CREATE TABLE log (line)")
            other.close()
            #expect(rename(folder.file("other.db"), folder.file()) == 0)
            #expect(await changes.next()?.isUnknown == true)
        }

        @Test func aMissingFolderIsNoTrouble() async throws {
            let path = folder.file("missing") + "/a.db"
            let pool = FMDatabasePool(path: path, configuration: .init())
            let changes = pool.changes(externalChanges: .poll(every: .milliseconds(1))).makeAsyncIterator()
            try FileManager.default.createDirectory(atPath: folder.file("missing"), withIntermediateDirectories: false)
            #expect(await changes.next()?.isUnknown == true)
            #expect(try HolderProcess(path: path).answer(to: "CREATE TABLE t (n)") == "ok")
            #expect(await changes.next()?.isUnknown == true)
        }

        @Test func manyWatchesNeedOneDescriptor() async throws {
            let before = try descriptors()
            var scenes: [(scene: Scene, changes: FMChanges.AsyncIterator)] = []
            for number in 0..<40 {
                let scene = try Scene(folder.file("\(number).db"))
                scenes.append((scene, scene.changes.makeAsyncIterator()))
            }
            for (scene, changes) in scenes {
                _ = await changes.next()
                try await scene.rest()
            }
            #expect(try descriptors() - before <= 1)
            for (number, (_, changes)) in scenes.enumerated() {
                let holder = try HolderProcess(path: folder.file("\(number).db"))
                #expect(try holder.answer(to: "INSERT INTO log VALUES (1)") == "ok")
                #expect(await changes.next()?.isUnknown == true)
            }
        }

        @Test func aClosedCoordinatorIsNoLongerWatched() async throws {
            var configuration = FMDatabaseCoordinator.Configuration()
            let (rests, looks) = (DispatchSemaphore(value: 0), Counter())
            configuration.watchPatience = .zero
            configuration.onWatch = { step in
                if case .rests = step { rests.signal() } else { looks.add() }
            }
            let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
            let changes = pool.changes(externalChanges: .poll(every: .milliseconds(1))).makeAsyncIterator()
            _ = await changes.next()
            try await inBackground { rests.wait() }
            pool.close()
            while await changes.next() != nil {}
            let count = looks.value
            let database = FMDatabase.file(folder.file())
            try database.execute("CREATE TABLE t (n)")
            for number in 0..<100 { try database.execute("INSERT INTO t VALUES (\(number))") }
            #expect(looks.value == count)
        }

        /// How many descriptors of inotify this process has.
        private func descriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))
                    == "anon_inode:inotify"
            }.count
        }
    }
#endif
