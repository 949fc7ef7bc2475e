import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct UpgradeReportTests {
    @Test func aReportCanBeReadByPeople() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, email TEXT, age TEXT, name TEXT)",
            "INSERT INTO t VALUES (1, 'a@b', '7', 'ann')")
        let wanted = shape(
            [
                .id, .text("mail"), FMColumn("age", .integer), .required("name"), .text("size"),
                .text("shoe", default: "42"),
            ], options: FMTableOptions(unique: [["mail"]], renamed: ["mail": "email"]))

        let report = try db.upgradeTable(to: wanted)

        #expect(
            String(describing: report) == """
                t: added size, shoe; renamed email to mail; changed age to INTEGER; added NOT NULL to name; \
                created the index t_mail_unique; rebuilt with 1 row; no rows examined
                """)
        #expect(String(describing: try db.upgradeTable(to: wanted)) == "t: nothing to do; no rows examined")
    }

    @Test func aReportOfWhatGoesCanBeReadByPeople() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT NOT NULL, b TEXT, c INTEGER DEFAULT 3)")
        try db.execute("CREATE INDEX t_a_index ON t (a)")
        let wanted = shape(
            [.text("a"), FMColumn("c", .integer, default: 4)], options: FMTableOptions(key: "a"))

        #expect(
            try db.upgradeTable(to: wanted, policy: .dropRemoved).description == """
                t: dropped b; removed NOT NULL from a; changed the default value of c; changed the key to (a); \
                removed the index t_a_index; rebuilt
                """)
    }

    private struct Moment: Codable, FMModel {
        var id: Int64?
        var at: Date

        static let tableOptions = FMTableOptions(indexes: [["at"]], dates: .iso8601)
    }

    @Test func aReportOfANewTableIsShort() throws {
        #expect(try FMDatabase.memory().createTable(Moment.self).description == "Moment: created")
    }

    @Test func aReportNamesTheNewFormOfDates() throws {
        let db = try FMDatabase.memory("CREATE TABLE Moment (id INTEGER PRIMARY KEY, at REAL NOT NULL)")

        #expect(try db.upgradePlan(for: Moment.self).description.contains("changed at to iso8601") == true)
    }
}
