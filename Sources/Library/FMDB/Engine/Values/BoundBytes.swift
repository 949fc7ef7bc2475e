import Foundation

/// Copies of a statement's texts and blobs while they are bound.
///
/// Where SQLite copies a value itself, it allocates memory for each: 250 ns instead of 45. So small values lie here side
/// by side and SQLite only borrows them. The memory does not move while anything is bound to it.
struct BoundBytes {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private var used = 0
    /// How far the memory has been written since it was cleared.
    private var written = 0
    /// What all values of this use together take.
    private var wanted = 0

    /// Larger values, for which an allocation more does not count, are left to SQLite.
    private static let largestValue = 1024
    private static let smallestCapacity = 256
    private static let largestCapacity = 16 * largestValue

    /// Copies a value.
    ///
    /// - Returns: nil if there is no room.
    @inline(__always)
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard let source = bytes.baseAddress, bytes.count <= BoundBytes.largestValue else { return nil }
        if start == nil { grow() }
        wanted += bytes.count
        guard let start, bytes.count <= capacity - used else { return nil }
        let place = start + used
        memcpy(place, source, bytes.count)
        used += bytes.count
        written = max(written, used)
        return UnsafeRawPointer(place)
    }

    /// Whether it holds any.
    var isEmpty: Bool { used == 0 }

    /// Starts over, before all values are bound anew. Those of before are in place until then.
    mutating func rewind() {
        used = 0
        wanted = 0
    }

    /// Whether the values of the last use did not all fit, and more memory would do.
    var isTooSmall: Bool { wanted > capacity && capacity < BoundBytes.largestCapacity }

    /// Overwrites the values. Secrets do not stay in memory for longer than they are used.
    @inline(__always)
    mutating func clear() {
        if written > 0, let start { memset(start, 0, written) }
        written = 0
        rewind()
    }

    /// Makes room for what was wanted; to be called while nothing is bound.
    mutating func grow() {
        let size = max(BoundBytes.smallestCapacity, min(wanted, BoundBytes.largestCapacity))
        release()
        capacity = size
        start = .allocate(byteCount: size, alignment: 1)
    }

    mutating func release() {
        clear()
        start?.deallocate()
        start = nil
        capacity = 0
    }
}
