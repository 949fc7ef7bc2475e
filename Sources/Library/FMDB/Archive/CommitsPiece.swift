import Foundation

/// The header of one commit in a piece, which comes before the commit's pages.
struct CommitRecord: Equatable {
    let number: UInt64
    /// The time of the commit, in milliseconds since 1970.
    let time: UInt64
    /// The page count of the database after the commit.
    let pageCount: UInt32
    /// The number of pages that the commit changes.
    let changedCount: UInt32
}

struct CommitsEncoder {
    /// The limit for a piece of several commits, in bytes of the distinct pages that they change. A reader keeps all of
    /// these pages in memory.
    static let maximumContent = 64 << 20

    let pageSize: Int
    private(set) var body: [UInt8] = []
    /// The last version of each page, by page number.
    private var versions: [UInt32: [UInt8]] = [:]
    private(set) var first: CommitRecord?
    private(set) var last: CommitRecord?
    private(set) var count: UInt32 = 0

    init(pageSize: Int) { self.pageSize = pageSize }

    /// Returns whether a commit that changes these pages fits into the piece.
    func hasRoom(for numbers: some Sequence<UInt32>) -> Bool {
        guard count > 0 else { return true }
        let added = numbers.reduce(into: 0) { if versions[$1] == nil { $0 += 1 } }
        return (versions.count + added) * pageSize <= CommitsEncoder.maximumContent && count < .max
    }

    /// - Parameter pages: the changed pages in ascending order, with page numbers from 1 to the commit's page count.
    mutating func append(_ record: CommitRecord, _ pages: [CapturedPage]) {
        body.append(number: record.time)
        body.append(number: record.pageCount)
        body.append(number: record.changedCount)
        for page in pages {
            body.append(number: page.number)
            PageRanges.append(page.content, differingFrom: versions[page.number], to: &body)
            versions[page.number] = page.content
        }
        if first == nil { first = record }
        last = record
        count += 1
    }

    /// Returns the piece, or nil if no commit was added.
    func piece(_ generation: GenerationName, _ position: LogPosition?, _ sum: UInt64?) -> (
        name: PieceName, bytes: Data
    )? {
        guard let first, let last else { return nil }
        let name = PieceName(generation, commits: first.number...last.number, first.time...last.time)
        let header = PieceHeader(
            name: name, pageSize: pageSize, pageCount: last.pageCount, count: count, position: position, sum: sum)
        return (name, header.piece(body))
    }
}

struct CommitsDecoder {
    let header: PieceHeader
    private var cursor: PieceCursor
    private var read: UInt32 = 0
    private var lastTime: UInt64
    /// The last version of each page so far. It stays empty for a piece with a single commit, which may be large.
    private(set) var versions: [UInt32: [UInt8]] = [:]
    private var scratch: [UInt8]

    init(_ header: PieceHeader, _ body: UnsafeRawBufferPointer) throws(PieceDamage) {
        self.header = header
        cursor = PieceCursor(body)
        lastTime = header.name.firstTime
        scratch = [UInt8](repeating: 0, count: header.pageSize)
        guard header.count > 0, UInt64(header.count - 1) == header.name.last - header.name.first else {
            throw PieceDamage("its number of commits is wrong")
        }
    }

    /// Whether the decoder keeps the last version of each page. A piece with several commits needs that, because its
    /// later commits store only the differences.
    var keepsVersions: Bool { header.count > 1 }

    /// Returns the record of the next commit, or nil at the end.
    mutating func next() throws(PieceDamage) -> CommitRecord? {
        guard read < header.count else {
            guard cursor.rest == 0 else { throw PieceDamage("unexpected bytes follow its commits") }
            return nil
        }
        let record = CommitRecord(
            number: header.name.first + UInt64(read), time: try cursor.number(), pageCount: try cursor.number(),
            changedCount: try cursor.number())
        read += 1
        try check(record)
        return record
    }

    private mutating func check(_ record: CommitRecord) throws(PieceDamage) {
        guard record.time >= lastTime, record.time <= header.name.lastTime,
            read > 1 || record.time == header.name.firstTime
        else { throw PieceDamage("the date of a commit is wrong") }
        lastTime = record.time
        guard record.pageCount > 0, record.changedCount <= record.pageCount else {
            throw PieceDamage("a commit has an impossible page count")
        }
        guard read < header.count || record.pageCount == header.pageCount && record.time == header.name.lastTime else {
            throw PieceDamage("its last commit does not match its header")
        }
    }

    /// Reads the pages of the commit whose record ``next()`` returned last.
    ///
    /// - Parameter body: called with the number and the content of each page. The content is valid only during the call.
    mutating func pages(of record: CommitRecord, _ body: (UInt32, UnsafeRawBufferPointer) throws -> Void) throws {
        var last: UInt32 = 0
        for _ in 0..<record.changedCount {
            let number = try cursor.number(UInt32.self)
            guard number > last, number <= record.pageCount else {
                throw PieceDamage("a page has an impossible number")
            }
            last = number
            guard keepsVersions else {
                scratch.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
                try CommitsDecoder.read(&cursor, into: &scratch)
                try scratch.withUnsafeBytes { try body(number, $0) }
                continue
            }
            if versions[number] == nil {
                try expectRoom()
                versions[number] = scratch
            }
            try CommitsDecoder.read(&cursor, into: &versions[number, default: []])
            try versions[number]?.withUnsafeBytes { try body(number, $0) }
        }
    }

    private static func read(_ cursor: inout PieceCursor, into page: inout [UInt8]) throws {
        try page.withUnsafeMutableBytes { try PageRanges.apply(&cursor, to: $0) }
    }

    private func expectRoom() throws(PieceDamage) {
        guard (versions.count + 1) * header.pageSize > CommitsEncoder.maximumContent else { return }
        throw PieceDamage("it changes too many different pages for one piece")
    }
}
