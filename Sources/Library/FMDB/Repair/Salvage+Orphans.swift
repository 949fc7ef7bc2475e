/// Pages to which no readable page refers.
extension Salvage {
    /// A part of a b-tree whose parent pages are lost.
    private struct Orphan {
        let root: UInt32
        let isTable: Bool
        /// The pages, each with the rowids that it may contain.
        var pages: [(number: UInt32, range: RowIDRange)] = []
    }

    /// What an orphan belongs to.
    private enum Owner {
        case table(RescuedTable)
        /// The page belongs to no table. It is a page of an index, which is rebuilt, or a deleted page.
        case nobody
        case unknown
    }

    func placeOrphans() throws {
        let free = pages.freePages()
        let (children, damaged) = findOrphans(free.pages)
        let below = Set(children.values.joined())
        // Pages that no other page refers to come first, because they are roots. Pages that are left after these trees
        // form a cycle.
        for root in children.keys.sorted(by: { (below.contains($0) ? 1 : 0, $0) < (below.contains($1) ? 1 : 0, $1) }) {
            guard !taken.contains(root), let orphan = collect(from: root) else { continue }
            try place(orphan, isFreelistWhole: free.isWhole)
        }
        for page in damaged where !taken.contains(page) { try salvageCells(of: page) }
    }

    /// - Returns: the orphans with their child pages, and damaged b-tree pages.
    private func findOrphans(_ free: Set<UInt32>) -> (children: [UInt32: [UInt32]], damaged: [UInt32]) {
        let header = pages.header
        var children: [UInt32: [UInt32]] = [:]
        var damaged: [UInt32] = []
        for number in pages.numbers where number > 1 && !taken.contains(number) && !free.contains(number) {
            guard number != DatabaseHeader.lockPage(pageSize: header.pageSize), !header.isPointerMap(number),
                let bytes = pages.bytes(of: number)
            else { continue }
            let entry = pages.pointerMapEntry(of: number)
            guard entry != .free, entry != .overflow, !bytes.isZero(from: 0) else { continue }
            guard let page = BTreePage(bytes, number: number, usableSize: header.usableSize) else {
                if lost[number] == nil { lost[number] = number }
                continue
            }
            if page.soundness == .exact {
                children[number] = page.children.map(\.page)
            } else {
                if lost[number] == nil { lost[number] = number }
                damaged.append(number)
            }
        }
        return (children, damaged)
    }

    private func collect(from root: UInt32) -> Orphan? {
        guard let isTable = pages.tree(root)?.kind.isTable else { return nil }
        var orphan = Orphan(root: root, isTable: isTable)
        walk(from: root, isTable: isTable, isOrphan: true) { page, _, range in
            orphan.pages.append((page.number, range))
        }
        return orphan
    }

    private func place(_ orphan: Orphan, isFreelistWhole: Bool) throws {
        var table: RescuedTable?
        switch owner(of: orphan, isFreelistWhole: isFreelistWhole) {
        case .nobody: return
        case .table(let found): table = found
        case .unknown: break
        }
        for (number, range) in orphan.pages {
            guard let (page, bytes) = pages.treeAndBytes(number) else { continue }
            try add(page, bytes, range, to: table, root: table?.root ?? orphan.root, isApart: true)
        }
    }

    /// Recovers the entries of a page that was partly overwritten. They are too uncertain for their table, and go into `lost_and_found`.
    private func salvageCells(of number: UInt32) throws {
        let root = lost[number] ?? number
        guard indexes[root] == nil, let (page, bytes) = pages.treeAndBytes(number), page.kind != .tableInterior
        else { return }
        let records = page.cells.map { cell in
            (cell, StoredRecord(pages.payload(of: cell, on: bytes) { taken.contains($0) }))
        }
        let whole = records.filter { $0.1.map { $0.isWhole && !$0.values.isEmpty } ?? false }
        // Random bytes can contain some entries that look valid.
        guard whole.count > page.cellCount / 2 else { return }
        for case (let cell, let record?) in whole {
            try lostAndFound.add(record, rowID: page.kind.isTable ? cell.rowID : nil, page: number, root: root)
        }
    }
}

// MARK: - Owners

extension Salvage {
    private func owner(of orphan: Orphan, isFreelistWhole: Bool) -> Owner {
        if pages.header.hasPointerMaps, let root = rootByPointerMaps(of: orphan.root) {
            if indexes[root] != nil { return .nobody }
            guard let table = tables.first(where: { $0.root == root }), table.isWithoutRowID != orphan.isTable else {
                return .unknown
            }
            return .table(table)
        }
        // The orphan may belong to an unknown table, or may be deleted pages, unless the schema and the freelist are
        // complete.
        let pageCount = pages.header.pageCount
        guard report.isSchemaWhole, isFreelistWhole, pageCount == 0 || orphan.root <= pageCount else { return .unknown }
        let fitting = fittingTables(orphan)
        guard !orphan.isTable, indexes.values.contains(false) else {
            return fitting.count == 1 ? .table(fitting[0]) : .unknown
        }
        return fitting.isEmpty ? .nobody : .unknown
    }

    /// Returns the root of the tree that a page belongs to, by the pointer maps.
    private func rootByPointerMaps(of page: UInt32) -> UInt32? {
        var page = page
        // The limit ends the loop if damaged maps form a cycle. No b-tree has more levels.
        for _ in 0..<40 {
            switch pages.pointerMapEntry(of: page) {
            case .root: return page
            case .below(let parent): page = parent
            default: return nil
            }
        }
        return nil
    }

    /// Returns the tables with a missing page that the orphan may be.
    private func fittingTables(_ orphan: Orphan) -> [RescuedTable] {
        var left = tables.filter { !$0.holes.isEmpty && $0.isWithoutRowID != orphan.isTable }
        var rowIDs: ClosedRange<Int64>?
        for (number, range) in orphan.pages where !left.isEmpty {
            guard let (page, bytes) = pages.treeAndBytes(number), page.kind != .tableInterior else { continue }
            for cell in page.cells where range.contains(cell.rowID) || !orphan.isTable {
                let known = rowIDs ?? cell.rowID...cell.rowID
                rowIDs = min(known.lowerBound, cell.rowID)...max(known.upperBound, cell.rowID)
                // A row that is partly lost does not count as evidence for or against a table.
                let payload = pages.payload(of: cell, on: bytes, following: &followedOfOrphans)
                guard let record = StoredRecord(payload), record.isWhole else { continue }
                left.removeAll { !$0.fits(record) }
            }
        }
        guard orphan.isTable, let rowIDs else { return left }
        return left.filter { table in
            table.holes.contains { $0.contains(rowIDs.lowerBound) && $0.contains(rowIDs.upperBound) }
        }
    }
}
