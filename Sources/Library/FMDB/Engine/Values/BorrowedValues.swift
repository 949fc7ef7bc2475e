import Foundation

/// Large texts and blobs that are bound without a copy. SQLite reads their own memory, which neither moves nor changes while
/// they are kept here. A client that changes such a value meanwhile changes a copy.
///
/// That is for executions that end within the call that brings the values. What a result set is bound to is copied.
final class BorrowedValues {
    enum LargeValue {
        case text(String)
        case blob(Data)
    }

    /// Smaller values are copied: an allocation costs little then, and to keep them costs as much.
    static let smallestSize = 65_536

    private(set) var values: [(position: Int32, value: LargeValue)] = []
    /// How many of them were bound before.
    private var former = 0

    func keep(_ value: LargeValue, at position: Int32) { values.append((position, value)) }

    /// All values are about to be bound anew. Those of before are bound until then.
    func begin() { former = values.count }

    /// All values have been bound anew.
    func end() {
        values.removeFirst(former)
        former = 0
    }
}
