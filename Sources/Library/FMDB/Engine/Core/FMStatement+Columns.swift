/// The cached column information of a statement.
struct StatementColumns {
    /// The column names; nil until they are read.
    fileprivate(set) var names: ColumnNames?
    /// The row decoder, which refers to the current use; nil until it is needed.
    fileprivate(set) var rowDecoder: (any DecoderOfRows)?
    /// The row counter when a cached statement was last reused; nil for a newly compiled statement.
    var rowBeforeReuse: UInt64?
    /// The column names that the SQL would have if it were compiled now; valid until the next step.
    var presentNames: ColumnNames?
}

/// Decodes values of `Decodable` types from the rows of one use of a statement.
protocol DecoderOfRows: AnyObject {
    var dates: FMDateStorage { get }

    func decode<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value

    /// Called when the use ends or its columns change.
    func end()
}

extension FMStatement {
    /// The names of the columns, read once per compilation of the statement.
    var columnNames: ColumnNames {
        if let names = columns.names { return names }
        let made = ColumnNames(of: state.pointee.raw)
        replaceNames(with: made)
        return made
    }

    /// Returns the index of the column with the given name, ignoring case, or -1 if there is none.
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
        columns.names = names
        state.pointee.lastName = nil
        replaceRowDecoder(with: nil)
    }

    /// Replaces the row decoder. The new one is kept until the use ends.
    func replaceRowDecoder(with decoder: (any DecoderOfRows)?) {
        columns.rowDecoder?.end()
        columns.rowDecoder = decoder
    }
}
