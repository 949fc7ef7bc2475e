import FMDBModel
import FMDBTestHelpers
import Testing

/// A value of each form, in columns and within JSON text.
private struct Device: Codable, FMModel, Equatable {
    var name: String
    var active = true
    var born = Date(timeIntervalSince1970: 5)
    var price = Decimal(3)
    var photo = Data([1])
    var inner = Inner(a: 1)
    var inners = [Inner(a: 1)]
    var level = Level.low
    var settings: Settings? = Settings()

    init(_ name: String) { self.name = name }

    enum Level: String, Codable, CaseIterable { case low, high }

    struct Inner: Codable, Equatable {
        var a: Int
    }

    struct Settings: Codable, FMNested, Equatable {
        var on: Bool? = false
        var off: Bool?
        var at: Date? = Date(timeIntervalSince1970: 7)
        var price: Decimal? = 9
        var cost: Decimal?
        var photo: Data? = Data([2])
        var inner: Inner? = Inner(a: 2)
        var inners: [Inner]?
        var level: Level?
        var deep: Deep?

        struct Columns: FMColumns {
            let on = FMField<Settings, Bool>("on")
            let off = FMField<Settings, Bool>("off")
            let at = FMField<Settings, Date>("at")
            let price = FMField<Settings, Decimal>("price")
            let cost = FMField<Settings, Decimal>("cost")
            let photo = FMField<Settings, Data>("photo")
            let inner = FMField<Settings, Inner>("inner")
            let inners = FMField<Settings, [Inner]>("inners")
            let level = FMField<Settings, Level>("level")
            let deep = FMField<Settings, Deep?>("deep")
        }
    }

    struct Deep: Codable, FMNested, Equatable {
        var x: Int?

        struct Columns: FMColumns { let x = FMField<Deep, Int?>("x") }
    }

    struct Columns: FMColumns {
        let name = FMField<Device, String>("name")
        let active = FMField<Device, Bool>("active")
        let born = FMField<Device, Date>("born")
        let price = FMField<Device, Decimal>("price")
        let photo = FMField<Device, Data>("photo")
        let inner = FMField<Device, Inner>("inner")
        let inners = FMField<Device, [Inner]>("inners")
        let level = FMField<Device, Level>("level")
        let settings = FMField<Device, Settings?>("settings")
    }
}

/// The same table with dates as texts.
private struct Dated: Codable, FMModel {
    var born = Date(timeIntervalSince1970: 5)
    var settings: Device.Settings? = Device.Settings()

    static let tableOptions = FMTableOptions(dates: .iso8601)

    struct Columns: FMColumns {
        let born = FMField<Dated, Date>("born")
        let settings = FMField<Dated, Device.Settings?>("settings")
    }
}

/// Columns and places within JSON text together.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) struct ConditionFormTests {
    private let db = FMDatabase.memory()
    private let fields = Device.Columns()

    init() throws {
        try db.createTable(Device.self)
        try db.insert(Device("pump"))
        try db.createTable(Dated.self)
        try db.insert(Dated())
    }

    private func changed(_ assignments: FMAssignment<Device>...) throws -> Device {
        try db.update(Device.self, set: assignments, where: .all)
        return try #require(try db.first(Device.self))
    }

    @Test func aPlaceTakesTheValueOfAColumnInTheFormOfJSON() throws {
        let place = fields.settings
        let device = try changed(
            place.on <- fields.active, place.at <- fields.born, place.price <- fields.price,
            place.inner <- fields.inner, place.inners <- fields.inners, place.level <- fields.level)

        let settings = try #require(device.settings)
        #expect(settings.on == true && settings.at == device.born && settings.price == 3)
        #expect(settings.inner == device.inner && settings.inners == device.inners && settings.level == .low)
    }

    @Test func theLeastDateOfAPlaceIsThatOfItsForm() throws {
        #expect(try db.min(Dated.all) { $0.settings.at } == Date(timeIntervalSince1970: 7))
        #expect(try db.max(Dated.all) { $0.born } == Date(timeIntervalSince1970: 5))
    }

    @Test func aColumnTakesTheValueOfAPlaceInItsOwnForm() throws {
        let place = fields.settings
        let device = try changed(
            fields.active <- place.on, fields.born <- place.at, fields.price <- place.price,
            fields.inner <- place.inner)

        #expect(!device.active && device.born == Date(timeIntervalSince1970: 7) && device.price == 9)
        #expect(device.inner == Device.Inner(a: 2))
    }

    @Test func aPlaceTakesTheValueOfAnother() throws {
        let place = fields.settings
        let digits = try #require(Decimal(string: "0.1234567890123456789012345"))
        try db.update(Device.self, set: [place.price <- digits], where: .all)
        try db.update(Device.self, set: [place.off <- place.on, place.cost <- place.price], where: .all)

        let json: String = try db.value("SELECT settings FROM Device")
        #expect(json.contains(#""off":false"#) && json.contains(#""cost":0.1234567890123456789012345"#))
    }

    @Test func whatIsNilBecomesNil() throws {
        #expect(try changed(fields.settings.on <- fields.settings.off).settings?.on == nil)
    }

    @Test func formsBetweenWhichSQLCannotConvertAreRefused() throws {
        let dated = Dated.Columns()
        let errors = [
            thrown { try db.update(Device.self, set: [fields.settings.photo <- fields.photo], where: .all) },
            thrown { try db.update(Device.self, set: [fields.photo <- fields.settings.photo], where: .all) },
            thrown { try db.find(Device.self, where: fields.photo == fields.settings.photo) },
            thrown { try db.update(Dated.self, set: [dated.settings.at <- dated.born], where: .all) },
            thrown { try db.update(Dated.self, set: [dated.born <- dated.settings.at], where: .all) },
            thrown { try db.find(Dated.self, where: dated.born == dated.settings.at) },
            thrown { try db.find(Dated.self, where: dated.settings.at > dated.born) },
        ]

        #expect(errors.map { $0?.resultCode } == Array(repeating: .misuse, count: errors.count))
        #expect(try db.first(Device.self) == Device("pump"))
    }

    @Test func columnsAndPlacesAreComparedInOneForm() throws {
        let place = fields.settings
        try db.update(Device.self, set: [place.on <- true, place.price <- 3, place.at <- fields.born], where: .all)
        try db.update(Device.self, set: [place.cost <- Decimal(21), place.inner <- fields.inner], where: .all)

        let conditions = [
            fields.active == place.on, fields.price == place.price, place.price == fields.price,
            fields.price < place.cost, fields.born == place.at, fields.inner == place.inner,
        ]
        for condition in conditions { #expect(try db.count(Device.self, where: condition) == 1) }
        #expect(try db.count(Device.self, where: fields.price > place.cost) == 0)
        #expect(try db.count(Device.self, where: fields.price != place.price) == 0)
    }

    @Test func aPlaceWithinNothingIsSet() throws {
        try db.update(Device.self, set: [fields.settings <- nil], where: .all)
        #expect(try changed(fields.settings.deep.x <- 3).settings?.deep?.x == 3)

        try db.update(Device.self, set: [fields.settings.deep <- nil], where: .all)
        #expect(try changed(fields.settings.deep.x <- 4).settings?.deep?.x == 4)
    }
}
