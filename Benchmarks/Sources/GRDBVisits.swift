import Foundation
import GRDB

/// The visits as GRDB's `Codable` records.
private struct VisitRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "Visit"

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .timeIntervalSince1970
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .timeIntervalSince1970
    }

    var id: Int64?
    var name: String
    var note: String?
    var age: Int
    var score: Double
    var isNew: Bool
    var photo: Data
    var date: Date
}

extension VisitRecord: VisitLike {}

extension GRDBRecords {
    static func fetchVisits(_ path: String) throws -> Contender {
        try GRDBRows.reading(path, name: name) { db, sum in
            for visit in try VisitRecord.fetchAll(db) { visit.fold(into: &sum) }
        }
    }

    static func insertVisits(_ fixture: Fixture) -> Contender {
        let records = (0..<fixture.scale.inserts).map { number in
            let visit = Visit(number % 997)
            return VisitRecord(
                id: nil, name: visit.name, note: visit.note, age: visit.age, score: visit.score, isNew: visit.isNew,
                photo: visit.photo, date: visit.date)
        }
        return Models.writing(name, fixture, open: GRDBRows.open) { queue in
            try queue.inTransaction { db in
                for record in records { try record.insert(db) }
                return .commit
            }
        }
    }
}
