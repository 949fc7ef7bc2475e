import Foundation

/// A dictionary key that compares text byte by byte.
///
/// Swift considers two strings equal that differ only in how their accents are composed. SQLite considers them
/// different.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { isSame(left.text, right.text) }

    @inline(__always)
    static func isSame(_ left: String, _ right: String) -> Bool {
        // Fast path for the same literal: the String's 16 bytes hold a short text, or the address of a longer one.
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
        // A string bridged from Foundation may have no contiguous storage.
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
    /// The name as a key that compares like SQLite: ASCII letters without regard to case, all other bytes exactly.
    package var nameKey: ExactText { ExactText(foldedAsName) }
}

/// The 16 bytes of a `String` value, which hold up to 15 bytes of text, or the address of a longer text.
struct TextIdentity: Equatable {
    var low: UInt64
    var high: UInt64

    /// Returns nil on 32-bit platforms, where String has another layout.
    @inline(__always)
    init?(_ name: String) {
        guard MemoryLayout<String>.size == MemoryLayout<TextIdentity>.size else { return nil }
        self = unsafeBitCast(name, to: TextIdentity.self)
    }

    /// Creates a value with bits that no string has.
    init() { (low, high) = (0, 0) }
}
