/// A page of a b-tree, read from bytes that may be anything. See [B-tree Pages](https://sqlite.org/fileformat2.html#b_tree_pages).
struct BTreePage {
    /// The first byte of a page.
    enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13

        var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
        /// Whether it is of a table with rowids. Tables without them are indexes here.
        var isTable: Bool { self == .tableInterior || self == .tableLeaf }
    }

    /// How far a page agrees with itself.
    enum Soundness: Comparable {
        /// Its cells overlap, lie outside, or are in no order.
        case broken
        /// Its cells are right, but its free bytes are not.
        case usable
        /// Each byte is accounted for, which random bytes never are.
        case exact
    }

    let number: UInt32
    let kind: Kind
    /// Those that lie within the page, in their order.
    private(set) var cells: [Cell] = []
    /// How many cells the page says that it has.
    let cellCount: Int
    /// The last child of an interior page.
    let lastChild: UInt32?
    private(set) var soundness = Soundness.broken

    /// - Returns: nil if the bytes are no page of a b-tree by their first byte, or are too few.
    init?(_ bytes: [UInt8], number: UInt32, usableSize: Int) {
        let start = number == 1 ? DatabaseHeader.size : 0
        guard bytes.count >= usableSize, usableSize >= 480, let kind = Kind(rawValue: bytes[start]),
            let cellCount = bytes.number16(at: start + 3), let content = bytes.number16(at: start + 5),
            let firstFree = bytes.number16(at: start + 1), let fragments = bytes.number8(at: start + 7)
        else { return nil }
        (self.number, self.kind, self.cellCount) = (number, kind, cellCount)
        lastChild = kind.isLeaf ? nil : bytes.number32(at: start + 8)
        let pointers = start + (kind.isLeaf ? 8 : 12)
        let area = Area(
            pointersEnd: pointers + 2 * cellCount, content: content == 0 ? 65536 : content, usableSize: usableSize)
        guard area.pointersEnd <= usableSize else { return }
        cells.reserveCapacity(cellCount)
        for index in 0..<cellCount {
            guard let place = bytes.number16(at: pointers + 2 * index), place >= area.pointersEnd,
                let cell = Cell(bytes, at: place, kind, usableSize: usableSize)
            else { continue }
            cells.append(cell)
        }
        soundness = judge(bytes, area, firstFree, fragments)
    }
}

// MARK: - Soundness

extension BTreePage {
    private struct Area {
        let pointersEnd: Int
        /// Where the cells begin.
        let content: Int
        let usableSize: Int
    }

    private func judge(_ bytes: [UInt8], _ area: Area, _ firstFree: Int, _ fragments: Int) -> Soundness {
        guard cells.count == cellCount, area.content <= area.usableSize, area.content >= area.pointersEnd,
            isInOrder, hasChildren
        else { return .broken }
        var end = area.content
        var used = 0
        for cell in cells.sorted(by: { $0.start < $1.start }) {
            guard cell.start >= end else { return .broken }
            end = cell.start + cell.length
            used += cell.length
        }
        guard let free = freeBytes(bytes, area, firstFree) else { return .usable }
        return used + free + fragments == area.usableSize - area.content ? .exact : .usable
    }

    /// Whether the rowids rise.
    private var isInOrder: Bool {
        guard kind.isTable else { return true }
        var last: Int64?
        for cell in cells {
            if let last, cell.rowID < last || kind.isLeaf && cell.rowID == last { return false }
            last = cell.rowID
        }
        return true
    }

    private var hasChildren: Bool {
        guard !kind.isLeaf else { return true }
        return lastChild.map { $0 > 1 && $0 != number } ?? false
            && cells.allSatisfy { $0.child > 1 && $0.child != number }
    }

    /// The bytes in the list of free blocks; nil if that list is wrong.
    private func freeBytes(_ bytes: [UInt8], _ area: Area, _ first: Int) -> Int? {
        var place = first
        var end = area.content
        var total = 0
        while place != 0 {
            // The blocks rise, so the list has an end.
            guard place >= end, let next = bytes.number16(at: place), let size = bytes.number16(at: place + 2),
                size >= 4,
                place + size <= area.usableSize
            else { return nil }
            total += size
            end = place + size
            place = next
        }
        return total
    }

    /// The pages below an interior page, each with the highest rowid that may be in it; nil for no limit.
    var children: [(page: UInt32, last: Int64?)] {
        guard !kind.isLeaf else { return [] }
        let all: [(page: UInt32, last: Int64?)] = cells.map { ($0.child, kind.isTable ? $0.rowID : nil) }
        return all + (lastChild.map { [(page: $0, last: nil)] } ?? [])
    }
}

// MARK: - Cells

extension BTreePage {
    /// One entry of a page.
    struct Cell {
        /// Within the page, with the number of the child, the length and the rowid.
        let start: Int
        let length: Int
        /// The page before the entry; 0 on a leaf.
        private(set) var child: UInt32 = 0
        /// 0 in an index.
        private(set) var rowID: Int64 = 0
        /// The length of the record, its part on other pages included.
        private(set) var payloadLength = 0
        /// The part of the record on this page.
        private(set) var local = 0..<0
        /// The first page with the rest of the record; 0 if there is no rest.
        private(set) var overflow: UInt32 = 0

        /// - Returns: nil if it does not lie within the page.
        init?(_ bytes: [UInt8], at start: Int, _ kind: Kind, usableSize: Int) {
            self.start = start
            var place = start
            if !kind.isLeaf {
                guard let child = bytes.number32(at: place) else { return nil }
                self.child = child
                place += 4
            }
            if kind != .tableInterior {
                guard let payload = bytes.variableNumber(at: place, before: usableSize), payload.value <= Int32.max
                else { return nil }
                payloadLength = Int(payload.value)
                place += payload.length
            }
            if kind.isTable {
                guard let rowID = bytes.variableNumber(at: place, before: usableSize) else { return nil }
                self.rowID = Int64(bitPattern: rowID.value)
                place += rowID.length
            }
            let localLength = Cell.localLength(of: payloadLength, kind, usableSize: usableSize)
            local = place..<place + localLength
            place += localLength
            if localLength < payloadLength {
                guard let overflow = bytes.number32(at: place), overflow > 1 else { return nil }
                self.overflow = overflow
                place += 4
            }
            // A cell takes four bytes at least, so that a free block fits in its place.
            length = max(4, place - start)
            guard start + length <= usableSize else { return nil }
        }

        /// See [Cell Payload Overflow Pages](https://sqlite.org/fileformat2.html#ovflpgs).
        private static func localLength(of payload: Int, _ kind: Kind, usableSize: Int) -> Int {
            guard kind != .tableInterior else { return 0 }
            let most = kind == .tableLeaf ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
            guard payload > most else { return payload }
            let least = (usableSize - 12) * 32 / 255 - 23
            let fitting = least + (payload - least) % (usableSize - 4)
            return fitting <= most ? fitting : least
        }
    }
}
