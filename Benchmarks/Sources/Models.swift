import FMDBModel

/// Values of a Swift type in and out of a table: the measure is code by hand over the rows of this library.
enum Models {
    static func all(_ fixture: Fixture) -> [Workload] {
        [
            Workload(name: "model-fetch", title: "Array of models of 8 columns", rows: fixture.scale.reads) {
                let path = try filled(fixture)
                return try [
                    fetchByHand(path), fetch("model by hand", Visit.self, path),
                    fetchByRequest("request, by hand", Visit.all, path),
                    fetch("model, Codable", CodableVisit.self, path),
                    fetchByRequest("request, Codable", CodableVisit.all, path), GRDBRecords.fetchVisits(path),
                ]
            },
            Workload(name: "model-insert", title: "Insert of models of 8 columns", rows: fixture.scale.inserts) {
                [
                    insertByHand(fixture), insert("model by hand", Visit.init, fixture),
                    insert("model, Codable", CodableVisit.init, fixture), GRDBRecords.insertVisits(fixture),
                ]
            },
        ]
    }
}

/// What all the types of these workloads have.
protocol VisitLike {
    var id: Int64? { get }
    var name: String { get }
    var note: String? { get }
    var age: Int { get }
    var score: Double { get }
    var isNew: Bool { get }
    var photo: Data { get }
    var date: Date { get }
}

extension VisitLike {
    func fold(into sum: inout Checksum) {
        sum.add(id)
        sum.add(name)
        sum.add(note ?? "-")
        sum.add(Int64(age))
        sum.add(score)
        sum.add(Int64(isNew ? 1 : 0))
        sum.add(photo)
        sum.add(date.timeIntervalSince1970)
    }
}

/// A model with the code that the macro `@FMModel` writes.
struct Visit: VisitLike {
    static let schema = """
        CREATE TABLE Visit (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, age INTEGER NOT NULL, \
        score REAL NOT NULL, isNew INTEGER NOT NULL, photo BLOB NOT NULL, date REAL NOT NULL)
        """
    static let selection = "SELECT id, name, note, age, score, isNew, photo, date FROM Visit"
    static let insertion = "INSERT INTO Visit VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

    var id: Int64?
    var name: String
    var note: String?
    var age: Int
    var score: Double
    var isNew: Bool
    var photo: Data
    var date: Date
}

extension Visit {
    init(_ number: Int) {
        id = Int64(number + 1)
        name = "visitor \(number)"
        note = number % 3 == 0 ? nil : "a note on the visit of this visitor"
        age = number % 90
        score = Double(number) / 8
        isNew = number % 2 == 0
        photo = Data(repeating: UInt8(truncatingIfNeeded: number), count: 48)
        date = Date(timeIntervalSince1970: Double(number) * 60)
    }

    /// By hand, of a row's columns by index.
    init(columns row: FMRow) throws {
        id = try row.value(at: 0)
        name = try row.value(at: 1)
        note = try row.value(at: 2)
        age = try row.value(at: 3)
        score = try row.value(at: 4)
        isNew = try row.value(at: 5)
        photo = try row.value(at: 6)
        date = try row.value(at: 7)
    }
}

extension Visit: FMModel {
    static let fmTable = FMTable<Visit>(
        "Visit",
        [
            FMColumn("id", \.id), FMColumn("name", \.name), FMColumn("note", \.note), FMColumn("age", \.age),
            FMColumn("score", \.score), FMColumn("isNew", \.isNew), FMColumn("photo", \.photo),
            FMColumn("date", \.date),
        ])

    init(fmRow row: FMRow) throws {
        id = try row.column("id")
        name = try row.column("name")
        note = try row.column("note")
        age = try row.column("age")
        score = try row.column("score")
        isNew = try row.column("isNew")
        photo = try row.column("photo")
        date = try row.column("date")
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(id)
        try values.add(name)
        try values.add(note)
        try values.add(age)
        try values.add(score)
        try values.add(isNew)
        try values.add(photo)
        try values.add(date)
    }
}

/// The same without a line of code.
struct CodableVisit: VisitLike, Codable, FMModel {
    static let tableName = "Visit"

    var id: Int64?
    var name: String
    var note: String?
    var age: Int
    var score: Double
    var isNew: Bool
    var photo: Data
    var date: Date

    init(_ visit: Visit) {
        id = visit.id
        name = visit.name
        note = visit.note
        age = visit.age
        score = visit.score
        isNew = visit.isNew
        photo = visit.photo
        date = visit.date
    }
}

// MARK: - Contenders

extension Models {
    private static func filled(_ fixture: Fixture) throws -> String {
        let path = try fixture.path("visits") { try $0.run(Visit.schema) }
        let database = try ModernSpelling.open(path)
        if try database.count(Visit.self) == 0 { try database.insert((0..<fixture.scale.reads).map { Visit($0) }) }
        return path
    }

    private static func fetchByHand(_ path: String) throws -> Contender {
        let database = try ModernSpelling.open(path)
        return Contender(name: "rows by hand") { sum in
            let cursor = try database.query(FMSQL(raw: Visit.selection))
            var visits: [Visit] = []
            while let row = try cursor.nextRow() { visits.append(try Visit(columns: row)) }
            for visit in visits { visit.fold(into: &sum) }
        }
    }

    private static func fetch<Model: FMModel & VisitLike>(
        _ name: String, _ type: Model.Type, _ path: String
    ) throws -> Contender {
        let database = try ModernSpelling.open(path)
        return Contender(name: name) { sum in
            for visit in try database.find(type) { visit.fold(into: &sum) }
        }
    }

    private static func fetchByRequest<Model: FMModel & VisitLike>(
        _ name: String, _ request: Model.Request, _ path: String
    ) throws -> Contender {
        let database = try ModernSpelling.open(path)
        return Contender(name: name) { sum in
            for visit in try database.find(request) { visit.fold(into: &sum) }
        }
    }

    /// What is inserted over and over, under another key each time.
    private static let samples = (0..<997).map { Visit($0) }

    private static func insertByHand(_ fixture: Fixture) -> Contender {
        writing("rows by hand", fixture) { database in
            try database.withTransaction {
                for number in 0..<fixture.scale.inserts {
                    let visit = samples[number % samples.count]
                    try database.execute(
                        FMSQL(raw: Visit.insertion), Int64?.none, visit.name, visit.note, visit.age, visit.score,
                        visit.isNew, visit.photo, visit.date)
                }
            }
        }
    }

    private static func insert<Model: FMModel>(
        _ name: String, _ make: (Visit) -> Model, _ fixture: Fixture
    ) -> Contender {
        let models = (0..<fixture.scale.inserts).map { number in
            var visit = samples[number % samples.count]
            visit.id = nil
            return make(visit)
        }
        return writing(name, fixture) { database in try database.insert(models) }
    }

    private static func writing(
        _ name: String, _ fixture: Fixture, _ run: @escaping (FMDatabase) throws -> Void
    ) -> Contender {
        writing(name, fixture, open: ModernSpelling.open, run)
    }

    static func writing<Database>(
        _ name: String, _ fixture: Fixture, open: @escaping (String) throws -> Database,
        _ run: @escaping (Database) throws -> Void
    ) -> Contender {
        var path = ""
        var database: Database?
        return Contender(
            name: name,
            before: {
                path = fixture.freshPath()
                try RawDatabase(path, settings: Fixture.settings).run(Visit.schema)
                database = try open(path)
            },
            run: { _ in
                if let database { try run(database) }
            },
            after: { sum in
                database = nil
                do {
                    let database = try ModernSpelling.open(path)
                    for visit in try database.find(Visit.self) { visit.fold(into: &sum) }
                }
                try FileManager.default.removeItem(atPath: path)
            })
    }
}

extension Visit {
    /// The same value.
    init(_ visit: Visit) { self = visit }
}
