import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about the activity of processes.
@Suite struct ActivityArticleTests {
    private let folder = TemporaryFolder()

    @Test func publishingAndLooking() throws {
        let path = folder.file()
        var configuration = FMDatabasePool.Configuration()
        configuration.label = "people"
        configuration.publishesActivity = true
        let pool = FMDatabasePool(path: path, configuration: configuration)
        try pool.write { db in try db.execute("CREATE TABLE person (name TEXT)") }

        var lines: [String] = []
        for process in try FMActivity.all(of: path) where process.isAnswering {
            for connection in process.connections {
                let statement = connection.statement?.sql ?? connection.transaction?.sql ?? "idle"
                lines.append("\(process.processID) \(connection.label), \(connection.role): \(statement)")
            }
        }
        #expect(lines == ["\(getpid()) people, writer of the pool: idle"])

        let name = "ann"
        lines = []
        let before = try FMActivity.all(of: path).first
        try pool.write { db in try db.execute("INSERT INTO person (name) VALUES (\(name))") }
        let after = try FMActivity.all(of: path).first
        if let before, let rates = after?.rates(since: before) {
            lines.append("\(rates.commitsPerSecond) commits/s, \(rates.readsPerSecond) reads/s")
        }
        #expect(lines.count == 1)
        #expect(lines[0].hasSuffix(" commits/s, 0.0 reads/s"))
    }
}
