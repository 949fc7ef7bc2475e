/// The pages of a database file, with newer or older versions from its write-ahead log or journal.
struct DatabasePages {
    let header: DatabaseHeader
    private let file: FileBytes
    /// The pages that are read from `other`, with their offsets in it.
    private let replacements: [UInt32: Int64]
    private let other: FileBytes?
    /// The number of complete pages in the database file.
    private let pagesInFile: UInt32

    /// - Parameters:
    ///   - replacements: the pages whose content is in `other`, with their offsets in it.
    ///   - pageCount: the database's page count according to the log or journal, or 0 for all pages.
    init(
        _ file: FileBytes, header: DatabaseHeader, replacements: [UInt32: Int64] = [:], in other: FileBytes? = nil,
        pageCount: UInt32 = 0
    ) {
        (self.header, self.file, self.replacements, self.other) = (header, file, replacements, other)
        let whole = UInt32(clamping: file.size / Int64(header.pageSize))
        pagesInFile = pageCount == 0 ? whole : min(whole, pageCount)
    }

    /// The numbers of the existing pages, in ascending order.
    var numbers: [UInt32] {
        let beyond = replacements.keys.filter { $0 > pagesInFile }.sorted()
        return (pagesInFile == 0 ? [] : Array(1...pagesInFile)) + beyond
    }

    func has(_ page: UInt32) -> Bool { page > 0 && (page <= pagesInFile || replacements[page] != nil) }

    /// Returns the bytes of a page, or nil if the page is missing.
    func bytes(of page: UInt32) -> [UInt8]? {
        if let offset = replacements[page] { return other?.read(offset, header.pageSize) }
        guard page > 0, page <= pagesInFile else { return nil }
        return file.read(Int64(page - 1) * Int64(header.pageSize), header.pageSize)
    }

    /// Returns a page as a b-tree page, or nil if it is not one.
    func tree(_ page: UInt32) -> BTreePage? { treeAndBytes(page)?.tree }

    /// Returns a page as a b-tree page with its bytes, or nil if it is not one.
    func treeAndBytes(_ page: UInt32) -> (tree: BTreePage, bytes: [UInt8])? {
        guard let bytes = bytes(of: page), let tree = BTreePage(bytes, number: page, usableSize: header.usableSize)
        else { return nil }
        return (tree, bytes)
    }
}

// MARK: - Records

extension DatabasePages {
    /// Returns the record of a cell, including its overflow pages. If an overflow page is missing or taken, the record ends before the page
    /// that points to it, because the pointer may be damaged.
    ///
    /// - Parameter isTaken: returns whether a page belongs to something else.
    func payload(of cell: BTreePage.Cell, on bytes: [UInt8], isTaken: (UInt32) -> Bool = { _ in false }) -> Payload {
        var payload = Payload(Array(bytes[cell.local]), length: cell.payloadLength)
        var next = cell.overflow
        // Each page is used at most once, so the loop ends.
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

    /// Returns the record of a cell, without overflow pages that other cells have led to before. In an intact file, cells never share
    /// overflow pages. In a damaged file, many cells may point to the same long chain, and reading it each time would take very long.
    ///
    /// - Parameter followed: the overflow pages that other cells have led to. Those of this record are added.
    func payload(of cell: BTreePage.Cell, on bytes: [UInt8], following followed: inout Set<UInt32>) -> Payload {
        let payload = payload(of: cell, on: bytes) { followed.contains($0) }
        followed.formUnion(payload.pages)
        return payload
    }
}

// MARK: - Pages that hold no rows

extension DatabasePages {
    /// Returns the pages in the freelist, and whether the list is complete. See [The
    /// Freelist](https://sqlite.org/fileformat2.html#the_freelist).
    func freePages() -> (pages: Set<UInt32>, isWhole: Bool) {
        var found: Set<UInt32> = []
        var trunk = header.firstTrunk
        while trunk != 0 {
            guard trunk > 1, !found.contains(trunk), let page = bytes(of: trunk), let next = page.number32(at: 0),
                let count = page.number32(at: 4), count <= UInt32(header.usableSize / 4 - 2)
            else { return (found, false) }
            let leaves = (0..<Int(count)).compactMap { page.number32(at: 8 + 4 * $0) }
            // SQLite lists no leaf twice, and no page outside the file.
            guard leaves.allSatisfy({ $0 > 1 && $0 != trunk && !found.contains($0) }) else { return (found, false) }
            found.insert(trunk)
            found.formUnion(leaves)
            trunk = next
        }
        return (found, found.count == Int(clamping: header.freePageCount))
    }

    enum PointerMapEntry: Equatable {
        case root, free, overflow
        /// A b-tree page with this parent page.
        case below(UInt32)
    }

    /// Returns the pointer map entry of a page, or nil if there is no valid entry.
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

    /// Whether page 2 looks like a pointer map page. If the header is lost, this is the evidence that the database has pointer maps.
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
