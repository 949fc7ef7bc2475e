/// What is known of a statement's columns.
struct StatementColumns {
    /// The column names, once asked for.
    fileprivate(set) var names: ColumnNames?
    /// What decodes the rows of the present use, which it refers to; nil until it is asked for.
    fileprivate(set) var rowDecoder: (any DecoderOfRows)?
    /// The number of the last row before it was handed out as if it were new; nil where it is, or has been compared.
    var rowBeforeReuse: UInt64?
    /// Its columns as they would be if it were compiled now, until its next step.
    var presentNames: ColumnNames?
}

/// Makes values of `Decodable` types of the rows of one use of a statement.
protocol DecoderOfRows: AnyObject {
    var dates: FMDateStorage { get }

    func decode<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value

    /// The use ends, or its columns are no longer the same.
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
        columns.names = names
        state.pointee.lastName = nil
        replaceRowDecoder(with: nil)
    }

    /// Keeps a decoder in place of the one before, until the use ends.
    func replaceRowDecoder(with decoder: (any DecoderOfRows)?) {
        columns.rowDecoder?.end()
        columns.rowDecoder = decoder
    }
}
