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
