import Foundation

/// The header of a piece. See <doc:ArchiveFormat>.
struct PieceHeader: Equatable {
    private static let size = 100
    private static let magic = UInt64(0x464D_4442_6172_6368)  // "FMDBarch"
    private static let checksumSize = 8
    /// The size of the shortest possible piece in bytes.
    static let leastSize = Int64(size + checksumSize)

    let name: PieceName
    let pageSize: Int
    /// The page count of the database after the last commit.
    var pageCount: UInt32 = 0
    /// The first page of a snapshot part, or 0 in other pieces.
    var firstPage: UInt32 = 0
    /// The number of pages in a snapshot part, or of commits in a commit piece.
    var count: UInt32 = 0
    /// The position in the write-ahead log after the last commit.
    var position: LogPosition?
    /// The sum of all pages' checksums after the last commit, or nil if unknown, as in version 1 of the format.
    var sum: UInt64?

    private var version: UInt8 { sum == nil ? 1 : 2 }

    // MARK: Writing

    /// Returns the bytes of the whole piece.
    ///
    /// - Parameter body: the bytes that follow the header.
    func piece(_ body: [UInt8]) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(PieceHeader.size + body.count + PieceHeader.checksumSize)
        append(to: &bytes)
        bytes += body
        bytes.append(number: bytes.withUnsafeBytes(Checksum64.of))
        return Data(bytes)
    }

    private func append(to bytes: inout [UInt8]) {
        let (kind, part, flags) = code
        bytes.append(number: PieceHeader.magic)
        bytes += [version, kind, flags, 0]
        bytes.append(number: UInt32(pageSize))
        bytes.append(number: name.generation.start)
        bytes.append(number: name.generation.random)
        bytes.append(number: part)
        for number in [name.first, name.last, name.firstTime, name.lastTime] { bytes.append(number: number) }
        for number in [pageCount, firstPage, count] { bytes.append(number: number) }
        let place = position ?? .none
        for number in [place.firstSalt, place.secondSalt, place.frames, place.firstSum, place.secondSum, 0] {
            bytes.append(number: number)
        }
        if let sum { bytes.append(number: sum) }
    }

    private var code: (kind: UInt8, part: UInt32, flags: UInt8) {
        let flags: UInt8 = position == nil ? 0 : 1
        switch name.kind {
        case .snapshot(let part, let isLast): return (1, part, flags | (isLast ? 2 : 0))
        case .commits: return (2, 0, flags)
        case .closed: return (3, 0, flags)
        case .gap: return (4, 0, flags)
        }
    }

    // MARK: Reading

    /// Reads and validates a piece's header and checksum. Returns the header, and the bytes between the header and the checksum.
    static func read(
        _ piece: UnsafeRawBufferPointer, named name: PieceName
    ) throws(PieceDamage) -> (header: PieceHeader, body: UnsafeRawBufferPointer) {
        let end = piece.count - checksumSize
        guard end >= size else { throw PieceDamage("it is too short") }
        var cursor = PieceCursor(piece)
        guard try cursor.number() == magic else { throw PieceDamage("it is not a piece of an archive") }
        let version = try cursor.number(UInt8.self)
        guard (1...2).contains(version) else { throw PieceDamage("its format version is too new") }
        var trailer = PieceCursor(UnsafeRawBufferPointer(rebasing: piece[end...]))
        let checksum = Checksum64.of(UnsafeRawBufferPointer(rebasing: piece[..<end]))
        guard try trailer.number() == checksum else { throw PieceDamage("its checksum is wrong") }
        let header = try PieceHeader(&cursor, name, version)
        guard cursor.place <= end else { throw PieceDamage("it is too short") }
        return (header, UnsafeRawBufferPointer(rebasing: piece[cursor.place..<end]))
    }
}

extension PieceHeader {
    private init(_ cursor: inout PieceCursor, _ name: PieceName, _ version: UInt8) throws(PieceDamage) {
        let (kind, flags) = (try cursor.number(UInt8.self), try cursor.number(UInt8.self))
        _ = try cursor.number(UInt8.self)
        pageSize = Int(try cursor.number(UInt32.self))
        guard DatabaseHeader.isPageSize(pageSize) else { throw PieceDamage("its page size is impossible") }
        let generation = GenerationName(start: try cursor.number(), random: try cursor.number())
        let part = try cursor.number(UInt32.self)
        var numbers: [UInt64] = []
        for _ in 0..<4 { numbers.append(try cursor.number()) }
        (pageCount, firstPage, count) = (try cursor.number(), try cursor.number(), try cursor.number())
        let place = LogPosition(
            firstSalt: try cursor.number(), secondSalt: try cursor.number(), frames: try cursor.number(),
            firstSum: try cursor.number(), secondSum: try cursor.number())
        position = flags & 1 == 1 ? place : nil
        _ = try cursor.number(UInt32.self)
        if version > 1 { sum = try cursor.number() }
        self.name = name
        let code = self.code
        guard generation == name.generation, part == code.part, kind == code.kind, flags == code.flags,
            numbers == [name.first, name.last, name.firstTime, name.lastTime]
        else { throw PieceDamage("its header does not match its name") }
    }
}

extension LogPosition {
    fileprivate static let none = LogPosition(firstSalt: 0, secondSalt: 0, frames: 0, firstSum: 0, secondSum: 0)
}
