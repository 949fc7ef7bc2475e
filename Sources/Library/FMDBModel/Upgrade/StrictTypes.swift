import FMDB

extension CreateTable {
    /// The table with its columns' types after it has become strict or is no longer.
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
    /// The type of the column in a table that becomes strict or is no longer. Its values stay as they are.
    ///
    /// - Parameter isBytes: whether a model keeps bytes in it, and nothing else.
    fileprivate func typeName(becomingStrict isStrict: Bool, isBytes: Bool) -> String {
        let keyword = type.asKeyword
        // In other tables ANY is NUMERIC.
        if !isStrict { return keyword == "ANY" ? "BLOB" : type }
        if ["INT", "INTEGER", "REAL", "TEXT", "ANY"].contains(keyword) { return type }
        switch affinity {
        // INTEGER would make a key another name of the row's number.
        case .integer: return "INT"
        case .text: return "TEXT"
        case .real: return "REAL"
        case .blob, .numeric: return isBytes ? "BLOB" : "ANY"
        }
    }

    /// The only kind of values that the column of a strict table takes; nil if it takes all.
    var strictKind: FMColumnKind? { type.asKeyword == "INT" ? .integer : FMColumnKind(rawValue: type.asKeyword) }
}
