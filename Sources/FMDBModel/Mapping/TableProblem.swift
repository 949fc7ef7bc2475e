import FMDB

/// What is wrong with the description of a table, whatever the database has. A misspelt key, for example, would be no key,
/// or a part of one, which more than one row has.
enum TableProblem {
    static func find(in name: String, _ shapes: [FMColumnShape], _ options: FMTableOptions) -> FMError? {
        if shapes.isEmpty { return FMError(.misuse, "the model of the table \(name) has no column") }
        var known: [String: FMColumnShape] = [:]
        for shape in shapes where known.updateValue(shape, forKey: shape.name.lowercased()) != nil {
            return FMError(.misuse, "the model of the table \(name) has more than one column \(shape.name)")
        }
        if let unknown = names(in: options).first(where: { known[$0.lowercased()] == nil }) {
            return FMError(
                .misuse, "the options of the table \(name) name a column \(unknown), which the model does not have")
        }
        guard let key = options.key, key.isAutomatic, let column = key.columns.first else { return nil }
        guard known[column.lowercased()]?.kind != .integer else { return nil }
        return FMError(.misuse, "the automatic key \(column) of the table \(name) is not an integer")
    }

    private static func names(in options: FMTableOptions) -> [String] {
        let sets = [options.key?.columns ?? []] + options.unique + options.indexes
        return sets.flatMap { $0 } + options.defaults.keys.sorted()
            + [options.created, options.updated].compactMap { $0 }
    }
}
