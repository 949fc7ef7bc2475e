/// Rows that are kept beyond the turn of their thread.
extension FMStatement {
    /// The turn of the thread is over: the current row can be read only if no other thread has the connection.
    func park() {
        guard state.pointee.width > 0 else { return }
        state.pointee.parkedWidth = state.pointee.width
        state.pointee.width = 0
    }

    /// The number of columns of the current row that this thread may read; 0 without one.
    var currentWidth: Int32 { state.pointee.width > 0 ? state.pointee.width : unpark() }

    /// The number of columns of a row that was parked, as far as this thread may read it.
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
