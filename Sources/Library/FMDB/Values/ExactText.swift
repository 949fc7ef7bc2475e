import Foundation

/// Text as a key, byte by byte.
///
/// Two Swift strings with differently composed accents are equal. To SQLite they are different texts.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { isSame(left.text, right.text) }

    @inline(__always)
    static func isSame(_ left: String, _ right: String) -> Bool {
        // The same literal, mostly: the 16 bytes of the String itself are a short text, or where a longer one lies.
        if let one = TextIdentity(left), one == TextIdentity(right) { return true }
        return isSameText(left, right)
    }

    private static func isSameText(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let isSame = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return one == other || memcmp(one, other, left.count) == 0
            }
        }
        // A string that Foundation lends may lie elsewhere.
        return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        let done: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if done == nil { Array(text.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
}

extension String {
    /// The name as SQLite compares it: without the case of the letters A to Z, byte by byte otherwise.
    package var nameKey: ExactText { ExactText(foldedAsName) }
}

/// The 16 bytes of a `String` itself: up to 15 bytes of text, or where a longer one lies.
struct TextIdentity: Equatable {
    var low: UInt64
    var high: UInt64

    /// nil on platforms with pointers of 32 bits, where a String has another layout.
    @inline(__always)
    init?(_ name: String) {
        guard MemoryLayout<String>.size == MemoryLayout<TextIdentity>.size else { return nil }
        self = unsafeBitCast(name, to: TextIdentity.self)
    }

    /// No string has these bits.
    init() { (low, high) = (0, 0) }
}
