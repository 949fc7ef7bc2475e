import Foundation

/// Large strings and blobs that are bound without a copy.
///
/// SQLite reads the memory of the values, which neither moves nor changes while they are kept here. A client that modifies such a value
/// meanwhile modifies a copy, because Swift copies on write. Only executions that end within the call that passes the values use this;
/// result sets copy their values.
final class BorrowedValues {
    enum LargeValue {
        case text(String)
        case blob(Data)
    }

    /// The minimum size in bytes. Smaller values are copied, because keeping them costs as much as a small allocation.
    static let smallestSize = 65_536

    private(set) var values: [(position: Int32, value: LargeValue)] = []
    /// The number of values from the previous binding.
    private var former = 0

    func keep(_ value: LargeValue, at position: Int32) { values.append((position, value)) }

    /// Begins a new binding of all parameters. The previous values stay here, because they are bound until they are replaced.
    func begin() { former = values.count }

    /// Ends the binding and releases the previous values.
    func end() {
        values.removeFirst(former)
        former = 0
    }
}
