#if Cluster && os(Linux)
    import FMDBCluster
    import Foundation
    import Testing

    /// Nodes that are ended while a client works. It is run by `make test-node`; `FMDB_CLUSTER_KILLS` is the number of leaders that are
    /// ended amid writes.
    @Suite(
        .enabled(if: ClusterScene.isThere, "needs the program fmdb-node, which `make test-node` builds"), .serialized)
    struct FailoverTests {
        static let kills = ProcessInfo.processInfo.environment["FMDB_CLUSTER_KILLS"].flatMap { Int($0) } ?? 2

        private func code(_ body: () throws -> Void) -> FMResultCode? {
            do {
                try body()
                return nil
            } catch {
                return (error as? FMError)?.extendedCode
            }
        }

        /// What a thread has written, and when.
        // SAFETY: the variables are read and changed under `lock`.
        private final class Record: @unchecked Sendable {
            private let lock = NSLock()
            private var acknowledged: [Int] = []
            private var unknown: [Int] = []
            private var failures: [String] = []
            private var last = ContinuousClock.now
            private var longest = Duration.zero
            private var isEnding = false

            func acknowledge(_ number: Int) {
                lock.withLock {
                    acknowledged.append(number)
                    longest = max(longest, .now - last)
                    last = .now
                }
            }
            func doubt(_ number: Int) { lock.withLock { unknown.append(number) } }
            func fail(_ message: String) { lock.withLock { failures.append(message) } }
            func end() { lock.withLock { isEnding = true } }
            var isOver: Bool { lock.withLock { isEnding } }
            var count: Int { lock.withLock { acknowledged.count } }
            /// The longest time between two acknowledgements since the last call.
            func takeGap() -> Duration {
                lock.withLock {
                    defer { longest = .zero }
                    return longest
                }
            }
            var all: (acknowledged: [Int], unknown: [Int], failures: [String]) {
                lock.withLock { (acknowledged, unknown, failures) }
            }
        }

        private func write(_ configuration: FMClusterConfiguration, _ record: Record) {
            let db = FMClusterDatabase(configuration)
            var number = 0
            while !record.isOver {
                number += 1
                do throws(FMError) {
                    if !db.isOpen { try db.connect() }
                    try db.execute("INSERT INTO t VALUES (\(number))")
                    record.acknowledge(number)
                } catch {
                    if error.extendedCode == .outcomeUnknown {
                        record.doubt(number)
                    } else {
                        record.fail(error.message)
                    }
                }
            }
        }

        @Test func noAcknowledgedWriteIsLostWhenLeadersEnd() throws {
            let scene = try ClusterScene()
            let configuration = scene.configuration()
            let db = FMClusterDatabase(configuration)
            try db.connect()
            try db.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
            let record = Record()
            let isDone = DispatchSemaphore(value: 0)
            Thread {
                write(configuration, record)
                isDone.signal()
            }.start()
            var gaps: [Duration] = []
            for _ in 0..<FailoverTests.kills {
                try wait(record, more: 30)
                _ = record.takeGap()
                let leader = try scene.leader()
                scene.kill(leader)
                try wait(record, more: 10)
                gaps.append(record.takeGap())
                try scene.start(leader)
            }
            record.end()
            isDone.wait()
            let (acknowledged, unknown, failures) = record.all
            let found = Set(try db.rows("SELECT a FROM t", as: Int.self))
            let committed = unknown.filter(found.contains).count
            #expect(Set(acknowledged).subtracting(found).isEmpty)
            #expect(found.subtracting(acknowledged).subtracting(unknown).isEmpty)
            print(
                "leaders ended: \(gaps.count), acknowledged: \(acknowledged.count), lost: \(Set(acknowledged).subtracting(found).count), "
                    + "unknown: \(unknown.count), of which committed: \(committed), other failures: \(failures), "
                    + "gaps: \(gaps.map { ($0 / .milliseconds(1)).rounded() }) ms")
            #expect(failures.isEmpty)
        }

        /// Waits until so many more writes are acknowledged.
        private func wait(_ record: Record, more: Int) throws {
            let (start, deadline) = (record.count, ContinuousClock.now + .seconds(60))
            while record.count < start + more {
                guard ContinuousClock.now < deadline else {
                    throw FMError(.error, "no write was acknowledged: \(record.all.failures.suffix(3))")
                }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }

        @Test func aLeaderThatEndsAmidATransaction() throws {
            let scene = try ClusterScene()
            let db = try scene.open()
            try db.execute("CREATE TABLE t (a)")
            #expect(db.beginTransaction())
            try db.execute("INSERT INTO t VALUES (1)")
            scene.kill(try scene.leader())
            #expect(code { try db.execute("INSERT INTO t VALUES (2)") } == .abortRollback)
            #expect(code { _ = try db.value("SELECT 1", as: Int.self) } == .abortRollback)
            #expect(!db.commit() && db.isInTransaction)
            #expect(db.rollback() && !db.isInTransaction)
            try db.withTransaction { try db.execute("INSERT INTO t VALUES (3)") }
            #expect(try db.rows("SELECT a FROM t", as: Int.self) == [3])
        }

        /// An error in time, and no hang; then all goes on by itself.
        @Test func theMajorityIsLostAndComesBack() throws {
            let scene = try ClusterScene()
            var configuration = scene.configuration()
            configuration.timeout = .seconds(3)
            configuration.busyTimeout = .seconds(1)
            let db = FMClusterDatabase(configuration)
            try db.connect()
            try db.execute("CREATE TABLE t (a)")
            let leader = try scene.leader()
            let others = (0..<3).filter { $0 != leader }
            others.forEach(scene.kill)
            for _ in 0..<2 {
                let start = ContinuousClock.now
                let write = code { try db.execute("INSERT INTO t VALUES (1)") }
                print(
                    "majority lost: a write throws \(write.map { "\($0.rawValue)" } ?? "nothing") after \(ContinuousClock.now - start)"
                )
                #expect(write == .outcomeUnknown || write == .noLeader)
            }
            let start = ContinuousClock.now
            #expect(code { _ = try db.value("SELECT count(*) FROM t", as: Int.self) } == .noLeader)
            print("majority lost: a read throws after \(ContinuousClock.now - start)")
            try others.forEach(scene.launch)
            try others.forEach(scene.awaitReady)
            _ = try scene.leader()
            configuration.timeout = .seconds(20)
            let other = FMClusterDatabase(configuration)
            try other.connect()
            try other.execute("INSERT INTO t VALUES (2)")
            #expect(try other.rows("SELECT a FROM t WHERE a = 2", as: Int.self) == [2])
        }

        @Test func allNodesEndAndComeBack() throws {
            let scene = try ClusterScene()
            let db = try scene.open()
            try db.execute("CREATE TABLE t (a)")
            for number in 0..<50 { try db.execute("INSERT INTO t VALUES (\(number))") }
            scene.stop()
            for index in 0..<3 { try scene.launch(index) }
            for index in 0..<3 { try scene.awaitReady(index) }
            #expect(try db.rows("SELECT a FROM t ORDER BY a", as: Int.self) == Array(0..<50))
            try db.execute("INSERT INTO t VALUES (50)")
        }

        /// It has the seeds of a cluster that is gone, and the ports belong to another one now.
        @Test func aNodeOfAnotherClusterIsRefused() throws {
            let (own, other) = (try ClusterScene(), try ClusterScene())
            let db = FMClusterDatabase(own.configuration("main"))
            var configuration = own.configuration("main")
            configuration.timeout = .seconds(1)
            let isMoved = Moved()
            configuration.reach = { address in
                guard isMoved.value, let index = own.addresses.firstIndex(of: address) else { return address }
                return other.addresses[index]
            }
            let client = FMClusterDatabase(configuration)
            try client.connect()
            try client.execute("CREATE TABLE t (a)")
            isMoved.value = true
            own.stop()
            let failure = code { try client.execute("CREATE TABLE stray (a)") }
            #expect(failure == .noLeader || failure == .outcomeUnknown)
            #expect(code { try client.execute("CREATE TABLE stray (a)") } == .noLeader)
            #expect(client.lastErrorMessage().contains("another cluster"))
            let strange = FMClusterDatabase(other.configuration("main"))
            try strange.connect()
            #expect(!strange.tableExists("stray"))
            _ = db
        }

        // SAFETY: the value is read and changed under `lock`.
        private final class Moved: @unchecked Sendable {
            private let lock = NSLock()
            private var isMoved = false
            var value: Bool {
                get { lock.withLock { isMoved } }
                set { lock.withLock { isMoved = newValue } }
            }
        }
    }
#endif
