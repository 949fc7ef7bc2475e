import FMDBModel
import FMDBTestHelpers

/// A table as a user may have made it, with what hangs on it.
struct FuzzedTable {
    struct Column {
        let name: String
        let type: String
        /// What must still be in the definition as long as the column is there.
        var rules: [String] = []
        var isRequired = false
        var isPlain = true
    }

    /// `tag` tells the rows from each other, whatever happens to them.
    private(set) var columns: [Column] = [Column(name: "tag", type: "INTEGER")]
    private(set) var statements: [String] = []
    private(set) var key: [String] = []
    private(set) var hasForeignKeys = false
    private(set) var isStrict = false
    private var random: SeededNumbers

    init(_ random: inout SeededNumbers) {
        self.random = random
        isStrict = self.random.chance(15) && SQLiteVersion.linked >= SQLiteVersion(3, 37)
        hasForeignKeys = self.random.chance(60)
        for number in 0..<Int.random(in: 1...6, using: &self.random) { columns.append(column(number)) }
        statements.append("CREATE TABLE p (x TEXT PRIMARY KEY)")
        statements.append("INSERT INTO p VALUES ('1'), ('2'), ('x')")
        statements.append("CREATE TABLE q (x TEXT PRIMARY KEY)")
        statements.append("INSERT INTO q VALUES ('1'), ('2'), ('x'), ('7')")
        statements.append("CREATE TABLE log (x)")
        makeTable()
        fill()
        surround()
        random = self.random
    }

    private static let types = [
        "INTEGER", "INT", "VARCHAR(20)", "TEXT", "REAL", "DOUBLE", "BLOB", "", "BOOLEAN", "DECIMAL(10, 2)",
    ]
    private static let strictTypes = ["INTEGER", "INT", "TEXT", "REAL", "BLOB", "ANY"]

    private mutating func column(_ number: Int) -> Column {
        let name = random.pick(["c", "Column ", "sel\"ect", "check", "x'"]) + String(number)
        var column = Column(name: name, type: random.pick(isStrict ? FuzzedTable.strictTypes : FuzzedTable.types))
        let quoted = FMSQL.quoted(identifier: name)
        if random.chance(12) {
            column.rules.append("CHECK (\(quoted) IS NULL OR (length(\(quoted)) < 50 /* , ( */))")
            column.isPlain = false
        }
        if random.chance(15) { column.rules.append("COLLATE NOCASE") }
        if random.chance(10), column.type != "BLOB" {
            column.rules.append("REFERENCES p (x) ON DELETE SET NULL")
        }
        if random.chance(10), !isStrict {
            column.rules.append("DEFAULT \(random.pick(["7", "'7'", "NULL", "-1.5", "(1 + 1)"]))")
        }
        if random.chance(20) {
            column.isRequired = true
            column.rules.append(random.pick(["NOT NULL", "CONSTRAINT given NOT NULL ON CONFLICT ABORT"]))
        }
        column.rules.shuffle(using: &random)
        return column
    }

    private mutating func makeTable() {
        var parts = columns.map { "\(FMSQL.quoted(identifier: $0.name)) \($0.type) \($0.rules.joined(separator: " "))" }
        var options: [String] = isStrict ? ["STRICT"] : []
        switch Int.random(in: 0..<6, using: &random) {
        case 0: key = []
        case 1, 2:
            key = ["id"]
            parts.insert("id INTEGER PRIMARY KEY" + (random.chance(40) ? " AUTOINCREMENT" : ""), at: 0)
        case 3:
            key = ["tag"]
            parts[0] += " PRIMARY KEY"
        case 4:
            key = ["tag", columns[1].name]
            parts.append("CONSTRAINT keyed PRIMARY KEY (\(list(key)))")
            if random.chance(50) { options.append("WITHOUT ROWID") }
        default:
            key = ["tag"]
            parts[0] = "tag INT PRIMARY KEY"
        }
        if random.chance(15) {
            let name = FMSQL.quoted(identifier: random.pick(columns).name)
            parts.append("CONSTRAINT \"a rule, (\" CHECK (\(name) IS NOT 'never')")
        }
        if random.chance(15), SQLiteVersion.linked >= SQLiteVersion(3, 31) {
            let place = key.count > 1 || parts.last?.hasPrefix("CONSTRAINT") == true ? 1 : parts.count
            let kind = random.pick(["STORED", "VIRTUAL"])
            parts.insert("computed INTEGER GENERATED ALWAYS AS (tag + 1) \(kind)", at: place)
        }
        statements.append("CREATE TABLE t (\(parts.joined(separator: ", "))) \(options.joined(separator: ", "))")
    }

    private func list(_ names: [String]) -> String {
        names.map { FMSQL.quoted(identifier: $0) }.joined(separator: ", ")
    }

    private mutating func fill() {
        let isUniform = random.chance(60)
        for number in 0..<random.pick([0, 1, 5, 20]) {
            let values = columns.dropFirst().map { column -> String in
                if column.rules.contains(where: { $0.hasPrefix("REFERENCES") }) { return random.pick(["'1'", "'2'"]) }
                if !column.isRequired, !isUniform, random.chance(20) { return "NULL" }
                return value(of: column.type, isUniform)
            }
            let all = ([String(number * 3)] + values).joined(separator: ", ")
            statements.append("INSERT OR IGNORE INTO t (\(list(columns.map(\.name)))) VALUES (\(all))")
        }
        // The highest number is given already, but no row has it.
        if random.chance(30) { statements.append("DELETE FROM t WHERE tag = (SELECT max(tag) FROM t)") }
    }

    private mutating func value(of type: String, _ isUniform: Bool) -> String {
        let integers = ["0", "7", "-3", "123456789"]
        let reals = ["1.5", "-2.25", "3.0"]
        let texts = ["'7'", "'x'", "'it''s'", "'1.5'", "''"]
        if !isUniform, !isStrict, random.chance(15) { return random.pick(integers + reals + texts + ["x'00ff'"]) }
        switch type {
        case "INTEGER", "INT", "BOOLEAN": return random.pick(integers)
        case "REAL", "DOUBLE", "DECIMAL(10, 2)": return random.pick(reals)
        case "BLOB": return random.pick(["x''", "x'00ff'"])
        case "", "ANY": return random.pick(isUniform ? integers : integers + texts)
        default: return isUniform ? random.pick(["'7'", "'8'", "'-3'"]) : random.pick(texts)
        }
    }

    /// Foreign keys to it, views, triggers and indexes.
    private mutating func surround() {
        let name = FMSQL.quoted(identifier: random.pick(columns).name)
        let any = list([random.pick(columns).name])
        if key.count == 1 {
            let action = random.pick(["CASCADE", "SET NULL", "RESTRICT"])
            statements.append(
                "CREATE TABLE child (t INTEGER REFERENCES t\(random.pick(["", " (\(key[0]))"])) ON DELETE \(action))")
            statements.append("INSERT INTO child SELECT \(key[0]) FROM t")
            if random.chance(20) { statements.append("INSERT INTO child VALUES (999)") }
        }
        let extras = [
            "CREATE VIEW whole AS SELECT * FROM t", "CREATE VIEW part AS SELECT \(any) FROM t WHERE tag > 1",
            "CREATE TEMP VIEW passing AS SELECT count(*) AS n FROM main.t",
            "CREATE VIEW broken AS SELECT zero FROM nowhere",
            "CREATE TRIGGER added AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.\(any)); END",
            "CREATE TRIGGER gone AFTER DELETE ON t BEGIN INSERT INTO log VALUES ('gone'); END",
            "CREATE TEMP TRIGGER changed BEFORE UPDATE OF \(any) ON t BEGIN INSERT INTO log VALUES ('changed'); END",
            "CREATE TRIGGER logged AFTER INSERT ON log WHEN new.x = 'start' BEGIN UPDATE t SET tag = tag; END",
            "CREATE INDEX mine ON t (\(name), tag)", "CREATE INDEX lowered ON t (lower(\(any)))",
            "CREATE INDEX few ON t (tag) WHERE \(name) IS NOT NULL", "CREATE UNIQUE INDEX tags ON t (tag DESC)",
            "CREATE INDEX t_tag_index ON t (tag)",
        ]
        for extra in extras where random.chance(22) { statements.append(extra) }
        // A view that works nowhere keeps SQLite from renaming columns; so seldom that most are renamed.
        if random.chance(85) { statements.removeAll { $0.contains("VIEW broken") } }
    }
}

/// What a model may want of such a table.
struct FuzzedWish {
    let table: FMTable<Anything>
    let policy: FMUpgradePolicy
    let renamed: [String: String]

    init(for old: FuzzedTable, _ random: inout SeededNumbers) {
        policy = random.chance(30) ? .dropRemoved : .additive
        var renamed: [String: String] = [:]
        var columns: [FMColumn<Anything>] = [FMColumn("tag", .integer, isOptional: !random.chance(20))]
        for column in old.columns.dropFirst() where random.chance(75) {
            var name = column.name
            let kind = FuzzedWish.kind(of: column, &random)
            var isOptional = !column.isRequired
            if random.chance(15) {
                name = "new " + column.name
                renamed[name] = column.name
            }
            if random.chance(20) { isOptional.toggle() }
            let defaultValue = random.chance(25) ? FuzzedWish.value(of: kind) : Optional.none
            columns.append(FMColumn(name, kind, isOptional: isOptional, default: defaultValue))
        }
        for number in 0..<random.pick([0, 0, 1, 2]) {
            let kind = random.pick([FMColumnKind.integer, .real, .text, .blob])
            let isOptional = random.chance(60)
            let hasDefault = isOptional ? random.chance(40) : random.chance(80)
            columns.append(
                FMColumn(
                    "extra \(number)", kind, isOptional: isOptional,
                    default: hasDefault ? FuzzedWish.value(of: kind) : Optional.none))
        }
        if old.key == ["id"], random.chance(80) || random.chance(40) { columns.append(.id) }
        let options = FuzzedWish.options(columns, old, &random)
        columns.shuffle(using: &random)
        table = shape(columns, options: options)
        self.renamed = renamed
    }

    private static func options(
        _ columns: [FMColumn<Anything>], _ old: FuzzedTable, _ random: inout SeededNumbers
    ) -> FMTableOptions {
        var options = FMTableOptions()
        let names = columns.map(\.name)
        if random.chance(60) {
            if !old.key.isEmpty, Set(old.key).isSubset(of: names), old.key != ["id"] {
                options.key = old.key.count == 1 ? [old.key[0]] : [old.key[0], old.key[1]]
            }
        } else if random.chance(40) {
            options.key = random.pick(["tag", FMKey.automatic("tag", neverReused: true), .rowID])
        }
        addRules(to: &options, names, &random)
        if random.chance(25) { options.unique = [["tag"]] }
        if random.chance(10), SQLiteVersion.linked >= SQLiteVersion(3, 37) { options.isStrict = random.chance(60) }
        if random.chance(10) {
            options.isWithoutRowID = options.key?.isAutomatic == false && !names.contains("id") && random.chance(60)
        }
        if random.chance(25) { options.indexes.append([random.pick(names)]) }
        if random.chance(10) { options.unique.append([random.pick(names)]) }
        if random.chance(20) {
            let action = random.pick(FMReference.Action.allCases)
            let referring = old.columns.filter { $0.rules.contains { $0.hasPrefix("REFERENCES") } }.map(\.name)
            let column = random.pick(referring.filter(names.contains) + [random.pick(names)])
            options.references = [FMReference(column, to: random.pick(["p", "q"]), onDelete: action)]
        }
        return options
    }

    /// Checks, collations, and indexes over expressions or of some rows.
    private static func addRules(
        to options: inout FMTableOptions, _ names: [String], _ random: inout SeededNumbers
    ) {
        let name = random.pick(names)
        if random.chance(20) {
            options.checks = [FMCheck(random.pick(["new rule", "a rule, ("]), "\(identifier: name) IS NOT \("never")")]
        }
        if random.chance(5) { options.checks.append(FMCheck("short", "length(\(identifier: name)) < 3")) }
        if random.chance(15) { options.collations[name] = random.pick([.nocase, .rtrim, .binary]) }
        if random.chance(15) {
            options.indexes.append(FMIndex(expressions: "lower(\(identifier: random.pick(names)))", "tag DESC"))
        }
        if random.chance(15) { options.unique.append(FMIndex("tag", where: "\(identifier: name) IS NOT NULL")) }
        if random.chance(15), SQLiteVersion.linked >= SQLiteVersion(3, 31) {
            let expression = random.pick(["TAG+1", "tag + 2", "length(\(identifier: name))"] as [FMSchemaSQL])
            let name = random.pick(["computed", "sum"])
            options.generated = [FMGenerated(name, .integer, as: expression, isStored: random.chance(40))]
            if random.chance(40) { options.indexes.append(FMIndex(name)) }
        }
        if random.chance(5) { options.unique.append(FMIndex(expressions: "length(\(identifier: name))")) }
    }

    private static func kind(of column: FuzzedTable.Column, _ random: inout SeededNumbers) -> FMColumnKind {
        if random.chance(20) { return random.pick([.integer, .real, .text, .blob]) }
        switch column.type {
        case "INTEGER", "INT", "BOOLEAN": return .integer
        case "REAL", "DOUBLE", "DECIMAL(10, 2)": return .real
        case "BLOB", "", "ANY": return .blob
        default: return .text
        }
    }

    private static func value(of kind: FMColumnKind) -> FMValue {
        switch kind {
        case .integer: 7
        case .real: 0.5
        case .text: "it's"
        case .blob: .blob(Data([0, 255]))
        }
    }
}
