import Foundation

@testable import FMDB

private let pageSize = 512
private let generation = GenerationName(start: 1, random: 2)

/// Pieces of a backup: what was encoded is decoded, and any bytes are read to an end or refused.
@Sendable func fuzzPieces(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    switch input.byte() % 4 {
    case 0: fuzzPieceName(&input)
    case 1: fuzzWrittenCommits(&input)
    case 2: fuzzWrittenSnapshot(&input)
    default: fuzzPieceBody(&input)
    }
}

private func fuzzPieceName(_ input: inout FuzzInput) {
    let text = input.allText()
    for text in [text, "\(generation.text)/\(text)"] {
        guard let name = PieceName(text) else { continue }
        expect(name.text == text, "the name \(text) becomes \(name.text)")
        expect(name.first <= name.last && name.firstTime <= name.lastTime, "the range of \(text)")
    }
}

// MARK: - What was encoded

/// Commits that change a few bytes of a few pages each.
private func fuzzWrittenCommits(_ input: inout FuzzInput) {
    var encoder = CommitsEncoder(pageSize: pageSize)
    var pages: [UInt32: [UInt8]] = [:]
    var commits: [(record: CommitRecord, pages: [CapturedPage])] = []
    var time: UInt64 = 7
    for number in 1...UInt64(1 + input.number(below: 5)) {
        time += UInt64(input.byte())
        var numbers = Set<UInt32>()
        for _ in 0..<input.number(below: 5) { numbers.insert(UInt32(1 + input.number(below: 6))) }
        let changed = numbers.sorted().map { number in
            let page = rewritten(pages[number] ?? [UInt8](repeating: 0, count: pageSize), &input)
            pages[number] = page
            return CapturedPage(number: number, content: page)
        }
        let record = CommitRecord(number: number, time: time, pageCount: 6, changedCount: UInt32(changed.count))
        encoder.append(record, changed)
        commits.append((record, changed))
    }
    let sum: UInt64? = input.byte() & 1 == 0 ? nil : .max >> 3
    guard let piece = encoder.piece(generation, nil, sum) else { return expect(false, "there is no piece") }
    do {
        try piece.bytes.withUnsafeBytes { bytes in
            let (header, body) = try PieceHeader.read(bytes, named: piece.name)
            var decoder = try CommitsDecoder(header, body)
            for commit in commits {
                let record = try decoder.next()
                expect(record == commit.record, "the record \(commit.record)")
                var found: [CapturedPage] = []
                try decoder.pages(of: commit.record) { found.append(CapturedPage(number: $0, content: Array($1))) }
                let isSame = found.elementsEqual(commit.pages) { $0.number == $1.number && $0.content == $1.content }
                expect(isSame, "the pages of \(commit.record)")
            }
            expect(try decoder.next() == nil && header.sum == sum, "there is another commit, or another sum")
        }
    } catch {
        expect(false, "\(error)")
    }
}

private func rewritten(_ page: [UInt8], _ input: inout FuzzInput) -> [UInt8] {
    var page = page
    for _ in 0..<input.number(below: 4) {
        let start = (input.number(below: 256) * 2 + input.number(below: 2)) % pageSize
        let bytes = input.bytes(min(input.number(below: 64), pageSize - start))
        page.replaceSubrange(start..<start + bytes.count, with: bytes)
    }
    return page
}

private func fuzzWrittenSnapshot(_ input: inout FuzzInput) {
    let count = 1 + input.number(below: 3)
    var pages: [UInt8] = []
    for _ in 0..<count { pages += rewritten([UInt8](repeating: 0, count: pageSize), &input) }
    let name = PieceName(generation, snapshot: 1, 2, part: 0, isLast: true)
    let header = PieceHeader(
        name: name, pageSize: pageSize, pageCount: UInt32(count), firstPage: 1, count: UInt32(count), position: nil)
    do {
        try SnapshotPiece.encode(header, pages[...]).withUnsafeBytes { bytes in
            let (found, body) = try PieceHeader.read(bytes, named: name)
            expect(found == header, "the header")
            expect(try SnapshotPiece.decode(found, body) == pages, "the pages")
        }
    } catch {
        expect(false, "\(error)")
    }
}

// MARK: - Any bytes

/// A piece of any content, whose checksum is right.
private func fuzzPieceBody(_ input: inout FuzzInput) {
    let (isSnapshot, count) = (input.byte() & 1 == 0, UInt32(input.number(below: 4)))
    let times = UInt64(input.byte())...UInt64.max >> 1
    let name =
        isSnapshot
        ? PieceName(generation, snapshot: 1, 2, part: 0, isLast: true)
        : PieceName(generation, commits: 1...UInt64(max(count, 1)), times)
    let header = PieceHeader(
        name: name, pageSize: pageSize, pageCount: UInt32(input.byte()), firstPage: UInt32(input.byte()), count: count,
        position: nil)
    var piece = header.piece(input.bytes(600))
    if isSnapshot {
        try? piece.withUnsafeBytes { bytes in
            let (found, body) = try PieceHeader.read(bytes, named: name)
            expect(try SnapshotPiece.decode(found, body).count == Int(found.count) * pageSize, "the pages")
        }
    } else {
        try? piece.withUnsafeBytes(decodeCommits)
    }
    // Without the right checksum nothing is read.
    piece[Int(count) % piece.count] ^= 1
    let isRefused = piece.withUnsafeBytes { bytes in (try? PieceHeader.read(bytes, named: name)) == nil }
    expect(isRefused, "damage is not noticed")

    func decodeCommits(_ bytes: UnsafeRawBufferPointer) throws {
        let (found, body) = try PieceHeader.read(bytes, named: name)
        var (decoder, last) = (try CommitsDecoder(found, body), UInt64(0))
        while let record = try decoder.next() {
            expect(record.number == last + 1, "the number of a commit")
            last = record.number
            try decoder.pages(of: record) { number, page in
                expect(number > 0 && number <= record.pageCount && page.count == pageSize, "page \(number)")
            }
        }
        expect(last == UInt64(found.count), "the number of commits")
    }
}
