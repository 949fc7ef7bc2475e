import FMDB
import FMDBTestHelpers
import Testing

/// The decoder of a query's rows serves all of them, and each type that is asked for.
@Suite struct RowDecoderUseTests {
    private struct Person: Decodable, Equatable { var name: String, age: Int? }
    private struct Name: Decodable, Equatable { var name: String }

    /// Keeps its decoder.
    private struct Keeper: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) { self.decoder = decoder }
    }

    /// Keeps the columns of its row.
    private struct Columns: Decodable {
        enum CodingKeys: CodingKey { case name, age }
        let columns: KeyedDecodingContainer<CodingKeys>
        init(from decoder: any Decoder) throws { columns = try decoder.container(keyedBy: CodingKeys.self) }
    }

    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE person (name TEXT, age INTEGER)")
        try db.execute("INSERT INTO person VALUES ('ann', 7), ('bob', NULL)")
    }

    private func expectPeople() throws {
        let people = try db.rows("SELECT * FROM person ORDER BY name", as: Person.self)
        #expect(people == [Person(name: "ann", age: 7), Person(name: "bob", age: nil)])
    }

    @Test func rowsOfAStatementThatIsUsedAgainDecodeAgain() throws {
        try expectPeople()
        try expectPeople()
    }

    @Test func columnsThatHaveMovedAreFoundAgain() throws {
        try expectPeople()
        db.executeStatements(
            """
            DROP TABLE person;
            CREATE TABLE person (id INTEGER, age INTEGER, name TEXT);
            INSERT INTO person VALUES (1, 7, 'ann'), (2, NULL, 'bob');
            """)
        try expectPeople()
    }

    @Test func aColumnThatHasComeIsFound() throws {
        struct Place: Decodable { var name: String, town: String? }
        let sql: FMSQL = "SELECT * FROM person WHERE name = 'ann'"
        #expect(try db.rows(sql, as: Place.self).map(\.town) == [nil])

        try db.execute("ALTER TABLE person ADD COLUMN town TEXT DEFAULT 'Bern'")

        #expect(try db.rows(sql, as: Place.self).map(\.town) == ["Bern"])
    }

    @Test func aRowIsDecodedAsSeveralTypesInTurn() throws {
        let rows = try db.query("SELECT * FROM person ORDER BY name")
        var names: [Name] = []
        var people: [Person] = []
        while let row = try rows.nextRow() {
            names.append(try row.decode())
            people.append(try row.decode())
            #expect(try row.decode(Name.self) == names.last)
        }

        #expect(names.map(\.name) == ["ann", "bob"])
        #expect(people.map(\.age) == [7, nil])
    }

    @Test func aRowIsDecodedByFormsOfDatesInTurn() throws {
        struct Day: Decodable { var day: Date }
        let rows = try db.query("SELECT 2000 AS day UNION ALL SELECT 4000")
        var seconds: [Double] = []
        while let row = try rows.nextRow() {
            seconds.append(try row.decode(Day.self, dates: .millisecondsSince1970).day.timeIntervalSince1970)
            seconds.append(try row.decode(Day.self).day.timeIntervalSince1970)
        }

        #expect(seconds == [2, 2000, 4, 4000])
    }

    @Test func aQueryWithinTheDecodingOfItsOwnRowDecodesItsOwn() throws {
        struct Outer: Decodable {
            @TaskLocal static var inner: @Sendable () throws -> Int = { 0 }
            enum CodingKeys: CodingKey { case name }
            var name: String
            var count: Int
            init(from decoder: any Decoder) throws {
                let columns = try decoder.container(keyedBy: CodingKeys.self)
                count = try Self.inner()
                name = try columns.decode(String.self, forKey: .name)
            }
        }
        // SAFETY: the closure runs on this thread, within the query.
        nonisolated(unsafe) let db = db
        let sql: FMSQL = "SELECT name FROM person ORDER BY name"
        let rows = try Outer.$inner.withValue({ try db.rows(sql, as: Name.self).count }) {
            try db.rows(sql, as: Outer.self)
        }

        #expect(rows.map(\.name) == ["ann", "bob"])
        #expect(rows.map(\.count) == [2, 2])
    }

    // MARK: Kept

    @Test func aDecoderThatATypeHasKeptReadsTheCurrentRow() throws {
        let rows = try db.query("SELECT * FROM person ORDER BY name")
        let decoder = try #require(try rows.nextRow()).decode(Keeper.self).decoder

        #expect(try Person(from: decoder) == Person(name: "ann", age: 7))
        #expect(try Name(from: decoder) == Name(name: "ann"))
    }

    @Test func aDecoderThatIsKeptBeyondTheQueryRefuses() throws {
        let decoder = try #require(try db.rows("SELECT * FROM person", as: Keeper.self).first).decoder

        #expect(throws: FMError.self) { try Person(from: decoder) }
        #expect(throws: FMError.self) { try decoder.singleValueContainer() }
        try expectPeople()
    }

    @Test func columnsThatATypeHasKeptReadTheCurrentRow() throws {
        let rows = try db.query("SELECT * FROM person ORDER BY name")
        let columns = try #require(try rows.nextRow()).decode(Columns.self).columns

        #expect(try columns.decode(String.self, forKey: .name) == "ann")
        #expect(try rows.nextRow() != nil)
        #expect(try columns.decodeIfPresent(Int.self, forKey: .age) == nil)
    }

    @Test func columnsThatAreKeptBeyondTheDatabaseRefuse() throws {
        var kept: [Columns] = []
        do {
            let other = FMDatabase.memory()
            kept = try other.rows("SELECT 'ann' AS name, 7 AS age", as: Columns.self)
            other.close()
        }

        let columns = try #require(kept.first).columns
        #expect(throws: FMError.self) { try columns.decode(String.self, forKey: .name) }
        #expect(throws: FMError.self) { try columns.decodeIfPresent(Int.self, forKey: .age) }
        #expect(throws: FMError.self) { try columns.decodeNil(forKey: .age) }
        #expect(throws: FMError.self) { try columns.decode(Data.self, forKey: .name) }
    }

    /// What a row says that is kept beyond its query.
    private func refusal(_ row: FMRow) -> FMError? { thrown { try row.dictionary() } }

    @Test func aDecoderThatIsKeptDoesNotReadTheNextQueryOfItsText() throws {
        let sql: FMSQL = "SELECT name, age FROM person ORDER BY name"
        let first = try db.query(sql)
        let row = try #require(try first.nextRow())
        let decoder = try row.decode(Keeper.self).decoder
        first.close()
        let second = try db.query(sql)
        try #require(try second.nextRow() != nil)

        let reason = try #require(refusal(row))
        #expect(reason.resultCode == .misuse)
        #expect(thrown { try Person(from: decoder) } == reason)
        #expect(thrown { try String(from: decoder) } == reason)
        #expect(thrown { try [Int](from: decoder) } == reason)
    }

    @Test func columnsThatAreKeptDoNotReadTheNextQueryOfTheirText() throws {
        let sql: FMSQL = "SELECT name FROM person ORDER BY name"
        let first = try db.query(sql)
        let row = try #require(try first.nextRow())
        let columns = try row.decode(Columns.self).columns
        #expect(try columns.decode(String.self, forKey: .name) == "ann")
        first.close()
        let second = try db.query(sql)
        try #require(try second.nextRow() != nil)

        let reason = try #require(refusal(row))
        #expect(thrown { try columns.decode(String.self, forKey: .name) } == reason)
        #expect(thrown { try columns.decode(Data.self, forKey: .name) } == reason)
        #expect(thrown { try columns.decode([Int].self, forKey: .name) } == reason)
        #expect(thrown { try columns.decodeIfPresent(String.self, forKey: .name) } == reason)
        #expect(thrown { try columns.decodeIfPresent(Int.self, forKey: .age) } == reason)
        #expect(thrown { try columns.decodeIfPresent(Date.self, forKey: .age) } == reason)
        #expect(thrown { try columns.decodeNil(forKey: .name) } == reason)
        #expect(thrown { try columns.superDecoder(forKey: .name) } == reason)
        #expect(thrown { try columns.superDecoder() } == reason)
        #expect(!columns.contains(.name))
        #expect(columns.allKeys.isEmpty)
    }

    @Test func columnsByKeysOfAnySizeAreRefusedAfterTheQuery() throws {
        struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let sql: FMSQL = "SELECT name FROM person ORDER BY name"
        let first = try db.query(sql)
        let row = try #require(try first.nextRow())
        let columns = try row.decode(Keeper.self).decoder.container(keyedBy: Name.self)
        #expect(try columns.decode(String.self, forKey: Name(stringValue: "name")) == "ann")
        first.close()
        let second = try db.query(sql)
        try #require(try second.nextRow() != nil)

        #expect(thrown { try columns.decode(String.self, forKey: Name(stringValue: "name")) } == refusal(row))
    }

    @Test func columnsThatAreKeptReadOnWhereTheRowIsDecodedByAnotherFormOfDates() throws {
        let rows = try db.query("SELECT * FROM person ORDER BY name")
        let old = try #require(try rows.nextRow()).decode(Columns.self, dates: .millisecondsSince1970).columns
        let new = try #require(try rows.nextRow()).decode(Columns.self).columns

        #expect(try old.decode(String.self, forKey: .name) == "bob")
        #expect(try new.decode(String.self, forKey: .name) == "bob")
    }

    @Test func theDatabaseIsReleasedAfterRowsWereDecoded() throws {
        weak var statement: FMStatement?
        do {
            let other = FMDatabase.memory()
            let rows = try other.query("SELECT 'ann' AS name")
            statement = rows.statement
            #expect(try rows.nextRow()?.decode(Name.self) == Name(name: "ann"))
            #expect(try rows.nextRow() == nil)
        }

        #expect(statement == nil)
    }

    @Test func aCursorThatIsDroppedReleasesItsStatement() throws {
        weak var statement: FMStatement?
        do {
            let other = FMDatabase.memory()
            let rows = try other.query("SELECT 'ann' AS name UNION ALL SELECT 'bob'")
            statement = rows.statement
            #expect(try rows.nextRow()?.decode(Name.self) == Name(name: "ann"))
        }

        #expect(statement == nil)
    }
}
