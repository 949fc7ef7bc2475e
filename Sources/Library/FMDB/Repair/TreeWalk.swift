/// The rowids that a part of a table may have.
struct RowIDRange {
    /// Below all of them; nil for no limit.
    var after: Int64?
    /// The highest one; nil for no limit.
    var through: Int64?

    func contains(_ rowID: Int64) -> Bool {
        (after.map { rowID > $0 } ?? true) && (through.map { rowID <= $0 } ?? true)
    }
}

/// Goes through the pages of a b-tree in the order of their entries, and takes each for its own.
struct TreeWalk {
    enum Step {
        /// A page of the tree, with its bytes.
        case page(BTreePage, [UInt8], RowIDRange)
        /// A page that is missing, or cannot be a part of the tree.
        case hole(UInt32, RowIDRange)
    }

    private var waiting: [(page: UInt32, range: RowIDRange)]
    private let isTable: Bool

    init(from root: UInt32, isTable: Bool, range: RowIDRange = RowIDRange()) {
        waiting = [(root, range)]
        self.isTable = isTable
    }

    /// - Parameter taken: the pages that belong to something; the walk adds its own. Thus it has an end.
    mutating func next(_ pages: DatabasePages, taken: inout Set<UInt32>) -> Step? {
        guard let (number, range) = waiting.popLast() else { return nil }
        guard !taken.contains(number), let (page, bytes) = pages.treeAndBytes(number), page.kind.isTable == isTable,
            page.soundness >= .usable
        else { return .hole(number, range) }
        taken.insert(number)
        var after = range.after
        let children = page.children.map { child in
            let through = child.last ?? range.through
            defer { after = child.last ?? after }
            return (page: child.page, range: RowIDRange(after: isTable ? after : nil, through: isTable ? through : nil))
        }
        waiting += children.reversed()
        return .page(page, bytes, range)
    }
}
