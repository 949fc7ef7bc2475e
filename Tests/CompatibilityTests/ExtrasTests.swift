import FMDB
import FMDBTestHelpers
import Testing

/// The extras: loading and saving an in-memory database, and the helpers for full-text tables.
@Suite struct ExtrasTests {
    private let folder = TemporaryFolder()

    private func filledInMemory(_ name: String) throws -> FMDatabase {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE pets (name TEXT)", values: nil)
        try database.executeUpdate("INSERT INTO pets VALUES (?)", values: [name])
        return database
    }

    // MARK: In memory and on disk

    @Test func testB480_writingCopiesTheDatabaseIntoAFile() throws {
        let database = try filledInMemory("ann")
        #expect(database.write(toFile: folder.file()))

        #expect(FMDatabase.file(folder.file()).stringForQuery("SELECT name FROM pets") == "ann")
        #expect(database.stringForQuery("SELECT name FROM pets") == "ann")
    }

    @Test func testB480_writingReplacesTheContentOfTheFile() throws {
        let before = FMDatabase.file(folder.file())
        try before.executeUpdate("CREATE TABLE plants (name TEXT)", values: nil)
        before.close()

        #expect(try filledInMemory("ann").write(toFile: folder.file()))
        let after = FMDatabase.file(folder.file())
        #expect(after.tableExists("pets"))
        #expect(!after.tableExists("plants"))
    }

    @Test func testB480_readingLoadsTheFile() throws {
        #expect(try filledInMemory("ann").write(toFile: folder.file()))

        let database = FMDatabase.memory()
        #expect(database.read(fromFile: folder.file()))
        #expect(database.stringForQuery("SELECT name FROM pets") == "ann")
    }

    @Test func testB480_readingReplacesTheContent() throws {
        #expect(try filledInMemory("ann").write(toFile: folder.file()))

        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE plants (name TEXT)", values: nil)
        #expect(database.read(fromFile: folder.file()))
        #expect(!database.tableExists("plants"))
        #expect(database.tableExists("pets"))
    }

    @Test func testB480_theLoadedDatabaseIsACopy() throws {
        #expect(try filledInMemory("ann").write(toFile: folder.file()))

        let database = FMDatabase.memory()
        #expect(database.read(fromFile: folder.file()))
        try database.executeUpdate("DELETE FROM pets", values: nil)
        #expect(FMDatabase.file(folder.file()).longForQuery("SELECT count(*) FROM pets") == 1)
    }

    /// What is written to a database without a file is lost, and what is read from one is nothing.
    @Test(arguments: ["", ":memory:"]) func aFileWithoutANameIsRefused(path: String) throws {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (x)", values: nil)
        #expect(!db.write(toFile: path))
        #expect(!db.read(fromFile: path))
        #expect(db.tableExists("t"))
        #expect(thrown { try db.exportDecrypted(toFile: path) }?.resultCode == .misuse)
        #expect(thrown { try db.exportEncrypted(toFile: path, key: Data([1])) }?.resultCode == .misuse)
        #expect(thrown { try db.exportDecrypted(toFile: "a\0b") }?.resultCode == .misuse)
    }

    @Test func testB480_aFolderThatIsMissingMakesWritingFail() throws {
        let database = try filledInMemory("ann")
        #expect(!database.write(toFile: folder.file("missing/test.db")))
        #expect(database.stringForQuery("SELECT name FROM pets") == "ann")
    }

    @Test func testB481_aDatabaseWithAPathRefuses() throws {
        #expect(try filledInMemory("ann").write(toFile: folder.file("source.db")))

        let database = FMDatabase.file(folder.file())
        #expect(!database.write(toFile: folder.file("copy.db")))
        #expect(!database.read(fromFile: folder.file("source.db")))
        #expect(!database.tableExists("pets"))
    }

    @Test func testB481_aClosedDatabaseRefuses() throws {
        let database = try filledInMemory("ann")
        #expect(database.write(toFile: folder.file()))
        database.close()
        #expect(!database.write(toFile: folder.file()))
        #expect(!database.read(fromFile: folder.file()))
    }

    // MARK: Full text

    /// A full-text table `notes` over the table `pages`. It finds nothing before it is rebuilt.
    private func notIndexed() throws -> FMDatabase {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE pages (title TEXT, body TEXT)", values: nil)
        try database.executeUpdate("CREATE VIRTUAL TABLE notes USING fts4(content='pages', title, body)", values: nil)
        try database.executeUpdate("INSERT INTO pages VALUES ('Bee', 'a bee and a bear')", values: nil)
        return database
    }

    @Test func testB482_aCommandIsCarriedOut() throws {
        let database = try notIndexed()
        #expect(database.longForQuery("SELECT count(*) FROM notes WHERE notes MATCH 'bear'") == 0)
        #expect(database.issueCommand(kFTSCommandRebuild, forTable: "notes"))
        #expect(database.longForQuery("SELECT count(*) FROM notes WHERE notes MATCH 'bear'") == 1)
    }

    @Test func testB482_everyCommandOfTheConstantsIsUnderstood() throws {
        let database = try notIndexed()
        #expect(database.issueCommand(kFTSCommandRebuild, forTable: "notes"))
        #expect(database.issueCommand(kFTSCommandOptimize, forTable: "notes"))
        #expect(database.issueCommand(kFTSCommandIntegrityCheck, forTable: "notes"))
        #expect(database.issueCommand(String(format: kFTSCommandMerge, 100 as UInt32, 8 as UInt32), forTable: "notes"))
        #expect(database.issueCommand(String(format: kFTSCommandAutoMerge, 8 as UInt32), forTable: "notes"))
    }

    @Test func testB482_anUnknownCommandFails() throws {
        let database = try notIndexed()
        #expect(!database.issueCommand("make coffee", forTable: "notes"))
    }

    @Test func testB482_anOrdinaryTableTakesNoCommand() throws {
        let database = try notIndexed()
        #expect(!database.issueCommand(kFTSCommandRebuild, forTable: "pages"))
        #expect(!database.issueCommand(kFTSCommandRebuild, forTable: "nowhere"))
    }

    /// One group of `offsets()`.
    private struct Match: Hashable {
        var column: Int
        var term: Int
        var location: Int
        var length: Int
    }

    private func matches(_ offsets: FMTextOffsets?) throws -> [Match] {
        let offsets = try #require(offsets)
        var matches: [Match] = []
        offsets.enumerate { column, term, range in
            matches.append(Match(column: column, term: term, location: range.location, length: range.length))
        }
        return matches
    }

    private func offsets(of query: String, title: String, body: String) throws -> [Match] {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE VIRTUAL TABLE notes USING fts4(title, body)", values: nil)
        try database.executeUpdate("INSERT INTO notes VALUES (?, ?)", values: [title, body])
        let sql = "SELECT offsets(notes) FROM notes WHERE notes MATCH ?"
        let rows = try database.executeQuery(sql, values: [query])
        #expect(rows.next())
        return try matches(rows.offsets(forColumnIndex: 0))
    }

    @Test func testB483_oneMatchGivesItsColumnTermAndRange() throws {
        let found = try offsets(of: "bear", title: "Bee", body: "a bee and a bear")
        #expect(found == [Match(column: 1, term: 0, location: 12, length: 4)])
    }

    @Test func testB483_rangesCountBytesOfUTF8() throws {
        let found = try offsets(of: "bär", title: "", body: "größe bär")
        #expect(found == [Match(column: 1, term: 0, location: 8, length: 4)])
    }

    @Test func testB483_eachGroupOfFourNumbersIsVisited() throws {
        let found = try offsets(of: "bee bear", title: "Bee", body: "a bee and a bear")
        let expected: Set<Match> = [
            Match(column: 0, term: 0, location: 0, length: 3),
            Match(column: 1, term: 0, location: 2, length: 3),
            Match(column: 1, term: 1, location: 12, length: 4),
        ]
        #expect(found.count == 3)
        #expect(Set(found) == expected)
    }

    @Test func testB483_offsetsCanBeMadeFromTheText() throws {
        let found = try matches("0 1 2 3 4 5 6 7".withCString { FMTextOffsets(dbOffsets: $0) })
        #expect(
            found == [
                Match(column: 0, term: 1, location: 2, length: 3),
                Match(column: 4, term: 5, location: 6, length: 7),
            ])
    }

    @Test func testB483_anEmptyTextHasNoMatches() throws {
        #expect(try matches("".withCString { FMTextOffsets(dbOffsets: $0) }).isEmpty)
    }

    @Test func testB484_theCommandConstants() {
        #expect(kFTSCommandOptimize == "optimize")
        #expect(kFTSCommandRebuild == "rebuild")
        #expect(kFTSCommandIntegrityCheck == "integrity-check")
        #expect(kFTSCommandMerge == "merge=%u,%u")
        #expect(kFTSCommandAutoMerge == "automerge=%u")
    }
}
