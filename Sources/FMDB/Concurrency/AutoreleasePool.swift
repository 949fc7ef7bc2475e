import Foundation

/// Runs a body, after which its autoreleased objects are let go on Apple platforms: on a thread of the library's nobody else
/// would see to them, and in a client's loop of many accesses not before its end.
@inline(__always)
func pooled<Value>(_ body: () throws -> Value) rethrows -> Value {
    #if canImport(ObjectiveC)
        try autoreleasepool(invoking: body)
    #else
        try body()
    #endif
}
