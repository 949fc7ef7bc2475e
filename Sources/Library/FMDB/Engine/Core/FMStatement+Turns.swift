/// The current row after the thread has given the connection back.
extension FMStatement {
    /// Called when the thread gives the connection back. The current row then stays readable only while no other thread
    /// holds the connection.
    func park() {
        guard state.pointee.width > 0 else { return }
        state.pointee.parkedWidth = state.pointee.width
        state.pointee.width = 0
    }

    /// The number of columns of the current row that this thread may read; 0 if there is none.
    var currentWidth: Int32 { state.pointee.width > 0 ? state.pointee.width : unpark() }

    /// Returns the number of columns of a parked row, or 0 if this thread may not read it.
    @inline(never)
    func unpark() -> Int32 {
        guard state.pointee.parkedWidth > 0, let connection else { return 0 }
        switch connection.ownership?.tryAcquire() ?? .holder {
        case .holder:
            state.pointee.width = state.pointee.parkedWidth
            state.pointee.parkedWidth = 0
            return state.pointee.width
        case .refused: return 0
        case .acquired:
            connection.reportIntrusion(sql)
            connection.ownership?.leave()
            return state.pointee.parkedWidth
        }
    }
}
