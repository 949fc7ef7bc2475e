import Foundation
import FMDBSQLiteC

/// Replaces pages of a database that is not in WAL mode, in one transaction, without SQL.
///
/// It takes the same steps as SQLite: it takes the EXCLUSIVE lock, writes the old pages to the rollback journal and syncs it. Then it
/// writes the new pages, syncs them, and deletes the journal. If the process or the power fails meanwhile, the next connection finds the
/// journal and rolls back. See [Atomic Commit In SQLite](https://sqlite.org/atomiccommit.html).
struct PageTransaction {
    typealias Page = (number: UInt32, content: UnsafeRawBufferPointer)
    /// A closure that calls its argument with each new page. The closure is called twice, and must pass the same pages in the same order
    /// both times.
    typealias Source = ((Page) throws -> Void) throws -> Void

    private let connection: Connection
    private let file: OpenFile
    /// The page size in bytes.
    let pageSize: Int
    private let formerCount: UInt32
    private var journalPath: String { connection.activity.path + "-journal" }

    /// Runs a body under the EXCLUSIVE lock. SQLite rolls back a hot journal first.
    static func run<Value>(_ connection: Connection, _ body: (PageTransaction) throws -> Value) throws -> Value {
        try connection.askDirectly("BEGIN EXCLUSIVE")
        // SQLite itself has written nothing, so the ROLLBACK undoes nothing.
        defer { _ = try? connection.ask("ROLLBACK") }
        return try body(PageTransaction(connection))
    }

    /// Returns the first page, read under a SHARED lock. SQLite rolls back a hot journal first.
    static func firstPage(_ connection: Connection) throws -> [UInt8] {
        try connection.askDirectly("BEGIN")
        defer { _ = try? connection.ask("ROLLBACK") }
        // Unlike a SELECT, this PRAGMA does not parse the schema, which may use features that this SQLite lacks.
        try connection.askDirectly("PRAGMA main.schema_version")
        return try PageTransaction(connection).page(1)
    }

    private init(_ connection: Connection) throws(FMError) {
        guard let file = connection.databaseFile else { throw .misuse("an in-memory database has no file") }
        (self.connection, self.file) = (connection, file)
        let head = try PageTransaction.read(file, DatabaseHeader.size, at: 0, connection)
        guard let header = DatabaseHeader(head) else {
            throw FMError(.notADatabase, "the file \(connection.activity.path) is encrypted or not a database")
        }
        // These bytes are the write and read versions of the file format. 2 means WAL mode, in which readers also read the WAL.
        guard head[18...19].allSatisfy({ $0 == 1 }) else {
            throw .misuse("the file \(connection.activity.path) is now in WAL mode")
        }
        pageSize = header.pageSize
        var size: sqlite3_int64 = 0
        let code = file.methods.pointee.xFileSize(file.file, &size)
        guard code == SQLITE_OK else { throw PageTransaction.failure(code, "read", connection) }
        formerCount = UInt32(clamping: size / Int64(header.pageSize))
    }

    // MARK: Reading

    func page(_ number: UInt32) throws(FMError) -> [UInt8] {
        try PageTransaction.read(file, pageSize, at: offset(number), connection)
    }

    /// Whether a page already has this content, or is the lock page, which has none.
    func has(_ content: [UInt8], at number: UInt32) throws(FMError) -> Bool {
        guard number != lockPage else { return true }
        guard number <= formerCount else { return false }
        return try page(number) == content
    }

    private static func read(
        _ file: OpenFile, _ count: Int, at offset: Int64, _ connection: Connection
    ) throws(FMError) -> [UInt8] {
        let (bytes, code) = file.tryRead(offset, count)
        guard code == SQLITE_OK else { throw failure(code, "read", connection) }
        return bytes
    }

    // MARK: Writing

    /// Replaces pages and sets the size of the file. After a failure, the next transaction restores the old pages.
    func replace(pageCount: UInt32, _ pages: Source) throws {
        try keep(pageCount, pages)
        let (file, methods) = (file.file, file.methods.pointee)
        try pages { page in
            guard page.number != lockPage else { return }
            try check(methods.xWrite(file, page.content.baseAddress, Int32(page.content.count), offset(page.number)))
        }
        if pageCount < formerCount { try check(methods.xTruncate(file, Int64(pageCount) * Int64(pageSize))) }
        try check(methods.xSync(file, SQLITE_SYNC_FULL))
        // Deleting the journal commits.
        guard SystemFiles.unlink(journalPath) == 0 else {
            throw FMError.file(.ioError, "\(journalPath) cannot be deleted", errno)
        }
        try PartialFile.syncFolder(of: journalPath)
    }

    /// Writes the old pages to the journal and syncs it.
    private func keep(_ pageCount: UInt32, _ pages: Source) throws {
        let journal = try PlainFile(journalPath, O_RDWR | O_CREAT | O_TRUNC)
        do {
            try journal.write(try writeRecords(journal, pageCount, pages), at: 0)
            try journal.sync()
            try PartialFile.syncFolder(of: journalPath)
        } catch {
            // Nothing was written to the database.
            SystemFiles.unlink(journalPath)
            throw error
        }
    }

    /// Writes the journal's records.
    ///
    /// - Returns: the header of the journal, which the caller writes last.
    private func writeRecords(
        _ journal: PlainFile, _ pageCount: UInt32, _ pages: Source
    ) throws -> [UInt8] {
        let nonce = UInt32.random(in: .min ... .max, using: &SystemRandom.shared)
        var (count, place) = (UInt32(0), Int64(RollbackJournalFile.firstRecord))
        func keep(_ number: UInt32) throws {
            guard number <= formerCount, number != lockPage else { return }
            let record = RollbackJournalFile.record(number, try page(number), nonce: nonce)
            try journal.write(record, at: place)
            count += 1
            place += Int64(record.count)
        }
        try pages { page in if page.number <= pageCount { try keep(page.number) } }
        if pageCount < formerCount { for number in pageCount + 1...formerCount { try keep(number) } }
        return RollbackJournalFile.header(
            pageCount: formerCount, pageSize: pageSize, records: count, nonce: nonce)
    }

    private var lockPage: UInt32 { DatabaseHeader.lockPage(pageSize: pageSize) }

    private func offset(_ page: UInt32) -> Int64 { Int64(page - 1) * Int64(pageSize) }

    private func check(_ code: Int32) throws(FMError) {
        guard code == SQLITE_OK else { throw PageTransaction.failure(code, "written", connection) }
    }

    private static func failure(_ code: Int32, _ verb: String, _ connection: Connection) -> FMError {
        let message = "the file \(connection.activity.path) cannot be \(verb): \(Library.message(code))"
        return .sqlites(code, message, stage: .other)
    }
}
