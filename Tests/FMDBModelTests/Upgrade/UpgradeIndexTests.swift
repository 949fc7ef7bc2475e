import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct UpgradeIndexTests {
    private func indexes(_ db: FMDatabase) throws -> [String] {
        try db.rows(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1", as: String.self)
    }

    @Test func indexesComeAndGoWithTheModel() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT)")
        let columns: [FMColumn<Anything>] = [.text("a"), .text("b")]

        var report = try db.upgradeTable(
            to: shape(columns, options: FMTableOptions(unique: [["a"]], indexes: [["b", "a"]])))
        #expect(report.madeIndexes == ["t_a_unique", "t_b_a_index"])
        #expect(!report.isRebuilt)

        report = try db.upgradeTable(
            to: shape(columns, options: FMTableOptions(indexes: [["b", "a"]])), policy: .dropRemoved)
        #expect(report.removedIndexes == ["t_a_unique"])
        #expect(try indexes(db) == ["t_b_a_index"])
    }

    @Test func indexesOfOthersStay() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT, b TEXT)", "CREATE INDEX mine ON t (a)", "CREATE INDEX part ON t (b) WHERE b > 'b'")

        #expect(try db.upgradeTable(to: shape([.text("a"), .text("b")])).isEmpty)
        #expect(try indexes(db) == ["mine", "part"])
    }

    @Test func anIndexOfAnotherNameServesAsWell() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT UNIQUE, b TEXT)", "CREATE INDEX mine ON t (b)")
        let options = FMTableOptions(unique: [["a"]], indexes: [["b"]])

        #expect(try db.upgradeTable(to: shape([.text("a"), .text("b")], options: options)).isEmpty)
    }

    @Test func aPartialIndexDoesNotServe() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "CREATE UNIQUE INDEX part ON t (a) WHERE a > 'b'")

        let report = try db.upgradeTable(to: shape([.text("a")], options: FMTableOptions(unique: [["a"]])))

        #expect(report.madeIndexes == ["t_a_unique"])
    }

    @Test func equalValuesStandAgainstAUniqueColumn() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x'), ('x'), ('y'), (NULL), (NULL)")

        let error = thrown { try db.upgradeTable(to: shape([.text("a")], options: FMTableOptions(unique: [["a"]]))) }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(error?.message.contains("2 rows share 1") == true)
        #expect(try indexes(db) == [])
    }

    @Test func aNewColumnWithADefaultValueIsNotUniqueInSeveralRows() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x'), ('y')")
        let options = FMTableOptions(unique: [["b"]])

        let error = thrown { try db.upgradeTable(to: shape([.text("a"), .text("b", default: "z")], options: options)) }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(try db.columnNames("t") == ["a"])
    }

    @Test func aRenamedColumnTakesItsIndexAlong() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)")
        try db.upgradeTable(to: shape([.text("a")], options: FMTableOptions(unique: [["a"]])))

        let options = FMTableOptions(unique: [["b"]], renamed: ["b": "a"])
        try db.upgradeTable(to: shape([.text("b")], options: options))

        #expect(try indexes(db) == ["t_b_unique"])
        #expect(try db.upgradeTable(to: shape([.text("b")], options: options)).isEmpty)
    }

    @Test func aNameThatIsTakenIsPassedOver() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT, a_b TEXT, b_c TEXT, c TEXT)", "CREATE TABLE t_a_index (x)")
        let columns: [FMColumn<Anything>] = [.text("a"), .text("a_b"), .text("b_c"), .text("c")]
        let options = FMTableOptions(indexes: [["a"], ["a", "b_c"], ["a_b", "c"]])

        let report = try db.upgradeTable(to: shape(columns, options: options))

        #expect(report.madeIndexes == ["t_a_index_2", "t_a_b_c_index", "t_a_b_c_index_2"])
        #expect(try db.upgradeTable(to: shape(columns, options: options)).isEmpty)
        #expect(try db.upgradeTable(to: shape(columns)).isEmpty)
        let dropped = try db.upgradeTable(to: shape(columns), policy: .dropRemoved)
        #expect(dropped.removedIndexes.sorted() == report.madeIndexes.sorted())
    }

    // MARK: Two models of one table

    private struct Person: Codable, FMModel {
        var id: Int64?
        var name: String
        var email: String

        static let tableName = "people"
        static let tableOptions = FMTableOptions(unique: [["email"]], indexes: [["name"]])
    }

    private struct NameOnly: Codable, FMModel {
        var id: Int64?
        var name: String

        static let tableName = "people"
    }

    @Test func theSmallerOfTwoModelsLeavesTheIndexesOfTheOther() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)

        let report = try db.createTable(NameOnly.self)

        #expect(report.removedIndexes == [])
        #expect(report.loosened == ["email"])
        #expect(try indexes(db) == ["people_email_unique", "people_name_index"])
        #expect(try db.createTable(NameOnly.self).isEmpty)
        try db.insert(Person(name: "ann", email: "a@b"))
        #expect(
            thrown { try db.execute("INSERT INTO people (name, email) VALUES ('bob', 'a@b')") }?.extendedCode
                == .constraintUnique)
    }

    @Test func anIndexByHandOfANameAsOursStays() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "CREATE UNIQUE INDEX t_a_unique ON t (a)")

        #expect(try db.upgradeTable(to: shape([.text("a")])).isEmpty)
        #expect(try indexes(db) == ["t_a_unique"])
    }

    @Test func anIndexThatTheModelLacksFollowsARenamedColumn() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "CREATE UNIQUE INDEX t_a_unique ON t (a)")

        let report = try db.upgradeTable(to: shape([.text("b")]), renamed: ["b": "a"])

        #expect(report.removedIndexes == ["t_a_unique"])
        #expect(report.madeIndexes == ["t_b_unique"])
        #expect(try indexes(db) == ["t_b_unique"])
        try db.execute("INSERT INTO t VALUES ('x')")
        #expect(thrown { try db.execute("INSERT INTO t VALUES ('x')") }?.extendedCode == .constraintUnique)
        #expect(try db.upgradeTable(to: shape([.text("b")])).isEmpty)
    }

    @Test func whatNeedNotBeUniqueAnyMoreGetsAPlainIndexWhereIndexesMayGo() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)")
        try db.upgradeTable(to: shape([.text("a")], options: FMTableOptions(unique: [["a"]])))
        let plain = shape([.text("a")], options: FMTableOptions(indexes: [["a"]]))

        #expect(try db.upgradeTable(to: plain).isEmpty)
        let report = try db.upgradeTable(to: plain, policy: .dropRemoved)

        #expect(report.removedIndexes == ["t_a_unique"])
        #expect(report.madeIndexes == ["t_a_index"])
        #expect(try db.upgradeTable(to: plain, policy: .dropRemoved).isEmpty)
    }
}
