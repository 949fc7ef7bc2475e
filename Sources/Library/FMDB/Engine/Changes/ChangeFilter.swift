/// The changes that a receiver asks for.
struct ChangeFilter: Sendable {
    /// Normal names; nil for all tables.
    let names: Set<String>?
    /// Names of tables in any database.
    private(set) var loose: Set<String> = []

    static let everything = ChangeFilter(names: nil)

    private init(names: Set<String>?) {
        self.names = names
    }

    /// - Parameter tables: none for all tables.
    init(_ tables: [String]) {
        self.init(names: tables.isEmpty ? nil : Set(tables.map(ChangeFilter.normal)))
    }

    init(_ region: TableRegion) {
        self.init(names: region.isEverything ? nil : Set(region.tables.map(\.normalName)))
        loose = Set(region.names.map(\.foldedAsName))
    }

    /// A name without "main.", in small letters.
    static func normal(_ name: String) -> String {
        let name = name.foldedAsName
        return name.hasPrefix("main.") ? String(name.dropFirst(5)) : name
    }

    func part(of set: ChangeSet) -> ChangeSet {
        guard let names else { return set }
        var part = set
        part.tables = set.tables.filter { key, _ in
            names.contains(key.normalName) || loose.contains(key.name.foldedAsName)
        }
        return part
    }
}

extension TableKey {
    fileprivate var normalName: String { spelling.foldedAsName }
}

/// Those who want to know of changes, by the tables that they want to know of: a commit asks for those alone whom it
/// concerns, however many others there are.
struct ReceiverIndex {
    typealias Receivers = [ObjectIdentifier: ChangeReceiver]

    private(set) var all: Receivers = [:]
    private var ofEveryTable: Receivers = [:]
    /// By normal names.
    private var ofTable: [String: Receivers] = [:]
    /// By the names of tables in any database.
    private var ofName: [String: Receivers] = [:]

    var isEmpty: Bool { all.isEmpty }

    /// - Parameter filter: what the receiver asks for. It must be the same when the receiver is removed.
    mutating func insert(_ receiver: ChangeReceiver, _ filter: ChangeFilter) {
        let id = ObjectIdentifier(receiver)
        all[id] = receiver
        guard let names = filter.names else { return ofEveryTable[id] = receiver }
        for name in names { ofTable[name, default: [:]][id] = receiver }
        for name in filter.loose { ofName[name, default: [:]][id] = receiver }
    }

    mutating func remove(_ receiver: ChangeReceiver, _ filter: ChangeFilter) {
        let id = ObjectIdentifier(receiver)
        all[id] = nil
        guard let names = filter.names else { return ofEveryTable[id] = nil }
        for name in names { ReceiverIndex.remove(id, from: &ofTable, name) }
        for name in filter.loose { ReceiverIndex.remove(id, from: &ofName, name) }
    }

    private static func remove(_ id: ObjectIdentifier, from index: inout [String: Receivers], _ name: String) {
        index[name]?[id] = nil
        if index[name]?.isEmpty ?? false { index[name] = nil }
    }

    func wants(_ table: TableKey) -> Bool {
        !ofEveryTable.isEmpty || ofTable[table.normalName] != nil || ofName[table.name.foldedAsName] != nil
    }

    func receivers(of set: ChangeSet) -> [ChangeReceiver] {
        // A view may lead to any table, and what is unknown may be in any.
        guard set.schemas.isEmpty, !set.isUnknown else { return Array(all.values) }
        var found = ofEveryTable
        for table in set.tables.keys {
            for more in [ofTable[table.normalName], ofName[table.name.foldedAsName]] {
                if let more { found.merge(more) { known, _ in known } }
            }
        }
        return Array(found.values)
    }
}
