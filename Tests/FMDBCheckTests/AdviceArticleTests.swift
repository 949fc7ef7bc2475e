#if Checked
    import FMDBCheck
    import FMDBTestHelpers
    import Testing

    @Suite("The article “Indexes that are missing”")
    struct AdviceArticleTests {
        private let folder = TemporaryFolder()

        @Test("from Swift")
        func fromSwift() throws {
            let (database, sources) = (folder.file("shop.db"), folder.file("Sources"))
            try FMDatabase.file(database).execute("CREATE TABLE orders (customer)")
            try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
            try "let a = 1".write(toFile: sources + "/A.swift", atomically: true, encoding: .utf8)
            let advice = try FMQueryAdvisor(database: database).advice(onSources: [sources])
            for index in advice.indexes { print(index.sql) }
            #expect(advice.explained == 0 && advice.notes.isEmpty)
        }

        @Test("in tests that run")
        func whileTestsRun() throws {
            let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
            func search(_ word: String) throws {
                _ = try queue.withDatabase { try $0.value("SELECT \(word)", as: String.self) }
            }
            try queue.failOnScan(above: 1_000) { try search("lamp") }
        }
    }
#endif
