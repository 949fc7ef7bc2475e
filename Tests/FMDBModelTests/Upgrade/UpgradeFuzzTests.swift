import FMDBModel
import FMDBTestHelpers
import Testing

/// Pairs of a table and of a model that wants another one. After each upgrade, done or refused, nothing is lost.
///
/// `FMDB_UPGRADE_FUZZ` says how many pairs there are, 100 unless told, `FMDB_UPGRADE_SEED` where they begin.
@Suite struct UpgradeFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let pairs = environment["FMDB_UPGRADE_FUZZ"].flatMap(Int.init) ?? 100
    private static let first = environment["FMDB_UPGRADE_SEED"].flatMap(Int.init) ?? 1

    @Test func nothingIsEverLost() throws {
        var tally: [String: Int] = [:]
        for seed in Self.first..<(Self.first + Self.pairs) {
            let run = try FuzzedUpgrade(seed)
            let outcome = try run.judge()
            tally[outcome, default: 0] += 1
            #expect(run.faults == [], "seed \(seed)")
        }
        if Self.environment["FMDB_UPGRADE_FUZZ"] != nil { print("upgrades of \(Self.pairs) pairs: \(tally)") }
        if Self.pairs >= 100 {
            #expect(tally["rebuilt", default: 0] > Self.pairs / 5)
            #expect(tally["refused", default: 0] > Self.pairs / 20)
        }
    }
}

/// One pair.
private final class FuzzedUpgrade {
    private let db = FMDatabase.memory()
    private let old: FuzzedTable
    private let wish: FuzzedWish
    private let before: Picture
    /// What is not as it must be.
    private(set) var faults: [String] = []

    init(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        old = FuzzedTable(&random)
        wish = FuzzedWish(for: old, &random)
        for sql in old.statements { try db.execute(FMSQL(raw: sql)) }
        if old.hasForeignKeys { try db.execute("PRAGMA foreign_keys = ON") }
        before = try Picture(db)
    }

    /// - Returns: what became of it.
    func judge() throws -> String {
        var report: FMUpgradeReport?
        do throws(FMError) {
            report = try db.upgradeTable(to: wish.table, policy: wish.policy, renamed: wish.renamed)
        } catch {
            expect([.misuse, .mismatch, .constraint, .error].contains(error.resultCode), "\(error)")
        }
        let after = try Picture(db)
        expect(after.foreignKeys == before.foreignKeys, "foreign keys are \(after.foreignKeys)")
        expect(!db.isTransactionOpen, "a transaction is open")
        expect(after.integrity == ["ok"], "\(after.integrity)")
        guard let report else {
            expect(after.schema == before.schema, "a refused upgrade has changed the schema")
            expect(after.rows == before.rows, "a refused upgrade has changed rows")
            return "refused"
        }
        expectNothingLost(report, after)
        try expectFit(report, after)
        return report.isRebuilt ? "rebuilt" : report.isEmpty ? "untouched" : "changed in place"
    }

    private func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
        if !condition { faults.append(fault()) }
    }
}

extension FuzzedUpgrade {
    private func expectNothingLost(_ report: FMUpgradeReport, _ after: Picture) {
        expect(
            Set(after.rows.keys) == Set(before.rows.keys),
            "rows are lost: \(before.rows.keys.count) to \(after.rows.keys.count)")
        expect(after.children == before.children, "children: \(before.children) to \(after.children)")
        expect(after.log == before.log, "triggers have run")
        expect(after.violations <= before.violations, "\(after.violations) violations after \(before.violations)")
        expect(after.triggers == before.triggers, "triggers: \(before.triggers) to \(after.triggers)")
        expect(after.views.isSuperset(of: before.views), "views: \(before.views) to \(after.views)")
        expect(after.sequence >= before.sequence, "numbers can be given again")
        let gone = before.indexes.subtracting(after.indexes).subtracting(report.removedIndexes)
        expect(gone == [], "indexes are gone: \(gone)")
        let renamed = Dictionary(uniqueKeysWithValues: report.renamed.map { ($1, $0) })
        for name in before.columns where !report.dropped.contains(name) && !report.madeGenerated.contains(name) {
            let new = renamed[name] ?? name
            expect(after.columns.contains(new), "the column \(new) is gone")
            expectValues(of: name, as: new, after, report)
        }
        if wish.policy == .additive { expect(report.dropped == [], "columns were dropped") }
        for column in old.columns where !report.dropped.contains(column.name) && renamed[column.name] == nil {
            let isReferring = report.madeReferences.contains { $0.columns == [column.name] }
            for rule in column.rules where !rule.contains("NULL") && !rule.contains("DEFAULT") {
                if isReferring, rule.hasPrefix("REFERENCES") { continue }
                if report.changedCollations[column.name] != nil, rule.hasPrefix("COLLATE") { continue }
                expect(after.definition.contains(rule), "a rule is lost: \(rule)")
            }
        }
        for word in ["WITHOUT ROWID", "STRICT", "CONSTRAINT \"a rule", "GENERATED ALWAYS"]
        where before.definition.contains(word) && !report.takesAway(word) {
            expect(after.definition.contains(word), "\(word) is lost")
        }
        if wish.policy == .additive { expect(report.removedChecks == [], "checks were removed") }
    }

    private func expectValues(of name: String, as new: String, _ after: Picture, _ report: FMUpgradeReport) {
        for (tag, row) in before.rows {
            guard let was = row[name], let `is` = after.rows[tag]?[new] else { continue }
            let isFilled = was.isNull && report.tightened.contains(new)
            expect(
                was == `is` || isFilled || (report.changedKinds[new] != nil && isSame(was, `is`)),
                "\(name): \(was) to \(`is`)")
        }
    }

    private func isSame(_ left: FMValue, _ right: FMValue) -> Bool {
        text(left) == text(right) || (Double(text(left)) != nil && Double(text(left)) == Double(text(right)))
    }

    private func text(_ value: FMValue) -> String {
        if case .text(let text) = value { text } else { value.description }
    }

    /// The model's columns are there, and a second upgrade finds nothing to do.
    private func expectFit(_ report: FMUpgradeReport, _ after: Picture) throws {
        for column in wish.table.columns { expect(after.columns.contains(column.name), "\(column.name) is missing") }
        let again = try db.upgradeTable(to: wish.table, policy: wish.policy, renamed: wish.renamed)
        expect(again.isEmpty, "not settled: \(again)")
        let actions = try db.rows("PRAGMA foreign_key_list('t')", as: ListedKey.self).map(\.onDelete)
        for reference in wish.table.options.references {
            expect(actions.contains(reference.onDelete.rawValue), "\(reference) is missing")
        }
        let options = wish.table.options
        let ending = after.definition.split(separator: ")", omittingEmptySubsequences: false).last ?? ""
        let (isStrict, isWithoutRowID) = (ending.contains("STRICT"), ending.contains("ROWID"))
        expect(options.isStrict ?? isStrict == isStrict, "the table is strict, or not: \(after.definition)")
        expect(options.isWithoutRowID ?? isWithoutRowID == isWithoutRowID, "numbers: \(after.definition)")
        for generated in options.generated {
            expect(after.columns.contains(generated.name), "\(generated.name) is missing")
            expect(
                !generated.isStored || after.definition.contains("STORED"), "\(generated.name): \(after.definition)")
        }
        for check in wish.table.options.checks {
            let text = "CONSTRAINT \(FMSQL.quoted(identifier: check.name)) CHECK (\(check.condition.text))"
            expect(
                after.definition.contains(text) || !report.madeChecks.contains(check.name), "\(check.name) is missing")
        }
        expect(try Picture(db).version == after.version, "written without need")
    }
}

extension FMUpgradeReport {
    fileprivate func takesAway(_ word: String) -> Bool {
        switch word {
        case "STRICT": isStrict == false
        case "WITHOUT ROWID": isWithoutRowID == false
        default: word.contains("rule") && removedChecks == ["a rule, ("]
        }
    }
}

/// All that is to be compared.
private struct Picture {
    let schema: [String]
    let version: Int
    let columns: Set<String>
    let definition: String
    let rows: [Int: [String: FMValue]]
    let children: [Int?]
    let log: Int
    let indexes: Set<String>
    let triggers: Set<String>
    /// Those that work.
    let views: Set<String>
    let violations: Int
    let sequence: Int
    let integrity: [String]
    let foreignKeys: Bool

    init(_ db: FMDatabase) throws {
        schema = try db.schema()
        version = try db.schemaVersion()
        definition = try db.value("SELECT sql FROM sqlite_master WHERE name = 't'")
        var rows: [Int: [String: FMValue]] = [:]
        try db.forEachRow("SELECT * FROM t") { row in rows[try row.value("tag")] = try row.dictionary() }
        self.rows = rows
        columns = Set(try db.query("SELECT * FROM t -- \(raw: String(version))").columnNameList)
        children = db.tableExists("child") ? try db.rows("SELECT t FROM child ORDER BY rowid", as: Int?.self) : []
        log = try db.value("SELECT count(*) FROM log")
        let named = { (type: String) throws in
            Set(
                try db.rows(
                    """
                    SELECT name FROM sqlite_master WHERE type = \(type) AND sql IS NOT NULL
                    UNION SELECT name FROM sqlite_temp_master WHERE type = \(type)
                    """, as: String.self))
        }
        indexes = try named("index")
        triggers = try named("trigger")
        views = try named("view").filter { name in
            (try? db.forEachRow("SELECT * FROM \(identifier: name)") { _ in }) != nil
        }
        violations = try db.violations().count
        let hasSequence = try db.value("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_sequence'") > 0
        sequence =
            hasSequence ? try db.value("SELECT seq FROM sqlite_sequence WHERE name = 't'", as: Int?.self) ?? 0 : 0
        integrity = try db.rows("PRAGMA integrity_check", as: String.self)
        foreignKeys = try db.hasForeignKeys()
    }
}

extension FMResultSet {
    fileprivate var columnNameList: [String] {
        defer { close() }
        return (0..<columnCount).compactMap { columnName(for: $0) }
    }
}
