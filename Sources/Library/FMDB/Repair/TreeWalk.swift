/// The rowids that a part of a table may contain.
struct RowIDRange {
    /// The lower bound, which is not included; nil for no limit.
    var after: Int64?
    /// The upper bound, which is included; nil for no limit.
    var through: Int64?

    func contains(_ rowID: Int64) -> Bool {
        (after.map { rowID > $0 } ?? true) && (through.map { rowID <= $0 } ?? true)
    }
}

extension Salvage {
    /// Walks the pages of a b-tree in the order of their entries. It marks each page as taken, so that a cycle cannot
    /// make the walk endless. If some bytes of a page belong to no entry, the page may have had more rows, and the
    /// report mentions it.
    ///
    /// - Parameters:
    ///   - isOrphan: whether the tree is an orphan. A page of it that is already known as lost then keeps its recorded
    ///     root.
    ///   - body: receives each page, with its bytes and the rowids that it may contain.
    ///   - hole: called for a page that is missing, or cannot be part of the tree.
    func walk(
        from root: UInt32, isTable: Bool, isOrphan: Bool = false,
        _ body: (BTreePage, [UInt8], RowIDRange) throws -> Void, hole: (RowIDRange) -> Void = { _ in }
    ) rethrows {
        var waiting = [(page: root, range: RowIDRange())]
        while let (number, range) = waiting.popLast() {
            guard !taken.contains(number), let (page, bytes) = pages.treeAndBytes(number),
                page.kind.isTable == isTable, page.soundness >= .usable
            else {
                if !isOrphan || lost[number] == nil { lost[number] = root }
                hole(range)
                continue
            }
            taken.insert(number)
            if page.soundness != .exact {
                report.unread.append("page \(number) has bytes that belong to no row, so a row may be missing")
            }
            var after = range.after
            let children = page.children.map { child in
                let through = child.last ?? range.through
                defer { after = child.last ?? after }
                let own = isTable ? RowIDRange(after: after, through: through) : RowIDRange()
                return (page: child.page, range: own)
            }
            waiting += children.reversed()
            try body(page, bytes, range)
        }
    }
}
