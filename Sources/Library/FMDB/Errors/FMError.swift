import Foundation

// SAFETY: each stored property is an immutable value of a Sendable type.
/// An error of SQLite or of this library.
///
/// The error is created at the point of failure, so later calls on the connection do not change it. As in FMDB, it is an `NSError`
/// with the domain "FMDatabase" and the primary result code. Catch it either way:
///
///     do {
///         try db.executeUpdate("INSERT INTO person VALUES (?)", values: ["ann"])
///     } catch let error as NSError {
///         print(error.domain, error.code, error.localizedDescription)
///     }
///
///     do {
///         try db.execute("INSERT INTO person VALUES (\(name))")
///     } catch {
///         guard error.extendedCode == .constraintUnique else { throw error }
///         print("the name is taken")
///     }
///
/// An error never contains argument values. See [Result and Error Codes](https://sqlite.org/rescode.html).
///
/// The class is a subclass of `NSError` because on Linux `catch let error as NSError` matches nothing else.
public final class FMError: NSError, @unchecked Sendable {
    /// The primary result code, for example `.constraint`. See [`sqlite3_errcode`](https://sqlite.org/c3ref/errcode.html).
    public let resultCode: FMResultCode
    /// The extended result code, for example `.constraintUnique`. Equal to the primary code if there is no extended code.
    public let extendedCode: FMResultCode
    /// The message from SQLite or from the library.
    public let message: String
    /// The SQL that failed, if any. Long SQL is truncated to the part around the error, or to its beginning, with
    /// the number of omitted bytes. SQL with the key of an encrypted database is not shown.
    public let sql: String?
    /// The offset of a syntax error in `sql`, in UTF-8 bytes, or nil if SQLite provides none or is older than 3.38. See
    /// [`sqlite3_error_offset`](https://sqlite.org/c3ref/errcode.html).
    public let offset: Int?
    /// The holders of the lock, for the codes ``FMResultCode/busy`` and ``FMResultCode/locked``; otherwise nil. Its hint
    /// is also the `localizedFailureReason`.
    public let contention: Contention?
    /// The index of the element that failed if a call writes several elements; otherwise nil. The message contains it too.
    public let batchIndex: Int?
    /// The error that caused this error, for example an error from your own SQL function or from a migration step. nil if there is
    /// none. `userInfo` has it under `NSUnderlyingErrorKey`.
    public var underlyingError: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }

    /// The reason for the failure, if more is known than the message says. It is the `localizedFailureReason`.
    let reason: String?

    /// Whether SQLite reported the error, not the library.
    let isSQLites: Bool

    /// The stage at which the error occurred.
    let stage: Stage

    /// The stage of a call at which an error occurred. FMDB's calls treat the stages differently.
    enum Stage: Sendable {
        case open, notOpen, closed, prepare, noStatement, bind, step, cell, script, checkpoint, reentrance, other
        /// SQLite was not called, because it was built without the requested feature.
        case unavailable
    }

    /// Creates an error of your own, for example for a custom SQL function.
    ///
    /// - Parameters:
    ///   - code: the result code, primary or extended.
    ///   - message: one sentence, without values.
    ///   - sql: the SQL that failed, if any.
    public convenience init(_ code: FMResultCode, _ message: String, sql: String? = nil) {
        self.init(code, message, sql: sql, offset: nil, stage: .other)
    }

    /// Creates an error whose cause is an error of another type, for example one from `Codable`.
    ///
    /// - Parameters:
    ///   - code: the result code, primary or extended.
    ///   - message: what failed. The cause's type or the coding path is appended, but no value.
    ///   - cause: the other error.
    ///   - sql: the SQL that failed, if any.
    public convenience init(_ code: FMResultCode, _ message: String, cause: any Error, sql: String? = nil) {
        self.init(code, "\(message): \(FMError.words(cause))", sql: sql, offset: nil, stage: .other)
    }

    init(
        _ code: FMResultCode, _ message: String, sql: String?, offset: Int? = nil, stage: Stage,
        domain: String = FMError.domain, contention: Contention? = nil, batchIndex: Int? = nil,
        underlying: (any Error)? = nil, reason: String? = nil, isSQLites: Bool = false
    ) {
        resultCode = code.primary
        extendedCode = code
        let message = message.shortened().text
        self.message = message
        let shown = sql.map { $0.namesKey ? (text: $0.withoutKeys, offset: nil) : $0.shortened(around: offset) }
        self.sql = shown?.text
        self.offset = sql == nil ? offset : shown?.offset
        (self.stage, self.contention, self.batchIndex) = (stage, contention, batchIndex)
        self.reason = contention?.hint ?? reason
        self.isSQLites = isSQLites
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let reason = self.reason { userInfo[NSLocalizedFailureReasonErrorKey] = reason }
        if let underlying { userInfo[NSUnderlyingErrorKey] = underlying }
        super.init(domain: domain, code: Int(code.primary.rawValue), userInfo: userInfo)
    }

    #if !os(Linux)
        // On Linux, NSError declares this property `static`, so it cannot be overridden; it is true there too. The condition does not test
        // for Darwin, so that Linux can also type-check this branch, with stand-ins for Apple's modules.
        /// Whether secure coding is supported. It is.
        public override class var supportsSecureCoding: Bool { true }
    #endif

    /// Decodes the code and the message of an archived error.
    public required init?(coder: NSCoder) {
        guard let plain = NSError(coder: coder) else { return nil }
        resultCode = FMResultCode(rawValue: Int32(truncatingIfNeeded: plain.code))
        extendedCode = resultCode
        message = plain.localizedDescription
        sql = nil
        offset = nil
        stage = .other
        contention = nil
        batchIndex = nil
        reason = nil
        isSQLites = false
        super.init(domain: plain.domain, code: plain.code, userInfo: plain.userInfo)
    }

    /// The domain of the library's errors, "FMDatabase" as in FMDB.
    public static let domain = "FMDatabase"

    /// Whether the other object is an `FMError` with the same code, message, SQL and domain.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? FMError else { return false }
        return extendedCode == other.extendedCode && message == other.message && sql == other.sql
            && domain == other.domain
    }

    /// A hash consistent with `isEqual`.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(extendedCode)
        hasher.combine(message)
        hasher.combine(sql)
        return hasher.finalize()
    }

    /// The code, the message, the SQL, and the reason, for example the holder of the lock.
    public override var description: String {
        let head = "\(isSQLites ? "SQLite error \(extendedCode)" : "FMDB error \(extendedCode.ownName)"): \(message)"
        let text = sql.map { head + " - in: " + $0 } ?? head
        return reason.map { text + " - " + $0 } ?? text
    }
}

extension FMError {
    /// Returns this error with the index of the batch element that failed.
    ///
    /// - Parameter index: the index of the element.
    public func ofElement(_ index: Int) -> FMError { with(message: "\(message) (row \(index))", batchIndex: index) }

    func inDomain(_ domain: String) -> FMError { with(domain: domain) }

    /// Returns the same error for a later call, which failed because of the first failure.
    func again(_ sql: String?, at stage: Stage) -> FMError { with(sql: sql, stage: stage) }

    /// Returns the same error with the SQL that failed.
    func concerning(_ text: String) -> FMError { sql == nil ? with(sql: text) : self }

    /// Returns the same error with the error that caused it.
    func causedBy(_ error: any Error, _ message: String? = nil, code: FMResultCode? = nil) -> FMError {
        with(code: code, message: message, underlying: error)
    }

    /// Returns the same error with another message.
    func saying(_ message: String) -> FMError { with(message: message) }

    /// Returns the same error with the given advice in place of its reason.
    package func advising(_ reason: String) -> FMError { with(reason: reason) }

    private func with(
        code: FMResultCode? = nil, message: String? = nil, sql: String? = nil, stage: Stage? = nil,
        domain: String? = nil, batchIndex: Int? = nil, underlying: (any Error)? = nil, reason: String? = nil
    ) -> FMError {
        FMError(
            code ?? extendedCode, message ?? self.message, sql: sql ?? self.sql, offset: offset,
            stage: stage ?? self.stage,
            domain: domain ?? self.domain, contention: contention, batchIndex: batchIndex ?? self.batchIndex,
            underlying: underlying ?? underlyingError, reason: reason ?? self.reason, isSQLites: isSQLites
        )
    }

    /// Describes an error without values. Codable's own descriptions are not used, because they contain values; dictionary keys count as
    /// values, too.
    private static func words(_ cause: any Error) -> String {
        guard let error = cause as? EncodingError, case .invalidValue(let value, let context) = error else {
            return "it threw \(Swift.type(of: cause))"
        }
        let path = context.codingPath.map { key in
            let name = key.stringValue
            // A coding key whose type is private to the encoder is a dictionary key or an array index. Its integer value does not
            // distinguish the two, because the dictionary key "7" also has one.
            let isOfList = key.intValue.map { name == "Index \($0)" } ?? false
            return String(describing: Swift.type(of: key)).hasPrefix("_") && !isOfList ? "…" : name
        }.joined(separator: ".")
        return "a value of type \(Swift.type(of: value))\(path.isEmpty ? "" : ", at \(path),") is invalid"
    }

    static func notOpen(_ sql: String? = nil) -> FMError {
        FMError(
            .misuse, "the database is not open", sql: sql, stage: .notOpen,
            reason: "call open() first; the db passed to a block is valid only inside that block")
    }

    static func misuse(_ message: String, sql: String? = nil) -> FMError {
        FMError(.misuse, message, sql: sql, stage: .other)
    }

    static func usedByHandler(_ sql: String?) -> FMError {
        .misuse("a database must not be used by its own event handler", sql: sql)
    }

    /// The error for a row, or its decoder, that was used after its query moved on.
    static func rowIsGone(_ sql: String) -> FMError {
        .misuse("the row is no longer valid: its query has moved to another row or ended", sql: sql)
    }

    /// The error for a statement that the app's code closed in a callback during its execution.
    static func takenAway(_ sql: String) -> FMError {
        FMError(.abort, "the statement was closed while it was running", sql: sql, stage: .step)
    }
}
