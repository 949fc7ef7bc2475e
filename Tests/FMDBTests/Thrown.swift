import FMDB

/// The library's error that a body throws; nil if it throws nothing, or something else.
func thrown<Value>(_ body: () throws -> Value) -> FMError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? FMError
    }
}
