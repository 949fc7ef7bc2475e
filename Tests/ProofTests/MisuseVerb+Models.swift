// pure list: exempt from the length limits
import FMDB
import FMDBModel
import FMDBTestHelpers

/// A model whose table every stage has.
struct Thing: FMModel, Codable, Sendable {
    var id: Int
    var name: String?

    static let tableName = "thing"
}

private let step = FMMigrator([.step("a") { db in try db.execute("CREATE TABLE migrated (x)") }])

extension MisuseVerb {
    /// Models, records, stores and migrations on a database.
    static let ofModels = [
        MisuseVerb("find(_:)") { "\(try $0.find(Thing.self).count)" },
        MisuseVerb("find(_:id:)") { try $0.find(Thing.self, id: 1) == nil ? "nil" : "a model" },
        MisuseVerb("first(_:)") { try $0.first(Thing.self) == nil ? "nil" : "a model" },
        MisuseVerb("count(_:)") { "\(try $0.count(Thing.self))" },
        MisuseVerb("forEach(_:)") {
            var count = 0
            try $0.forEach(Thing.self) { _ in count += 1 }
            return "\(count)"
        },
        MisuseVerb("insert(_:)") {
            try $0.insert(Thing(id: 7))
            return "done"
        },
        MisuseVerb("insert(_:), several", rollsBack: true) {
            try $0.insert([Thing(id: 7), Thing(id: 8)])
            return "done"
        },
        MisuseVerb("update(_:)") {
            try $0.update(Thing(id: 1))
            return "done"
        },
        MisuseVerb("save(_:)") {
            try $0.save(Thing(id: 1))
            return "done"
        },
        MisuseVerb("delete(_:)") {
            try $0.delete(Thing(id: 2))
            return "done"
        },
        MisuseVerb("tableExists(_:), a model") { "\(try $0.tableExists(Thing.self))" },
        MisuseVerb("createTable(_:), a model", rollsBack: true) {
            try $0.createTable(Thing.self)
            return "done"
        },
        MisuseVerb("upgradeTable(_:)", rollsBack: true) {
            try $0.upgradeTable(Thing.self)
            return "done"
        },
        MisuseVerb("upgradePlan(for:)") {
            _ = try $0.upgradePlan(for: Thing.self)
            return "done"
        },
        MisuseVerb("find(_:from:), records") { "\(try $0.find(FMRecord.self, from: "thing").count)" },
        MisuseVerb("insert(_:into:), a record") {
            try $0.insert(["name": "seven"] as FMRecord, into: "thing")
            return "done"
        },
        MisuseVerb("FMStoredArray.count()") { "\(try FMStoredArray("list", of: Int.self, in: $0).count())" },
        MisuseVerb("FMStoredArray.append(_:)", rollsBack: true) {
            try FMStoredArray("stored", of: Int.self, in: $0).append(1)
            return "done"
        },
        MisuseVerb("FMMigrator.migrate(_:)", rollsBack: true) {
            try step.migrate($0)
            return "done"
        },
        MisuseVerb("FMMigrator.applied(in:)") { "\(try step.applied(in: $0).count)" },
        MisuseVerb("FMMigrator.pending(in:)") { "\(try step.pending(in: $0).count)" },
    ]
}
