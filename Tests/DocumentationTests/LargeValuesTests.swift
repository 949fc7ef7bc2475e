import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// The examples of the article about large values.
@Suite struct LargeValuesTests {
    private let folder = TemporaryFolder()

    private let content = Data((0..<200_000).map { UInt8($0 % 251) })

    private func storeFile() throws {
        let (name, size, url) = ("numbers", content.count, URL(fileURLWithPath: folder.file("numbers")))
        try content.write(to: url)
        let queue = try FMDatabaseQueue(path: folder.file("files.db"), configuration: .init())
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE file (id INTEGER PRIMARY KEY, name, content)")
        }
        try queue.withTransaction { db in
            try db.execute("INSERT INTO file (name, content) VALUES (\(name), zeroblob(\(size)))")
            let blob = try db.openBlob(table: "file", column: "content", row: db.lastInsertRowId, isReadOnly: false)
            try blob.copy(from: url)
            try blob.close()
        }
    }

    @Test func aFileIsStoredAndSentInPieces() async throws {
        try storeFile()
        let pool = FMDatabasePool(path: folder.file("files.db"), configuration: .init())
        let (row, response) = (Int64(1), Response())
        for try await chunk in pool.blobChunks(table: "file", column: "content", row: row, timeout: .seconds(600)) {
            try await response.write(chunk)
        }
        #expect(await response.body == content)
    }

    private actor Response {
        private(set) var body = Data()

        func write(_ chunk: Data) throws { body += chunk }
    }
}
