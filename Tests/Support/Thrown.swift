import FMDB

/// The library's error that a body throws; nil if it throws nothing, or something else.
public func thrown<Value>(_ body: () throws -> Value) -> FMError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? FMError
    }
}

/// What a body throws to have its changes undone.
public struct Regret: Error {
    /// A regret like any other.
    public init() {}
}
