import FMDB

extension CreateTable {
    /// Returns the table with its columns' types after it has become STRICT or is no longer STRICT.
    func typed(_ facts: FMSchema.Table, _ plan: UpgradePlan) -> FMSchema.Table {
        guard plan.changesStrictness else { return facts }
        var typed = facts
        for (index, column) in facts.columns.enumerated() {
            let isBytes = shape(column.name)?.isBytes == true
            typed.columns[index].type = column.typeName(becomingStrict: plan.isStrict, isBytes: isBytes)
        }
        return typed
    }
}

extension FMSchema.Column {
    /// Returns the type of the column in a table that becomes STRICT or is no longer STRICT. The column's values stay
    /// unchanged.
    ///
    /// - Parameter isBytes: whether the model stores only bytes in the column.
    fileprivate func typeName(becomingStrict isStrict: Bool, isBytes: Bool) -> String {
        let keyword = type.asKeyword
        // In a table that is not STRICT, ANY has NUMERIC affinity.
        if !isStrict { return keyword == "ANY" ? "BLOB" : type }
        if ["INT", "INTEGER", "REAL", "TEXT", "ANY"].contains(keyword) { return type }
        switch affinity {
        // INTEGER would make a primary key a rowid alias.
        case .integer: return "INT"
        case .text: return "TEXT"
        case .real: return "REAL"
        case .blob, .numeric: return isBytes ? "BLOB" : "ANY"
        }
    }

    /// The only storage class that the column of a STRICT table accepts, or nil if it accepts all.
    var strictKind: FMColumnKind? { type.asKeyword == "INT" ? .integer : FMColumnKind(rawValue: type.asKeyword) }
}
