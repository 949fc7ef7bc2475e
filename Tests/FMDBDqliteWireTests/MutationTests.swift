import FMDBDqliteWire
import Testing

/// Good replies with some bytes changed: each is read, or refused by an error.
@Suite struct MutationTests {
    /// The same numbers in each run: Marsaglia's xorshift.
    private struct Numbers {
        var state: UInt64
        mutating func next(below bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
    }

    private let replies: [[UInt8]] = [
        frame(0, word(10_250) + text("not leader")),
        frame(3, word(2) + word(1) + text("127.0.0.1:9001") + word(0) + word(2) + text("127.0.0.1:9002") + word(2)),
        frame(5, zeros(8) + word(2)),
        frame(6, word(1) + word(1)),
        frame(
            7,
            word(3) + text("id") + text("name") + text("photo") + [0x31, 0x04, 0, 0, 0, 0, 0, 0] + word(1) + text("ann")
                + word(4) + [1, 2, 3, 4, 0, 0, 0, 0] + [0x51, 0x05, 0, 0, 0, 0, 0, 0] + word(2) + zeros(16) + word(.max)
        ),
        frame(9, word(2) + text("main") + word(16) + zeros(16) + text("main-wal") + word(5) + zeros(8)),
        frame(10, word(1) + word(2)),
    ]

    private func mutated(_ numbers: inout Numbers) -> [UInt8] {
        var bytes = replies[numbers.next(below: replies.count)]
        for _ in 0...numbers.next(below: 4) {
            let place = numbers.next(below: bytes.count)
            switch numbers.next(below: 5) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next(below: 256))
            case 1: bytes[place] ^= 1 << numbers.next(below: 8)
            case 2: bytes[place] = [0, 1, 127, 128, 255][numbers.next(below: 5)]
            case 3: bytes.removeLast(numbers.next(below: min(bytes.count, 17)))
            default: bytes.insert(contentsOf: zeros(8), at: place)
            }
            if bytes.count < 8 { return bytes + zeros(8) }
        }
        // Mostly with a length that is true, or the frame would not be looked into.
        if numbers.next(below: 4) > 0 {
            bytes.replaceSubrange(0..<4, with: word(UInt64(bytes.count / 8 - 1)).prefix(4))
        }
        return bytes
    }

    @Test func mutatedRepliesAreReadOrRefused() {
        var numbers = Numbers(state: 0x5DEE_CE66_D123_4567)
        var (read, refused, incomplete) = (0, 0, 0)
        for _ in 0..<100_000 {
            let bytes = mutated(&numbers)
            var decoder = FrameDecoder(limit: 4096)
            let middle = numbers.next(below: bytes.count)
            decoder.add(bytes[..<middle])
            do {
                var frame = try decoder.next()
                decoder.add(bytes[middle...])
                if frame == nil { frame = try decoder.next() }
                guard let frame else {
                    incomplete += 1
                    continue
                }
                _ = try WireReply(frame)
                read += 1
            } catch {
                refused += 1
            }
        }
        #expect(read > 10_000)
        #expect(refused > 10_000)
        #expect(incomplete > 1_000)
    }
}
