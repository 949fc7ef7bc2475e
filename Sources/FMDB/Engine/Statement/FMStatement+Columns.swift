/// The names of the columns, and what decodes them.
extension FMStatement {
    /// The names of the columns, read once per compilation of the statement.
    var columnNames: ColumnNames {
        if let names { return names }
        let made = ColumnNames(of: state.pointee.raw)
        replaceNames(with: made)
        return made
    }

    /// The column of a name in any case of letters, -1 if there is none.
    @inline(__always)
    func columnIndex(_ name: String) -> Int32 {
        state.expectedColumn(name) ?? findColumn(name)
    }

    @inline(never)
    private func findColumn(_ name: String) -> Int32 {
        let names = columnNames
        var last = state.pointee.lastName ?? names.start
        defer { state.pointee.lastName = last }
        return names.find(name, last: &last)
    }

    func replaceNames(with names: ColumnNames?) {
        self.names = names
        state.pointee.lastName = nil
        replaceRowDecoder(with: nil)
    }

    /// Keeps a decoder in place of the one before, until the use ends.
    func replaceRowDecoder(with decoder: RowDecoder?) {
        rowDecoder?.end()
        rowDecoder = decoder
    }
}
