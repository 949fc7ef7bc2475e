import FMDB
import FMDBModel
import FMDBTestHelpers

extension DiskWork {
    /// What a new process finds.
    ///
    /// - Parameter otherFirst: whether it opens the second file before the first one.
    func survivors(_ path: String, otherFirst: Bool = false) -> Survivors {
        guard self == .attached else { return found(path) }
        let mirrored = otherFirst ? mirror(path) : nil
        var survivors = found(path)
        let mirror = mirrored ?? mirror(path)
        survivors.fault = survivors.fault ?? mirror.fault
        if survivors.fault == nil, mirror.numbers != survivors.numbers {
            survivors.fault = "one file has \(survivors.numbers.sorted()), the other \(mirror.numbers.sorted())"
        }
        return survivors
    }

    /// What is wrong with the files after a run.
    ///
    /// - Parameter required: the transactions that must be there.
    func faults(_ survivors: Survivors, requiring required: Set<Int>) -> [String] {
        if let fault = survivors.fault { return [fault] }
        let lost = required.union(prepared).subtracting(survivors.numbers)
        let undone = survivors.numbers.subtracting(attempted)
        return (lost.isEmpty ? [] : ["\(lost.sorted()) are lost"])
            + (undone.isEmpty ? [] : ["\(undone.sorted()) were not to be there"])
    }

    private func found(_ path: String) -> Survivors {
        let db = SilentDatabase(path: path)
        defer { db.close() }
        guard db.open() else { return Survivors(fault: "it cannot be opened") }
        DiskWork.doNotSync(db)
        return Survivors.found(in: db) { db in
            switch self {
            case .upgrade: return try Part.survivors(db)
            case .migration:
                guard let steps = try SampleMigration.wholeSteps(in: db) else { return Survivors(fault: "half a step") }
                return Survivors(numbers: Set(1...max(1, steps)).filter { $0 <= steps })
            case .vacuum:
                var survivors = try Ledger.survivors(db)
                if try db.value("PRAGMA freelist_count", as: Int.self) < 20 {
                    survivors.numbers.insert(DiskWork.vacuumed)
                }
                return survivors
            case .backup:
                let survivors = try Ledger.survivors(db)
                let isWhole = survivors.fault != nil || [prepared, Set(0...12)].contains(survivors.numbers)
                return isWhole ? survivors : Survivors(fault: "half a copy: \(survivors.numbers.sorted())")
            default: return try Ledger.survivors(db)
            }
        }
    }

    private func mirror(_ path: String) -> Survivors {
        let db = SilentDatabase(path: DiskWork.other(path))
        defer { db.close() }
        guard db.open() else { return Survivors(fault: "the other file cannot be opened") }
        DiskWork.doNotSync(db)
        return Survivors.found(in: db) { db in
            guard try db.value("SELECT count(*) FROM sqlite_master", as: Int.self) > 0 else { return Survivors() }
            return Survivors(numbers: Set(try db.rows("SELECT number FROM mirror", as: Int.self)).union([0]))
        }
    }
}

/// A model whose table has another shape at first, and all that hangs on a table.
struct Part {
    private static let count = 60

    static let wanted = FMTable<Part>(
        "part",
        [
            FMColumn("id", .integer), FMColumn("name", .text, isOptional: false), FMColumn("size", .integer),
            FMColumn("note", .text),
        ],
        options: FMTableOptions(unique: [["name"]]))

    static func create(_ db: FMDatabase) throws {
        try db.execute("CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, size TEXT)")
        try db.execute("CREATE TABLE child (part INTEGER REFERENCES part ON DELETE CASCADE)")
        try db.execute("CREATE INDEX mine ON part (size)")
        try db.execute("CREATE VIEW names AS SELECT name FROM part")
        try db.execute(
            "CREATE TRIGGER removal AFTER DELETE ON part BEGIN DELETE FROM child WHERE part = old.id; END")
        for id in 1...count {
            let name = String(repeating: "\(id) ", count: 100)
            try db.execute("INSERT INTO part (name, size) VALUES (\(name), \(String(id)))")
            try db.execute("INSERT INTO child VALUES (\(id))")
        }
    }

    /// The table is the old one or the new one, whole.
    static func survivors(_ db: FMDatabase) throws -> Survivors {
        let isNew = db.columnExists("note", inTableWithName: "part")
        let names = try db.rows(
            "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1", as: String.self)
        guard names == ["child", "mine", "names", "part"] + (isNew ? ["part_name_unique"] : []) + ["removal"] else {
            return Survivors(fault: "there are \(names)")
        }
        let whole: FMSQL = """
            SELECT (SELECT count(*) FROM part WHERE CAST(size AS INTEGER) = id AND length(name) > 199) = \(count)
                AND (SELECT count(*) FROM child JOIN part ON child.part = part.id) = \(count)
                AND (SELECT count(*) FROM part WHERE typeof(size) = \(isNew ? "integer" : "text")) = \(count)
                AND (SELECT seq FROM sqlite_sequence WHERE name = 'part') = \(count)
            """
        guard try db.value(whole, as: Bool.self) else { return Survivors(fault: "rows are missing") }
        return Survivors(numbers: isNew ? [0] : [])
    }
}
