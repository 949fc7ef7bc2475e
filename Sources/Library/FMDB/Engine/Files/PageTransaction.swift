import Foundation
import FMDBSQLiteC

/// Replaces pages of a database that is not in WAL mode, as one transaction, without SQL.
///
/// It does what SQLite does: it takes the exclusive lock, writes the former pages to the rollback journal and syncs that, writes the
/// pages, syncs them, and deletes the journal. Whenever the process or the power ends, the next connection that reads the file finds
/// the journal and rolls back. See [Atomic Commit In SQLite](https://sqlite.org/atomiccommit.html).
struct PageTransaction {
    typealias Page = (number: UInt32, content: UnsafeRawBufferPointer)
    /// Calls its argument with each new page; twice the same ones in the same order.
    typealias Source = ((Page) throws -> Void) throws -> Void

    private let connection: Connection
    private let file: OpenFile
    /// In bytes.
    let pageSize: Int
    private let formerCount: UInt32
    private var journalPath: String { connection.activity.path + "-journal" }

    /// Runs a body while no other connection reads or writes, and none has left a journal.
    static func run<Value>(_ connection: Connection, _ body: (PageTransaction) throws -> Value) throws -> Value {
        try connection.askDirectly("BEGIN EXCLUSIVE")
        // SQLite has written nothing, so nothing is undone.
        defer { _ = try? connection.ask("ROLLBACK") }
        return try body(PageTransaction(connection))
    }

    /// The first page, read under the lock of a reader. What a crash has left unfinished is rolled back.
    static func firstPage(_ connection: Connection) throws -> [UInt8] {
        try connection.askDirectly("BEGIN")
        defer { _ = try? connection.ask("ROLLBACK") }
        // Unlike a SELECT it does not need the schema, which this SQLite may not know.
        try connection.askDirectly("PRAGMA main.schema_version")
        return try PageTransaction(connection).page(1)
    }

    private init(_ connection: Connection) throws(FMError) {
        guard let file = connection.databaseFile else { throw .misuse("a database in memory has no pages in a file") }
        (self.connection, self.file) = (connection, file)
        let head = try PageTransaction.read(file, DatabaseHeader.size, at: 0, connection)
        guard let header = DatabaseHeader(head) else {
            throw FMError(.notADatabase, "the file \(connection.activity.path) is encrypted, or is no database")
        }
        // The bytes are the versions for writing and reading: 2 is WAL mode, in which readers do not look at this file alone.
        guard head[18...19].allSatisfy({ $0 == 1 }) else {
            throw .misuse("the file \(connection.activity.path) has been put into WAL mode")
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

    /// Whether a page has a content already, or needs none.
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

    /// Replaces pages, and gives the file its size. Whatever fails, the former pages come back with the next transaction.
    func replace(pageCount: UInt32, _ pages: Source) throws {
        try keep(pageCount, pages)
        let (file, methods) = (file.file, file.methods.pointee)
        try pages { page in
            guard page.number != lockPage else { return }
            try check(methods.xWrite(file, page.content.baseAddress, Int32(page.content.count), offset(page.number)))
        }
        if pageCount < formerCount { try check(methods.xTruncate(file, Int64(pageCount) * Int64(pageSize))) }
        try check(methods.xSync(file, SQLITE_SYNC_FULL))
        // From now on the new pages count.
        guard unlink(journalPath) == 0 else { throw FMError.file(.ioError, "\(journalPath) cannot be deleted", errno) }
        try PartialFile.syncFolder(of: journalPath)
    }

    /// Writes the former pages to the journal, and makes it durable.
    private func keep(_ pageCount: UInt32, _ pages: Source) throws {
        let journal = try PlainFile(journalPath, O_RDWR | O_CREAT | O_TRUNC)
        do {
            try journal.write(try writeRecords(journal, pageCount, pages), at: 0)
            try journal.sync()
            try PartialFile.syncFolder(of: journalPath)
        } catch {
            // Nothing was written to the database.
            unlink(journalPath)
            throw error
        }
    }

    /// - Returns: the header of the journal.
    private func writeRecords(
        _ journal: PlainFile, _ pageCount: UInt32, _ pages: Source
    ) throws -> [UInt8] {
        let nonce = UInt32.random(in: .min ... .max)
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
