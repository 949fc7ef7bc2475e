/// Rows that are kept beyond the turn of their thread.
extension FMStatement {
    /// The turn of the thread is over: the current row can be read only if no other thread has the connection.
    func park() {
        guard core.pointee.width > 0 else { return }
        core.pointee.parkedWidth = core.pointee.width
        core.pointee.width = 0
    }

    /// The number of columns of the current row that this thread may read; 0 without one.
    var currentWidth: Int32 { core.pointee.width > 0 ? core.pointee.width : unpark() }

    /// The number of columns of a row that was parked, as far as this thread may read it.
    @inline(never)
    func unpark() -> Int32 {
        guard core.pointee.parkedWidth > 0, let connection else { return 0 }
        switch connection.custody?.ask() ?? .holder {
        case .holder:
            core.pointee.width = core.pointee.parkedWidth
            core.pointee.parkedWidth = 0
            return core.pointee.width
        case .refused: return 0
        case .intruder:
            connection.reportIntrusion(sql)
            connection.custody?.leave()
            return core.pointee.parkedWidth
        }
    }
}
