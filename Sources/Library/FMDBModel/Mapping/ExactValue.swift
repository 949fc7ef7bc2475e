import FMDB

/// A value that compares strings by their UTF-8 bytes, as SQLite does. Swift considers "é" as one scalar equal to "e" with a combining
/// accent.
struct ExactValue: Hashable, Sendable {
    let value: FMValue

    init(_ value: FMValue) { self.value = value }

    // The hash of `value` suffices: strings with the same bytes are also equal in Swift.
    static func == (left: ExactValue, right: ExactValue) -> Bool {
        guard case .text(let left) = left.value, case .text(let right) = right.value else {
            return left.value == right.value
        }
        return left.utf8.elementsEqual(right.utf8)
    }
}
