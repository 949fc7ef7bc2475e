#if Checked
    import FMDB
    import Foundation

    /// A 128-bit hash that is not cryptographic: it does not resist attacks.
    package struct ContentHash {
        private var first: UInt64 = 0x243F_6A88_85A3_08D3
        private var second: UInt64 = 0x1319_8A2E_0370_7344

        package init() {}

        /// Adds bytes with their count, so that "ab", "c" differs from "a", "bc".
        package mutating func add(_ data: Data) {
            mix(UInt64(data.count))
            data.withUnsafeBytes { bytes in
                let whole = bytes.count & ~7
                for offset in stride(from: 0, to: whole, by: 8) {
                    mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                }
                var rest: UInt64 = 0
                for offset in whole..<bytes.count { rest = rest << 8 | UInt64(bytes[offset]) }
                if whole < bytes.count { mix(rest) }
            }
        }

        package mutating func add(_ text: String) { add(Data(text.utf8)) }

        /// Mixes a word into two states with different multipliers. Each combines the upper and lower half of a product, so every bit
        /// counts.
        private mutating func mix(_ word: UInt64) {
            let one = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            first = one.high ^ one.low &+ 0xA409_3822_299F_31D0
            let two = (second &+ word ^ 0x082E_FA98_EC4E_6C89).multipliedFullWidth(by: 0xC2B2_AE3D_27D4_EB4F)
            second = two.high &+ (two.low ^ first)
        }

        package var text: String {
            var end = self
            end.mix(1)
            end.mix(2)
            return end.first.hexadecimal + end.second.hexadecimal
        }

        package static func of(_ texts: String...) -> String {
            var hash = ContentHash()
            for text in texts { hash.add(text) }
            return hash.text
        }
    }
#endif
