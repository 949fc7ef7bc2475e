#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    @testable import FMDBCommand

    /// Pages of the studio: none leaves out a row or shows one twice, whatever the order.
    @Suite struct StudioPagingTests {
        private static let script = """
            CREATE TABLE plain(id INTEGER PRIMARY KEY, a, b TEXT COLLATE NOCASE, c INTEGER);
            CREATE INDEX plain_a ON plain(a);
            CREATE TABLE keyed(x TEXT, y INTEGER, a, PRIMARY KEY (y, x)) WITHOUT ROWID;
            CREATE TABLE odd("rowid" TEXT, "a ""b" ANY, "order");
            CREATE VIEW seen AS SELECT id, a FROM plain;
            INSERT INTO plain(a, b, c) VALUES
                (NULL, 'x', 1), (3, 'X', NULL), (3, 'y', 1), (3.5, NULL, 2), ('text', 'Y', 2), (x'00ff', 'x', 1), (NULL, 'z', NULL),
                (-1e308, 'a', 9), (9223372036854775807, 'b', -9223372036854775808), ('', 'c', 0), (x'', 'd', 0), (3, 'e', 1);
            INSERT INTO keyed VALUES ('a', 1, NULL), ('b', 1, 2), ('a', 2, 2), ('c', 1, NULL), ('b', 2, 'z'), ('', 3, 1);
            INSERT INTO odd VALUES ('r', 1, 2), ('r', NULL, 1), ('s', 1, NULL), (NULL, NULL, NULL);
            """

        private let db = FMDatabase(path: nil)

        init() throws {
            #expect(db.open())
            #expect(db.executeStatements(Self.script))
        }

        struct Order: CustomTestStringConvertible {
            let table: String
            let column: String?
            let isDescending: Bool
            var testDescription: String { "\(table) by \(column ?? "key")\(isDescending ? " down" : "")" }

            static let all = [false, true].flatMap { isDescending in
                [("plain", ["id", "a", "b", "c"]), ("keyed", ["x", "y", "a"]), ("odd", ["rowid", "a \"b", "order"])]
                    .flatMap {
                        table, columns in
                        ([nil] + columns.map(Optional.some)).map {
                            Order(table: table, column: $0, isDescending: isDescending)
                        }
                    }
            }

            var request: PageRequest {
                PageRequest(
                    table: table, sort: column.map { PageRequest.Sort(column: $0, isDescending: isDescending) },
                    limit: 2)
            }
        }

        private func read(_ request: PageRequest) throws -> Page { try TableReader(db, request).read() }

        private func cursor(_ row: Page.Row?) throws -> PageRequest.Cursor {
            let row = try #require(row)
            return PageRequest.Cursor(value: row.value, key: try #require(row.key))
        }

        @Test(arguments: Order.all)
        func everyRowIsOnOnePage(order: Order) throws {
            var request = order.request
            request.limit = 500
            let all = try read(request).rows.map(\.cells)
            #expect(all.count == (try db.value("SELECT count(*) FROM \(identifier: order.table)", as: Int.self)))

            request = order.request
            var page = try read(request)
            var forwards = page.rows.map(\.cells)
            while page.hasMore {
                request.start = .after(try cursor(page.rows.last))
                page = try read(request)
                forwards += page.rows.map(\.cells)
            }
            #expect(forwards == all)

            request.start = .last
            page = try read(request)
            var backwards = page.rows.map(\.cells)
            while page.hasMore {
                request.start = .before(try cursor(page.rows.first))
                page = try read(request)
                backwards = page.rows.map(\.cells) + backwards
            }
            #expect(backwards == all)
        }

        @Test(arguments: Order.all)
        func theOrderIsThatOfSQLite(order: Order) throws {
            guard let column = order.column else { return }
            var request = order.request
            request.limit = 500
            let page = try read(request)
            let index = try #require(page.columns.firstIndex(of: column))
            let direction: FMSQL = order.isDescending ? " DESC" : ""
            var expected: [ShownCell] = []
            // Among equal ones of a collation the key decides, as for the page.
            let key = try #require(try db.tableSchema(order.table).flatMap { RowKey($0) }).columns
            let keys = key.map { "\(identifier: $0)\(direction)" as FMSQL }.joined(separator: ", ")
            try db.forEachRow(
                """
                SELECT \(identifier: column) FROM \(identifier: order.table) ORDER BY \(identifier: column)\(direction), \(keys)
                """
            ) {
                expected.append(ShownCell(try $0.value(at: 0, as: FMValue.self)))
            }
            #expect(page.rows.map { $0.cells[index] } == expected)
        }

        /// What makes the last page as fast as the first.
        @Test(arguments: [false, true], [nil, "id", "a"])
        func noPageSortsWhereThereIsAnIndex(isDescending: Bool, column: String?) throws {
            let key = try #require(try db.tableSchema("plain").flatMap { RowKey($0) })
            let value = column == "a" ? ExactValue(.integer(3)) : nil
            let cursor = PageRequest.Cursor(value: value, key: [ExactValue(.integer(5))])
            let null = PageRequest.Cursor(value: column == "a" ? ExactValue(.null) : nil, key: cursor.key)
            for start in [
                PageRequest.Start.first, .last, .after(cursor), .before(cursor), .after(null), .before(null), .at("3"),
            ] {
                var request = Order(table: "plain", column: column, isDescending: isDescending).request
                request.start = start
                for segment in try PagePlan(request, key: key, affinity: .integer).segments {
                    let condition = segment.condition.map { " WHERE \($0)" as FMSQL } ?? ""
                    let plan = try db.queryPlan(of: "SELECT * FROM plain\(condition) ORDER BY \(segment.order) LIMIT 2")
                    #expect(plan.sorts.isEmpty, "\(plan)")
                    // From an end of the index without a condition, else by a search.
                    #expect(plan.scannedTables.isEmpty || segment.condition == nil, "\(plan)")
                }
            }
        }

        @Test func aPageBeginsAtAValue() throws {
            var request = Order(table: "plain", column: nil, isDescending: false).request
            request.start = .at("11")
            #expect(try read(request).rows.map { $0.cells[0] } == [.integer(11), .integer(12)])
            request.sort = PageRequest.Sort(column: "c", isDescending: true)
            request.start = .at("1")
            #expect(try read(request).rows.map { $0.cells[3] } == [.integer(1), .integer(1)])
        }

        @Test func viewsAreCounted() throws {
            var request = PageRequest(table: "seen", limit: 5)
            var seen: [ShownCell] = []
            for offset in [0, 5, 10] {
                request.offset = offset
                let page = try read(request)
                #expect(page.hasMore == (offset < 10) && !page.hasKey && page.rows.allSatisfy { $0.key == nil })
                seen += page.rows.map { $0.cells[0] }
            }
            #expect(Set(seen.map { "\($0)" }).count == 12 && seen.count == 12)
        }

        private func rows(_ column: String, _ comparison: PageRequest.Filter.Comparison, _ text: String) throws
            -> [ShownCell]
        {
            let filter = PageRequest.Filter(column: column, comparison: comparison, text: text)
            return try read(PageRequest(table: "plain", filters: [filter], limit: 50)).rows.map { $0.cells[0] }
        }

        @Test func filtersCompareAsSQLiteDoes() throws {
            #expect(try rows("a", .equal, "3") == [])
            #expect(try rows("c", .equal, "1") == [1, 3, 6, 12].map(ShownCell.integer))
            #expect(try rows("c", .unequal, "1").count == 8)
            #expect(try rows("b", .equal, "X") == [1, 2, 6].map(ShownCell.integer))
            #expect(try rows("b", .starts, "x").count == 3)
            // The wildcards of LIKE are characters.
            #expect(try rows("b", .contains, "%").isEmpty)
            #expect(try rows("b", .contains, "_").isEmpty)
            #expect(try rows("b", .isNull, "") == [.integer(4)])
            #expect(try rows("b", .equal, "' OR 1 --").isEmpty)
        }

        @Test func aWildcardWithACombiningMarkIsNone() throws {
            try db.execute("UPDATE plain SET b = \("x\u{301}") WHERE id = 1")
            #expect(try rows("b", .contains, "%\u{301}").isEmpty)
            #expect(try rows("b", .contains, "x\u{301}") == [.integer(1)])
        }

        @Test func whatIsNotThereIsRefused() throws {
            #expect(throws: StudioError.self) { try TableReader(db, PageRequest(table: "none")) }
            for column in ["none", "id) --", "plain.id"] {
                #expect(throws: StudioError.self) {
                    try TableReader(db, PageRequest(table: "plain", sort: PageRequest.Sort(column: column)))
                }
            }
            var request = Order(table: "keyed", column: nil, isDescending: false).request
            request.start = .after(PageRequest.Cursor(value: nil, key: [ExactValue(.integer(1))]))
            #expect(throws: StudioError.self) { try read(request) }
        }

        @Test func largeValuesAreShownByTheirBeginning() throws {
            try db.execute("CREATE TABLE large(id INTEGER PRIMARY KEY, b, t)")
            try db.execute(
                "INSERT INTO large VALUES (1, zeroblob(3000000), printf('%.3000000c', 'x')), (2, x'01', 'short')")
            // SQLITE_LIMIT_LENGTH
            let limitOfLength: Int32 = 0
            let former = db.limit(for: limitOfLength, value: 1_000_000)
            defer { _ = db.limit(for: limitOfLength, value: former) }
            let rows = try read(PageRequest(table: "large")).rows
            #expect(rows[0].cells[1] == .blob(String(repeating: "00", count: 16), 3_000_000))
            #expect(rows[0].cells[2] == .longText(String(repeating: "x", count: 500), 3_000_000))
            #expect(rows[1].cells == [.integer(2), .blob("01", 1), .text("short")])
        }
    }
#endif
