// For a parameter pack the runtime looks up the type of the tuple for each row, and reads each column through the witness table of its
// type. With explicit types the compiler specializes the call. Measured for rows of two columns: 1.07 times raw C instead of 1.56.
//
// Scripts/ladders generates the extension.

/// ``FMDatabase/rows(_:as:)`` for tuples of up to twelve columns.
extension FMDatabase {
    /// Specialized code for 2 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<V1: FMValueConvertible, V2: FMValueConvertible>(
        _ sql: FMSQL, as type: (V1, V2).Type
    ) throws(FMError) -> [(V1, V2)] {
        var rows: [(V1, V2)] = []
        try forEachRow(of: sql, columns: 2) { row throws(FMError) in
            rows.append((try row.value(at: 0), try row.value(at: 1)))
        }
        return rows
    }

    /// Specialized code for 3 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible>(
        _ sql: FMSQL, as type: (V1, V2, V3).Type
    ) throws(FMError) -> [(V1, V2, V3)] {
        var rows: [(V1, V2, V3)] = []
        try forEachRow(of: sql, columns: 3) { row throws(FMError) in
            rows.append((try row.value(at: 0), try row.value(at: 1), try row.value(at: 2)))
        }
        return rows
    }

    /// Specialized code for 4 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible>(
        _ sql: FMSQL, as type: (V1, V2, V3, V4).Type
    ) throws(FMError) -> [(V1, V2, V3, V4)] {
        var rows: [(V1, V2, V3, V4)] = []
        try forEachRow(of: sql, columns: 4) { row throws(FMError) in
            rows.append((try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3)))
        }
        return rows
    }

    /// Specialized code for 5 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5)] {
        var rows: [(V1, V2, V3, V4, V5)] = []
        try forEachRow(of: sql, columns: 5) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4)
                ))
        }
        return rows
    }

    /// Specialized code for 6 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible, V6: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5, V6).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5, V6)] {
        var rows: [(V1, V2, V3, V4, V5, V6)] = []
        try forEachRow(of: sql, columns: 6) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4), try row.value(at: 5)
                ))
        }
        return rows
    }

    /// Specialized code for 7 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible, V6: FMValueConvertible, V7: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5, V6, V7).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5, V6, V7)] {
        var rows: [(V1, V2, V3, V4, V5, V6, V7)] = []
        try forEachRow(of: sql, columns: 7) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4), try row.value(at: 5), try row.value(at: 6)
                ))
        }
        return rows
    }

    /// Specialized code for 8 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible, V6: FMValueConvertible, V7: FMValueConvertible, V8: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5, V6, V7, V8).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5, V6, V7, V8)] {
        var rows: [(V1, V2, V3, V4, V5, V6, V7, V8)] = []
        try forEachRow(of: sql, columns: 8) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4), try row.value(at: 5), try row.value(at: 6), try row.value(at: 7)
                ))
        }
        return rows
    }

    /// Specialized code for 9 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible, V6: FMValueConvertible, V7: FMValueConvertible, V8: FMValueConvertible,
        V9: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5, V6, V7, V8, V9).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5, V6, V7, V8, V9)] {
        var rows: [(V1, V2, V3, V4, V5, V6, V7, V8, V9)] = []
        try forEachRow(of: sql, columns: 9) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4), try row.value(at: 5), try row.value(at: 6), try row.value(at: 7),
                    try row.value(at: 8)
                ))
        }
        return rows
    }

    /// Specialized code for 10 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible, V6: FMValueConvertible, V7: FMValueConvertible, V8: FMValueConvertible,
        V9: FMValueConvertible, V10: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5, V6, V7, V8, V9, V10).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5, V6, V7, V8, V9, V10)] {
        var rows: [(V1, V2, V3, V4, V5, V6, V7, V8, V9, V10)] = []
        try forEachRow(of: sql, columns: 10) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4), try row.value(at: 5), try row.value(at: 6), try row.value(at: 7),
                    try row.value(at: 8), try row.value(at: 9)
                ))
        }
        return rows
    }

    /// Specialized code for 11 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible, V6: FMValueConvertible, V7: FMValueConvertible, V8: FMValueConvertible,
        V9: FMValueConvertible, V10: FMValueConvertible, V11: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11)] {
        var rows: [(V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11)] = []
        try forEachRow(of: sql, columns: 11) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4), try row.value(at: 5), try row.value(at: 6), try row.value(at: 7),
                    try row.value(at: 8), try row.value(at: 9), try row.value(at: 10)
                ))
        }
        return rows
    }

    /// Specialized code for 12 columns. See the overload for any number of columns.
    @_documentation(visibility: internal) @inlinable
    public func rows<
        V1: FMValueConvertible, V2: FMValueConvertible, V3: FMValueConvertible, V4: FMValueConvertible,
        V5: FMValueConvertible, V6: FMValueConvertible, V7: FMValueConvertible, V8: FMValueConvertible,
        V9: FMValueConvertible, V10: FMValueConvertible, V11: FMValueConvertible, V12: FMValueConvertible
    >(
        _ sql: FMSQL, as type: (V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12).Type
    ) throws(FMError) -> [(V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12)] {
        var rows: [(V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12)] = []
        try forEachRow(of: sql, columns: 12) { row throws(FMError) in
            rows.append(
                (
                    try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3),
                    try row.value(at: 4), try row.value(at: 5), try row.value(at: 6), try row.value(at: 7),
                    try row.value(at: 8), try row.value(at: 9), try row.value(at: 10), try row.value(at: 11)
                ))
        }
        return rows
    }
}
