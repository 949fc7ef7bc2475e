import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct LegacyBGFMDBTests {
    private struct Student: Codable, Equatable {
        var name: String
        var born: Date?
        var mark: Double?
        var photo: Data?
        var friends: [Student]?
    }

    private struct Person: Codable, FMModel, Equatable {
        var id: Int64?
        var name: String?
        var age: Int?
        var number: Double?
        var price: Decimal?
        var born: Date?
        var photo: Data?
        var site: URL?
        var tags: [String]?
        var student: Student?
        var students: [Student]?
        var marks: [String: Double]?
        var created: Date?
        var updated: Date?

        static let tableOptions = FMTableOptions(created: "created", updated: "updated")
    }

    private let db = FMDatabase.memory()
    private let berlin: TimeZone
    private let german = Locale(identifier: "de_DE")

    /// As the library's `CREATE TABLE` leaves it.
    init() throws {
        berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let texts = ["name", "number", "price", "born", "photo", "site", "tags", "student", "students", "marks"]
        let columns = texts.map { "BG_\($0) text" }.joined(separator: ",")
        try db.execute(
            FMSQL(
                raw: """
                    create table bg (BG_bg_id integer primary key autoincrement,BG_bg_createTime text,\
                    BG_bg_updateTime text,BG_age integer,\(columns))
                    """))
    }

    /// A row of the library's with one value of its own.
    private func insert(_ column: String, _ text: String) throws {
        try db.execute(
            """
            INSERT INTO bg (BG_bg_createTime, BG_bg_updateTime, \(identifier: "BG_" + column))
            VALUES ('2017-07-19 20:15:00.125', '2017-12-19 20:15:00', \(text))
            """)
    }

    @discardableResult
    private func imported(_ options: FMImportOptions = FMImportOptions()) throws -> Person {
        try db.importBGFMDB(Person.self, from: "bg", timeZone: berlin, locale: german, options: options)
        return try #require(try db.first(Person.self))
    }

    private func date(_ text: String) throws -> Date {
        try #require(FMDateStorage.iso8601.date(of: .text(text)))
    }

    @Test func idsAndTimesAreKept() throws {
        try insert("name", "O'Brien")
        try db.execute("UPDATE bg SET BG_bg_id = 41, BG_age = 7")

        let person = try imported()

        #expect(person.id == 41)
        #expect(person.name == "O'Brien")
        #expect(person.age == 7)
        // Summer time, and winter time in the form of the earlier versions.
        #expect(try person.created == date("2017-07-19T18:15:00.125Z"))
        #expect(try person.updated == date("2017-12-19T19:15:00Z"))
    }

    @Test func bgfmdb3_datesAreReadInTheTimeZoneInWhichTheyWereWritten() throws {
        try insert("born", "2016-02-29 23:59:59.999")
        let zone = try #require(TimeZone(identifier: "Asia/Shanghai"))

        try db.importBGFMDB(Person.self, from: "bg", timeZone: zone)

        #expect(try db.first(Person.self)?.born == date("2016-02-29T15:59:59.999Z"))
    }

    @Test(arguments: [
        ("3.75", 3.75), ("3,75", 3.75), ("1.234.567,5", 1_234_567.5), ("-7", -7), ("1e3", 1000), ("١٢", 12),
        ("1\u{A0}000,5", 1000.5),
    ])
    func bgfmdb3_numbersAreReadThoughTheyWereWrittenInALocale(text: String, number: Double) throws {
        try insert("number", text)

        #expect(try imported().number == number)
    }

    @Test func decimalsKeepAllDigits() throws {
        try insert("price", "12345678901234567890,125")

        #expect(
            try imported().price
                == Decimal(string: "12345678901234567890.125", locale: Locale(identifier: "en_US_POSIX")))
    }

    @Test func bgfmdb3_bytesInBase64AreBytesAgain() throws {
        let bytes = Data((0..<100).map { UInt8($0) })
        let text = bytes.base64EncodedString(options: [
            .lineLength64Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        try insert("photo", text)

        #expect(try imported().photo == bytes)
    }

    @Test func addressesAndListsAreRead() throws {
        try insert("tags", "[\n  \"a\",\n  \"b\"\n]")
        try db.execute("UPDATE bg SET BG_site = 'https://example.org/a', BG_marks = '{ \"a\" : 1.5, \"b\" : 2 }'")

        let person = try imported()

        #expect(person.tags == ["a", "b"])
        #expect(person.marks == ["a": 1.5, "b": 2])
        #expect(person.site == URL(string: "https://example.org/a"))
    }

    /// The value of a class of the program, in the forms of the later and of the earlier versions.
    @Test(arguments: [true, false])
    func valuesOfOtherClassesAreRead(isMarked: Bool) throws {
        let inner =
            #"{"name":"O'Brien","born":"2017-07-19 20:15:00.125","mark":"3.75","photo":"AQI=","bg_createTime":"x"}"#
        try insert("student", isMarked ? try marked("BGModel*Student", inner) : inner)

        let student = try #require(try imported().student)

        #expect(try student.born == date("2017-07-19T18:15:00.125Z"))
        #expect(student.name == "O'Brien")
        #expect(student.mark == 3.75)
        #expect(student.photo == Data([1, 2]))
    }

    @Test func listsOfValuesOfOtherClassesAreRead() throws {
        let friends = try marked("BGModel*Student", #"{"name":"ben"}"#)
        let inner = try json(["name": "ann", "friends": friends])
        try insert("students", try marked("BGModel*Student", inner))

        #expect(try imported().students == [Student(name: "ann", friends: [Student(name: "ben")])])
    }

    @Test func markedValuesOfListsAndDictionariesAreRead() throws {
        try insert("tags", #"[{"BGValue":"a"},{"BGValue":"b"}]"#)
        try db.execute("UPDATE bg SET BG_marks = \(#"{"a":{"BGValue":1.5}}"#)")

        let person = try imported()

        #expect(person.tags == ["a", "b"])
        #expect(person.marks == ["a": 1.5])
    }

    @Test func bgfmdb4_textsThatContainTheirMarksAreKept() throws {
        try insert("tags", #"["BGModel","BGData","$$$","BG_x"]"#)
        try db.execute("UPDATE bg SET BG_name = 'BG_BGModel$$$'")

        let person = try imported()

        #expect(person.tags == ["BGModel", "BGData", "$$$", "BG_x"])
        #expect(person.name == "BG_BGModel$$$")
    }

    @Test(arguments: [
        ("born", "yesterday"), ("born", "2017-02-30 10:00:00.000"), ("born", "2017-07-19T20:15:00Z"),
        ("number", "three"),
        ("number", "nan"), ("photo", "not base64"), ("tags", "a, b"), ("tags", "{}"), ("student", "[1]"),
        ("age", "elderly"),
    ])
    func whatCannotBeReadIsRefusedByItsName(column: String, text: String) throws {
        try insert(column, text)

        let error = thrown { try imported() }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasPrefix("the table bg, row 1, property \(column)") == true)
        #expect(error?.message.contains(text) == false)
        #expect(!db.tableExists("Person"))
    }

    @Test func whatCannotBeReadBecomesNilIfThatIsWanted() throws {
        try insert("born", "yesterday")
        try db.execute("UPDATE bg SET BG_name = 'ann', BG_number = 'three'")

        let report = try db.importBGFMDB(
            Person.self, from: "bg", timeZone: berlin, options: FMImportOptions(unreadable: .makeNil))

        let person = try #require(try db.first(Person.self))
        #expect(person.name == "ann")
        #expect(person.born == nil)
        #expect(report.rows == 1)
        #expect(report.unreadable.map(\.column).sorted { $0 ?? "" < $1 ?? "" } == ["born", "number"])
    }

    // MARK: Models that are not Codable

    private struct Plain: FMModel, Equatable {
        var id: Int64?
        var number: Double?
        var born: Date?
        var photo: Data?
        var tags: String?

        static let fmTable = FMTable<Plain>(
            "plain",
            [
                FMColumn("id", \.id), FMColumn("number", \.number), FMColumn("born", \.born),
                FMColumn("photo", \.photo),
                FMColumn("tags", \.tags),
            ], options: FMTableOptions(dates: .iso8601))

        init(fmRow row: FMRow) throws {
            id = try row.column("id")
            number = try row.column("number")
            born = try row.column("born", dates: .iso8601)
            photo = try row.column("photo")
            tags = try row.column("tags")
        }

        func fmBind(to values: inout FMModelValues) throws {
            try values.add(id)
            try values.add(number)
            try values.add(born)
            try values.add(photo)
            try values.add(tags)
        }
    }

    @Test func aModelThatIsNotCodableIsReadByTheKindsOfItsColumns() throws {
        try insert("born", "2017-07-19 20:15:00.125")
        try db.execute(
            "UPDATE bg SET BG_number = '3,75', BG_photo = 'AQI=', BG_tags = \(#"[{"BGValue":"a"},{"BGModel*S":"{\"n\":1}"}]"#)"
        )

        let report = try db.importBGFMDB(Plain.self, from: "bg", timeZone: berlin, locale: german)

        let plain = try #require(try db.first(Plain.self))
        #expect(report.rows == 1)
        #expect(plain.id == 1)
        #expect(plain.number == 3.75)
        #expect(try plain.born == date("2017-07-19T18:15:00.125Z"))
        #expect(plain.photo == Data([1, 2]))
        #expect(plain.tags == #"["a",{"n":1}]"#)
    }

    @Test func aModelThatIsNotCodableRefusesByNameToo() throws {
        try insert("born", "yesterday")

        let error = thrown { try db.importBGFMDB(Plain.self, from: "bg") }
        let report = try db.importBGFMDB(Plain.self, from: "bg", options: FMImportOptions(unreadable: .makeNil))

        #expect(error?.message == "the table bg, row 1, property born: expected a date")
        #expect(report.unreadable.map(\.column) == ["born"])
        #expect(try db.first(Plain.self)?.born == nil)
    }

    // MARK: Forms of theirs

    /// A list of one, of which the key says what it is: its value is JSON within JSON.
    private func marked(_ mark: String, _ inner: String) throws -> String {
        "[\(try json([mark: inner]))]"
    }

    private func json(_ object: [String: String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(object), as: UTF8.self)
    }
}

@Suite struct LegacyNamedModelTests {
    private let db = FMDatabase.memory()

    @Test func columnsOfOtherNamesThanTheCodingKeysAreImported() throws {
        try db.execute("CREATE TABLE jq (pkid INTEGER PRIMARY KEY, born_on REAL, price TEXT)")
        try db.execute("INSERT INTO jq VALUES (5, 1500000000, '2.50')")

        try db.importJQFMDB(NamedGuest.self, from: "jq")

        let born = Date(timeIntervalSince1970: 1_500_000_000)
        #expect(try db.find(NamedGuest.self) == [NamedGuest(id: 5, born: born, price: Decimal(string: "2.5"))])
    }

    @Test func theTypesOfPropertiesTellWhatLiesInColumnsOfOtherNames() throws {
        try db.execute(
            "CREATE TABLE bg (BG_bg_id INTEGER PRIMARY KEY, BG_born_on TEXT, BG_price TEXT, BG_lives_in TEXT)")
        let home = #"{"town":"Bern","since":"2017-07-14 02:40:00"}"#
        try db.execute("INSERT INTO bg VALUES (5, '2017-07-14 02:40:00.000', '1.234,5', \(home))")

        try db.importBGFMDB(
            NamedGuest.self, from: "bg", timeZone: .gmt, locale: Locale(identifier: "de_DE"))

        let date = Date(timeIntervalSince1970: 1_500_000_000)
        let guest = NamedGuest(
            id: 5, born: date, price: Decimal(string: "1234.5"), home: NamedGuest.Home(town: "Bern", since: date))
        #expect(try db.find(NamedGuest.self) == [guest])
    }

    @Test func whatDoesNotFitAColumnOfAnotherNameIsNamedByIt() throws {
        try db.execute("CREATE TABLE bg (BG_bg_id INTEGER PRIMARY KEY, BG_lives_in TEXT)")
        try db.execute("INSERT INTO bg VALUES (5, '{}')")

        let error = thrown { try db.importBGFMDB(NamedGuest.self, from: "bg") }
        let report = try db.importBGFMDB(
            NamedGuest.self, from: "bg", options: FMImportOptions(unreadable: .makeNil))

        #expect(error?.message.contains("row 5, property lives_in: ") == true)
        #expect(report.unreadable.map(\.column) == ["lives_in"])
        #expect(try db.find(NamedGuest.self) == [NamedGuest(id: 5)])
    }
}
