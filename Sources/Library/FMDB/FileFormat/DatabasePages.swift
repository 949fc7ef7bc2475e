/// The pages of a database file, with those of its log or journal in their place.
struct DatabasePages {
    let header: DatabaseHeader
    private let file: FileBytes
    /// Pages that lie elsewhere, with their places there.
    private let replacements: [UInt32: Int64]
    private let other: FileBytes?
    /// The pages that are whole in the file.
    private let pagesInFile: UInt32

    /// - Parameters:
    ///   - replacements: pages whose content lies in `other`, and at which offset.
    ///   - pageCount: how many pages count, by the log or journal; 0 for all.
    init(
        _ file: FileBytes, header: DatabaseHeader, replacements: [UInt32: Int64] = [:], in other: FileBytes? = nil,
        pageCount: UInt32 = 0
    ) {
        (self.header, self.file, self.replacements, self.other) = (header, file, replacements, other)
        let whole = UInt32(clamping: file.size / Int64(header.pageSize))
        pagesInFile = pageCount == 0 ? whole : min(whole, pageCount)
    }

    /// The numbers of the pages that are there, ascending.
    var numbers: [UInt32] {
        let beyond = replacements.keys.filter { $0 > pagesInFile }.sorted()
        return (pagesInFile == 0 ? [] : Array(1...pagesInFile)) + beyond
    }

    func has(_ page: UInt32) -> Bool { page > 0 && (page <= pagesInFile || replacements[page] != nil) }

    /// The bytes of a page; nil if it is missing.
    func bytes(of page: UInt32) -> [UInt8]? {
        if let offset = replacements[page] { return other?.read(offset, header.pageSize) }
        guard page > 0, page <= pagesInFile else { return nil }
        return file.read(Int64(page - 1) * Int64(header.pageSize), header.pageSize)
    }

    /// A page as one of a b-tree; nil if it is none.
    func tree(_ page: UInt32) -> BTreePage? { treeAndBytes(page)?.tree }

    /// A page as one of a b-tree, with its bytes; nil if it is none.
    func treeAndBytes(_ page: UInt32) -> (tree: BTreePage, bytes: [UInt8])? {
        guard let bytes = bytes(of: page), let tree = BTreePage(bytes, number: page, usableSize: header.usableSize)
        else { return nil }
        return (tree, bytes)
    }
}

// MARK: - Records

extension DatabasePages {
    /// The record of a cell, with what lies on other pages. It ends where a page is missing, or is one that is taken, and
    /// before the page that leads there: that may be what is damaged.
    ///
    /// - Parameter isTaken: whether a page belongs to something else.
    func payload(of cell: BTreePage.Cell, on bytes: [UInt8], isTaken: (UInt32) -> Bool = { _ in false }) -> Payload {
        var payload = Payload(Array(bytes[cell.local]), length: cell.payloadLength)
        var next = cell.overflow
        // Each page is used once, so there is an end.
        var used: Set<UInt32> = []
        let room = header.usableSize - 4
        while payload.bytes.count < payload.length {
            let rest = payload.length - payload.bytes.count
            guard next > 1, !isTaken(next), used.insert(next).inserted, let page = self.bytes(of: next),
                let following = page.number32(at: 0), rest > room ? following > 1 : following == 0
            else {
                payload.dropLastPage()
                return payload
            }
            let start = payload.bytes.count
            payload.bytes += page[4..<4 + min(rest, room)]
            if rest <= room, page.isZero(from: 0) { payload.zeros = start..<payload.length }
            payload.pages.append(next)
            next = following
        }
        return payload
    }

    /// The record of a cell, without pages that were followed before. Cells of a sound file share none; many damaged cells that lead to one
    /// long chain would take very long.
    ///
    /// - Parameter followed: the pages that were followed before; gets those of this record.
    func payload(of cell: BTreePage.Cell, on bytes: [UInt8], following followed: inout Set<UInt32>) -> Payload {
        let payload = payload(of: cell, on: bytes) { followed.contains($0) }
        followed.formUnion(payload.pages)
        return payload
    }
}

// MARK: - Pages that hold no rows

extension DatabasePages {
    /// The pages that are listed as free. See [The Freelist](https://sqlite.org/fileformat2.html#the_freelist). Returns the pages, and
    /// whether the list is whole.
    func freePages() -> (pages: Set<UInt32>, isWhole: Bool) {
        var found: Set<UInt32> = []
        var trunk = header.firstTrunk
        while trunk != 0 {
            guard trunk > 1, !found.contains(trunk), let page = bytes(of: trunk), let next = page.number32(at: 0),
                let count = page.number32(at: 4), count <= UInt32(header.usableSize / 4 - 2)
            else { return (found, false) }
            let leaves = (0..<Int(count)).compactMap { page.number32(at: 8 + 4 * $0) }
            // SQLite writes no leaf twice, nor one that is not in the file.
            guard leaves.allSatisfy({ $0 > 1 && $0 != trunk && !found.contains($0) }) else { return (found, false) }
            found.insert(trunk)
            found.formUnion(leaves)
            trunk = next
        }
        return (found, found.count == Int(clamping: header.freePageCount))
    }

    enum PointerMapEntry: Equatable {
        case root, free, overflow
        /// A page of a b-tree below another one.
        case below(UInt32)
    }

    /// - Returns: nil where the map has no valid entry.
    func pointerMapEntry(of page: UInt32) -> PointerMapEntry? {
        let map = header.pointerMap(of: page)
        guard header.hasPointerMaps, map >= 2, page > map, let bytes = bytes(of: map),
            let kind = bytes.number8(at: Int(page - map - 1) * 5),
            let other = bytes.number32(at: Int(page - map - 1) * 5 + 1)
        else { return nil }
        switch kind {
        case 1: return other == 0 ? .root : nil
        case 2: return other == 0 ? .free : nil
        case 3, 4: return .overflow
        case 5: return other > 0 && other != page ? .below(other) : nil
        default: return nil
        }
    }

    /// Whether the second page looks like a map of pointers. Where the header is lost, it shows whether there are such maps.
    var beginsWithPointerMap: Bool {
        guard header.usableSize >= 480, let bytes = bytes(of: 2) else { return false }
        let entries = min(header.usableSize / 5, Int(clamping: Int64(pagesInFile) - 2))
        return entries > 0
            && (0..<entries).allSatisfy { index in
                guard let kind = bytes.number8(at: index * 5), let page = bytes.number32(at: index * 5 + 1) else {
                    return false
                }
                return kind <= 2 ? kind > 0 && page == 0 : kind <= 5 && has(page)
            }
    }
}
