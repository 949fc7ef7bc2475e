import FMDB

/// Looks for rows that violate the new definition of a table, before anything is changed.
struct TableCheck {
    let db: FMDatabase
    let facts: FMSchema.Table
    let plan: UpgradePlan
    let creation: CreateTable

    func run() throws(FMError) {
        for shape in plan.added { try expectValue(of: shape) }
        for change in plan.changes {
            if let dates = change.dates {
                try expectDates(change.name, dates)
            } else if let kind = change.kind {
                try expectConvertible(change.name, to: kind)
            }
            if change.isOptional == false { try expectNoNull(change) }
        }
        if plan.changesKey || plan.changesNumbers || plan.changesStrictness { try expectKey() }
        if plan.changesStrictness && plan.isStrict { try expectStrictTypes() }
        for columns in setsOfOtherCollations { try expectUnique(columns, .constraintUnique) }
        for index in plan.madeIndexes where index.isUnique {
            if index.isPlain { try expectUnique(index.columns, .constraintUnique) } else { try expectUnique(index) }
        }
        for check in plan.madeChecks { try expect(check) }
    }

    /// Returns the current name of a column, quoted.
    func source(_ name: String) -> String {
        let old = plan.renames.first { $0.new.foldedAsName == name.foldedAsName }?.old ?? name
        return FMSQL.quoted(identifier: old)
    }

    /// Returns whether a column already exists, under its current or its new name.
    private func isPresent(_ name: String) -> Bool {
        !(plan.added.map(\.name) + plan.madeGenerated.map(\.name)).contains { $0.foldedAsName == name.foldedAsName }
    }

    private func expectValue(of shape: ColumnShape) throws(FMError) {
        guard !shape.isOptional, shape.usefulDefault == nil, creation.rowIDAlias != shape.name else { return }
        try refuse(
            rows: "1", .constraintNotNull,
            "the new column \(shape.name) is NOT NULL and has no default value for",
            advice: """
                : \(advice(shape.name))\
                make the model FMDefaulted, give the column a value with FMColumn(initial:) or FMTableOptions(defaults:), or \
                make the property optional
                """)
    }

    /// Returns the advice for a column that may have been renamed.
    private func advice(_ new: String) -> String {
        guard let old = plan.mayBeRenamed[new] else { return "" }
        return "\(UpgradePlan.advice(new, old, isKept: plan.kept.contains(old))); else "
    }

    private func expectNoNull(_ change: UpgradePlan.Change) throws(FMError) {
        let column = facts.renaming(plan.renames).column(change.name)
        guard creation.shape(change.name)?.usefulDefault == nil, column?.defaultValue == nil else { return }
        try refuse(
            rows: "\(source(change.name)) IS NULL", .constraintNotNull,
            "the column \(change.name) becomes NOT NULL without a default value, but it is NULL in")
    }

    private func expectConvertible(_ name: String, to kind: FMColumnKind) throws(FMError) {
        try refuse(
            rows: "NOT (\(TableCheck.isConvertible(source(name), to: kind)))", .mismatch,
            "the column \(name) becomes \(kind.rawValue), which would change the value in",
            advice: "; convert the value first, or give the property another name")
    }

    private func expectDates(_ name: String, _ conversion: DateConversion) throws(FMError) {
        try conversion.register(in: db)
        let value = source(name)
        try refuse(
            rows: "\(value) IS NOT NULL AND \(conversion.expression(value)) IS NULL", .mismatch,
            "the date format of the column \(name) changes, but the value is not a date of the old format in")
        guard conversion.mayBeOfSeconds else { return }
        // As seconds, such a number would be a date after the year 5000. So if there is one, all numbers in the column are milliseconds.
        let isInteger = "typeof(\(value)) = 'integer'"
        let isLarge = "\(isInteger) AND \(value) NOT BETWEEN -100000000000 AND 100000000000"
        let table = "main.\(FMSQL.quoted(identifier: facts.name))"
        try refuse(
            rows: "\(isInteger) AND \(value) <> 0 AND NOT EXISTS (SELECT 1 FROM \(table) WHERE \(isLarge))", .mismatch,
            """
            the date format of the column \(name) changes, but its milliseconds look like seconds, which must be \
            multiplied by 1000 first, in
            """)
    }

    private func expectKey() throws(FMError) {
        guard !creation.key.isEmpty else { return }
        for name in creation.key where !isPresent(name) && creation.rowIDAlias != name {
            try refuse(
                rows: "1", .constraintPrimaryKey,
                "the new column \(name) becomes the primary key, but it has no value for")
        }
        guard creation.key.allSatisfy(isPresent) else { return }
        for name in creation.key where creation.rowIDAlias != nil || plan.isWithoutRowID || plan.isStrict {
            try refuse(
                rows: "\(source(name)) IS NULL", .constraintPrimaryKey,
                "the column \(name) becomes the primary key, but it is NULL in")
        }
        try expectUnique(creation.key, .constraintPrimaryKey)
    }

    /// Refuses values that a STRICT table would not accept in their columns.
    private func expectStrictTypes() throws(FMError) {
        for column in creation.typed(facts.renaming(plan.renames), plan).columns {
            let isChanged = plan.changes.contains { $0.name == column.name && $0.kind != nil }
            guard !isChanged, !column.isGenerated, !plan.dropped.contains(column.name) else { continue }
            guard let kind = column.strictKind else { continue }
            try refuse(
                rows: "typeof(\(source(column.name))) NOT IN ('null', '\(TableCheck.typeName(kind))')", .mismatch,
                "the column \(column.name) becomes \(kind.rawValue) in a STRICT table, which does not accept the value in"
            )
        }
    }

    private func expectUnique(_ columns: [String], _ code: FMResultCode) throws(FMError) {
        // All values of a new column are equal: NULL or the default value.
        let new = columns.filter { !isPresent($0) }
        guard new.allSatisfy({ creation.shape($0)?.filled.usefulDefault != nil }) else { return }
        let list = columns.filter(isPresent).map(compared)
        guard !list.isEmpty else {
            let count = try db.value("SELECT count(*) FROM main.\(identifier: facts.name)", as: Int.self)
            guard count > 1 else { return }
            throw FMError(
                code, "\(columns.joined(separator: ", ")) of \(facts.name) would be equal in all \(count) rows")
        }
        try expectUnique(columns, by: list, code)
    }

    private func expectUnique(
        _ names: [String], by terms: [String], where conditions: [String] = [], _ code: FMResultCode
    ) throws(FMError) {
        let conditions = terms.map { "\($0) IS NOT NULL" } + conditions
        let found = try db.rows(
            """
            SELECT count(*), total(n) FROM (
                SELECT count(*) AS n FROM main.\(identifier: facts.name)
                WHERE \(raw: conditions.joined(separator: " AND "))
                GROUP BY \(raw: terms.joined(separator: ", ")) HAVING count(*) > 1)
            """, as: (Int, Int).self)
        guard let (groups, rows) = found.first, groups > 0 else { return }
        throw FMError(
            code,
            """
            \(names.joined(separator: ", ")) of \(facts.name) must become unique, but \(rows) rows share \(groups.of("value"))
            """)
    }

    /// - Parameter advice: the advice that follows the number of rows in the message.
    private func refuse(
        rows condition: String, _ code: FMResultCode, _ reason: String, advice: String = ""
    ) throws(FMError) {
        let first = facts.rowID.map { "min(\($0))" } ?? "NULL"
        let found = try db.rows(
            "SELECT count(*), \(raw: first) FROM main.\(identifier: facts.name) WHERE \(raw: condition)",
            as: (Int, Int64?).self)
        guard let (count, row) = found.first, count > 0 else { return }
        let place = row.map { ", the first with the rowid \($0)" } ?? ""
        throw FMError(code, "\(reason) \(count.of("row")) of \(facts.name)\(place)\(advice)")
    }

    /// Returns an SQL expression that tests whether a value survives a conversion and the way back. NULL survives each
    /// conversion.
    ///
    /// - Parameter value: a column. The expression uses `+` to remove its affinity, which would affect comparisons.
    static func isConvertible(_ value: String, to kind: FMColumnKind) -> String {
        let text = { (type: String) in
            "(CAST(CAST(\(value) AS \(type)) AS TEXT) || '') = (+\(value)) COLLATE BINARY"
        }
        // Up to 2^53, each integer has an exact floating-point representation.
        let isExact = { (number: String) in "\(number) BETWEEN -9007199254740992 AND 9007199254740992" }
        let integer = "CAST(\(value) AS INTEGER)"
        let cases: [String: String] =
            switch kind {
            case .integer: ["real": "\(integer) = +\(value) AND \(isExact(integer))", "text": text("INTEGER")]
            case .real:
                [
                    "integer": isExact(value),
                    "text": "\(text("REAL")) OR (\(text("INTEGER")) AND \(isExact(integer)))",
                ]
            case .text: ["integer": "1", "real": "CAST(CAST(\(value) AS TEXT) AS REAL) = +\(value)"]
            case .blob: [:]
            }
        let whens = cases.sorted { $0.key < $1.key }.map { "WHEN '\($0.key)' THEN \($0.value)" }
        return
            "CASE typeof(\(value)) WHEN 'null' THEN 1 WHEN '\(typeName(kind))' THEN 1 \(whens.joined(separator: " ")) ELSE 0 END"
    }

    private static func typeName(_ kind: FMColumnKind) -> String { kind.rawValue.lowercased() }
}

// MARK: - Expressions

extension TableCheck {
    /// Returns whether an expression has the same value in the current table as after the upgrade. If not, SQLite finds
    /// violations when the rows are copied or the index is created.
    private func isKnown(_ tokens: [SQLToken]) -> Bool {
        let others =
            plan.added.map(\.name) + plan.madeGenerated.map(\.name) + plan.changes.map(\.name)
            + plan.renames.flatMap { [$0.old, $0.new] }
        return !tokens.mention(others)
    }

    private func expect(_ check: FMCheck) throws(FMError) {
        guard isKnown(SQLToken.split(check.condition.text)) else { return }
        try refuse(
            rows: "NOT (\(check.condition.text))", .constraintCheck, "the CHECK constraint \(check.name) fails for")
    }

    /// The column lists of existing UNIQUE indexes with a column whose collation changes.
    private var setsOfOtherCollations: [[String]] {
        let changed = plan.changes.filter { $0.collation != nil }.map(\.name)
        return facts.renaming(plan.renames).indexes.compactMap { index in
            let columns = index.columns.compactMap { $0 }
            let isOwn = index.definition?.terms.contains { $0.count > 1 } ?? false
            guard index.isUnique, !index.isPartial, !isOwn, columns.count == index.columns.count else { return nil }
            return columns.contains(where: changed.contains) ? columns : nil
        }
    }

    /// Returns a column with its collation after the upgrade.
    private func compared(_ name: String) -> String {
        let change = plan.changes.first { $0.name.foldedAsName == name.foldedAsName }
        return [source(name), change?.collation?.clause].compactMap { $0 }.joined(separator: " ")
    }

    /// Refuses rows that are equal in a UNIQUE index with expressions or a WHERE clause.
    private func expectUnique(_ index: CreateTable.Index) throws(FMError) {
        guard let definition = IndexDefinition(creation.statement(index, "i").text),
            isKnown(definition.terms.flatMap { $0 } + definition.condition)
        else { return }
        try expectUnique(
            definition.terms.map(\.source), by: definition.terms.map { "(\($0.withoutOrder.source))" },
            where: index.content.condition.map { ["(\($0.text))"] } ?? [], .constraintUnique)
    }
}
