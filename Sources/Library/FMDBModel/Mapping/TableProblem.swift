import FMDB

/// Finds errors in the description of a table, independent of the database. A misspelt key column, for example, would be missing from
/// the key, which several rows could then share.
enum TableProblem {
    static func find(in name: String, _ shapes: [ColumnShape], _ options: FMTableOptions) -> FMError? {
        if shapes.isEmpty { return FMError(.misuse, "the model of the table \(name) has no columns") }
        var known: [String: ColumnShape] = [:]
        for shape in shapes where known.updateValue(shape, forKey: shape.name.foldedAsName) != nil {
            return FMError(.misuse, "the model of the table \(name) has more than one column \(shape.name)")
        }
        if let unknown = names(in: options).first(where: { known[$0.foldedAsName] == nil })
            ?? unknownIndexed(in: options, known)
            ?? unknownName(in: options.renamed, known)
        {
            return FMError(
                .misuse, "the options of the table \(name) name a column \(unknown), which the model does not have")
        }
        if let (shape, problem) = faultyDefault(of: shapes, options.dates) {
            return FMError(.misuse, "the column \(shape.name) of the table \(name) \(problem)")
        }
        if let stamped = [options.created, options.updated].compactMap({ $0 })
            .first(where: { known[$0.foldedAsName]?.mayBeDate == false })
        {
            return FMError(
                .misuse, "the column \(stamped) of the table \(name) is declared as a timestamp, but is not a date")
        }
        if let problem = problem(of: options.references) ?? problem(inTextsOf: options)
            ?? problem(of: options.generated, beside: Set(known.keys))
        {
            return FMError(.misuse, "the table \(name) \(problem)")
        }
        if let problem = unavailable(in: name, options) { return problem }
        guard let key = options.key, key.isAutomatic, let column = key.columns.first else { return nil }
        guard known[column.foldedAsName]?.kind != .integer else { return nil }
        return FMError(.misuse, "the automatic key \(column) of the table \(name) is not an integer")
    }

    /// Returns the error of options that this table or the linked SQLite does not support.
    private static func unavailable(in name: String, _ options: FMTableOptions) -> FMError? {
        let needed: [(feature: FMSQLiteFeature, isNeeded: Bool)] = [
            (.generatedColumns, !options.generated.isEmpty), (.strictTables, options.isStrict == true),
        ]
        if let missing = needed.first(where: { $0.isNeeded && !$0.feature.isAvailable })?.feature {
            return FMError(.notSupported, "the table \(name) cannot be created: \(missing.requirement)")
        }
        if options.isWithoutRowID == true, options.key?.isAutomatic != false {
            return FMError(
                .misuse,
                """
                the table \(name) is WITHOUT ROWID, so SQLite does not generate keys: its options must name a key whose values \
                the program sets
                """)
        }
        return nil
    }

    /// Returns the error of a table of records, whose columns are known only from the database.
    static func ofRecords(in name: String) -> FMError? {
        guard name.isEmpty else { return nil }
        return FMError(.misuse, "a record has no table of its own: name one by `from:`, `into:` or `in:`")
    }

    private static func names(in options: FMTableOptions) -> [String] {
        (options.key?.columns ?? []) + options.references.flatMap(\.columns) + options.defaults.keys.sorted()
            + options.collations.keys.sorted()
            + [options.created, options.updated].compactMap { $0 }
    }

    /// Returns a column of an index that is neither the model's nor generated.
    private static func unknownIndexed(in options: FMTableOptions, _ known: [String: ColumnShape]) -> String? {
        let generated = options.generated.map { $0.name.foldedAsName }
        return (options.unique + options.indexes).flatMap(\.columns).first {
            known[$0.foldedAsName] == nil && !generated.contains($0.foldedAsName)
        }
    }

    private static func problem(of references: [FMReference]) -> String? {
        if let empty = references.first(where: \.columns.isEmpty) {
            return "has a foreign key to \(empty.table) without a column"
        }
        for (index, reference) in references.enumerated() {
            let isDoubled = references[..<index].contains { other in
                other.table.nameKey == reference.table.nameKey
                    && other.columns.map(\.nameKey) == reference.columns.map(\.nameKey)
            }
            if isDoubled { return "has more than one foreign key of \(reference)" }
        }
        return nil
    }

    private static func problem(inTextsOf options: FMTableOptions) -> String? {
        if let problem = (options.unique + options.indexes).compactMap(\.problem).first { return problem }
        var names: Set<String> = []
        for check in options.checks {
            if let problem = check.condition.problem { return "has a check \(check.name) whose SQL \(problem)" }
            if !names.insert(check.name.foldedAsName).inserted { return "has more than one check \(check.name)" }
        }
        return nil
    }

    private static func problem(of generated: [FMGenerated], beside columns: Set<String>) -> String? {
        var names = columns
        for one in generated {
            if let problem = one.expression.problem {
                return "has a generated column \(one.name) whose SQL \(problem)"
            }
            if !names.insert(one.name.foldedAsName).inserted { return "has more than one column \(one.name)" }
        }
        return nil
    }

    /// Returns a new name in `renamed` that is neither the current name of a column nor an earlier one.
    private static func unknownName(in renamed: [String: String], _ known: [String: ColumnShape]) -> String? {
        var names = Set(known.keys)
        var left = renamed
        while let next = left.keys.first(where: { names.contains($0.foldedAsName) }), let old = left[next] {
            names.insert(old.foldedAsName)
            left[next] = nil
        }
        return left.keys.min()
    }

    private static func faultyDefault(
        of shapes: [ColumnShape], _ dates: FMDateStorage
    ) -> (ColumnShape, problem: String)? {
        for shape in shapes {
            guard let value = shape.defaultValue else { continue }
            if value.isNull {
                if !shape.isOptional { return (shape, "must not be NULL, but its default value is") }
            } else if shape.isDate {
                if !shape.holdsDate(value, dates) { return (shape, "has a default value that is not a stored date") }
            } else if !shape.holds(value) {
                return (shape, "has a default value that cannot be read: \(value.typeName)")
            }
        }
        return nil
    }
}

extension ColumnShape {
    /// Whether the column may hold dates. A hand-written BLOB column accepts any value, so it may.
    fileprivate var mayBeDate: Bool { isDate || (kind == .blob && !isBytes) }

    fileprivate func holdsDate(_ value: FMValue, _ dates: FMDateStorage) -> Bool {
        switch (kind, value) {
        // A TEXT column stores the number as text, which is not a date.
        case (.text, .integer), (.text, .real): false
        default: dates.date(of: value) != nil
        }
    }

    /// Whether the property can read the value in the form in which the column stores it.
    fileprivate func holds(_ value: FMValue) -> Bool {
        switch (kind, value) {
        case (.integer, .integer), (.real, .integer), (.real, .real): true
        case (.integer, .real(let real)): Int64(exactly: real) != nil
        case (.text, .blob): false
        case (.text, _): true
        case (.blob, .blob): true
        case (.blob, _): !isBytes
        default: false
        }
    }
}
