import Foundation
import FMDBSQLiteC

/// What a callback of the client's has thrown, until the error of the statement is made. SQLite knows a code, and a message at
/// the most.
///
/// The callback and the statement run on one thread.
// SAFETY: the dictionary is read and written under the lock alone.
final class CallbackFailure: @unchecked Sendable {
    private static let shared = CallbackFailure()

    private let lock = NSLock()
    private var errors: [ThreadIdentity: (error: any Error, told: Int32, replacesMessage: Bool)] = [:]
    /// 1 if there are any.
    private let flag = AtomicWord(0)

    private init() { Forks.hold(lock) }

    /// - Parameter replacesMessage: whether SQLite is told the code only.
    /// - Returns: the code that SQLite is told.
    static func record(_ error: any Error, replacesMessage: Bool) -> Int32 {
        let code = (error as? FMError)?.extendedCode ?? .error
        let told = code.isError && !ownCodes.contains(code.primary.rawValue) ? code.rawValue : SQLITE_ERROR
        record(error, toldAs: told, replacesMessage: replacesMessage)
        return told
    }

    /// - Parameter told: what SQLite makes of it, with its own message.
    static func record(_ error: any Error, toldAs told: Int32, replacesMessage: Bool = true) {
        shared.lock.withLock {
            shared.errors[.current] = (error, told, replacesMessage)
            shared.flag.value = 1
        }
    }

    /// Codes by which SQLite says more than that a statement has failed: it would roll back the transaction, take the file for damaged,
    /// or run the statement again.
    private static let ownCodes: Set<Int32> = [
        SQLITE_NOMEM, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_SCHEMA, SQLITE_NOTADB,
    ]

    /// Whether something was thrown on this thread whose statement has not ended yet.
    static var isNoted: Bool { shared.flag.value != 0 && shared.lock.withLock { shared.errors[.current] != nil } }

    /// What the error of the statement says of something that was thrown.
    static func words(_ error: any Error) -> String {
        (error as? FMError)?.message ?? (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }

    /// The error of a statement with what was thrown while it ran.
    static func explain(_ error: FMError) -> FMError {
        guard shared.flag.value != 0 else { return error }
        let noted = shared.lock.withLock {
            let noted = shared.errors.removeValue(forKey: .current)
            if shared.errors.isEmpty { shared.flag.value = 0 }
            return noted
        }
        guard let (cause, told, replacesMessage) = noted, error.resultCode == FMResultCode(rawValue: told).primary
        else {
            return error
        }
        let message = words(cause)
        // What was thrown in a statement that did not fail, or of which nobody made an error, is none of this one.
        guard error.message == (replacesMessage ? Library.message(error.resultCode.rawValue) : message.shortened().text)
        else { return error }
        let code = (cause as? FMError)?.extendedCode
        return error.causedBy(cause, replacesMessage ? message : nil, code: code?.isError == true ? code : nil)
    }
}
