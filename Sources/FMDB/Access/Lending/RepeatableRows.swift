/// The elements of a sequence, which a transaction that may be repeated takes more than once: a sequence may have them once.
struct RepeatableRows<Base: Sequence>: Sequence {
    private let base: Base
    private let kept: [Base.Element]?

    /// - Parameter isRepeated: whether they may be taken again; then all of them are in memory at a time.
    init(_ base: Base, isRepeated: Bool) {
        self.base = base
        kept = isRepeated ? Array(base) : nil
    }

    struct Iterator: IteratorProtocol {
        fileprivate var kept: IndexingIterator<[Base.Element]>?
        fileprivate var base: Base.Iterator?

        mutating func next() -> Base.Element? { kept != nil ? kept?.next() : base?.next() }
    }

    func makeIterator() -> Iterator {
        Iterator(kept: kept?.makeIterator(), base: kept == nil ? base.makeIterator() : nil)
    }
}

extension RepeatableRows: Sendable where Base: Sendable, Base.Element: Sendable {}
