import FMDBModel

/// Changes the shape of a table to and fro until it is killed, and says on its output how often it did:
///
///     TableUpgrader PATH
///
/// The table `t` has to be there, with `id`, `name` and `size`. Each change copies its rows.
@main
struct TableUpgrader {
    private struct Item {}

    static func main() throws {
        guard CommandLine.arguments.count == 2 else { throw CocoaError(.featureUnsupported) }
        let db = FMDatabase(path: CommandLine.arguments[1])
        guard db.open() else { throw db.lastError() }
        try db.execute("PRAGMA foreign_keys = ON")
        var isText = false
        var number = 0
        while true {
            isText.toggle()
            number += 1
            try db.upgradeTable(to: shape(isText))
            let line = Array("\(number)\n".utf8)
            if write(STDOUT_FILENO, line, line.count) != line.count { exit(1) }
        }
    }

    private static func shape(_ isText: Bool) -> FMTable<Item> {
        let columns: [FMColumn<Item>] = [
            FMColumn("id", .integer), FMColumn("name", .text, isOptional: isText),
            FMColumn("size", isText ? .text : .integer),
        ]
        let options = isText ? FMTableOptions(indexes: [["size"]]) : FMTableOptions(unique: [["name"]])
        return FMTable("t", columns, options: options)
    }
}
