import FMDB

/// A value that compares as in SQLite: texts by their bytes. Swift takes "é" for the same text, whether it is one code or a letter
/// and its accent.
struct ExactValue: Hashable, Sendable {
    let value: FMValue

    init(_ value: FMValue) { self.value = value }

    // The hash of the value suffices: texts of the same bytes are equal in Swift, too.
    static func == (left: ExactValue, right: ExactValue) -> Bool {
        guard case .text(let left) = left.value, case .text(let right) = right.value else {
            return left.value == right.value
        }
        return left.utf8.elementsEqual(right.utf8)
    }
}
