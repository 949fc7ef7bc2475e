import Foundation

/// What a piece says of one commit before its pages.
struct CommitRecord: Equatable {
    let number: UInt64
    /// In milliseconds since 1970.
    let time: UInt64
    /// The pages of the database after it.
    let pageCount: UInt32
    /// How many of them it has changed.
    let changedCount: UInt32
}

struct CommitsEncoder {
    /// How many bytes the different pages may have that a piece of several commits changes, each counted once. Who reads it holds them all.
    static let maximumContent = 64 << 20

    let pageSize: Int
    private(set) var body: [UInt8] = []
    /// The last version of each page.
    private var versions: [UInt32: [UInt8]] = [:]
    private(set) var first: CommitRecord?
    private(set) var last: CommitRecord?
    private(set) var count: UInt32 = 0

    init(pageSize: Int) { self.pageSize = pageSize }

    /// Whether a commit can be added.
    func hasRoom(for numbers: some Sequence<UInt32>) -> Bool {
        guard count > 0 else { return true }
        let added = numbers.reduce(into: 0) { if versions[$1] == nil { $0 += 1 } }
        return (versions.count + added) * pageSize <= CommitsEncoder.maximumContent && count < .max
    }

    /// - Parameter pages: ascending, with numbers of 1 to that of the pages.
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

    /// The piece; nil if it has no commit.
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
    /// The last version of each page so far. A piece of a single commit, which may be large, leaves it empty.
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

    /// Whether versions of pages build on each other, and are kept.
    var keepsVersions: Bool { header.count > 1 }

    /// The record of the next commit; nil at the end.
    mutating func next() throws(PieceDamage) -> CommitRecord? {
        guard read < header.count else {
            guard cursor.rest == 0 else { throw PieceDamage("there is something behind its commits") }
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
            throw PieceDamage("the number of pages of a commit is impossible")
        }
        guard read < header.count || record.pageCount == header.pageCount && record.time == header.name.lastTime else {
            throw PieceDamage("its last commit is not what its header tells")
        }
    }

    /// Reads the pages of a commit, whose record ``next()`` has returned.
    ///
    /// - Parameter body: gets the number and the content of each page, which is gone afterwards.
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
        throw PieceDamage("it changes more different pages than a piece may")
    }
}
