import Foundation

/// A thread-local pointer. Default: nil. See
/// [`pthread_getspecific`](https://pubs.opengroup.org/onlinepubs/9699919799/functions/pthread_getspecific.html).
struct ThreadLocalPointer: Sendable {
    private let key: pthread_key_t
    private let isUsable: Bool

    init() {
        var key = pthread_key_t()
        // A process has a few hundred keys.
        isUsable = pthread_key_create(&key, nil) == 0
        self.key = key
    }

    var value: UnsafeMutableRawPointer? { isUsable ? pthread_getspecific(key) : nil }

    func set(_ value: UnsafeMutableRawPointer?) { if isUsable { pthread_setspecific(key, value) } }
}
