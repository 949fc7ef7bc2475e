// What is asked for so often that it goes past the statement's object.
extension UnsafeMutablePointer<FMStatement.StatementState> {
    /// Whether it is this thread's turn, where threads take turns.
    @inline(__always)
    var isAtHand: Bool {
        guard let holder = pointee.holder else { return true }
        // SAFETY: it belongs to the connection, which the statement retains.
        return holder._withUnsafeGuaranteedRef { $0.value } == ThreadIdentity.current.number
    }

    /// The column of a name that is asked for where it was asked for in the last row, else nil.
    @inline(__always)
    func expectedColumn(_ name: String) -> Int32? {
        guard let next = pointee.lastName?.pointee.successor, let key = TextIdentity(name),
            next.pointee.key == key
        else { return nil }
        pointee.lastName = next
        return next.pointee.index
    }
}

struct CacheEntry {
    /// Whether a cache keeps the statement beyond its use.
    var isCached = false
    /// When the cache handed it out last, counted in statements asked for.
    var lastTake = 0
    /// The next older and newer statement of the cache.
    // SAFETY: the cache retains them as long as they are in its list.
    var older: Unmanaged<FMStatement>?
    var newer: Unmanaged<FMStatement>?
    /// Another cached statement of the same text.
    var twin: FMStatement?
}
