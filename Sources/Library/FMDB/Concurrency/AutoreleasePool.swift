import Foundation

/// Runs a body, and releases its autoreleased objects on Apple platforms. A thread of the library has no other pool, and a client's loop of
/// many accesses would release them only at its end.
@inline(__always)
func pooled<Value>(_ body: () throws -> Value) rethrows -> Value {
    #if canImport(ObjectiveC)
        try autoreleasepool(invoking: body)
    #else
        try body()
    #endif
}
