// `OSAllocatedUnfairLock` over a lock of POSIX. It works, so that the tests can run with it: `make test-apple-locks`.
import Glibc

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private let storage: Storage

    public init(initialState: State) where State: Sendable {
        storage = Storage(initialState)
    }

    public func withLock<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result {
        pthread_mutex_lock(storage.mutex)
        defer { pthread_mutex_unlock(storage.mutex) }
        return try body(&storage.state)
    }

    private final class Storage {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        var state: State

        init(_ state: State) {
            self.state = state
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    }
}
