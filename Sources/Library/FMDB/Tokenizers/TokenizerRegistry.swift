import Foundation

/// The tokenizers of the process, by their keys.
// SAFETY: the dictionary is read and written under the lock alone.
final class TokenizerRegistry: @unchecked Sendable {
    static let shared = TokenizerRegistry()

    /// The key of what is used where none is named.
    static let defaultKey = ""

    private let lock = NSLock()
    private var tokenizers: [String: any FMTokenizer] = [:]
    /// 1 if there are any.
    private let flag = AtomicWord(0)

    private init() { Forks.hold(lock) }

    /// Whether anything has been registered.
    var isInUse: Bool { flag.value != 0 }

    func add(_ tokenizer: any FMTokenizer, _ key: String) {
        lock.withLock {
            tokenizers[key] = tokenizer
            flag.value = 1
        }
    }

    /// - Parameter arguments: what follows the name of the module in SQL: the key, or nothing.
    /// - Throws: `.misuse` for a key that nothing was registered for.
    func tokenizer(_ arguments: [String]) throws(FMError) -> any FMTokenizer {
        guard arguments.count < 2 else { throw .misuse("a tokenizer is named by one key, not by \(arguments.count)") }
        let key = arguments.first ?? TokenizerRegistry.defaultKey
        guard let tokenizer = lock.withLock({ tokenizers[key] }) else {
            let (place, call) =
                key == TokenizerRegistry.defaultKey
                ? ("", "registerTokenizer(FMUnicodeTokenizer())")
                : (" for the key \"\(key)\"", "registerTokenizer(_:withKey:)")
            throw .misuse("no tokenizer is registered\(place): call FMDatabase.\(call) first, when the program starts")
        }
        return tokenizer
    }
}
