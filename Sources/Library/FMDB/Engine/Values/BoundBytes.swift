import Foundation

/// One buffer with copies of a statement's small bound strings and blobs.
///
/// If SQLite copies a value, it allocates memory for it: 250 ns instead of 45. So small values are copied into this buffer, where SQLite
/// reads them. The buffer does not move while a value in it is bound.
struct BoundBytes {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private var used = 0
    /// The number of bytes written since the buffer was cleared.
    private var written = 0
    /// The total size of the values of this binding, including those that did not fit.
    private var wanted = 0

    /// The largest value kept here, in bytes. SQLite copies larger values, for which one allocation hardly matters.
    private static let largestValue = 1024
    private static let smallestCapacity = 256
    private static let largestCapacity = 16 * largestValue

    /// Copies a value into the buffer.
    ///
    /// - Returns: the address of the copy, or nil if the value does not fit.
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

    /// Whether the buffer holds no values.
    var isEmpty: Bool { used == 0 }

    /// Starts a new binding at the start of the buffer. The previous bytes stay until they are overwritten.
    mutating func rewind() {
        used = 0
        wanted = 0
    }

    /// Whether the values of the last binding did not all fit, but would fit into a larger buffer.
    var isTooSmall: Bool { wanted > capacity && capacity < BoundBytes.largestCapacity }

    /// Overwrites the values with zeros, so that secrets do not stay in memory longer than needed.
    @inline(__always)
    mutating func clear() {
        if written > 0, let start { memset(start, 0, written) }
        written = 0
        rewind()
    }

    /// Enlarges the buffer for the values of the last binding. Call it only while no value is bound.
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
