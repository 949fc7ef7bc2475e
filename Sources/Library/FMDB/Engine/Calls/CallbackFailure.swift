import Foundation
import FMDBSQLiteC

/// Keeps the error of a client's callback until the statement's own error is created. SQLite passes on only a code and a message.
///
/// The callback and the statement run on the same thread.
// SAFETY: the dictionary is read and written only under the lock.
final class CallbackFailure: @unchecked Sendable {
    private static var shared: CallbackFailure { PerProcess.object(real) { CallbackFailure() } }
    private static let real = CallbackFailure()

    private let lock = SystemLock()
    private var errors: [ThreadIdentity: (error: any Error, told: Int32, replacesMessage: Bool)] = [:]
    /// 1 if `errors` is not empty.
    private let flag = AtomicWord(0)

    private init() { Forks.hold(lock) }

    /// Records an error that a callback threw on this thread.
    ///
    /// - Parameters:
    ///   - error: the error that the callback threw.
    ///   - replacesMessage: whether SQLite gets only a code, so that the thrown error's message must replace SQLite's.
    /// - Returns: the code that the callback must return to SQLite.
    static func record(_ error: any Error, replacesMessage: Bool) -> Int32 {
        let code = (error as? FMError)?.extendedCode ?? .error
        let told = code.isError && !ownCodes.contains(code.primary.rawValue) ? code.rawValue : SQLITE_ERROR
        record(error, toldAs: told, replacesMessage: replacesMessage)
        return told
    }

    /// Records an error that a callback threw on this thread.
    ///
    /// - Parameters:
    ///   - error: the error that the callback threw.
    ///   - told: the code that the callback returns, with which SQLite fails the statement.
    ///   - replacesMessage: whether the thrown error's message must replace SQLite's.
    static func record(_ error: any Error, toldAs told: Int32, replacesMessage: Bool = true) {
        shared.lock.withLock {
            shared.errors[.current] = (error, told, replacesMessage)
            shared.flag.value = 1
        }
    }

    /// Codes that callbacks must not return, because they do more than fail the statement: SQLite would roll back the transaction, treat
    /// the file as corrupt, or run the statement again.
    private static let ownCodes: Set<Int32> = [
        SQLITE_NOMEM, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_SCHEMA, SQLITE_NOTADB,
    ]

    /// Whether this thread has a recorded error of a statement that has not ended yet.
    static var isNoted: Bool { shared.flag.value != 0 && shared.lock.withLock { shared.errors[.current] != nil } }

    /// Returns the message for a thrown error.
    static func words(_ error: any Error) -> String {
        (error as? FMError)?.message ?? (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }

    /// Returns a statement's error with the callback's error as its cause, and clears the recorded error.
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
        // The recorded error may come from another statement that did not fail or whose error was never created.
        guard error.message == (replacesMessage ? Library.message(error.resultCode.rawValue) : message.shortened().text)
        else { return error }
        let code = (cause as? FMError)?.extendedCode
        return error.causedBy(cause, replacesMessage ? message : nil, code: code?.isError == true ? code : nil)
    }
}
