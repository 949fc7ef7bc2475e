import FMDBDqliteWire
import Testing

/// Bytes as they go over the wire, written by hand after the protocol's description.
@Suite struct GoldenTests {
    @Test func requestsWithoutText() throws {
        #expect(WireRequest.handshake == [1, 0, 0, 0, 0, 0, 0, 0])
        #expect(try WireRequest.leader.frame() == [1, 0, 0, 0, 0, 0, 0, 0] + zeros(8))
        #expect(try WireRequest.client(id: 7).frame() == [1, 0, 0, 0, 1, 0, 0, 0] + word(7))
        #expect(try WireRequest.interrupt.frame() == [1, 0, 0, 0, 10, 0, 0, 0] + zeros(8))
        #expect(try WireRequest.cluster.frame() == [1, 0, 0, 0, 16, 0, 0, 0] + word(1))
        #expect(try WireRequest.describe.frame() == [1, 0, 0, 0, 18, 0, 0, 0] + zeros(8))
        #expect(try WireRequest.weight(300).frame() == [1, 0, 0, 0, 19, 0, 0, 0] + word(300))
        #expect(try WireRequest.remove(id: 3).frame() == [1, 0, 0, 0, 14, 0, 0, 0] + word(3))
        #expect(try WireRequest.transfer(id: 2).frame() == [1, 0, 0, 0, 17, 0, 0, 0] + word(2))
        #expect(try WireRequest.assign(id: 2, .spare).frame() == [2, 0, 0, 0, 13, 0, 0, 0] + word(2) + word(2))
        #expect(try WireRequest.finalize(statement: 5).frame() == [1, 0, 0, 0, 7, 0, 0, 0] + [0, 0, 0, 0, 5, 0, 0, 0])
    }

    @Test func requestsWithText() throws {
        #expect(
            try WireRequest.open(name: "main").frame()
                == [3, 0, 0, 0, 3, 0, 0, 0] + [109, 97, 105, 110, 0, 0, 0, 0] + zeros(16))
        // Eight letters fill a word, so their NUL is in another one.
        #expect(
            try WireRequest.dump(name: "database").frame()
                == [2, 0, 0, 0, 15, 0, 0, 0] + Array("database".utf8) + zeros(8))
        #expect(
            try WireRequest.add(id: 2, address: "é").frame()
                == [2, 0, 0, 0, 12, 0, 0, 0] + word(2) + [0xC3, 0xA9, 0, 0, 0, 0, 0, 0])
        #expect(
            try WireRequest.prepare(sql: "SELECT").frame()
                == [2, 0, 0, 0, 4, 0, 0, 0] + zeros(8) + Array("SELECT".utf8) + [0, 0])
    }

    @Test func parameters() throws {
        let values: [WireValue] = [.null, .integer(-2), .real(1.5), .text("ab"), .blob([1, 2, 3])]
        let expected: [UInt8] =
            [8, 0, 0, 0, 5, 0, 0, 0] + [0, 0, 0, 0, 9, 0, 0, 0] + [5, 5, 1, 2, 3, 4, 0, 0]
            + zeros(8) + [0xFE] + Array(repeating: 0xFF, count: 7) + [0, 0, 0, 0, 0, 0, 0xF8, 0x3F]
            + [97, 98, 0, 0, 0, 0, 0, 0] + word(3) + [1, 2, 3, 0, 0, 0, 0, 0]
        #expect(try WireRequest.execute(statement: 9, values).frame() == expected)
        // None at all take no byte.
        #expect(
            try WireRequest.querySQL("x", []).frame() == [2, 0, 0, 0, 9, 0, 0, 0] + zeros(8) + [120] + zeros(7))
    }

    @Test func requestsThatCannotBeWritten() {
        #expect(throws: WireError.nulInText) { try WireRequest.prepare(sql: "a\u{0}b").frame() }
        #expect(throws: WireError.nulInText) { try WireRequest.executeSQL("x", [.text("\u{0}")]).frame() }
        #expect(throws: WireError.tooManyParameters(256)) {
            try WireRequest.querySQL("x", Array(repeating: .null, count: 256)).frame()
        }
        #expect(throws: Never.self) { try WireRequest.querySQL("x", Array(repeating: .null, count: 255)).frame() }
    }

    @Test func replies() throws {
        #expect(try reply(0, word(5) + text("busy")) == .failure(code: 5, message: "busy"))
        #expect(try reply(1, word(1) + text("127.0.0.1:9001")) == .node(id: 1, address: "127.0.0.1:9001"))
        #expect(try reply(1, zeros(16)) == .node(id: 0, address: ""))
        #expect(try reply(2, word(15_000)) == .welcome(heartbeat: 15_000))
        let nodes = word(2) + word(1) + text("a:1") + word(0) + word(2) + text("b:2") + word(9)
        #expect(
            try reply(3, nodes)
                == .nodes([
                    WireNode(id: 1, address: "a:1", role: .voter), WireNode(id: 2, address: "b:2", role: nil),
                ]))
        #expect(try reply(4, word(0)) == .database(0))
        #expect(try reply(5, [0, 0, 0, 0, 3, 0, 0, 0] + word(2)) == .statement(3, parameters: 2))
        #expect(try reply(6, word(.max) + word(2)) == .result(lastInsertRowID: -1, changes: 2))
        #expect(try reply(8, zeros(8)) == .empty)
        #expect(try reply(10, word(1) + word(2)) == .metadata(failureDomain: 1, weight: 2))
        let files = try reply(9, word(1) + text("main") + word(3) + [7, 8, 9, 0, 0, 0, 0, 0])
        guard case .files(let list) = files else { throw WireError.cutShort }
        #expect(list.map(\.name) == ["main"])
        #expect(list.map(\.bytes) == [[7, 8, 9]])
    }

    /// As dqlite 1.11 sends it when a query fails amid its rows.
    @Test func aFailureBehindRows() throws {
        let rows = word(1) + text("a") + [1, 0, 0, 0, 0, 0, 0, 0] + word(7)
        for message in ["integer overflow", "overflow", "x"] {
            #expect(try reply(0, rows + word(1) + text(message)) == .failure(code: 1, message: message))
            #expect(try reply(0, word(1) + text("a") + word(1) + text(message)) == .failure(code: 1, message: message))
        }
    }

    @Test func rowsOfAllTypes() throws {
        let columns = "abcdefgh".map(String.init)
        let head = word(8) + columns.flatMap(text)
        let row: [UInt8] =
            [0x21, 0x43, 0x95, 0xBA, 0, 0, 0, 0] + word(7) + [0, 0, 0, 0, 0, 0, 0xF8, 0x3F] + text("x")
            + word(1) + [255, 0, 0, 0, 0, 0, 0, 0] + zeros(8) + word(60) + text("2026-11-24") + word(1)
        let values: [WireValue] = [
            .integer(7), .real(1.5), .text("x"), .blob([255]), .null, .unixTime(60), .iso8601("2026-11-24"),
            .boolean(true),
        ]
        for (mark, isLast) in [(UInt8(0xFF), true), (0xEE, false)] {
            let reply = try reply(7, head + row + row + Array(repeating: mark, count: 8))
            guard case .rows(let rows) = reply else { throw WireError.cutShort }
            #expect(rows.columns == columns)
            #expect(rows.rows == [values, values])
            #expect(rows.isLast == isLast)
        }
    }

    /// Seventeen columns need two words of types.
    @Test func manyColumns() throws {
        let body = word(17) + (0..<17).flatMap { text("c\($0)") }
        let row = Array(repeating: UInt8(0x11), count: 8) + word(1) + (0..<17).flatMap { word($0) }
        guard case .rows(let rows) = try reply(7, body + row + word(.max)) else { throw WireError.cutShort }
        #expect(rows.rows == [(0..<17).map { .integer($0) }])
    }
}

func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

func word(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + zeros(8 - bytes.count % 8)
}

func reply(_ type: UInt8, _ body: [UInt8]) throws(WireError) -> WireReply {
    try WireReply(WireFrame(type: type, body: body[...]))
}

func frame(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
    Array(word(UInt64(body.count / 8)).prefix(4)) + [type, 0, 0, 0] + body
}
