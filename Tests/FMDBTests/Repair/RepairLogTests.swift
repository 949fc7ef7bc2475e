import FMDB
import FMDBTestHelpers
import Testing

/// What of a log, a journal or a file is not read, and what a report says about it.
@Suite struct RepairLogTests {
    private let folder = TemporaryFolder()
    private var old: String { folder.file("old.db") }
    private var new: String { folder.file("new.db") }
    private let frameSize = 4096 + 24

    /// A database of so many commits, all of them in the log.
    private func makeLog(_ commits: Int = 50, _ last: (FMDatabase) throws -> Void = { _ in }) throws {
        let database = FMDatabase.file(folder.file("live.db"))
        database.executeStatements("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        for number in 1...commits { try database.execute("INSERT INTO t VALUES (\(number), \("row \(number)"))") }
        try last(database)
        try copy()
        database.close()
    }

    private func copy() throws {
        for ending in ["", "-wal", "-journal"]
        where FileManager.default.fileExists(atPath: folder.file("live.db") + ending) {
            try FileManager.default.copyItem(atPath: folder.file("live.db") + ending, toPath: old + ending)
        }
    }

    private func url(_ ending: String = "") -> URL { URL(fileURLWithPath: old + ending) }

    private func change(_ ending: String, _ body: (inout Data) -> Void) throws {
        let url = url(ending)
        var bytes = try Data(contentsOf: url)
        body(&bytes)
        try bytes.write(to: url)
    }

    private func salvage(takingAll: Bool = false) throws -> FMRepair.Report {
        var repair = FMRepair(old)
        (repair.overwrites, repair.takesCommitsBehindDamage) = (true, takingAll)
        return try repair.salvage(to: new)
    }

    private func rows() throws -> Int { try FMDatabase.file(new).value("SELECT count(*) FROM t") }

    // MARK: The log

    @Test func commitsBehindADamagedFrameAreTold() throws {
        try makeLog()
        try change("-wal") {
            $0.replaceSubrange(
                32 + 20 * frameSize + 500..<32 + 20 * frameSize + 516, with: repeatElement(0xA5, count: 16))
        }
        let report = try salvage()
        #expect(!report.isWhole)
        #expect(
            report.unread.count == 1 && report.unread.first?.contains("frame 21 is damaged") == true, "\(report.unread)"
        )
        // Each commit has one frame, but for the first ones.
        #expect(report.commitsBehindDamage > 25)
        #expect(try rows() < 25)
    }

    @Test func commitsBehindADamagedFrameAreTakenIfWished() throws {
        try makeLog()
        try change("-wal") { $0[32 + 20 * frameSize + 500] ^= 0xFF }
        let report = try salvage(takingAll: true)
        #expect(!report.isWhole)
        #expect(try rows() == 50)
        #expect(try FMDatabase.file(new).value("SELECT count(*) FROM t WHERE x = 'row ' || id", as: Int.self) == 50)
    }

    /// The page number, the number of pages, both salts and both sums of a frame.
    @Test(arguments: [0, 4, 8, 12, 16, 20], [20, -1]) func aDamagedHeaderOfAFrameIsTold(_ place: Int, _ frame: Int)
        throws
    {
        try makeLog()
        try change("-wal") { log in
            let index = frame < 0 ? (log.count - 32) / frameSize + frame : frame
            log[32 + index * frameSize + place + 1] ^= 0x5A
        }
        #expect(try !salvage().isWhole)
    }

    /// As a lost sector, block or several of them leave them.
    @Test(arguments: [16, 512, 4096, 12_288], [0, 24]) func zerosInALogAreTold(_ count: Int, _ place: Int) throws {
        try makeLog()
        let start = 32 + 20 * frameSize + place
        try change("-wal") { $0.replaceSubrange(start..<start + count, with: repeatElement(0, count: count)) }
        let report = try salvage()
        #expect(!report.isWhole && report.commitsBehindDamage > 20, "\(report.unread)")
    }

    @Test(arguments: [0, 8, 16, 20, 24]) func aDamagedHeaderOfTheLogIsTold(_ place: Int) throws {
        try makeLog()
        try change("-wal") { $0[place] ^= 0x5A }
        let report = try salvage()
        #expect(!report.isWhole)
        #expect(report.unread.contains { $0.contains("its header is damaged") })
        #expect(report.commitsBehindDamage > 40)
        _ = try salvage(takingAll: true)
        #expect(try rows() == 50)
    }

    @Test func aLogThatEndsWithinAFrameIsTold() throws {
        try makeLog()
        try change("-wal") { $0.removeLast(1000) }
        let report = try salvage()
        #expect(!report.isWhole)
        #expect(report.unread.first?.contains("it ends within frame") == true)
    }

    /// A check of the database and the rescue of its rows give one answer, wherever the log ends.
    @Test func aLogThatEndsAnywhereInItsLastFrameIsTold() throws {
        try makeLog(3)
        let (database, log) = (try Data(contentsOf: url()), try Data(contentsOf: url("-wal")))
        for left in Array(0..<frameSize).filter({ $0 < 40 || $0 % 97 == 0 }) + [frameSize - 1, frameSize] {
            // To close the connection of the check removes the log.
            try database.write(to: url())
            try log.prefix(log.count - frameSize + left).write(to: url("-wal"))
            let report = try salvage()
            let check = try FMDatabase.file(old).integrity()
            #expect(check.unchecked == report.unread.map { "log: \($0)" }, "\(left) bytes are left")
            #expect(report.isWhole == check.isHealthy && report.isWhole == !(16..<frameSize).contains(left), "\(left)")
            #expect(report.isWhole || report.unread.first?.contains("it ends within frame") == true)
        }
    }

    /// Before the frame that ends a transaction nothing of it was committed.
    @Test(arguments: [20, 1000]) func whatAFullDiskHasRefusedIsNotMissed(_ left: Int) throws {
        try makeLog(3) { try $0.execute("INSERT INTO t VALUES (4, zeroblob(20000))") }
        try change("-wal") { $0.removeLast(2 * frameSize - left) }
        let report = try salvage()
        #expect(report.isWhole, "\(report.unread)")
        #expect(try rows() == 3)
        #expect(try FMDatabase.file(old).integrity().isHealthy)
    }

    @Test func framesOfAFormerUseAreNotMissed() throws {
        try makeLog { database in
            try database.checkpoint(.restart)
            try database.execute("INSERT INTO t VALUES (51, 'row 51')")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: old + "-wal")).count > 40 * frameSize)
        let report = try salvage()
        #expect(report.isWhole, "\(report.unread)")
        #expect(try rows() == 51)
    }

    @Test func framesOfATransactionThatWasRolledBackAreNotMissed() throws {
        try makeLog { database in
            database.executeStatements("PRAGMA cache_size = 2; PRAGMA cache_spill = ON; BEGIN")
            try database.executeMany(
                "INSERT INTO t VALUES (?, ?)", (1000..<9000).map { ($0, "a row that is too much") })
            try database.execute("ROLLBACK")
            try database.execute("INSERT INTO t VALUES (51, 'row 51')")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: old + "-wal")).count > 60 * frameSize)
        let report = try salvage()
        #expect(report.isWhole, "\(report.unread)")
        #expect(try rows() == 51)
    }

    // MARK: The journal

    /// A database in the midst of a transaction that has changed its file.
    private func makeJournal() throws {
        let database = FMDatabase.file(folder.file("live.db"))
        database.executeStatements("PRAGMA page_size = 4096; CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        try database.executeMany("INSERT INTO t VALUES (?, ?)", (0..<5000).map { ($0, "row \($0)") })
        database.executeStatements("PRAGMA cache_size = 2; PRAGMA cache_spill = ON; BEGIN; UPDATE t SET x = upper(x)")
        try copy()
        database.close()
    }

    @Test func aTransactionThatAJournalUndoesIsNotMissed() throws {
        try makeJournal()
        let report = try salvage()
        #expect(report.isWhole, "\(report.unread)")
        #expect(try FMDatabase.file(new).value("SELECT count(*) FROM t WHERE x = 'row ' || id", as: Int.self) == 5000)
    }

    /// The magic number, the count, the nonce, the number of pages, the sizes, and a page.
    @Test(arguments: [0, 3, 10, 13, 18, 22, 26, 512 + 2000, 512 + 4104 * 3 + 2000])
    func aDamagedJournalIsTold(_ place: Int) throws {
        try makeJournal()
        // The sum of a page counts each 200th byte.
        try change("-journal") { journal in
            for byte in place..<(place < 28 ? place + 1 : place + 200) { journal[byte] ^= 0x5A }
        }
        let report = try salvage()
        #expect(!report.isWhole)
        // A wrong number of pages is told as pages that the file does not have.
        #expect(place == 18 || report.unread.contains { $0.contains("rollback journal") }, "\(report.unread)")
    }

    @Test(arguments: ["PERSIST", "TRUNCATE"]) func aJournalThatIsNoLongerNeededIsNotMissed(_ mode: String) throws {
        let database = FMDatabase.file(folder.file("live.db"))
        database.executeStatements("PRAGMA journal_mode = \(mode); CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        try database.execute("INSERT INTO t VALUES (1, 'one')")
        try copy()
        let report = try salvage()
        #expect(report.isWhole, "\(report.unread)")
    }

    /// Of a transaction that has not written to the database, the journal says that it has no pages.
    @Test func aTransactionThatHasNotWrittenIsNotMissed() throws {
        let database = FMDatabase.file(folder.file("live.db"))
        database.executeStatements("CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'one'); BEGIN")
        try database.execute("UPDATE t SET x = 'two'")
        try copy()
        #expect(try Data(contentsOf: URL(fileURLWithPath: old + "-journal")).count > 4096)
        let report = try salvage()
        #expect(report.isWhole, "\(report.unread)")
    }

    // MARK: The file

    private func makeFile(_ setup: String = "") throws {
        let database = FMDatabase.file(old)
        database.executeStatements("PRAGMA page_size = 4096; \(setup); CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        try database.executeMany("INSERT INTO t VALUES (?, ?)", (0..<5000).map { ($0, "row \($0)") })
        database.executeStatements("CREATE TABLE u AS SELECT * FROM t; DROP TABLE u")
        database.close()
    }

    @Test func aListOfFreePagesThatIsDamagedIsTold() throws {
        try makeFile()
        try change("") { $0.replaceSubrange(36..<40, with: [0, 0, 0, 1]) }
        let report = try salvage()
        #expect(!report.isWhole && report.unread == ["the list of free pages is damaged"])
        #expect(try rows() == 5000)
    }

    @Test func aFileThatIsCutShortIsTold() throws {
        try makeFile()
        try change("") { $0.removeLast(4096) }
        let report = try salvage()
        #expect(!report.isWhole && report.unread.contains { $0.contains("of its") }, "\(report.unread)")
    }

    @Test func aHeaderThatIsDamagedIsTold() throws {
        try makeFile()
        try change("") { $0.replaceSubrange(0..<40, with: repeatElement(0, count: 40)) }
        let report = try salvage()
        #expect(!report.isWhole && report.unread.contains("the header of the database is damaged"))
        #expect(report.tables.first?.rows == 5000)
    }

    @Test func aPageThatSaysItHasFewerRowsIsTold() throws {
        try makeFile()
        let database = FMDatabase.file(old)
        let root = try database.value("SELECT rootpage FROM sqlite_master WHERE name = 't'", as: Int.self)
        database.close()
        // The first child of the root is a leaf; its number of cells comes 3 bytes behind its start.
        try change("") { bytes in
            let start = (root - 1) * 4096
            let cell = Int(bytes[start + 12]) << 8 | Int(bytes[start + 13])
            let leaf = bytes[start + cell..<start + cell + 4].reduce(0) { $0 << 8 | Int($1) }
            bytes[(leaf - 1) * 4096 + 4] -= 5
        }
        let report = try salvage()
        #expect(try rows() < 5000)
        #expect(!report.isWhole && report.unread.count == 1, "\(report.unread)")
    }

    @Test func aMapOfPointersThatIsDamagedIsTold() throws {
        try makeFile("PRAGMA auto_vacuum = 1")
        try change("") { $0.replaceSubrange(4096..<4196, with: repeatElement(0xA5, count: 100)) }
        let report = try salvage()
        #expect(!report.isWhole && report.unread == ["the pointer maps are damaged: pages [2]"])
        #expect(try rows() == 5000)
    }

    // MARK: Rows in part

    /// A table of long texts, of one of which a page is overwritten by zeros.
    @Test(.enabled(if: SQLiteVersion.hasPageStatistics), arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
    func whatIsLeftOfARowIsSetApart(_ encoding: String) throws {
        let database = FMDatabase.file(old)
        database.executeStatements(
            "PRAGMA page_size = 4096; PRAGMA encoding = '\(encoding)'; CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT)"
        )
        let body = { (number: Int) in String(repeating: "dö😀 \(number); ", count: 5000) }
        for number in 1...5 { try database.execute("INSERT INTO doc VALUES (\(number), \(body(number)))") }
        let page = try database.value(
            "SELECT pageno FROM dbstat WHERE name = 'doc' AND pagetype = 'overflow' AND path LIKE '/002+%' ORDER BY path LIMIT 1 OFFSET 9",
            as: Int?.self)
        database.close()
        guard let page else { return }
        try change("") { $0.replaceSubrange((page - 1) * 4096..<page * 4096, with: repeatElement(0, count: 4096)) }
        let report = try salvage()
        #expect(report.tables.map(\.rowsInPart) == [1] && report.tables.map(\.rows) == [4])
        let left = try FMDatabase.file(new).value("SELECT c1 FROM lost_and_found WHERE id = 3", as: String.self)
        #expect(left.count > 500 && body(3).hasPrefix(left))
    }

    @Test(.enabled(if: SQLiteVersion.hasPageStatistics)) func aRowOfWhichNothingIsLeftIsToldByItsNumber() throws {
        let database = FMDatabase.file(old)
        let columns = (0..<1500).map { "c\($0)" }
        database.executeStatements("PRAGMA page_size = 512; CREATE TABLE t (\(columns.joined(separator: ", ")))")
        for _ in 1...3 {
            try database.execute("INSERT INTO t SELECT \(raw: columns.map { _ in "1.5" }.joined(separator: ", "))")
        }
        let page = try database.value(
            "SELECT pageno FROM dbstat WHERE name = 't' AND path LIKE '/001+%' ORDER BY path LIMIT 1", as: Int?.self)
        database.close()
        guard let page else { return }
        try change("") { $0.replaceSubrange((page - 1) * 512..<page * 512, with: repeatElement(0, count: 512)) }
        let report = try salvage()
        #expect(report.tables.map(\.rowsInPart) == [1] && report.lostAndFound == 1)
        #expect(try FMDatabase.file(new).value("SELECT id FROM lost_and_found", as: Int.self) == 2)
    }
}
