import FMDB
import Support
import Testing

/// Runs a body on a thread of its own and waits for it. A body that waits for ever is a failed test then, not a test run
/// without an end.
@discardableResult
func onBackgroundThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let outcome = Locked<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread {
        let result = Result { try body() }
        outcome.withLock { $0 = result }
        done.signal()
    }.start()
    try #require(done.wait(timeout: .now() + 60) == .success, "the body hangs")
    return try #require(outcome.value).get()
}
