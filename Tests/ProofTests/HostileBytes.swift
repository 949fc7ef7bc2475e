import FMDBTestHelpers

/// Changes of the bytes of a database file, a log or a journal.
///
/// See [Database File Format](https://sqlite.org/fileformat2.html).
extension [UInt8] {
    private func place(_ numbers: inout SeededNumbers, below limit: Int = .max) -> Int {
        Int.random(in: 0..<Swift.max(1, Swift.min(count, limit)), using: &numbers)
    }

    private mutating func put(_ byte: UInt8, at place: Int) {
        if indices.contains(place) { self[place] = byte }
    }

    private mutating func putWord(_ number: UInt32, at place: Int) {
        for offset in 0..<4 { put(UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * offset)), at: place + offset) }
    }

    private func number(at place: Int, isSmallEndian: Bool = false) -> UInt32 {
        guard place + 4 <= count else { return 0 }
        let bytes = self[place..<place + 4]
        return (isSmallEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private var pageSize: Int {
        guard count > 100 else { return 512 }
        let size = Int(self[16]) << 8 | Int(self[17])
        return size < 512 ? 512 : size
    }

    mutating func flipBits(_ bits: Int, _ numbers: inout SeededNumbers, below limit: Int = .max) {
        guard !isEmpty else { return }
        for _ in 0..<bits { self[place(&numbers, below: limit)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers) }
    }

    mutating func cut(_ numbers: inout SeededNumbers) {
        guard !isEmpty else { return }
        let length = numbers.chance(50) ? place(&numbers) : place(&numbers) / pageSize * pageSize
        self = Array(prefix(length))
    }

    mutating func exchangePages(_ numbers: inout SeededNumbers) {
        let (size, pages) = (pageSize, count / pageSize)
        guard pages > 2 else { return }
        for _ in 0..<3 {
            let one = Int.random(in: 1..<pages, using: &numbers) * size
            let other = Int.random(in: 1..<pages, using: &numbers) * size
            for offset in 0..<size { swapAt(one + offset, other + offset) }
        }
    }

    /// The type, the first free block, the number of cells, where they begin, and where each is.
    mutating func damagePage(_ numbers: inout SeededNumbers) {
        let (size, pages) = (pageSize, Swift.max(1, count / pageSize))
        for _ in 0..<4 {
            let page = Int.random(in: 0..<pages, using: &numbers)
            let start = page * size + (page == 0 ? 100 : 0)
            let field = Int.random(in: 0..<40, using: &numbers)
            put(
                numbers.pick([0, 1, 2, 5, 10, 13, 127, 255, UInt8.random(in: 0...255, using: &numbers)]),
                at: start + field)
        }
    }

    /// The fields of the header: sizes, counts, versions, the encoding of texts.
    mutating func damageHeader(_ numbers: inout SeededNumbers) {
        for _ in 0..<2 {
            let place = numbers.pick([16, 18, 20, 21, 22, 23, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 92, 96])
            putWord(
                numbers.pick([0, 1, 2, 3, 4, 0x7FFF_FFFF, 0xFFFF_FFFF, UInt32.random(in: 0...(.max), using: &numbers)]),
                at: place)
        }
    }

    /// Lengths in the form of SQLite's integers of nine bytes, amid the cells.
    mutating func writeLongIntegers(_ numbers: inout SeededNumbers) {
        for _ in 0..<3 {
            let start = Swift.max(100, place(&numbers))
            for offset in 0..<numbers.pick([1, 3, 5, 8, 9]) { put(0xFF, at: start + offset) }
        }
    }

    /// Bytes that are not UTF-8 in place of letters, of names for example.
    mutating func breakNames(_ numbers: inout SeededNumbers) {
        let letters = indices.filter { self[$0] | 0x20 >= 0x61 && self[$0] | 0x20 <= 0x7A && $0 >= 100 }
        guard !letters.isEmpty else { return }
        for _ in 0..<6 { self[numbers.pick(letters)] = numbers.pick([0xFF, 0xC0, 0x80, 0, 0xED, 0x22, 0x27]) }
    }

    /// A list of free pages that leads back to itself, or to pages that are in use.
    mutating func loopFreelist(_ numbers: inout SeededNumbers) {
        let (size, pages) = (pageSize, Swift.max(1, count / pageSize))
        let trunk = UInt32.random(in: 1...UInt32(pages), using: &numbers)
        putWord(trunk, at: 32)
        putWord(numbers.pick([1, 9, 0xFFFF_FFFF]), at: 36)
        let start = (Int(trunk) - 1) * size
        putWord(numbers.chance(50) ? trunk : UInt32.random(in: 0...UInt32(pages + 2), using: &numbers), at: start)
        putWord(numbers.pick([0, 3, UInt32(size / 4), 0xFFFF_FFFF]), at: start + 4)
        for entry in 0..<5 { putWord(numbers.pick([0, 1, trunk, 2, 0xFFFF]), at: start + 8 + 4 * entry) }
    }

    /// Changes the log, mostly so that its sums are right again: what has another sum is passed over.
    mutating func damageLog(_ numbers: inout SeededNumbers) {
        guard count > 56 else { return }
        if numbers.chance(20) { return flipBits(8, &numbers) }
        if numbers.chance(20) { return cut(&numbers) }
        let size = Int(number(at: 8))
        guard size >= 512 else { return }
        for _ in 0..<5 {
            let frame = 32 + Int.random(in: 0..<Swift.max(1, (count - 32) / (size + 24)), using: &numbers) * (size + 24)
            // The number of the page and the length of the database, or a byte of the page.
            if numbers.chance(50) {
                putWord(numbers.pick([0, 1, 2, 0xFFFF_FFFF, 70_000]), at: frame + numbers.pick([0, 4]))
            } else {
                put(
                    UInt8.random(in: 0...255, using: &numbers),
                    at: frame + 24 + Int.random(in: 0..<size, using: &numbers))
            }
        }
        writeSums(size)
    }

    private mutating func writeSums(_ size: Int) {
        let isSmallEndian = number(at: 0) & 1 == 0
        var sums: (UInt32, UInt32) = (0, 0)
        func add(_ range: Range<Int>) {
            for place in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
                sums.0 = sums.0 &+ number(at: place, isSmallEndian: isSmallEndian) &+ sums.1
                sums.1 = sums.1 &+ number(at: place + 4, isSmallEndian: isSmallEndian) &+ sums.0
            }
        }
        add(0..<24)
        for frame in stride(from: 32, to: count - size - 23, by: size + 24) {
            add(frame..<frame + 8)
            add(frame + 24..<frame + 24 + size)
            putWord(sums.0, at: frame + 16)
            putWord(sums.1, at: frame + 20)
        }
    }
}
