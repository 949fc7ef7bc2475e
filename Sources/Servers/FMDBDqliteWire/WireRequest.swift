/// A request to a node. The database of a connection always has the number 0.
package enum WireRequest: Hashable, Sendable {
    case leader
    case client(id: UInt64)
    case open(name: String)
    case prepare(sql: String)
    case execute(statement: UInt32, [WireValue])
    case query(statement: UInt32, [WireValue])
    case finalize(statement: UInt32)
    /// Runs SQL, which may contain several statements.
    case executeSQL(String, [WireValue])
    case querySQL(String, [WireValue])
    case interrupt
    case add(id: UInt64, address: String)
    case assign(id: UInt64, NodeRole)
    case remove(id: UInt64)
    case dump(name: String)
    case cluster
    case transfer(id: UInt64)
    case describe
    case weight(UInt64)

    /// The first bytes of a connection: the protocol version. The node sends no reply to them.
    package static let handshake: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]

    /// The maximum number of parameters, because one byte counts them.
    package static let maximumParameters = 255

    package var type: UInt8 {
        switch self {
        case .leader: 0
        case .client: 1
        case .open: 3
        case .prepare: 4
        case .execute: 5
        case .query: 6
        case .finalize: 7
        case .executeSQL: 8
        case .querySQL: 9
        case .interrupt: 10
        case .add: 12
        case .assign: 13
        case .remove: 14
        case .dump: 15
        case .cluster: 16
        case .transfer: 17
        case .describe: 18
        case .weight: 19
        }
    }

    /// Encodes the request as a whole frame.
    package func frame() throws(WireError) -> [UInt8] {
        var writer = WireWriter(type: type)
        switch self {
        case .leader, .interrupt, .describe: writer.add(word: 0)
        case .cluster: writer.add(word: 1)
        case .client(let id), .remove(let id), .transfer(let id): writer.add(word: id)
        case .weight(let weight): writer.add(word: weight)
        case .open(let name): try writer.addOpening(of: name)
        case .prepare(let sql): try writer.add(sql: sql)
        case .finalize(let statement): writer.add(statement: statement)
        case .execute(let statement, let parameters), .query(let statement, let parameters):
            writer.add(statement: statement)
            try writer.add(parameters: parameters)
        case .executeSQL(let sql, let parameters), .querySQL(let sql, let parameters):
            try writer.add(sql: sql)
            try writer.add(parameters: parameters)
        case .add(let id, let address):
            writer.add(word: id)
            try writer.add(text: address)
        case .assign(let id, let role):
            writer.add(word: id)
            writer.add(word: role.rawValue)
        case .dump(let name): try writer.add(text: name)
        }
        return writer.frame
    }
}

extension WireWriter {
    /// Appends the name, no flags, and an empty name for the node's own VFS.
    fileprivate mutating func addOpening(of name: String) throws(WireError) {
        try add(text: name)
        add(word: 0)
        try add(text: "")
    }

    fileprivate mutating func add(sql: String) throws(WireError) {
        add(word: 0)
        try add(text: sql)
    }

    fileprivate mutating func add(statement: UInt32) {
        add(half: 0)
        add(half: statement)
    }
}
