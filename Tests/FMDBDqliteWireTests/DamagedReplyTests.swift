import FMDBDqliteWire
import Testing

/// Replies that are not as they should be.
@Suite struct DamagedReplyTests {
    @Test func aReplyThatIsCutShort() {
        #expect(throws: WireError.cutShort) { try reply(0, []) }
        #expect(throws: WireError.missingNUL) { try reply(0, word(5)) }
        #expect(throws: WireError.missingNUL) { try reply(0, word(5) + Array("abcdefgh".utf8)) }
        #expect(throws: WireError.cutShort) { try reply(6, word(1)) }
        #expect(throws: WireError.cutShort) { try reply(9, word(1) + text("main") + word(9) + zeros(8)) }
        #expect(throws: WireError.cutShort) { try reply(9, word(1) + text("main") + word(.max) + zeros(8)) }
        // Rows without the mark of their end.
        #expect(throws: WireError.cutShort) { try reply(7, word(1) + text("a") + [1, 0, 0, 0, 0, 0, 0, 0] + word(1)) }
        #expect(throws: WireError.cutShort) { try reply(7, word(0)) }
    }

    @Test func aReplyThatIsTooLong() {
        #expect(throws: WireError.tooLong(bytes: 8)) { try reply(8, zeros(16)) }
        #expect(throws: WireError.tooLong(bytes: 8)) { try reply(7, word(1) + text("a") + word(.max) + zeros(8)) }
    }

    @Test func countsWithoutRoom() {
        #expect(throws: WireError.wrongCount(.max)) { try reply(7, word(.max) + zeros(64)) }
        #expect(throws: WireError.wrongCount(1 << 40)) { try reply(3, word(1 << 40) + zeros(64)) }
        #expect(throws: WireError.wrongCount(5)) { try reply(9, word(5) + zeros(64)) }
    }

    @Test func unknownTypes() {
        #expect(throws: WireError.unknownReply(11)) { try reply(11, zeros(8)) }
        #expect(throws: WireError.unknownReply(255)) { try reply(255, []) }
        for type: UInt8 in [0, 6, 7, 8, 12, 13, 14, 15] {
            #expect(throws: WireError.unknownValueType(type)) {
                try reply(7, word(1) + text("a") + word(UInt64(type)) + zeros(8) + word(.max))
            }
        }
    }

    @Test func textThatIsNotUTF8() {
        #expect(throws: WireError.notUTF8) { try reply(0, word(1) + [0xFF, 0, 0, 0, 0, 0, 0, 0]) }
        #expect(throws: WireError.notUTF8) { try reply(0, word(1) + [0xED, 0xA0, 0x80, 0, 0, 0, 0, 0]) }
        #expect(throws: Never.self) { try reply(0, word(1) + text("\u{FFFD}")) }
    }

    @Test func framesComeInAnyPieces() throws {
        let stream = frame(8, zeros(8)) + frame(2, word(9)) + frame(1, word(1) + text("node"))
        for size in 1...stream.count {
            var decoder = FrameDecoder(limit: 1024)
            var found: [WireReply] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                decoder.add(stream[start..<min(start + size, stream.count)])
                while let frame = try decoder.next() { found.append(try WireReply(frame)) }
            }
            #expect(found == [.empty, .welcome(heartbeat: 9), .node(id: 1, address: "node")])
            #expect(!decoder.isWithinFrame)
        }
    }

    @Test func aFrameOverTheLimitIsRefusedAtItsHeader() throws {
        var decoder = FrameDecoder(limit: 64)
        decoder.add(frame(8, zeros(56)))
        #expect(try decoder.next() != nil)
        decoder.add([8, 0, 0, 0, 8, 0, 0, 0])
        #expect(throws: WireError.frameTooLarge(bytes: 72, limit: 64)) { try decoder.next() }
        var other = FrameDecoder(limit: 64)
        other.add([255, 255, 255, 255, 0, 0, 0])
        #expect(try other.next() == nil)
        #expect(other.isWithinFrame)
        other.add([0])
        #expect(throws: WireError.frameTooLarge(bytes: 34_359_738_368, limit: 64)) { try other.next() }
    }
}
