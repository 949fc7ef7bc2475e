import Foundation

/// The tokenizers of the process by key.
// SAFETY: the dictionary is read and written only under the lock.
final class TokenizerRegistry: @unchecked Sendable {
    static var shared: TokenizerRegistry { PerProcess.object(real) { TokenizerRegistry() } }
    private static let real = TokenizerRegistry()

    /// The key of the tokenizer that is used if the SQL names no key.
    static let defaultKey = ""

    private let lock = SystemLock()
    private var tokenizers: [String: any FMTokenizer] = [:]
    /// 1 if a tokenizer has been registered.
    private let flag = AtomicWord(0)

    private init() { Forks.hold(lock) }

    /// Whether a tokenizer has been registered.
    var isInUse: Bool { flag.value != 0 }

    func add(_ tokenizer: any FMTokenizer, _ key: String) {
        lock.withLock {
            tokenizers[key] = tokenizer
            flag.value = 1
        }
    }

    /// Returns the tokenizer that the SQL names.
    ///
    /// - Parameter arguments: the arguments after the module's name in SQL: the key, or nothing.
    /// - Throws: `.misuse` if no tokenizer is registered for the key.
    func tokenizer(_ arguments: [String]) throws(FMError) -> any FMTokenizer {
        guard arguments.count < 2 else { throw .misuse("a tokenizer takes one key, not \(arguments.count)") }
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
