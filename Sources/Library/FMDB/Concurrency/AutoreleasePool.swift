import Foundation

/// Runs a body and, on Apple platforms, then releases its autoreleased objects.
///
/// The library's threads have no other autorelease pool. On the app's threads, a loop with many accesses would
/// otherwise release the objects only at its end.
@inline(__always)
func pooled<Value>(_ body: () throws -> Value) rethrows -> Value {
    #if canImport(ObjectiveC)
        try autoreleasepool(invoking: body)
    #else
        try body()
    #endif
}
