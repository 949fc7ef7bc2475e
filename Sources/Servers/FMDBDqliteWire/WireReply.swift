/// A member of the cluster.
package struct WireNode: Hashable, Sendable {
    package let id: UInt64
    package let address: String
    /// The role, or nil if its number is unknown.
    package let role: NodeRole?

    package init(id: UInt64, address: String, role: NodeRole?) {
        (self.id, self.address, self.role) = (id, address, role)
    }
}

/// A database file in a reply to ``WireRequest/dump(name:)``.
package struct WireFile: Hashable, Sendable {
    package let name: String
    package let bytes: [UInt8]
}

/// The rows of a query that one frame contains.
package struct WireRows: Hashable, Sendable {
    package let columns: [String]
    package let rows: [[WireValue]]
    /// Whether this is the last frame with rows.
    package let isLast: Bool
}

/// A reply of a node.
package enum WireReply: Hashable, Sendable {
    /// A failure. The code is an extended code of SQLite, or a code of the node.
    case failure(code: UInt64, message: String)
    /// The leader. The address is empty if none is known.
    case node(id: UInt64, address: String)
    case welcome(heartbeat: UInt64)
    case nodes([WireNode])
    case database(UInt32)
    case statement(UInt32, parameters: UInt64)
    case result(lastInsertRowID: Int64, changes: UInt64)
    case rows(WireRows)
    case empty
    case files([WireFile])
    case metadata(failureDomain: UInt64, weight: UInt64)

    package init(_ frame: WireFrame) throws(WireError) {
        var reader = WireReader(frame.body)
        self = try reader.reply(ofType: frame.type)
        try reader.finish()
    }
}

extension WireReader {
    fileprivate mutating func reply(ofType type: UInt8) throws(WireError) -> WireReply {
        switch type {
        case 0: return try failure()
        case 1: return .node(id: try word(), address: try text())
        case 2: return .welcome(heartbeat: try word())
        case 3: return .nodes(try nodes())
        case 4:
            let database = try half()
            _ = try half()
            return .database(database)
        case 5:
            _ = try half()
            return .statement(try half(), parameters: try word())
        case 6: return .result(lastInsertRowID: Int64(bitPattern: try word()), changes: try word())
        case 7: return .rows(try rows())
        case 8:
            _ = try word()
            return .empty
        case 9: return .files(try files())
        case 10: return .metadata(failureDomain: try word(), weight: try word())
        default: throw .unknownReply(type)
        }
    }

    /// Reads a failure. dqlite 1.11 sends the rows that it has already written before the failure that ends them.
    private mutating func failure() throws(WireError) -> WireReply {
        let (code, message) = (try word(), try text())
        guard remaining > 0 else { return .failure(code: code, message: message) }
        try skipToLastText()
        return .failure(code: try word(), message: try text())
    }

    private mutating func nodes() throws(WireError) -> [WireNode] {
        var nodes: [WireNode] = []
        for _ in 0..<(try count(ofAtLeast: 24)) {
            nodes.append(WireNode(id: try word(), address: try text(), role: NodeRole(rawValue: try word())))
        }
        return nodes
    }

    private mutating func files() throws(WireError) -> [WireFile] {
        var files: [WireFile] = []
        for _ in 0..<(try count(ofAtLeast: 16)) { files.append(WireFile(name: try text(), bytes: try blob())) }
        return files
    }

    private mutating func rows() throws(WireError) -> WireRows {
        var columns: [String] = []
        for _ in 0..<(try count(ofAtLeast: 8)) { columns.append(try text()) }
        var rows: [[WireValue]] = []
        while true {
            // No value has the type 14 or 15, so no row begins with this word.
            if let next = nextWord(), next == .max || next == 0xEEEE_EEEE_EEEE_EEEE {
                return WireRows(columns: columns, rows: rows, isLast: try word() == .max)
            }
            // Rows without columns have no bytes, so the loop would never end.
            guard !columns.isEmpty else { throw .cutShort }
            var row: [WireValue] = []
            for type in try types(columns.count) { row.append(try value(ofType: type)) }
            rows.append(row)
        }
    }
}
