// Hot paths that use the state's pointer and not the statement object.
extension UnsafeMutablePointer<FMStatement.StatementState> {
    /// Whether this thread may use the connection without further checks. Always true if no queue or pool lends the
    /// connection.
    @inline(__always)
    var isAtHand: Bool {
        guard let holder = pointee.holder else { return true }
        // SAFETY: it belongs to the connection, which the statement retains.
        return holder._withUnsafeGuaranteedRef { $0.value } == ThreadIdentity.current.number
    }

    /// Returns the column with the given name, if the name was also looked up next in the previous row; else nil.
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
    /// Whether a cache keeps the statement after its use.
    var isCached = false
    /// The value of the cache's request counter when the cache last returned this statement.
    var lastTake = 0
    /// The next older and newer statement of the cache.
    // SAFETY: the cache retains them as long as they are in its list.
    var older: Unmanaged<FMStatement>?
    var newer: Unmanaged<FMStatement>?
    /// Another cached statement of the same SQL.
    var twin: FMStatement?
}
