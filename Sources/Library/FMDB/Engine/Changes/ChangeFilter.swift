/// The changes that a receiver observes.
struct ChangeFilter: Sendable {
    /// The normalized names of the tables; nil for all tables.
    let names: Set<String>?
    /// The names of tables whose database is unknown. They match tables of this name in every database.
    private(set) var loose: Set<String> = []

    static let everything = ChangeFilter(names: nil)

    private init(names: Set<String>?) {
        self.names = names
    }

    /// - Parameter tables: the names; empty for all tables.
    init(_ tables: [String]) {
        self.init(names: tables.isEmpty ? nil : Set(tables.map(ChangeFilter.normal)))
    }

    init(_ region: TableRegion) {
        self.init(names: region.isEverything ? nil : Set(region.tables.map(\.normalName)))
        loose = Set(region.names.map(\.foldedAsName))
    }

    /// Returns a name without "main.", in lower case.
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

/// The receivers of changes, by the tables that they observe. A commit visits only the receivers that it concerns, so
/// its cost does not depend on the others.
struct ReceiverIndex {
    typealias Receivers = [ObjectIdentifier: ChangeReceiver]

    private(set) var all: Receivers = [:]
    private var ofEveryTable: Receivers = [:]
    /// The receivers by normalized table name.
    private var ofTable: [String: Receivers] = [:]
    /// The receivers by the name of a table whose database is unknown.
    private var ofName: [String: Receivers] = [:]

    var isEmpty: Bool { all.isEmpty }

    /// - Parameter filter: the changes that the receiver observes. It must be the same when the receiver is removed.
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

    private static func inOrder(_ receivers: Receivers) -> [ChangeReceiver] {
        receivers.values.sorted { $0.number < $1.number }
    }

    func receivers(of set: ChangeSet) -> [ChangeReceiver] {
        // After a schema change, a view may refer to any table; an unknown change may be in any table.
        guard set.schemas.isEmpty, !set.isUnknown else { return ReceiverIndex.inOrder(all) }
        var found = ofEveryTable
        for table in set.tables.keys {
            for more in [ofTable[table.normalName], ofName[table.name.foldedAsName]] {
                if let more { found.merge(more) { known, _ in known } }
            }
        }
        return ReceiverIndex.inOrder(found)
    }
}
