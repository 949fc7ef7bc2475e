import FMDBModel
import FMDBTestHelpers
import Testing

/// A property that gets another name, which nobody tells the table.
@Suite struct RenamedPropertyTests {
    private struct Article: Codable, FMModel, Equatable {
        var id: Int64?
        var headline: String
    }

    private struct Loose: Codable, FMModel {
        static let tableName = "Article"
        var id: Int64?
        var headline: String?
        var pages: Int?
    }

    private static let advice =
        #"column "headline" is new, "title" is kept: if the property was renamed, pass renamed: ["headline": "title"] to upgradeTable or FMTableOptions"#

    private func table(_ rows: Int) throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE Article (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
        for number in 0..<rows { try db.execute("INSERT INTO Article (title) VALUES (\("t\(number)"))") }
        return db
    }

    @Test func aColumnWithoutAValueForItsRowsMayBeARenamedOne() throws {
        let db = try table(2)
        let error = thrown { try db.createTable(Article.self) }
        #expect(error?.extendedCode == .constraintNotNull)
        #expect(error?.message.contains(Self.advice) == true, "\(error?.message ?? "")")
        try db.upgradeTable(Article.self, renamed: ["headline": "title"])
        #expect(try db.find(Article.self).map(\.headline) == ["t0", "t1"])
    }

    @Test func theReportTellsOfIt() throws {
        let report = try table(1).createTable(Loose.self)
        #expect(report.mayBeRenamed == ["headline": "title"])
        #expect(report.description.contains(Self.advice), "\(report)")
    }

    @Test func aColumnIsNotDroppedBeforeThatIsSettled() throws {
        let db = try table(0)
        let error = thrown { try db.upgradeTable(Article.self, policy: .dropRemoved) }
        #expect(error?.resultCode == .misuse)
        let advice = Self.advice.replacingOccurrences(of: "is kept", with: "is dropped")
        #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
    }

    @Test func ofOtherUpgradesNothingIsSaid() throws {
        let db = FMDatabase.memory()
        #expect(try !db.createTable(Loose.self).description.contains("renamed"))
        #expect(try !db.createTable(Loose.self).description.contains("renamed"))
        let other = FMDatabase.memory()
        try other.execute("CREATE TABLE Article (id INTEGER PRIMARY KEY, picture BLOB)")
        #expect(try !other.createTable(Loose.self).description.contains("renamed"))
    }
}
