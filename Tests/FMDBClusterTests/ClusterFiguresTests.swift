#if Cluster && os(Linux)
    import FMDB
    import FMDBCluster
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// How long things take on three nodes of this machine. It measures with `FMDB_CLUSTER_FIGURES=1`, and asserts no time.
    @Suite(
        .enabled(
            if: ClusterScene.isThere && ProcessInfo.processInfo.environment["FMDB_CLUSTER_FIGURES"] != nil,
            "measures with FMDB_CLUSTER_FIGURES=1"), .serialized)
    struct ClusterFiguresTests {
        private func rate(_ name: String, seconds: Double = 3, _ body: (Int) throws -> Void) rethrows {
            let start = ContinuousClock.now
            var count = 0
            while ContinuousClock.now - start < .seconds(seconds) {
                try body(count)
                count += 1
            }
            print("\(name): \((Double(count) / ((ContinuousClock.now - start) / .seconds(1))).rounded()) per second")
        }

        @Test func writesAndReadsOfOneClient() throws {
            let db = try ClusterScene.shared.get().open()
            try db.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
            try rate("cluster, INSERT") { try db.execute("INSERT INTO t VALUES (\($0), 'text')") }
            try rate("cluster, rows of a transaction of 1000") { number in
                guard number % 1000 == 0 else { return }
                try db.withTransaction {
                    for row in 0..<1000 { try db.execute("INSERT INTO t VALUES (\(1_000_000 + number + row), 'text')") }
                }
            }
            try rate("cluster, SELECT by key") {
                _ = try db.value("SELECT b FROM t WHERE a = \($0 % 100)", as: String.self)
            }
            for mode in ["FULL", "NORMAL"] {
                let folder = TemporaryFolder()
                let local = FMDatabase(path: folder.file())
                #expect(local.open())
                _ = try local.value("PRAGMA journal_mode = WAL", as: String.self)
                try local.execute(FMSQL(raw: "PRAGMA synchronous = \(mode)"))
                try local.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
                try rate("local, \(mode), INSERT") { try local.execute("INSERT INTO t VALUES (\($0), 'text')") }
                try rate("local, \(mode), SELECT by key") {
                    _ = try local.value("SELECT b FROM t WHERE a = \($0 % 100)", as: String.self)
                }
            }
        }

        private func residentBytes() throws -> Int {
            let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return (Int(fields[1]) ?? 0) * 4096
        }

        /// Rows are received while they are read, so a million of them take no more memory than a thousand.
        @Test func aMillionRowsInLittleMemory() throws {
            let db = try ClusterScene.shared.get().open()
            let sql: FMSQL = """
                WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000000) SELECT x, printf('%050d', x) FROM n
                """
            var (count, sum, first, most) = (0, 0, 0, 0)
            let start = ContinuousClock.now
            try db.forEachRow(sql) { row in
                count += 1
                sum += try row.value(at: 0, as: Int.self)
                if count == 1_000 { first = try residentBytes() }
                if count % 10_000 == 0 { most = max(most, try residentBytes()) }
            }
            #expect(count == 1_000_000 && sum == 500_000_500_000)
            let growth = most - first
            print(
                "a million rows: \(ContinuousClock.now - start), memory after 1,000 rows \(first >> 20) MB, \(growth >> 10) KB more at most"
            )
            #expect(growth < 32 << 20)
        }
    }
#endif
