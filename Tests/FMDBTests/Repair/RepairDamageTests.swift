import FMDB
import FMDBTestHelpers
import Testing

/// Which rows of a damaged file get where.
@Suite struct RepairDamageTests {
    private let folder = TemporaryFolder()
    private var old: String { folder.file("old.db") }
    private var new: String { folder.file("new.db") }
    private let pageSize = 512

    /// Makes a database, and damages pages of it.
    ///
    /// - Parameters:
    ///   - pages: a query for the numbers of pages, before they are damaged.
    private func make(_ setup: String, damaging pages: FMSQL?, _ damage: (inout [UInt8]) -> Void) throws {
        let database = FMDatabase.file(old)
        #expect(database.executeStatements("PRAGMA page_size = \(pageSize); PRAGMA secure_delete = OFF; " + setup))
        let numbers = try pages.map { try database.rows($0, as: Int.self) } ?? []
        database.close()
        var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: old)))
        #expect(pages == nil || !numbers.isEmpty)
        for number in numbers {
            let place = (number - 1) * pageSize..<number * pageSize
            var page = Array(bytes[place])
            damage(&page)
            bytes.replaceSubrange(place, with: page)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: old))
    }

    private func zero(_ page: inout [UInt8]) { page = [UInt8](repeating: 0, count: page.count) }

    private static let fill = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        """

    private func salvage() throws -> (report: FMRepair.Report, database: FMDatabase) {
        let report = try FMRepair(old).salvage(to: new)
        let database = FMDatabase.file(new)
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        return (report, database)
    }

    @Test func rowsBelowALostPageOfPointersGetIntoTheirTable() throws {
        try make(
            "CREATE TABLE t (x); CREATE TABLE u (x, y); \(Self.fill) INSERT INTO t SELECT 'row ' || i FROM n",
            damaging: "SELECT rootpage FROM sqlite_master WHERE name = 't'", zero)
        let (report, database) = try salvage()
        #expect(try database.value("SELECT count(*) FROM t WHERE x = 'row ' || rowid", as: Int.self) == 500)
        #expect(report.tables.first?.rowsFoundApart == 500)
        #expect(report.tables.first?.lostPages == 1)
        #expect(report.lostPages.count == 1)
        #expect(report.lostAndFound == 0)
        #expect(!report.isWhole)
    }

    @Test func rowsThatMayBeOfTwoTablesAreSetApart() throws {
        try make(
            """
            CREATE TABLE t (x); CREATE TABLE u (y); \(Self.fill) INSERT INTO t SELECT 'row ' || i FROM n;
            \(Self.fill) INSERT INTO u SELECT 'other ' || i FROM n;
            """, damaging: "SELECT rootpage FROM sqlite_master WHERE name IN ('t', 'u')", zero)
        let (report, database) = try salvage()
        #expect(report.tables.map(\.rows) == [0, 0])
        #expect(report.lostAndFound == 1000)
        let kept = "SELECT count(*) FROM lost_and_found WHERE nfield = 1 AND c0 IN ('row ' || id, 'other ' || id)"
        #expect(try database.value(FMSQL(raw: kept), as: Int.self) == 1000)
    }

    @Test func mapsOfPointersTellTheTableOfAPage() throws {
        try make(
            """
            PRAGMA auto_vacuum = 1; CREATE TABLE t (x); CREATE TABLE u (y);
            \(Self.fill) INSERT INTO t SELECT 'row ' || i FROM n; \(Self.fill) INSERT INTO u SELECT 'other ' || i FROM n;
            """, damaging: "SELECT rootpage FROM sqlite_master WHERE name IN ('t', 'u')", zero)
        let (report, database) = try salvage()
        #expect(report.tables.map(\.rows) == [500, 500])
        #expect(try database.value("SELECT count(*) FROM u WHERE y = 'other ' || rowid", as: Int.self) == 500)
    }

    @Test func deletedRowsDoNotComeBack() throws {
        try make(
            """
            CREATE TABLE t (x); \(Self.fill) INSERT INTO t SELECT 'row ' || i FROM n;
            DELETE FROM t WHERE rowid > 200;
            """, damaging: "SELECT rootpage FROM sqlite_master WHERE name = 't'", zero)
        let (report, database) = try salvage()
        #expect(try database.value("SELECT max(rowid) FROM t", as: Int.self) == 200)
        #expect(report.lostAndFound == 0)
    }

    @Test func aPageOfWhichAPartIsLostGivesItsOtherRows() throws {
        try make(
            "CREATE TABLE t (x); INSERT INTO t VALUES ('one'), ('two'), ('three'), (printf('%.300c', 'z'))",
            damaging: "SELECT rootpage FROM sqlite_master WHERE name = 't'"
        ) { page in
            // Says that the last cell ends outside the page.
            let cell = Int(page[8 + 6]) << 8 | Int(page[8 + 7])
            page[cell] = 0x8F
        }
        let (report, database) = try salvage()
        #expect(report.tables.map(\.rows) == [0])
        #expect(
            try database.rows("SELECT c0 FROM lost_and_found ORDER BY id", as: String.self) == ["one", "two", "three"])
    }

    @Test func aRowWhoseRestIsLostIsKeptInPart() throws {
        let database = FMDatabase.file(old)
        database.executeStatements("PRAGMA page_size = 512; CREATE TABLE t (a, b, c)")
        try database.execute("INSERT INTO t VALUES (7, \([UInt8](repeating: 7, count: 5000)), 'end')")
        try database.execute("INSERT INTO t VALUES (8, 'short', 'end')")
        database.close()
        let size = try Data(contentsOf: URL(fileURLWithPath: old)).count
        #expect(truncate(old, off_t(size - 512)) == 0)
        let (report, new) = try salvage()
        #expect(try new.rows("SELECT a FROM t", as: Int.self) == [8])
        #expect(report.tables.first?.rowsInPart == 1)
        #expect(try new.value("SELECT c0 FROM lost_and_found WHERE c2 IS NULL", as: Int.self) == 7)
        let left = try new.value("SELECT c1 FROM lost_and_found", as: Data.self)
        #expect(left.count > 3000 && left.count < 5000 && left.allSatisfy { $0 == 7 })
    }

    @Test func zerosThatBeginWithAPageAreInDoubt() throws {
        let ones = "CAST(replace(printf('%700c', ''), ' ', 'o') AS BLOB)"
        try make(
            "CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(700)), (\(ones))", damaging: nil, zero)
        var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: old)))
        #expect(bytes.last == 0 && bytes[bytes.count - pageSize + 4] == UInt8(ascii: "o"))
        bytes.replaceSubrange(bytes.count - pageSize..<bytes.count, with: repeatElement(0, count: pageSize))
        try Data(bytes).write(to: URL(fileURLWithPath: old))
        let (report, database) = try salvage()
        #expect(try database.value("SELECT x = zeroblob(700) FROM t", as: Bool.self))
        #expect(try database.value("SELECT id FROM lost_and_found WHERE length(c0) = 700", as: Int.self) == 2)
        #expect(report.tables.map(\.rowsSetAside) == [1])
    }

    @Test func treesThatLeadBackToThemselvesEnd() throws {
        try make(
            "CREATE TABLE t (x); \(Self.fill) INSERT INTO t SELECT 'row ' || i FROM n",
            damaging: "SELECT rootpage FROM sqlite_master WHERE name = 't'"
        ) { page in
            // The last child is the schema, and the first one the root.
            page.replaceSubrange(8..<12, with: [0, 0, 0, 2])
        }
        let (report, database) = try salvage()
        #expect(try database.value("SELECT count(*) FROM t WHERE x = 'row ' || rowid", as: Int.self) == 500)
        #expect(report.tables.map(\.lostPages) == [1])
    }

    @Test func theSchemaIsFoundOnOtherPages() throws {
        let tables = (0..<30).map { "CREATE TABLE t\($0) (a, b, c); INSERT INTO t\($0) VALUES (\($0), 'x', NULL);" }
        try make(tables.joined(), damaging: "SELECT 1", zero)
        let (report, database) = try salvage()
        #expect(!report.isSchemaWhole)
        #expect(report.tables.count == 30)
        #expect(try database.value("SELECT a FROM t29", as: Int.self) == 29)
    }

    /// A field of the header, and what is written there.
    @Test(arguments: [(16, 4), (16, 64), (18, 9), (20, 200), (28, 1), (36, 7), (52, 9), (56, 0), (59, 3)])
    func aWrongHeaderLosesNoRow(_ place: Int, _ byte: UInt8) throws {
        try make(
            "CREATE TABLE t (x); \(Self.fill) INSERT INTO t SELECT 'row ' || i FROM n",
            damaging: "SELECT 1"
        ) { $0[place] = byte }
        let (report, database) = try salvage()
        #expect(try database.value("SELECT count(*) FROM t WHERE x = 'row ' || rowid", as: Int.self) == 500)
        #expect(report.tables.map(\.isWhole) == [true])
    }

    @Test func rowsOfUnknownTablesAreSetApart() throws {
        try make(
            "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'ä'), (NULL, NULL)",
            damaging: "SELECT 1", zero)
        let (report, database) = try salvage()
        #expect(report.tables == [])
        #expect(try database.value("SELECT c1 FROM lost_and_found WHERE id = 1", as: String.self) == "ä")
        #expect(report.lostAndFound == 2)
    }

    @Test(.enabled(if: SQLiteVersion.hasPageStatistics)) func wordsOfLostRowsAreNotFound() throws {
        try make(
            """
            CREATE VIRTUAL TABLE f USING fts4 (x);
            \(Self.fill) INSERT INTO f SELECT 'number' || i || printf('%.50c', 'z') FROM n;
            """,
            damaging: "SELECT pageno FROM dbstat WHERE name = 'f_content' AND pagetype = 'leaf' LIMIT 1", zero)
        let (_, database) = try salvage()
        let count: Int = try database.value("SELECT count(*) FROM f")
        #expect(count > 400 && count < 500)
        #expect(try database.value("SELECT count(*) FROM f WHERE f MATCH 'number*'", as: Int.self) == count)
    }

    /// One chain of 2000 pages with the rest of each of 2700 rows, and nothing that tells what they are. Each page is followed once.
    @Test func ofManyRowsThatLeadToOneChainOneGetsIt() throws {
        let (leaves, links) = (300, 2000)
        let first = UInt32(2 + leaves)
        let local = 39
        let payload = local + links * (pageSize - 4)
        var file = Data(count: pageSize)
        for leaf in 0..<leaves { file += leafPage(leaf, payload: payload, local: local, overflow: first) }
        for link in 1...links {
            let next = link == links ? 0 : first + UInt32(link)
            file += withUnsafeBytes(of: next.bigEndian) { Data($0) } + Data(repeating: 0xAA, count: pageSize - 4)
        }
        try file.write(to: URL(fileURLWithPath: old))
        let (report, _) = try salvage()
        #expect(report.lostAndFound > 0)
        let longest = FMDatabase.file(new)
        #expect(try longest.value("SELECT count(*) FROM lost_and_found WHERE length(c0) > 100000", as: Int.self) == 1)
    }

    /// A page of a table, each byte of which is accounted for.
    private func leafPage(_ leaf: Int, payload: Int, local: Int, overflow: UInt32) -> Data {
        let count = 9
        let record: [UInt8] = [6] + variable(payload * 2, 5) + [UInt8](repeating: 0xAA, count: local - 6)
        var cells: [UInt8] = []
        var places: [Int] = []
        let length = 4 + 3 + local + 4
        for cell in 0..<count {
            places.append(pageSize - (count - cell) * length)
            cells += variable(payload, 4) + variable(20000 + leaf * count + cell, 3) + record
            cells += withUnsafeBytes(of: overflow.bigEndian) { Array($0) }
        }
        let content = pageSize - cells.count
        var page: [UInt8] = [13, 0, 0, 0, UInt8(count), UInt8(content >> 8), UInt8(content & 0xFF), 0]
        for place in places { page += [UInt8(place >> 8), UInt8(place & 0xFF)] }
        return Data(page + [UInt8](repeating: 0, count: content - page.count) + cells)
    }

    /// A number of so many bytes, of which each has seven bits.
    private func variable(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(number >> (7 * $0) & 0x7F) | ($0 > 0 ? 0x80 : 0) }
    }
}
