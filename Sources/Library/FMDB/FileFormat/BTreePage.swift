/// A b-tree page, read from untrusted bytes. See [B-tree Pages](https://sqlite.org/fileformat2.html#b_tree_pages).
struct BTreePage {
    /// The kind of a page, which its first byte stores.
    enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13

        var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
        /// Whether the page belongs to a rowid table. WITHOUT ROWID tables are stored as indexes.
        var isTable: Bool { self == .tableInterior || self == .tableLeaf }
    }

    /// The degree to which a page is consistent.
    enum Soundness: Comparable {
        /// The cells overlap, lie outside the page, or are not in order.
        case broken
        /// The cells are valid, but the free bytes are not.
        case usable
        /// Each byte is accounted for, which is practically impossible for random bytes.
        case exact
    }

    let number: UInt32
    let kind: Kind
    /// The cells that lie within the page, in order.
    private(set) var cells: [Cell] = []
    /// The number of cells according to the page header.
    let cellCount: Int
    /// The last child of an interior page.
    let lastChild: UInt32?
    private(set) var soundness = Soundness.broken

    /// - Returns: nil if the first byte is not that of a b-tree page, or there are too few bytes.
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
        /// The offset of the cell content area.
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

    /// Whether the rowids are in ascending order.
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

    /// Returns the number of bytes in the list of free blocks, or nil if the list is invalid.
    private func freeBytes(_ bytes: [UInt8], _ area: Area, _ first: Int) -> Int? {
        var place = first
        var end = area.content
        var total = 0
        while place != 0 {
            // The offsets of the blocks must rise, so the loop ends.
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

    /// The child pages of an interior page, each with the highest rowid that it may contain; nil means no limit.
    var children: [(page: UInt32, last: Int64?)] {
        guard !kind.isLeaf else { return [] }
        let all: [(page: UInt32, last: Int64?)] = cells.map { ($0.child, kind.isTable ? $0.rowID : nil) }
        return all + (lastChild.map { [(page: $0, last: nil)] } ?? [])
    }
}

// MARK: - Cells

extension BTreePage {
    /// A cell of a page.
    struct Cell {
        /// The offset of the cell in the page. The cell begins with the child page, the payload length and the rowid.
        let start: Int
        let length: Int
        /// The left child page, or 0 on a leaf.
        private(set) var child: UInt32 = 0
        /// The rowid, or 0 in an index.
        private(set) var rowID: Int64 = 0
        /// The length of the whole record, including its part on overflow pages.
        private(set) var payloadLength = 0
        /// The range of the record's bytes on this page.
        private(set) var local = 0..<0
        /// The first overflow page, or 0 if there is none.
        private(set) var overflow: UInt32 = 0

        /// - Returns: nil if the cell does not lie within the page.
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
            // A cell takes at least four bytes, so that a free block can replace it.
            length = max(4, place - start)
            guard start + length <= usableSize else { return nil }
        }

        /// Returns the number of payload bytes on this page. See [Cell Payload Overflow
        /// Pages](https://sqlite.org/fileformat2.html#ovflpgs).
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
