import FMDBModel

struct Plain: Codable, FMModel {
    var id: Int64?
    var name: String
}

struct Fielded: Codable, FMModel {
    var name: String

    struct Columns: FMColumns { let name = FMField<Fielded, String>("name") }
}

func conditions(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws {
    // error: give the model `Columns`
    _ = try db.find(Plain.self) { $0.name == "x" }
    // error: give the model `Columns`
    _ = try db.first(Plain.self) { $0.name == "x" && $0.id != 1 }
    // error: give the model `Columns`
    _ = try db.count(Plain.self) { $0.name == "x" }
    // error: give the model `Columns`
    _ = try db.delete(Plain.self) { $0.name == "x" }
    // error: give the model `Columns`
    _ = try queue.find(Plain.self) { $0.name == "x" }

    _ = try db.find(Fielded.self) { $0.name == "x" }
    _ = try db.find(Plain.self, where: "name = 'x'")
}
