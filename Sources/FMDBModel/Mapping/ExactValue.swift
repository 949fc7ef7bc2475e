import FMDB

/// A value that is equal to those that SQLite takes for equal to it: texts by their bytes. For Swift "é" is the same text,
/// whether it is one character or a letter and its accent.
struct ExactValue: Hashable, Sendable {
    let value: FMValue

    init(_ value: FMValue) { self.value = value }

    // The hash of the value will do: what has the same bytes is equal for Swift, too.
    static func == (left: ExactValue, right: ExactValue) -> Bool {
        guard case .text(let left) = left.value, case .text(let right) = right.value else {
            return left.value == right.value
        }
        return left.utf8.elementsEqual(right.utf8)
    }
}
